"""Tables in and out of the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, func, insert, not_, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from strapontin.core import registry
from strapontin.server.storage.database import Database, Unit
from strapontin.server.storage.schema import bookmarks, chat, journal, seats, tables
from strapontin.server.storage.statements import find, once
from strapontin.server.table import PLAYED, Beginning, Header, Proposal, Row, SeatState, Table
from strapontin.server.table_protocol import Absence, ChatLine, Clock, Outcome

DataRow = Any  # SQLAlchemy types its rows by arity, which says nothing here

Cursor = tuple[int, str]
"""The last table of the page before: its instant and its id, for several may have the same instant."""

PAGE = 50
"""Tables in one answer."""

ROW = (
    journal.c.n,
    journal.c.kind,
    journal.c.seat,
    journal.c.move,
    journal.c.draws,
    journal.c.key,
    journal.c.eyes,
    journal.c.at,
)
SEAT = ("kind", "guest", "token", "name", "level", "away", "resigned", "bot", "nonce")
"""What is kept of a seat."""
HEAD = select(tables).where(tables.c.id == bindparam("table"))
SITTING = select(seats).where(seats.c.table_id == bindparam("table")).order_by(seats.c.seat)
WHOLE = select(*ROW).where(journal.c.table_id == bindparam("table")).order_by(journal.c.n)
AFTER = WHOLE.where(journal.c.n > bindparam("last"))
MARK = select(bookmarks).where(bookmarks.c.table_id == bindparam("table"))
NEW_TABLE, NEW_SEATS = once(insert(tables)), once(insert(seats))
SIT = once(
    update(seats)
    .where(seats.c.table_id == bindparam("of_table"), seats.c.seat == bindparam("of_seat"))
    .values({name: bindparam(f"new_{name}") for name in SEAT})
)
SAID = (
    select(chat)
    .where(chat.c.table_id == bindparam("table"), chat.c.n > bindparam("last"))
    .order_by(chat.c.n.desc())
    .limit(bindparam("most"))
)
RUNNING = or_(tables.c.state == "open", tables.c.state == "playing")
UNFINISHED = select(
    *(
        select(func.count()).select_from(tables).where(whose == bindparam(whose.name), RUNNING).scalar_subquery()
        for whose in (tables.c.owner, tables.c.address)
    )
)
"""How many tables of an owner, and how many from an address, are not over."""


BY = func.coalesce(tables.c.rules, 1)
"""The version of the rules a started game is by."""


def aside() -> ColumnElement[bool]:
    """Whether a table is closed here: by hand, or because its game runs by rules that are not played here."""
    return _aside(tuple((name, tuple(registry.game(name).versions)) for name in registry.games()))


@cache
def _aside(played: tuple[tuple[str, tuple[int, ...]], ...]) -> ColumnElement[bool]:
    foreign = [and_(tables.c.game == name, BY.not_in(versions)) for name, versions in played]
    return or_(tables.c.set_aside.is_not(None), and_(tables.c.state == "playing", or_(*foreign)))


class Store:
    """What the tables of a server need of its database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # one table

    async def create(self, table: Table, address: str) -> None:
        """Write a new table, whole."""
        await self.database.write(Unit(others=creation(table, address)))

    async def load(self, table_id: str) -> tuple[Table, list[Row]] | None:
        """A table before anything happened, and its journal."""
        return await self.database.read(lambda connection: _whole(connection, table_id))

    async def rows_after(self, table_id: str, n: int) -> list[Row]:
        """What the journal of a table says after its n-th row."""
        found = await self.database.rows(
            select(*ROW).where(journal.c.table_id == table_id, journal.c.n > n).order_by(journal.c.n)
        )
        return [_row(row) for row in found]

    async def refresh(self, table: Table) -> None:
        """Read again what is not in the journal: seats, and the little that changes in the header."""
        head, sitting = await self.database.read(lambda connection: _head_of(connection, table.header.id))
        if head is not None:
            fresh = _header(head)
            for name in ("chat_open", "rematch", "owner"):
                setattr(table.header, name, getattr(fresh, name))
            table.seats = [_seat(row) for row in sitting]

    async def lengths(self, ids: Sequence[str]) -> dict[str, int]:
        """How long the journals of these tables are."""
        query = (
            select(journal.c.table_id, func.max(journal.c.n))
            .where(journal.c.table_id.in_(ids))
            .group_by(journal.c.table_id)
        )
        found: Sequence[DataRow] = await self.database.rows(query)
        return {row[0]: row[1] for row in found}

    async def append(
        self, table: Table, proposal: Proposal, due: int | None, others: Iterable[tuple[Any, Any]] = ()
    ) -> None:
        """Make a proposal's row durable; Conflict if the journal has moved on, or has its key."""
        row, head, clocks = proposal.row, table.header, proposal.clocks
        public = row.eyes == table.eyes or row.kind not in PLAYED
        waits, deadlines = 0, None
        for seat in proposal.waits:
            waits |= 1 << seat
        if waits and clocks.limited:
            ends = [clocks.deadline(seat) for seat in range(head.players)]
            deadlines = encode(ends) if any(ends) else None
        more = list(others)
        if row.kind == "start":
            begun = {"state": "playing", "started_at": row.at, "rules": Beginning.told_by(row).rules}
            more.append(header_update(head.id, **begun))
        if proposal.state in ("over", "abandoned") and head.finished_at is None:
            result = None
            if proposal.state == "over" and proposal.match:
                outcome = Outcome(scores=proposal.match.scores, winners=proposal.match.winners)
                result = encode(outcome)
            more.append(header_update(head.id, state=proposal.state, finished_at=row.at, result=result))
        draws = encode(row.draws) if row.draws else None
        written = (head.id, row.n, row.kind, row.seat, row.move, draws, row.key, row.eyes, row.at)
        kept = (head.id, waits, due, deadlines, row.at if public else table.seen_at)
        await self.database.write(Unit([written], [kept], more))

    async def set_aside(self, table_id: str, at: int | None) -> bool:
        """Keep a table closed from now on, or open it again; false if there is none."""
        mine = tables.c.id == table_id
        return await self.database.changed(update(tables).where(mine).values(set_aside=at)) == 1

    async def closed(self, ids: Sequence[str]) -> list[tuple[str, int | None]]:
        """Which of these tables are set aside; with the version of their rules, if it is for them."""
        query = select(tables.c.id, tables.c.set_aside, BY).where(tables.c.id.in_(ids), aside())
        rows: Sequence[DataRow] = await self.database.rows(query)
        return [(row[0], row[2] if row[1] is None else None) for row in rows]

    # bookmarks

    async def resume(self, table_id: str) -> tuple[Table, list[Row], bytes | None, bool] | None:
        """A table before anything was read, its journal after its bookmark, the bookmark; was anything said."""
        return await self.database.read(lambda connection: _since(connection, table_id))

    async def bookmark(self, table_id: str) -> tuple[int, bytes] | None:
        """The bookmark of a table, and the row it is of."""
        row = await self.database.row(select(bookmarks).where(bookmarks.c.table_id == table_id))
        return None if row is None else (row.n, bytes(row.data))

    async def keep_bookmark(self, table_id: str, n: int, data: bytes) -> None:
        """Put a bookmark in the place of the one before."""
        upsert = sqlite.insert if self.database.sqlite else postgresql.insert
        values = {"n": n, "data": data}
        fresh = upsert(bookmarks).values(table_id=table_id, **values)
        await self.database.changed(fresh.on_conflict_do_update(index_elements=["table_id"], set_=values))

    async def forget_bookmark(self, table_id: str) -> None:
        """Let the journal be read from its beginning."""
        await self.database.changed(delete(bookmarks).where(bookmarks.c.table_id == table_id))

    async def row_of(self, table_id: str, key: str) -> Row | None:
        """The row a request became, by its key."""
        row = await self.database.row(select(*ROW).where(journal.c.table_id == table_id, journal.c.key == key))
        return None if row is None else _row(row)

    # lists

    async def of_guest(self, guest: str, states: Sequence[str], after: Cursor | None) -> list[DataRow]:
        """Tables a guest sits at or owns, the latest touched first."""
        mine = select(seats.c.table_id).where(seats.c.guest == guest)
        query = select(tables).where(or_(tables.c.owner == guest, tables.c.id.in_(mine)), tables.c.state.in_(states))
        return await self._page(query, tables.c.touched_at, after)

    async def listed(self, game: str | None, after: Cursor | None) -> list[DataRow]:
        """Open tables anybody may join, the newest first."""
        free = select(seats.c.table_id).where(seats.c.kind == "empty")
        query = select(tables).where(tables.c.state == "open", tables.c.listed.is_(True), tables.c.id.in_(free))
        if game is not None:
            query = query.where(tables.c.game == game)
        return await self._page(query, tables.c.created_at, after)

    async def _page(self, query: Any, order: Any, after: Cursor | None) -> list[DataRow]:
        if after is not None:
            instant, table = after
            query = query.where(or_(order < instant, and_(order == instant, tables.c.id < table)))
        return list(await self.database.rows(query.order_by(order.desc(), tables.c.id.desc()).limit(PAGE)))

    async def seats_of(self, ids: Sequence[str]) -> dict[str, list[SeatState]]:
        """The seats of several tables."""
        found: dict[str, list[SeatState]] = {one: [] for one in ids}
        query = select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.seat)
        for row in await self.database.rows(query) if ids else ():
            found[row.table_id].append(_seat(row))
        return found

    async def unfinished(self, owner: str, address: str) -> tuple[int, int]:
        """How many tables of an owner, and how many from an address, are not over."""
        asked = {"owner": owner, "address": address}
        ((mine, near),) = await self.database.read(lambda connection: find(connection, UNFINISHED, asked))
        return int(mine), int(near)

    # chat

    async def chat_after(self, table_id: str, n: int, most: int = 100) -> list[tuple[ChatLine, str | None]]:
        """The last lines said after the n-th, each with the guest who said it."""
        asked = {"table": table_id, "last": n, "most": most}
        found = await self.database.read(lambda connection: connection.execute(SAID, asked).all())
        return [(chat_line(row), row.guest) for row in reversed(found)]

    async def said(self, table_id: str, key: str) -> int | None:
        """Under which number something was said before."""
        row = await self.database.row(select(chat.c.n).where(chat.c.table_id == table_id, chat.c.key == key))
        return int(row[0]) if row else None

    async def say(self, table_id: str, line: ChatLine, guest: str | None, key: str) -> None:
        """Write a chat line; Conflict if its number is taken."""
        values = msgspec.to_builtins(line) | {"table_id": table_id, "guest": guest, "key": key}
        await self.database.write(Unit(others=[(insert(chat), values)]))

    # looking after tables

    async def due(self, now: int, most: int = 100) -> list[tuple[str, int]]:
        """Tables some process should look after now."""
        here = and_(tables.c.due <= now, not_(aside()))
        query = select(tables.c.id, tables.c.due).where(here).order_by(tables.c.due).limit(most)
        return [(row.id, row.due) for row in await self.database.rows(query)]

    async def postpone(self, table_id: str, due: int, until: int | None) -> bool:
        """Look after a table at another instant than it says; false if it says something else by now."""
        mine = and_(tables.c.id == table_id, tables.c.due == due)
        return await self.database.changed(update(tables).where(mine).values(due=until)) == 1

    async def abandon(self, table_id: str, at: int) -> int:
        """Abandon a table whose journal cannot be read, so that it is removed in its time."""
        running = and_(tables.c.id == table_id, tables.c.state == "playing")
        over = {"state": "abandoned", "waits": 0, "due": None, "finished_at": at}
        return await self.database.changed(update(tables).where(running).values(over))

    async def stale(self, states: Sequence[str], before: int, most: int = 200) -> list[str]:
        """Tables in these states nobody touched since."""
        old = and_(tables.c.state.in_(states), tables.c.touched_at < before, not_(aside()))
        query = select(tables.c.id).where(old).limit(most)
        return [row.id for row in await self.database.rows(query)]

    async def remove(self, ids: Sequence[str]) -> int:
        """Remove tables and all that belongs to them."""
        return await self.database.changed(delete(tables).where(tables.c.id.in_(ids))) if ids else 0


