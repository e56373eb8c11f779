"""Where games that are not of the collection keep their sentences: known here once such a game is loaded.

The engine says no sentence and faces load no game to say one, so the two meet in this file.
"""

from __future__ import annotations

from pathlib import Path

WORDS: dict[str, Path] = {}
"""Where each such game has a file for each language, such as `en.json`; by the short names of the games."""
