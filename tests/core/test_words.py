"""Both languages say the same things with the same parameters."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import strapontin
from strapontin.core import registry
from strapontin.core.registry import collection
from strapontin.words import HOLE, LANGUAGES, catalogue, fill, say

FORMS = {"one", "other"}
RULES = Path(__file__).parents[2] / "docs" / "rules"
NO_BREAK = ("\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}")


def texts(sentence):
    """A sentence in all its forms."""
    return list(sentence.values()) if isinstance(sentence, dict) else [sentence]


def parameters(sentence):
    """The parameters of a sentence, of all its forms together."""
    return {hole[2] for text in texts(sentence) for hole in HOLE.finditer(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_key(language):
    everything = {key for one in LANGUAGES for key in catalogue(one)}
    assert sorted(everything - set(catalogue(language))) == []


@pytest.mark.parametrize("key", sorted(catalogue("en")))
def test_a_sentence_takes_the_same_parameters_in_both_languages(key):
    french, english = catalogue("fr").get(key), catalogue("en")[key]
    assert french is not None
    assert isinstance(french, dict) == isinstance(english, dict)
    assert parameters(french) == parameters(english)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said(language):
    for key, sentence in catalogue(language).items():
        if isinstance(sentence, dict):
            assert set(sentence) == FORMS, key
        names = parameters(sentence)
        for n in (1, 2):
            said = say(language, key, **{"n": n} | dict.fromkeys(names, n))
            assert said.strip() == said, key
            assert said, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_brace_is_a_parameter(language):
    for key, sentence in catalogue(language).items():
        for text in texts(sentence):
            assert not re.search("[{}]", HOLE.sub("", text)), key


def test_a_count_chooses_its_word_as_the_language_does():
    sentence = "{n} {n|station|stations}"
    english = [fill("en", sentence, {"n": n}) for n in (0, 1, 2, -1, -5)]
    assert english == ["0 stations", "1 station", "2 stations", "−1 station", "−5 stations"]
    french = [fill("fr", sentence, {"n": n}) for n in (0, 1, 2, -1, -5)]
    assert french == ["0 station", "1 station", "2 stations", "−1 station", "−5 stations"]
    assert say("fr", "common.draws", n=0) == "0 tirage"
    assert say("fr", "common.draws", n=-5) == "−5 tirages"
    assert say("en", "common.draws", n=0) == "0 draws"


def test_a_list_counts_its_items_and_ends_with_and():
    sentence = "{lines|line|lines} {lines}"
    assert fill("en", sentence, {"lines": [1]}) == "line 1"
    assert fill("en", sentence, {"lines": [1, 3]}) == "lines 1 and 3"
    assert fill("fr", sentence, {"lines": [1, 2, 3]}) == "lines 1, 2 et 3"


def test_french_de_is_elided_before_a_vowel():
    said = [fill("fr", "La feuille de {name}", {"name": name}) for name in ("Anne", "Hélène", "Yves", "Yann", "Bob", 8)]
    assert [one.removeprefix("La feuille ") for one in said] == [
        *("d’Anne", "d’Hélène", "d’Yves", "de Yann", "de Bob", "de 8")
    ]


def every_text():
    """Every text of both catalogues: its language, its key, itself; but the engine's English, which others read too."""
    for language in LANGUAGES:
        for key, sentence in catalogue(language).items():
            for text in texts(sentence):
                if language == "fr" or not key.startswith("errors."):
                    yield language, key, text


FAULTS = {
    "a straight apostrophe": r"'",
    "straight quotation marks": r'"',
    "three dots": r"(?<!/)\.\.\.",
    "a full stop after another end of sentence": r"[!?…]\.",
    "a hyphen for a minus": r"(?:^|[ (])-\d|\d - \d",
    "two spaces": r"(?<![○②●❷#=◇]) {2}(?![○②●❷#=·(❶A-Z])",
}

COLUMNS = ("cli.play.help", "cli.play.sure", "sheet.legend", "table.legend")
"""Lines of a terminal that are set in columns."""


@pytest.mark.parametrize("fault", FAULTS)
def test_texts_are_set_as_print_does(fault):
    found = [
        f"{language} {key}: {text}"
        for language, key, text in every_text()
        if re.search(FAULTS[fault], text) and not (fault == "two spaces" and any(one in key for one in COLUMNS))
    ]
    assert found == []


@pytest.mark.parametrize("path", sorted(RULES.glob("*.md")), ids=lambda path: path.stem)
def test_rules_have_curly_apostrophes_too(path):
    prose = re.sub(r"`[^`]*`", "", path.read_text(encoding="utf-8"))
    assert re.findall(r"\w*'\w*", prose) == []


