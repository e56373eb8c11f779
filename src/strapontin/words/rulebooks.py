"""The rules people read: one text for the documentation, the page, paper and programs."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from strapontin.words import Language


def rulebook(game: str, language: Language) -> Traversable | None:
    """Where the rules of a game are written in a language; none for a game from elsewhere."""
    packed = resources.files("strapontin") / "docs" / "rules"
    folder = packed if packed.is_dir() else Path(__file__).parents[3] / "docs" / "rules"  # beside the sources
    found = folder / f"{game}.{language}.md"
    return found if found.is_file() else None


def rules(game: str, language: Language) -> str:
    """The rules of a game of the collection, whole."""
    found = rulebook(game, language)
    assert found is not None
    return found.read_text(encoding="utf-8")
