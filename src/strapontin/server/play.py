"""During the game: moves, taking back, giving up, being away and coming back, and what is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from strapontin.core import registry
from strapontin.core.match import Match
from strapontin.server.clock import now
from strapontin.server.faults import Refusal
from strapontin.server.journal import Change, Journal
from strapontin.server.live_table import Live
from strapontin.server.step_visibility import Eye
from strapontin.server.storage.database import Conflict, Unavailable
from strapontin.server.storage.store import Store
from strapontin.server.table import MOST_UNDOS, Row, Table
from strapontin.server.table_protocol import ChatLine

CHAT_TRIES = 20


class Play:
    """Everything a seat can do while its game runs."""

    def __init__(self, journal: Journal, store: Store) -> None:
        self.journal, self.store = journal, store

    async def move(self, live: Live, seat: int, text: str, move_id: str) -> tuple[int, bool]:
        """Play a move; a seat minded by a bot is taken back first. The version after it, and whether it is old."""
        if live.table.seats[seat].away and not await self.journal.knows(live.table, f"{seat}:{move_id}"):
            await self.back(live, seat, None)

        def make(table: Table) -> Change:
            _playing(table)
            _not_given_up(table, seat)
            return Change(table.move(seat, text, now(), f"{seat}:{move_id}"))

        def same(row: Row) -> bool:
            return row.kind == "move" and row.move == text

        _, repeated = await self.journal.act(live, make, f"{seat}:{move_id}", same)
        return self._version(live, seat), repeated

    async def tell(self, live: Live, seat: int, draw: str, move_id: str) -> tuple[int, bool]:
        """Tell what was drawn from real cards."""

        def make(table: Table) -> Change:
            _playing(table)
            _not_given_up(table, seat)
            if not table.header.told:
                raise Refusal("not-to-act", "the house draws at this table; there is nothing to tell")
            return Change(table.tell(seat, draw, now(), f"{seat}:{move_id}"))

        def same(row: Row) -> bool:
            return row.kind == "tell" and row.move == draw

        _, repeated = await self.journal.act(live, make, f"{seat}:{move_id}", same)
        return self._version(live, seat), repeated

    async def bot_move(self, live: Live, seat: int, text: str, thought_of: int) -> None:
        """A bot's move, if the seat is still its to play and the position the one it thought of."""

        def make(table: Table) -> Change:
            _playing(table)
            if not table.seats[seat].minded or seat not in table.waits:
                raise Refusal("not-to-act", "the bot is not needed any more")
            if table.match is None or met(table.match, seat) != thought_of:
                raise Refusal("not-to-act", "the bot thought of another position")
            return Change(table.move(seat, text, now()))

        await self.journal.act(live, make)

    async def undo(self, live: Live, seat: int, move_id: str) -> tuple[int, bool]:
        """Take back the last move of a seat."""

        def make(table: Table) -> Change:
            _playing(table)
            _not_given_up(table, seat)
            if table.seats[seat].away:
                raise Refusal("not-your-seat", "a bot minds this seat; come back first")
            if table.no_more_undos(seat):
                raise Refusal("no-more-undos", f"taken back {MOST_UNDOS} times in this turn; that is the most")
            return Change(table.undo(seat, now(), f"{seat}:{move_id}"))

        return await self._once(live, seat, move_id, "undo", make)

    async def resign(self, live: Live, seat: int, move_id: str) -> tuple[int, bool]:
        """Give up: a bot plays the seat to the end, so that the others can finish their game."""

        def make(table: Table) -> Change:
            _playing(table)
            _not_given_up(table, seat)
            _held_by_nobody_else(table)
            changed = replace(table.seats[seat], resigned=True, away=False, level=table.header.absence.level)
            return Change(table.notice("resign", now(), seat, f"{seat}:{move_id}"), {seat: changed})

        return await self._once(live, seat, move_id, "resign", make)

    async def away(self, live: Live, seat: int, move_id: str | None, *, for_good: bool = False) -> tuple[int, bool]:
        """Let a bot mind the seat; for good when its time is up."""
        key = None if move_id is None else f"{seat}:{move_id}"

        def make(table: Table) -> Change:
            _playing(table)
            if table.seats[seat].minded:
                raise Refusal("not-your-seat", "a bot plays this seat already")
            _held_by_nobody_else(table)
            if table.header.line is not None:
                raise Refusal("counted", "nobody plays a counted try for you; it waits for you until its day is over")
            level = table.header.absence.level
            changed = replace(table.seats[seat], away=not for_good, resigned=for_good, level=level)
            return Change(table.notice("resign" if for_good else "away", now(), seat, key), {seat: changed})

        return await self._once(live, seat, move_id, "away", make)

    async def back(self, live: Live, seat: int, move_id: str | None) -> tuple[int, bool]:
        """The owner is back: the bot gets up."""
        key = None if move_id is None else f"{seat}:{move_id}"

        def make(table: Table) -> Change:
            _playing(table)
            _not_given_up(table, seat)
            if not table.seats[seat].away:
                raise Refusal("already-seated", "you are sitting there; no bot minds this seat")
            changed = replace(table.seats[seat], away=False, level=None)
            return Change(table.notice("back", now(), seat, key), {seat: changed})

        try:
            return await self._once(live, seat, move_id, "back", make)
        except Refusal as refusal:
            if move_id is None and refusal.fault.kind == "already-seated":
                return self._version(live, seat), True
            raise

    async def hint(self, live: Live, seat: int, move_id: str) -> tuple[int, bool]:
        """Note that a seat has had a hint, before it has: what it is, its own page works out."""

        def make(table: Table) -> Change:
            _playing(table)
            _not_given_up(table, seat)
            if not table.may_hint(seat):
                raise Refusal("no-hints", "hints are for games against house bots alone, and not for a counted try")
            if seat not in table.waits:
                raise Refusal("not-to-act", "nobody waits for you: there is nothing to hint at", to_act=[*table.waits])
            return Change(table.notice("hint", now(), seat, f"{seat}:{move_id}"))

        return await self._once(live, seat, move_id, "hint", make)

    async def _once(
        self, live: Live, seat: int, move_id: str | None, kind: str, make: Callable[[Table], Change]
    ) -> tuple[int, bool]:
        def same(row: Row) -> bool:
            return row.kind == kind

        key = None if move_id is None else f"{seat}:{move_id}"
        _, repeated = await self.journal.act(live, make, key, same)
        return self._version(live, seat), repeated

    def _version(self, live: Live, seat: Eye) -> int:
        return live.table.versions[seat]

    async def say(
        self, live: Live, eye: Eye, guest: str | None, speaker: str, key: str, text: str | None, phrase: str | None
    ) -> tuple[ChatLine, bool]:
        """Say something, once; the line, and whether it was said before."""
        if (text is None) == (phrase is None):
            raise Refusal("bad-field", "say either a text or a phrase", field="$.text")
        if text is not None and not text.strip():
            raise Refusal("bad-field", "there is nothing in this text", field="$.text")
        if not live.table.header.chat_open:
            raise Refusal("chat-closed", "the owner of the table has closed the chat")
        clean = None if text is None else "".join(c if c.isprintable() else " " for c in text).strip()
        seat = None if eye is None else live.table.seats[eye]
        name = (seat.name if seat else None) or speaker or "?"
        try:
            for _ in range(CHAT_TRIES):
                if (n := await self.store.said(live.id, key)) is not None:
                    return ChatLine(n=n, seat=eye, name=name, text=clean, phrase=phrase, at=now()), True
                last = await self.store.chat_after(live.id, 0, 1)
                n = last[0][0].n + 1 if last else 1
                line = ChatLine(n=n, seat=eye, name=name, text=clean, phrase=phrase, at=now())
                try:
                    await self.store.say(live.id, line, guest, key)
                except Conflict:
                    continue
                return line, False
        except Unavailable:
            raise Refusal("back-in-a-moment", "the database does not answer; try again", retry_after=2) from None
        raise Refusal("back-in-a-moment", "everybody speaks at once; try again", retry_after=1)


def met(match: Match, seat: int) -> int:
    """How much has happened that a choice of this seat depends on: in an open round, not what others choose."""
    if not match.game.simultaneous:
        return len(match.moves)
    return sum(1 for actor, _ in match.moves if actor in ("*", seat))


def _playing(table: Table) -> None:
    if table.state == "open":
        raise Refusal("not-started", "the game has not started yet")
    if table.state != "playing":
        raise Refusal("over", "the game is over")


def _held_by_nobody_else(table: Table) -> None:
    """No bot can hold real cards that nobody else may see."""
    if table.header.told and registry.game(table.header.game).secrets:
        raise Refusal("real-cards", "no bot can look at real cards that are hidden from the others")


def _not_given_up(table: Table, seat: int) -> None:
    if table.seats[seat].resigned:
        raise Refusal("not-your-seat", "you gave up this seat; a bot plays it to the end")
