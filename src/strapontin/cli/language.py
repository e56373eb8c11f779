"""Which language to speak: the one asked for, else the one of the terminal, else English."""

from __future__ import annotations

import os

from strapontin.words import LANGUAGES, Language


def language(asked: str | None = None) -> Language:
    """The language to speak.

    >>> language("fr")
    'fr'
    """
    spoken = asked or next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return next((one for one in LANGUAGES if spoken.lower().startswith(one)), "en")
