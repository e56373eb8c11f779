"""`strapontin print`: games on paper from the command line."""

import io
import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from strapontin.cli import main
from strapontin.core.registry import collection

LYON = Path(__file__).parents[2] / "docs" / "examples" / "lyon.json"


def read(file):
    return PdfReader(io.BytesIO(file.read_bytes()))


@pytest.mark.parametrize("game", collection())
def test_a_game_is_printed(game, tmp_path):
    file = tmp_path / "game.pdf"
    assert main(["print", game, "--language", "fr", "-o", str(file)]) == 0
    assert "les règles" in read(file).pages[-1].extract_text()


def test_a_city_is_printed_so_often(tmp_path):
    file = tmp_path / "sheet.pdf"
    arguments = ["--map", "paris", "--copies", "2", "--language", "fr", "--single-sided", "-o", str(file)]
    assert main(["print", "metrox", *arguments]) == 0
    words = [page.extract_text() for page in read(file).pages]
    assert ["PARIS" in one for one in words[:3]] == [True, True, False]
    assert "metroX en une page" in words[4]


def test_the_worked_example_of_the_docs_is_printed(tmp_path):
    file = tmp_path / "lyon.pdf"
    assert main(["print", "metrox", "--map", str(LYON), "-o", str(file)]) == 0
    assert "LYON" in read(file).pages[0].extract_text()


def test_one_side_takes_fewer_pages_of_the_chosen_paper(tmp_path):
    counts = []
    for more in ([], ["--single-sided"]):
        file = tmp_path / "game.pdf"
        assert main(["print", "correspondances", "--paper", "letter", *more, "-o", str(file)]) == 0
        counts.append(len(read(file).pages))
        assert round(float(read(file).pages[0].mediabox.width)) == 612
    assert counts[1] < counts[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "chess"),
        (["odyssee", "--map", "paris"], "--map: 'paris'; odyssee has no maps"),
        (["metrox", "--map", "nowhere"], "there is no 'nowhere'"),
        (["metrox", "--copies", "0"], "--copies: 0; it must be 1 to 100"),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_line(arguments, said, tmp_path, capsys):
    assert main(["print", *arguments, "-o", str(tmp_path / "x.pdf")]) == 1
    assert said in capsys.readouterr().err
    assert not (tmp_path / "x.pdf").exists()


def test_a_faulty_map_is_not_printed(tmp_path, capsys):
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({"stations": [], "lines": []}))
    assert main(["print", "metrox", "--map", str(bad), "-o", str(tmp_path / "x.pdf")]) == 1
    assert "lines: none" in capsys.readouterr().err
