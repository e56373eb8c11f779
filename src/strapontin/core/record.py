"""The record: a game as JSON, everything in plain sight; what is in it replays wherever its rules are known."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from strapontin.core.draws import NONCE
from strapontin.core.errors import BadRecord, broken

FORMAT: Literal["strapontin/1"] = "strapontin/1"
MOST_BYTES = 4_000_000
MOST_MOVES = 20_000

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Nonce = Annotated[str, msgspec.Meta(pattern=f"^({NONCE})?$")]
Actor = Literal["*"] | Annotated[int, msgspec.Meta(ge=0, le=15)]


class Player(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who sat in a seat: a person by name, or a bot by its level."""

    name: Name
    """What the table calls this player, 1 to 40 characters."""
    bot: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """The level or name of the bot that played; missing for a person."""


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """How a finished game ended; winners by seat, ascending."""

    scores: list[int]
    """The final score of every seat."""
    winners: list[int]
    """The seats that won, ascending; several if they share the win."""


class Record(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One game. `"*"` is chance, a number is a seat; the seed appears when the game is over."""

    format: Literal["strapontin/1"]
    """The version of this format."""
    game: str
    """The game's short name, such as `metrox`."""
    options: dict[str, Any]
    """The options of the game, completed; a whole map may stand here instead of its name."""
    players: Annotated[list[Player], msgspec.Meta(min_length=1, max_length=16)]
    """Who sat at the table, by seat."""
    moves: list[tuple[Actor, str]]
    """In order: who (`"*"` for chance, or a seat from 0) and what, in the notation of the game."""
    rules: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Which version of the game's rules it is played by; old records have none, and are by version 1."""
    commitment: Hash | None = None
    """SHA-256 of the seed, in hex; missing where people drew real cards."""
    chance: Literal["told"] | None = None
    """`told` where people drew real cards and said what came: nobody can verify that; missing where a seed drew."""
    nonces: Annotated[list[Nonce], msgspec.Meta(max_length=16)] | None = None
    """What each seat gave to the draws before the first, 16 bytes in hex or nothing; missing where nobody gave any."""
    seed: Hash | None = None
    """What all draws are made from, 32 bytes in hex; missing until the game is over or somebody reveals it."""
    result: Result | None = None
    """How it ended; missing until the game is over."""


def decode(data: bytes | str) -> Record:
    """Read a record strictly; BadRecord says in one line what is wrong and where."""
    if len(data) > MOST_BYTES:
        raise BadRecord(f"record: {len(data):,} bytes; a record has at most {MOST_BYTES:,}")
    try:
        record = msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as error:
        raise BadRecord(f"record: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"not valid JSON: {broken(error)}") from None
    except RecursionError:
        raise BadRecord("record: nested too deeply") from None
    if len(record.moves) > MOST_MOVES:
        raise BadRecord(f"moves: {len(record.moves):,} moves; no game has more than {MOST_MOVES:,}")
    return record


def encode(record: Record, indent: int = 0) -> str:
    """Write a record as JSON text, on one line or indented."""
    text = msgspec.json.encode(record)
    return (msgspec.json.format(text, indent=indent) if indent else text).decode()
