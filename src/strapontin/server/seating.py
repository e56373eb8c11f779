"""Before the game: setting up a table, sitting down, bots, the start; and the rematch after it."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

import msgspec

from strapontin.core import registry
from strapontin.core.errors import StrapontinError
from strapontin.core.levels import offered
from strapontin.server.access import authorised
from strapontin.server.chance import Chance
from strapontin.server.clock import now
from strapontin.server.faults import Refusal, refusal_of
from strapontin.server.guests import hashed, new_table, new_token
from strapontin.server.journal import Change, Journal
from strapontin.server.live_table import Live
from strapontin.server.live_tables import LiveTables
from strapontin.server.rate_limits import TABLES, Limits
from strapontin.server.settings import Settings
from strapontin.server.storage.store import Store, creation, header_update
from strapontin.server.table import Header, SeatState, Table, seat_of
from strapontin.server.table_protocol import CreateTable, NoClock


class Seating:
    """Everything that happens before a table starts."""

    def __init__(
        self,
        tables: LiveTables,
        journal: Journal,
        store: Store,
        limits: Limits,
        chance: Chance,
        settings: Settings,
    ) -> None:
        self.tables, self.journal, self.store = tables, journal, store
        self.limits, self.chance, self.settings = limits, chance, settings

    async def create(self, guest: str, address: str, request: CreateTable, name: str) -> tuple[Live, str | None]:
        """A new table, and the token of its owner's seat."""
        await self.admit(guest, address)
        options = _checked_options(request)
        if request.told:
            request = _with_real_cards(request)
        seats = [SeatState() for _ in range(request.players)]
        for number, level in request.bots.items():
            seats[_number(number, request.players)] = SeatState("bot", level=_level(level))
        token = None
        if request.seat is not None:
            number = _number(request.seat, request.players)
            if seats[number].kind == "bot":
                raise Refusal("seat-taken", f"seat {number} is given to a bot in the same request")
            token = new_token()
            seats[number] = SeatState("guest", guest, hashed(token), name)
        header = Header(
            id=new_table(),
            game=request.game,
            players=request.players,
            options=options,
            clock=request.clock,
            absence=request.absence,
            listed=request.listed,
            spectators=request.spectators,
            programs=request.programs,
            owner=guest,
            seed=b"" if request.told else self.chance.seed(request.game, request.players, options),
            created_at=now(),
        )
        live = await self.tables.found(Table(header, seats), address)
        if request.start and all(seat.kind != "empty" for seat in seats):
            await self.start(live, guest, None)
        return live, token

    async def admit(self, guest: str, address: str) -> None:
        """Whether one more table may be set up for a guest from an address, in whatever way."""
        self.limits.check("new tables", address, TABLES)
        mine, near = await self.store.unfinished(guest, address)
        self._check_caps(mine, self.settings.tables_per_guest, "guest")
        self._check_caps(near, self.settings.tables_per_address, "address")

    def _check_caps(self, have: int, most: int, whose: str) -> None:
        if have >= most:
            message = f"{have} unfinished tables of this {whose}; at most {most}: finish or remove one first"
            raise Refusal("too-many-tables", message, retry_after=3600)

    async def take(
        self, live: Live, guest: str, number: int, name: str, bot: str | None = None, nonce: str | None = None
    ) -> str:
        """Sit down, a program as the bot it is; a fresh token, whoever asks again loses the old one."""
        token, nonce = new_token(), self.chance.nonce(nonce)

        def make(table: Table) -> Change:
            seat, mine = table.seats[number], seat_of(table.seats, guest)
            if nonce is not None:
                _open(table)
            if seat.kind == "guest" and seat.guest == guest:
                if (seat.bot is None) != (bot is None):
                    who = "a person" if seat.bot is None else "a program"
                    raise Refusal("already-seated", f"you sit there as {who}; get up first")
                changed = replace(seat, name=name, token=hashed(token), bot=bot, nonce=nonce or seat.nonce)
                return Change(table.notice("seat", now(), number), {number: changed})
            _open(table)
            if bot is not None and not table.header.programs:
                raise Refusal("no-programs", "whoever set up this table wants no programs on its seats")
            if mine is not None:
                raise Refusal("already-seated", f"you have seat {mine} at this table; get up first")
            if seat.kind != "empty":
                raise Refusal("seat-taken", f"seat {number} is taken")
            sitting = SeatState("guest", guest, hashed(token), name, bot=bot, nonce=nonce)
            return Change(table.notice("seat", now(), number), {number: sitting})

        await self.journal.act(live, make)
        return token

    async def give(self, live: Live, number: int, nonce: str) -> None:
        """Whoever sits there gives something to the draws, before the first of them."""

        def make(table: Table) -> Change:
            _open(table)
            changed = replace(table.seats[number], nonce=self.chance.nonce(nonce))
            return Change(table.notice("seat", now(), number), {number: changed})

        await self.journal.act(live, make)

    async def leave(self, live: Live, guest: str | None, token: str | None, number: int) -> None:
        """Get up, or (the owner) ask somebody to."""

        def make(table: Table) -> Change:
            seat = table.seats[number]
            if seat.kind != "guest":
                raise Refusal("seat-empty", f"nobody sits on seat {number}")
            if authorised(table, guest, token) != number and guest != table.header.owner:
                raise Refusal("not-your-seat", f"seat {number} is not yours")
            _open(table)
            return Change(table.notice("seat", now(), number), {number: SeatState()})

        await self.journal.act(live, make)

    async def put_bot(self, live: Live, guest: str | None, number: int, level: str | None) -> None:
        """The owner puts a bot on a free seat, changes its level, or (None) takes it away."""

        def make(table: Table) -> Change:
            _owner(table, guest)
            _open(table)
            seat = table.seats[number]
            if seat.kind == "guest":
                raise Refusal("seat-taken", f"seat {number} is taken")
            if level is not None:
                _no_secrets_told(table.header)
            if level is None and seat.kind == "empty":
                raise Refusal("seat-empty", f"no bot sits on seat {number}")
            sitting = SeatState() if level is None else SeatState("bot", level=_level(level))
            return Change(table.notice("seat", now(), number), {number: sitting})

        await self.journal.act(live, make)

    async def start(self, live: Live, guest: str | None, fill: str | None) -> None:
        """The owner starts; empty seats are filled with bots of a level, if one is given."""

        def make(table: Table) -> Change:
            _owner(table, guest)
            _open(table)
            empty = [i for i, seat in enumerate(table.seats) if seat.kind == "empty"]
            if empty and fill is None:
                raise Refusal("not-ready", f"seats {', '.join(map(str, empty))} are empty; fill them with bots or wait")
            if empty:
                _no_secrets_told(table.header)
            filled = {i: SeatState("bot", level=_level(fill or "")) for i in empty}
            sitting = [filled.get(i, seat) for i, seat in enumerate(table.seats)]
            before, table.seats = table.seats, sitting
            try:
                return Change(table.start(now()), filled)
            finally:
                table.seats = before

        await self.journal.act(live, make)

    async def tune(self, live: Live, guest: str | None, chat_open: bool) -> None:
        """The owner opens or closes the chat."""

        def make(table: Table) -> Change:
            _owner(table, guest)
            return Change(table.notice("chat-open", now()), header={"chat_open": chat_open})

        await self.journal.act(live, make)

    async def remove(self, live: Live, guest: str | None) -> None:
        """The owner takes an open table away."""

        def make(table: Table) -> Change:
            _owner(table, guest)
            _open(table)
            return Change(table.notice("abandoned", now()))

        await self.journal.act(live, make)

    async def forget(self, live: Live, guest: str) -> None:
        """A guest wants to be forgotten: no name, no seat of theirs, no owner."""

        def make(table: Table) -> Change:
            seat = seat_of(table.seats, guest)
            owner = table.header.owner == guest
            header = {"owner": ""} if owner else {}
            address = [header_update(live.id, address="")] if owner else []
            blank = {} if seat is None else {seat: _nameless(table.seats[seat])}
            return Change(table.notice("seat", now(), seat), blank, header, address, always=True)

        await self.journal.act(live, make)

    async def rematch(self, live: Live, seat: int, key: str, address: str) -> str:
        """The next table, with everybody one seat further; the first who asks sets it up."""
        done = live.table
        if done.state in ("over", "abandoned") and done.header.rematch is None and key not in done.keys:
            await self.admit(done.seats[seat].guest or done.header.owner, address)
        following: list[Table] = []

        def make(table: Table) -> Change:
            old = table.header
            if table.state not in ("over", "abandoned"):
                raise Refusal("not-over", "a rematch begins when this game is over")
            if old.rematch is not None:
                raise _Exists
            if old.line is not None:
                raise Refusal("counted", "a line of the day is tried once; those of past days can be played again")
            count = old.players
            seats = [_rested(table.seats[(i - 1) % count]) for i in range(count)]
            owner = table.seats[seat].guest or old.owner
            header = Header(
                id=new_table(),
                game=old.game,
                players=count,
                options=old.options,
                clock=old.clock,
                absence=old.absence,
                listed=False,
                spectators=old.spectators,
                programs=old.programs,
                owner=owner,
                seed=b"" if old.told else self.chance.seed(old.game, count, old.options),
                created_at=now(),
            )
            following.append(Table(header, seats))
            statements = creation(following[-1], address)
            return Change(table.notice("rematch", now(), seat, key), {}, {"rematch": header.id}, statements)

        with contextlib.suppress(_Exists):
            _, repeated = await self.journal.act(live, make, key, lambda row: row.kind == "rematch")
            if not repeated:
                self.tables.laid(following[-1])
        assert live.table.header.rematch is not None
        return live.table.header.rematch


