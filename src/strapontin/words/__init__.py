"""Every word people read, a directory for each language: plain JSON files, one per subject, the same keys in all.

`words/<language>/<subject>.json` maps keys to sentences; `{name}` stands for a parameter: a text, a number, or a list,
which is written "a, b and c". A sentence that depends on a number is an object with `one` and `other`, chosen by the
parameter `n`; a word that does is written `{name|station|stations}`, with any number, or a list by its length.
French "de {name}" becomes "d’Anne" before a vowel.

`common.language` is what a language calls itself, `common.decimal` stands before decimals, `common.single` says which
counts go with `one`: "1", or "0..2" for those from 0 that are below 2.

A key with `.you` behind it is the sentence for whoever did it: "You ride line A". A key with `.victim` behind it is for
whoever it was done to.

A game that is a plug-in brings `en.json` and others like it, in the directory its `Game.words` names; in a language it
has none for, it speaks English.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from strapontin.core.plugin_words import WORDS

Language = str
"""The two letters of a language, which are the name of its directory."""

LANGUAGES: tuple[Language, ...] = tuple(
    sorted(path.name for path in resources.files(__package__).iterdir() if (path / "common.json").is_file())
)

MINUS = "\N{MINUS SIGN}"
HOLE = re.compile(r"(\bde )?\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}")
VOWEL = re.compile(r"h?[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiou])", re.IGNORECASE)


def catalogue(language: Language) -> dict[str, Any]:
    """All sentences of a language; a key is its subject, a dot, and its name there: `metrox.card`.

    Those of a plug-in are among them once it is loaded.
    """
    return _sentences(language, tuple(WORDS.items())) if WORDS else _house(language)


@cache
def _house(language: Language) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path in sorted((resources.files(__package__) / language).iterdir(), key=lambda path: path.name):
        if path.name.endswith(".json"):
            subject = path.name.removesuffix(".json")
            found |= _read(subject, path)
    return found


@cache
def _sentences(language: Language, others: tuple[tuple[str, Path], ...]) -> dict[str, Any]:
    """Ours and those of games from elsewhere, whose files are named after the language and can change none of ours."""
    found = dict(_house(language))
    for game, folder in others:
        for path in (folder / f"{language}.json", folder / "en.json"):
            if path.is_file():
                found = _read(game, path) | found
    return found


def _read(subject: str, path: Traversable) -> dict[str, Any]:
    return {f"{subject}.{name}": told for name, told in json.loads(path.read_text(encoding="utf-8")).items()}


def say(language: Language, key: str, form: object = "", **params: Any) -> str:
    """A sentence with its parameters filled in; `form` names its variant for this reader, where there is one.

    >>> say("en", "common.draws", n=1)
    '1 draw'
    """
    sentences = catalogue(language)
    return fill(language, sentences.get(f"{key}.{form}", sentences[key]), params)


def said(language: Language, key: str, otherwise: str, **params: Any) -> str:
    """A sentence, or something else where the catalogue has none: a plug-in may come without words."""
    return say(language, key, **params) if key in catalogue(language) else otherwise


def fill(language: Language, sentence: str | dict[str, str], params: dict[str, Any]) -> str:
    """The sentence with its parameters, as a page fills it in.

    >>> fill("en", "{lines|line|lines} {lines}: {n} {n|point|points}", {"lines": ["A", "B", "C"], "n": -5})
    'lines A, B and C: −5 points'
    """
    if isinstance(sentence, dict):
        sentence = sentence["one" if _single(language, params["n"]) else "other"]

    def filled(hole: re.Match[str]) -> str:
        of, name, one, other = hole.groups()
        if one is not None:
            return (of or "") + (one if _single(language, params[name]) else other)
        text = _written(language, params[name])
        elided = of and language == "fr" and VOWEL.match(text)
        return ("d’" if elided else of or "") + text

    return HOLE.sub(filled, sentence)


def figure(number: float | str) -> str:
    """A number as print has it: with a minus, not a hyphen."""
    return str(number).replace("-", MINUS)


def decimal(language: Language, number: float, form: str = "") -> str:
    """The same with decimals, as the language writes them.

    >>> decimal("fr", -87.5, ".1f")
    '−87,5'
    """
    return figure(f"{number:{form}}").replace(".", catalogue(language)["common.decimal"])


def _single(language: Language, value: Any) -> bool:
    """Whether a parameter counts as one thing: a number by the language's rule, a list by its length."""
    count = len(value) if isinstance(value, list | tuple) else abs(_number(language, value))
    least, below = _counts_as_one(language)
    return count == least if below is None else least <= count < below


def _number(language: Language, value: Any) -> float:
    """What a number was before it was written."""
    return float(str(value).replace(MINUS, "-").replace(catalogue(language)["common.decimal"], "."))


@cache
def _counts_as_one(language: Language) -> tuple[float, float | None]:
    """From which count on a word goes with one thing, and below which; or the only count it does."""
    least, _, below = catalogue(language)["common.single"].partition("..")
    return float(least), float(below) if below else None


def _written(language: Language, value: Any) -> str:
    if isinstance(value, list | tuple):
        *most, last = [_written(language, one) for one in value] or [""]
        return say(language, "common.and", most=", ".join(most), last=last) if most else last
    return decimal(language, value) if isinstance(value, int | float) else str(value)
