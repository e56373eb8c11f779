"""Bookmarks: where a table stood after so many rows of its journal, so that whoever opens it need not read those again.

A bookmark is time saved and nothing else: all that is in it follows from the journal. One that is damaged, or was made
by other rules or other sources, is left aside, and the journal is read from its beginning. No name stands in it, no
guest and no token.
"""

from __future__ import annotations

import hashlib
import logging
import sys
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec

from strapontin.core.game import Game
from strapontin.core.kernel import source_hash
from strapontin.core.match import Match, Standing
from strapontin.core.registry import game as game_of
from strapontin.server.table import Beginning, State, Table
from strapontin.server.table_protocol import Outcome

log = logging.getLogger("strapontin.bookmarks")

EVERY = 100
"""Rows from one bookmark to the next: no more are read again."""

FORMAT = 2
"""The version of what follows."""

DIGEST = 32
"""Bytes of the hash before what it is of."""


class Bookmark(msgspec.Struct):
    """All that going on needs after a row."""

    made_by: str
    n: int
    state: State
    begun: Beginning
    standing: Standing
    left: tuple[int | None, ...]
    since: tuple[int | None, ...]
    versions: list[int]
    waits: list[int]
    fixed: int
    undos: list[tuple[int, int]]
    counts: list[tuple[str, int | None, int]]
    last_at: int
    seen_at: int
    started_at: int | None
    finished_at: int | None
    result: Outcome | None
    furthest: int
    tellers: list[int] = []


class Damaged(ValueError):
    """Not what was written."""


def made(table: Table) -> bytes:
    """The bookmark of a table whose game has started."""
    told = zlib.compress(_told(table), 1)
    return hashlib.sha256(told).digest() + told


def taken_up(table: Table, data: bytes) -> bool:
    """Bring a table of which nothing was read to where a bookmark says; false, and it stays, if that is of no use."""
    try:
        mark, head = msgspec.msgpack.decode(_content(data), type=Bookmark), table.header
        match = _match(table, mark)
        if match is None:
            return False
    except Exception as error:  # whatever damage leads to: the journal has it all
        log.warning("a bookmark is of no use", extra={"table": table.header.id, "fault": str(error)[:200]})
        return False
    match.seed, match.commitment = head.seed or None, table.commitment
    table.match, table.state, table.base, table.waits = match, mark.state, mark.n, mark.waits
    table.clocks = replace(table.clocks, left=mark.left, since=mark.since)
    table.versions = dict(zip(table.versions, mark.versions, strict=True))
    table.fixed, table.last_at, table.seen_at = mark.fixed, mark.last_at, mark.seen_at
    table.undos.update(dict(mark.undos))
    table.furthest, table.tellers = mark.furthest, list(mark.tellers)
    table.counts.update({(kind, seat): count for kind, seat, count in mark.counts})
    head.rules, head.started_at = match.game.version, mark.started_at
    head.finished_at, head.result = mark.finished_at, mark.result
    return True


def fault(table: Table, data: bytes) -> str | None:
    """What is wrong with the bookmark of a table that was read from its beginning up to there; of others, nothing."""
    try:
        told = _content(data)
        mark = msgspec.msgpack.decode(told, type=Bookmark)
    except (Damaged, msgspec.MsgspecError):
        return "its bookmark is damaged"
    assert table.match is not None
    if mark.made_by == maker(table.match.game) and told != _told(table):
        return "its bookmark is not where its journal leads"
    return None


@cache
def maker(game: Game) -> str:
    """The sources positions and notes of a game come from; by any others a bookmark may mean something else."""
    digest = hashlib.sha256(f"{FORMAT}/{source_hash()}/{game.version}".encode())
    file = Path(sys.modules[type(game).__module__].__file__ or "")
    package = file.name == "__init__.py"
    for path in sorted(file.parent.rglob("*.py")) if package else [file]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


def _told(table: Table) -> bytes:
    match, head = table.match, table.header
    assert match is not None
    return msgspec.msgpack.encode(
        Bookmark(
            made_by=maker(match.game),
            n=table.length,
            state=table.state,
            begun=Beginning(match.game.version, list(match.nonces)),
            standing=match.kept(),
            left=table.clocks.left,
            since=table.clocks.since,
            versions=list(table.versions.values()),
            waits=table.waits,
            fixed=table.fixed,
            undos=sorted((seat, count) for seat, count in table.undos.items() if count),
            counts=sorted(((kind, seat, n) for (kind, seat), n in table.counts.items() if n), key=str),
            last_at=table.last_at,
            seen_at=table.seen_at,
            started_at=head.started_at,
            finished_at=head.finished_at,
            result=head.result,
            furthest=table.furthest,
            tellers=table.tellers,
        )
    )


def _content(data: bytes) -> bytes:
    digest, told = data[:DIGEST], data[DIGEST:]
    if hashlib.sha256(told).digest() != digest:
        raise Damaged("damaged")
    return zlib.decompress(told)


def _match(table: Table, mark: Bookmark) -> Match | None:
    """The match of a bookmark; none if other rules or sources have made it."""
    head, begun = table.header, mark.begun
    game = game_of(head.game)
    if begun.rules not in game.versions or mark.made_by != maker(game.by(begun.rules)):
        return None
    given = (head.game, table.players(), head.options)
    match = Match(*given, chance="told" if head.told else "manual", rules=begun.rules, nonces=begun.nonces)
    match.take_up(mark.standing)
    return match
