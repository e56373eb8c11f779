"""Errors in the language of the terminal: the engine has one clear line for each, in English; the catalogue more."""

from __future__ import annotations

import re
from functools import cache

from strapontin.words import Language, catalogue

SUBJECT = "errors."
HOLE = re.compile(r"\{(\w+)\}")
LONGEST = 400
"""A longer line is told as it is."""


def spoken(line: str, language: Language) -> str:
    r"""An error line as a reader of this language wants it; what the catalogue does not know stays as it is.

    >>> spoken("--jobs: 0; at least one is needed", "fr").replace("\u202f", " ")
    '--jobs: 0 ; il en faut au moins un'
    """
    if language == "en" or len(line) > LONGEST:
        return line
    for pattern, key in _patterns():
        found = pattern.fullmatch(line)
        if found:
            where, *told = found.groups()
            filled = {name: spoken(text, language) for name, text in zip(_holes(key), told, strict=True)}
            place = ": ".join(spoken(part, language) for part in where.split(": "))
            return place + str(catalogue(language)[key]).format(**filled)
    return line


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """What every English line looks like, those that say most first; where something is wrong may stand before it."""
    made = []
    for key, sentence in catalogue("en").items():
        if key.startswith(SUBJECT):
            literals = HOLE.split(str(sentence))[::2]
            body = "(.*?)".join(map(re.escape, literals))
            made.append((len("".join(literals)), re.compile(f"((?:.*?: )?){body}"), key))
    return [(pattern, key) for _, pattern, key in sorted(made, key=lambda one: -one[0])]


def _holes(key: str) -> list[str]:
    return HOLE.findall(str(catalogue("en")[key]))
