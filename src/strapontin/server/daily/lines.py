"""The lines of the days: what is dealt, the one try that counts, and what becomes of it.

A try is a table as any other, with the seed of its line. It is written down together with its table and its start,
and its result together with the last row of its journal: so there is never half of either, and never two.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from dataclasses import dataclass
from datetime import date
from typing import Any

import msgspec

from strapontin.bots.default_insight import insight_of
from strapontin.core import draws, registry
from strapontin.core.levels import STAND_IN
from strapontin.server.clock import now
from strapontin.server.daily.calendar import PERIODS, Calendar, period
from strapontin.server.daily.worth import MOST_SCORE, SEAT, merit, score_of
from strapontin.server.faults import Refusal
from strapontin.server.guests import hashed, new_table, new_token
from strapontin.server.live_table import Live
from strapontin.server.live_tables import LiveTables
from strapontin.server.seating import Seating
from strapontin.server.settings import Settings
from strapontin.server.storage.daily import COUNTED, DailyStore, Statement
from strapontin.server.storage.store import creation, encode
from strapontin.server.table import Header, Proposal, SeatState, Table
from strapontin.server.table_protocol import Absence, NoClock

OPPONENTS = 2
"""Bots of the house, in games that are not played alone."""

COUNTS_SECONDS = 5.0
"""For so long holds how many results a line has, which every visit of the home page asks."""


@dataclass(frozen=True, slots=True)
class Line:
    """The deal of a game on a day."""

    day: str
    game: str
    players: int
    options: dict[str, Any]
    seed: bytes
    simulations: int
    """How many the bots of the house think a move; 0 where no bots think."""

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed."""
        return draws.commitment(self.seed)


class Daily:
    """The lines of a server, and who has tried them."""

    def __init__(
        self, store: DailyStore, tables: LiveTables, seating: Seating, settings: Settings, calendar: Calendar
    ) -> None:
        self.store, self.tables, self.seating, self.settings = store, tables, seating, settings
        self.calendar = calendar
        self._key = hashlib.sha256(b"strapontin daily" + settings.signing_key()).digest()
        self._lines: dict[tuple[str, str], Line] = {}
        self._counts: dict[tuple[str, str], tuple[float, int]] = {}

    # the lines

    async def today(self) -> list[Line]:
        """The lines of today, made if nobody has asked for them yet."""
        day = self.calendar.today()
        return [await self.line(day, game) for game in registry.collection()]

    async def line(self, day: str | None, game: str) -> Line:
        """The line of a game, today's unless another day is named; refused if there was none."""
        present = self.calendar.today()
        day = day or present
        if game not in registry.collection():
            raise Refusal("unknown-game", f"no line for {game[:20]!r}; games: {', '.join(registry.collection())}")
        found = self._lines.get((day, game))
        if found is None:
            if day == present:
                await self.store.keep_line(self._dealt(day, game))
            row = await self.store.line(day, game)
            if row is None or day > present:
                raise Refusal("unknown-day", f"there is no line of {game} on {day}")
            found = self._lines[day, game] = read(row)
        return found

    async def past(self, game: str, before: str | None) -> list[Line]:
        """The lines of days that are over, the latest first."""
        latest = min(before or "9999", self.calendar.today())
        found = [read(row) for row in await self.store.lines_before(game, latest)]
        return [line for line in found if self.calendar.over(line.day)]

    def _dealt(self, day: str, game: str) -> dict[str, Any]:
        """A line as it is written down: its seed follows from the secret of the server and the day."""
        kind = registry.game(game)
        players = 1 if 1 in kind.seats else 1 + OPPONENTS
        weekday = date.fromisoformat(day).weekday()
        chosen = {one.name: one.values[weekday % len(one.values)] for one in kind.options if one.name == "map"}
        return {
            "day": day,
            "game": game,
            "players": players,
            "options": encode(kind.setting(chosen, players).options),
            "seed": hmac.new(self._key, f"{day}/{game}".encode(), hashlib.sha256).digest(),
            "simulations": insight_of(kind).regular if self.settings.bots else 0,
        }

    async def results(self, line: Line) -> int:
        """How many have finished a line, as of a moment ago."""
        kept = self._counts.get((line.day, line.game))
        if kept is None or kept[0] < time.monotonic():
            counted = await self.store.count(line.day, line.game)
            kept = self._counts[line.day, line.game] = (time.monotonic() + COUNTS_SECONDS, counted)
        return kept[1]

    # what is secret

    def sealed(self, table: Table) -> bool:
        """Whether a table tells nothing yet that others could use: its day is not over."""
        return table.header.line is not None and not self.calendar.over(table.header.line)

    def check_open(self, table: Table) -> None:
        """Refuse what is not told before the day of a try is over."""
        if self.sealed(table):
            raise Refusal("sealed", f"all about the line of {table.header.line} is shown when the day is over")

    # trying

    async def board(self, line: Line, guest: str, address: str, name: str) -> tuple[Live, str | None]:
        """Get on a line: today's once, which counts, or one of the past as often as wanted, which does not."""
        counts = line.day == self.calendar.today()
        if counts and (begun := await self.store.begun(line.day, line.game, guest)):
            return await self.tables.find(begun.table_id), None
        if not counts and not self.calendar.over(line.day):
            raise Refusal("sealed", f"the line of {line.day} is closed; it opens again in a minute")
        await self.seating.admit(guest, address)
        table, token = self._table(line, guest, name, counts)
        statements: list[Statement] = creation(table, address)
        if counts:
            statements.append(self.store.begin(line.day, line.game, guest, table.header.id, table.header.created_at))
        live = await self.tables.begin(table, statements)
        if live is not None:
            return live, token
        begun = await self.store.begun(line.day, line.game, guest)  # from another device, at the same moment
        if begun is None:
            raise Refusal("back-in-a-moment", "the line could not be begun; try again", retry_after=1)
        return await self.tables.find(begun.table_id), None

    def _table(self, line: Line, guest: str, name: str, counts: bool) -> tuple[Table, str]:
        token = new_token()
        seats = [SeatState("bot", level=STAND_IN) for _ in range(line.players)]
        seats[SEAT] = SeatState("guest", guest, hashed(token), name)
        header = Header(
            id=new_table(),
            game=line.game,
            players=line.players,
            options=line.options,
            clock=NoClock(),
            absence=Absence(after=None),
            listed=False,
            spectators=not counts,
            owner=guest,
            seed=line.seed,
            created_at=now(),
            line=line.day if counts else None,
            simulations=line.simulations,
        )
        return Table(header, seats), token

    def ended(self, table: Table, proposal: Proposal, seats: list[SeatState]) -> list[Statement]:
        """What is written with the last row of a counted try; nothing with that of another game."""
        head, match, at = table.header, proposal.match, proposal.row.at
        if head.line is None or match is None:
            return []
        score, margin = score_of(match)
        given_up, late = seats[SEAT].resigned, at >= self.calendar.end(head.line)
        outcome = "given-up" if given_up else "late" if late else COUNTED
        written = [self.store.finish(head.id, outcome, at, score)]
        guest = seats[SEAT].guest
        if outcome == COUNTED and guest is not None:
            took, best = at - (head.started_at or at), min(score, MOST_SCORE)
            written += self.store.alone()
            for kind in PERIODS:
                points = best if kind == "day" else max(0, best)  # a day more never takes from a week
                written += self.store.add(
                    period(kind, head.line), head.game, guest, points, merit(points, margin, took)
                )
        return written


def read(row: Any) -> Line:
    """A line from its row."""
    return Line(row.day, row.game, row.players, msgspec.json.decode(row.options), bytes(row.seed), row.simulations)
