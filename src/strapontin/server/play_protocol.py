"""Moves, and games looked back on, on the wire, as types."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from strapontin.server.protocol import Answer, Line, MoveId, MoveText, Strict


class PlayMove(Strict, frozen=True):
    """A move over HTTP, for scripts; a screen plays over the socket."""

    id: MoveId
    move: MoveText


class DoOnce(Strict, frozen=True):
    """Something to be done once, however often it arrives."""

    id: MoveId


class Played(Answer):
    """A move over HTTP was recorded."""

    version: int
    repeated: bool
    """It had been recorded before: nothing was done twice."""


class Position(Answer):
    """One position of a finished game, as the eyes that were asked for saw it then."""

    ply: int
    actor: int | str | None
    """Who moved to get here; null for the opening, and for a step these eyes did not notice."""
    move: str | None
    """As these eyes saw it: a hidden part is written `?`; null for a choice hidden as a whole."""
    log: list[Line]
    view: dict[str, Any]
    noticed: bool = True
    """False: for these eyes nothing happened (another seat's hidden choice), and the view is the one before."""


class Replay(Answer):
    """Positions from `start` on of a game of `moves` moves: each, or as many apart as was asked, and the last."""

    moves: int
    start: int
    positions: list[Position]
    seat: int | Literal["*"] | None = "*"
    """Whose eyes: a seat, null for a spectator, `*` for all cards on the table."""


class Verdict(Answer):
    """The draws of a finished game were checked against its seed, and the moves against the rules."""

    fair: bool
    draws: int
    moves: int
    commitment: str
    seed: str
    message: str | None = None
    """If it is not fair: what was wrong, and where."""
    rules: int = 1
    """The version of the game's rules it was played by."""
    nonces: list[str] = msgspec.field(default_factory=list)
    """What each seat gave to the draws, in hex; empty if nobody gave anything."""
    told: bool = False
    """People drew real cards and told what came: nobody can verify that. The moves follow the rules."""
