"""`strapontin print`: the booklet from the command line."""

import io
import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from strapontin.cli import main

LYON = Path(__file__).parents[2] / "docs" / "examples" / "lyon.json"


def test_a_city_is_printed(tmp_path):
    file = tmp_path / "sheet.pdf"
    assert main(["print", "metrox", "--map", "paris", "--copies", "2", "--language", "fr", "-o", str(file)]) == 0
    pages = PdfReader(io.BytesIO(file.read_bytes())).pages
    assert len(pages) == 5
    assert "metroX en une page" in pages[-1].extract_text()


def test_the_worked_example_of_the_docs_is_printed(tmp_path):
    file = tmp_path / "lyon.pdf"
    assert main(["print", "metrox", "--map", str(LYON), "-o", str(file)]) == 0
    assert "LYON" in PdfReader(io.BytesIO(file.read_bytes())).pages[0].extract_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["odyssee"], "cannot be printed"),
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