def _rested(seat: SeatState) -> SeatState:
    """A seat as it begins a game: whoever was away or gave up is back, no bot minds it, and it gave nothing yet."""
    return replace(seat, away=False, resigned=False, level=seat.level if seat.kind == "bot" else None, nonce=None)


def _nameless(seat: SeatState) -> SeatState:
    """A seat whose owner is forgotten; of a program it stays known that it was one."""
    return replace(seat, guest=None, name=None, token=None, bot=None if seat.bot is None else "bot")


class _Exists(Exception):
    """There is a rematch already."""


def _checked_options(request: CreateTable) -> dict[str, Any]:
    """The options as a record writes them."""
    try:
        game = registry.game(request.game)
        if request.players not in game.seats:
            least, most = game.seats.start, game.seats.stop - 1
            raise Refusal(
                "bad-options", f"players: {request.players}; {game.id} is for {least} to {most}", field="$.players"
            )
        return game.setting(request.options, request.players).options
    except StrapontinError as error:
        raise refusal_of(error) from None


def _with_real_cards(request: CreateTable) -> CreateTable:
    """A table whose draws people tell: nobody's time runs out there, and no bot holds what nobody may see."""
    if not isinstance(request.clock, NoClock):
        raise Refusal("bad-options", "clock: none at a table with real cards", field="$.clock")
    if request.bots and registry.game(request.game).secrets:
        raise Refusal("real-cards", "no bot can look at real cards that are hidden from the others", field="$.bots")
    return msgspec.structs.replace(
        request, absence=msgspec.structs.replace(request.absence, after=None), programs=False
    )


def _no_secrets_told(header: Header) -> None:
    """Whether bots can sit at a table: not where they would have to be told real cards that nobody may see."""
    if header.told and registry.game(header.game).secrets:
        raise Refusal("real-cards", "no bot can look at real cards that are hidden from the others")


def _number(number: int, players: int) -> int:
    if not 0 <= number < players:
        raise Refusal("unknown-seat", f"there is no seat {number}; this table has seats 0 to {players - 1}")
    return number


def _level(level: str) -> str:
    if level not in offered():
        raise Refusal("unknown-level", f"no bot is called {level!r}; levels: {', '.join(offered())}")
    return level


def _owner(table: Table, guest: str | None) -> None:
    if guest is None or guest != table.header.owner:
        raise Refusal("not-owner", "only the owner of the table can do that")


def _open(table: Table) -> None:
    if table.state == "playing":
        raise Refusal("already-started", "the game has started")
    if table.state != "open":
        raise Refusal("over", "this table is over")