def test_french_has_a_narrow_no_break_space_inside_guillemets_and_before_colons_and_their_like():
    """On paper it is the wide one: what sets the booklets would break a line at the narrow one."""
    breaking = re.compile(r"[^ ,] [;:!»](?=\s|$)|[^ ,] \?(?=\s|$)|« ")
    found = []
    for language, key, text in every_text():
        fit = NO_BREAK[0] if key.startswith("print.") else NO_BREAK[1]
        bare = re.compile(rf"[^{fit} ?!][;:!?](?=[ )»]|$)|[^{fit}]»|«[^{fit}]")
        if language == "fr" and (bare.search(text) or breaking.search(text)):
            found.append(f"{key}: {text}")
    assert found == []


def test_english_has_no_space_before_a_per_cent_sign_and_french_one_that_does_not_break():
    for language, key, text in every_text():
        spaces = re.findall(r"[\d}]([\s]?)%", text)
        fitting = {"en": ("",), "fr": NO_BREAK}.get(language, ("", *NO_BREAK))
        assert all(one in fitting for one in spaces), f"{language} {key}: {text}"


# ------------------------------------------------------------------------------------------- who uses which sentence

SOURCES = Path(strapontin.__file__).parent
PAGE = SOURCES.parents[1] / "web"
RECOGNISED = "errors."
"""Sentences that an error is recognised by."""


def test_every_sentence_is_said_somewhere():
    paths = [*SOURCES.rglob("*.py"), *PAGE.glob("*.ts"), *PAGE.glob("scripts/*.ts"), PAGE / "index.html"]
    paths += [path for kind in ("ts", "svelte") for path in (PAGE / "src").rglob(f"*.{kind}")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    said = set(re.findall(r"[\w-]+(?:\.[\w*+-]+)*", code))
    subjects = {f"{key.split('.')[0]}." for key in catalogue("en")}
    starts = tuple(set(re.findall(r"([\w-]+\.[\w.-]*)\$?\{", code)) - subjects)
    unused = []
    for key in catalogue("en"):
        whole = key.removesuffix(".you").removesuffix(".victim")
        whole = whole if whole in catalogue("en") else key
        subject, name = whole.split(".", 1)
        if subject.startswith("lesson-"):  # the lessons name them
            continue
        if subject.startswith("web-") and name.startswith("log."):  # how the page says what a game tells
            assert f"{subject.removeprefix('web-')}.{name.removeprefix('log.')}" in catalogue("en")
            continue
        begins = whole.startswith(starts) or name.startswith(starts)  # the rest is only known when it runs
        part = whole.removesuffix(".more").removesuffix(".less")  # what a score is made of is named without its change
        if subject.startswith("teach-"):  # slides are named, and some have more to say
            part = name.removesuffix(".more")
        if not {whole, name, part} & said and not begins and not key.startswith(RECOGNISED):
            unused.append(key)
    assert unused == []


# --------------------------------------------------------------------------------------------------- second person


def spoken_of():
    """The keys of logs that tell what a player did, as a terminal and as the page say them."""
    for game in collection():
        for key in (key for note in registry.game(game).notes for key in note.sentences()):
            for one in (key, key.replace(f"{game}.", f"web-{game}.log.", 1)):
                if parameters(catalogue("en").get(one, "")) & {"player", "winners"}:
                    yield one


@pytest.mark.parametrize("key", list(spoken_of()))
def test_a_log_says_you_to_whoever_did_it(key):
    for language, you in (("en", r"\b[Yy]ou(r)?\b"), ("fr", r"\b[Vv](ous|otre)\b")):
        spoken, plain = catalogue(language)[f"{key}.you"], catalogue(language)[key]
        assert parameters(spoken) <= parameters(plain)
        for text in texts(spoken):
            assert re.search(you, text)
            assert "{player}" not in text


# ------------------------------------------------------------------------------------------------------- languages

ASK_IN_VOLAPUK = """
import strapontin.server.app
from strapontin.server.openapi import document
from strapontin.server.guest_protocol import GuestRequest
from strapontin.words import LANGUAGES, say
import msgspec
assert "vo" in LANGUAGES
assert msgspec.convert({"language": "vo"}, GuestRequest).language == "vo"
assert "'vo'" in str(document()["paths"]["/api/v1/words/{language}"])
print(say("vo", "common.language"), say("vo", "common.draws", n=1), say("vo", "common.draws", n=0))
"""


def test_a_language_is_a_directory_of_words_and_nothing_else(tmp_path):
    package = tmp_path / "strapontin"
    shutil.copytree(SOURCES, package, ignore=shutil.ignore_patterns("__pycache__", "static"))
    shutil.copytree(package / "words/en", package / "words/vo")
    path = package / "words/vo/common.json"
    path.write_text(path.read_text(encoding="utf-8").replace("English", "Volapük"), encoding="utf-8")
    surroundings = os.environ | {"PYTHONPATH": str(tmp_path), "STRAPONTIN_JIT": "0"}
    run = [sys.executable, "-c", ASK_IN_VOLAPUK]
    done = subprocess.run(run, cwd=tmp_path, env=surroundings, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["Volapük", "1", "draw", "0", "draws"], done.stderr
