"""Every word people read, in French and English: plain JSON files, one per subject, the same keys in both.

`words/<language>/<subject>.json` maps keys to sentences; `{name}` stands for a parameter. A sentence that
depends on a number is an object with `one` and `other`, chosen by the parameter `n`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, Literal, get_args

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@cache
def catalogue(language: Language) -> dict[str, Any]:
    """All sentences of a language; a key is its subject, a dot, and its name there: `metrox.card`."""
    found: dict[str, Any] = {}
    for path in sorted((resources.files(__package__) / language).iterdir(), key=lambda path: path.name):
        if path.name.endswith(".json"):
            subject = path.name.removesuffix(".json")
            for name, sentence in json.loads(path.read_text(encoding="utf-8")).items():
                found[f"{subject}.{name}"] = sentence
    return found


def say(language: Language, key: str, **params: Any) -> str:
    """A sentence with its parameters filled in.

    >>> say("en", "common.draws", n=1)
    '1 draw'
    """
    sentence = catalogue(language)[key]
    if isinstance(sentence, dict):
        few = params["n"] < 2 if language == "fr" else params["n"] == 1
        sentence = sentence["one" if few else "other"]
    return str(sentence).format(**params)