def creation(table: Table, address: str) -> list[tuple[Any, Any]]:
    """The statements that write a new table, whole."""
    head = table.header
    values = {
        "id": head.id,
        "game": head.game,
        "players": head.players,
        "options": encode(head.options),
        "clock": encode(head.clock),
        "absence": encode(head.absence),
        "listed": head.listed,
        "spectators": head.spectators,
        "programs": head.programs,
        "line": head.line,
        "simulations": head.simulations,
        "owner": head.owner,
        "address": address,
        "seed": head.seed,
        "state": table.state,
        "chat_open": head.chat_open,
        "waits": 0,
        "created_at": head.created_at,
        "touched_at": head.created_at,
    }
    rows = [{"table_id": head.id, "seat": i} | seat_values(seat) for i, seat in enumerate(table.seats)]
    return [(NEW_TABLE, values), (NEW_SEATS, rows)]


def encode(value: Any) -> str:
    """A value as the text of a column."""
    return msgspec.json.encode(value).decode()


def seat_values(seat: SeatState) -> dict[str, Any]:
    """A seat as columns."""
    return {name: getattr(seat, name) for name in SEAT}


def seat_update(table_id: str, number: int, seat: SeatState) -> tuple[Any, Any]:
    """The statement that writes a seat."""
    return SIT, {"of_table": table_id, "of_seat": number} | {f"new_{k}": v for k, v in seat_values(seat).items()}


