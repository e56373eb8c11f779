"""Strapontin: four metro board games, one engine.

>>> import strapontin
>>> match = strapontin.new("metrox", players=2, options={"map": "amsterdam"}, seed=7)
>>> match.to_act
{0, 1}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from strapontin.core.match import Match

__version__ = "0.1.0"
__all__ = ["load", "new"]


def new(
    game: str,
    players: int | Sequence[str | Mapping[str, Any]] = 2,
    options: Mapping[str, Any] | None = None,
    seed: int | str | bytes | None = None,
    chance: Literal["auto", "manual", "told"] = "auto",
) -> Match:
    """Begin a match; without a seed its draws are fresh and secret."""
    from strapontin.core.match import Match

    return Match(game, players, options, seed, chance)


def load(source: str | PathLike[str] | Mapping[str, Any]) -> Match:
    """Take up a match from its record: a file, or the record itself."""
    import msgspec

    from strapontin.core.match import Match
    from strapontin.core.record import decode

    data = msgspec.json.encode(source) if isinstance(source, Mapping) else Path(source).read_bytes()
    return Match.from_record(decode(data))