def header_update(table_id: str, **values: Any) -> tuple[Any, Any]:
    """The statement that writes what may change about a table."""
    return _header_statement(tuple(values)), {"of_table": table_id} | {f"new_{k}": v for k, v in values.items()}


def chat_line(row: DataRow) -> ChatLine:
    """A chat line as it is sent."""
    return ChatLine(n=row.n, seat=row.seat, name=row.name, text=row.text, phrase=row.phrase, at=row.at)


def clock_of(text: str) -> Clock:
    """A clock from its column."""
    decoded: Clock = msgspec.json.decode(text, type=Clock)
    return decoded


@cache
def _header_statement(names: tuple[str, ...]) -> Any:
    mine = tables.c.id == bindparam("of_table")
    return once(update(tables).where(mine).values({name: bindparam(f"new_{name}") for name in names}))


def _head_of(connection: Connection, table_id: str) -> tuple[DataRow, Any]:
    """The rows of a table: itself and its seats."""
    head = connection.execute(HEAD, {"table": table_id}).first()
    return head, () if head is None else connection.execute(SITTING, {"table": table_id}).all()


def _whole(connection: Connection, table_id: str) -> tuple[Table, list[Row]] | None:
    head, sitting = _head_of(connection, table_id)
    if head is None:
        return None
    rows = [_row(row) for row in connection.execute(WHOLE, {"table": table_id})]
    return Table(_header(head), [_seat(row) for row in sitting]), rows


def _since(connection: Connection, table_id: str) -> tuple[Table, list[Row], bytes | None, bool] | None:
    mark: DataRow = connection.execute(MARK, {"table": table_id}).first()
    head, sitting = _head_of(connection, table_id)
    if head is None:
        return None
    rows = connection.execute(AFTER, {"table": table_id, "last": mark.n if mark else 0})
    table = Table(_header(head), [_seat(row) for row in sitting])
    said = connection.execute(SAID, {"table": table_id, "last": 0, "most": 1}).first() is not None
    return table, [_row(row) for row in rows], bytes(mark.data) if mark else None, said


def _header(row: DataRow) -> Header:
    return Header(
        id=row.id,
        game=row.game,
        players=row.players,
        options=msgspec.json.decode(row.options),
        clock=clock_of(row.clock),
        absence=msgspec.json.decode(row.absence, type=Absence),
        listed=row.listed,
        spectators=row.spectators,
        programs=row.programs,
        owner=row.owner,
        seed=bytes(row.seed),
        created_at=row.created_at,
        chat_open=row.chat_open,
        rematch=row.rematch,
        set_aside=row.set_aside is not None,
        line=row.line,
        simulations=row.simulations,
    )


def _seat(row: DataRow) -> SeatState:
    return SeatState(**{name: getattr(row, name) for name in SEAT})


def _row(row: DataRow) -> Row:
    draws = tuple(msgspec.json.decode(row.draws)) if row.draws else ()
    return Row(row.n, row.kind, row.seat, row.move, draws, row.key, row.eyes, row.at)
