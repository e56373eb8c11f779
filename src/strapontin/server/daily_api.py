"""The line of the day over HTTP: today's lines, getting on one, how one stands, boards and the archive."""

from __future__ import annotations

import re
from collections.abc import Sequence

from strapontin.server.api import cookie_of, info, name_of
from strapontin.server.clock import now
from strapontin.server.daily.calendar import PERIODS, period, streaks
from strapontin.server.daily.lines import Line
from strapontin.server.daily.worth import Square, reasons, squares
from strapontin.server.daily_protocol import (
    BoardLine,
    DailyArchive,
    DailyBoard,
    DailyLine,
    DailyLines,
    DailyMark,
    DailyRow,
    DailyStanding,
    DailyTry,
)
from strapontin.server.faults import SHUT, Refusal
from strapontin.server.routing import Call, route
from strapontin.server.storage.daily import COUNTED, PLAYING
from strapontin.server.storage.store import PAGE, DataRow
from strapontin.server.table import seat_of
from strapontin.server.table_protocol import Created

DAILY = "/api/v1/daily"
LINE = DAILY + "/{game}"
DATE = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
DAY = {"type": "string", "pattern": DATE}
PLACE = r"^-?[0-9]{1,19}\.[0-9]{1,6}$"
"""Where a page of a board begins: after a merit, of which so many were shown."""


@route("GET", DAILY, answer=DailyLines)
async def daily_lines(call: Call) -> DailyLines:
    """Today's lines, one a game, and my tries of them."""
    daily, guest = call.house.daily, call.guest
    day = daily.calendar.today()
    lines = await daily.today()
    tries, days = await daily.store.tries_and_days(guest, day) if guest else ([], [])
    mine = {row.game: row for row in tries}
    running, _ = streaks(days, day)
    return DailyLines(
        day=day,
        zone=daily.calendar.zone,
        ends_at=daily.calendar.end(day),
        lines=[await _told(call, line, mine.get(line.game)) for line in lines],
        streak=running,
    )


@route("GET", LINE, answer=DailyStanding, query={"day": DAY})
async def daily_standing(call: Call) -> DailyStanding:
    """The line of a game, and how I did on it."""
    daily, guest, line = call.house.daily, call.guest, await _line(call)
    found = await daily.store.standing(line.day, line.game, guest)
    mine, rank, total = found.begun, found.rank, found.total
    running, longest = streaks(found.days, daily.calendar.today())
    told = daily.calendar.over(line.day) or (mine is not None and mine.outcome != PLAYING)
    return DailyStanding(
        line=await _told(call, line, mine),
        rank=rank,
        of=total,
        percentile=None if rank is None or total < 2 else 100 * max(0, total - rank) // (total - 1),
        marks=[DailyMark(level=one.level, score=one.score) for one in found.marks if told and one.score is not None],
        squares=await _squares(call, mine),
        streak=running,
        longest=longest,
    )


@route("POST", LINE, body=BoardLine, answer=Created, status=201)
async def board_line(call: Call) -> Created:
    """Get on a line: today's once, which counts; one of the past as often as wanted, which does not."""
    guest, body = cookie_of(call), call.body
    line = await call.house.daily.line(body.day, call.request.path_params["game"])
    name = await name_of(call, guest, body.name)
    await call.house.guests.hello(guest, now(), body.name)
    live, token = await call.house.daily.board(line, guest, call.house.signer.address(call.address), name)
    return Created(table=info(call, live), seat=seat_of(live.table.seats, guest), token=token)


@route(
    "GET",
    LINE + "/board",
    answer=DailyBoard,
    query={
        "period": {"type": "string", "enum": list(PERIODS), "default": PERIODS[0]},
        "day": DAY,
        "after": {"type": "string", "pattern": PLACE},
    },
)
async def daily_board(call: Call) -> DailyBoard:
    """Who did best on the lines of a day, or of the week or month it lies in."""
    daily, guest, line = call.house.daily, call.guest, await _line(call)
    kind = call.one_of("period", PERIODS) or PERIODS[0]
    after = _after(call)
    found = await daily.store.page(period(kind, line.day), line.game, after, guest)
    rows: list[DailyRow] = []
    begun = found.first + (after[1] if after and found.rows and found.rows[0].merit == after[0] else 0)
    for i, one in enumerate(found.rows):
        tied = i and one.merit == found.rows[i - 1].merit
        rows.append(_row(one, rows[-1].rank if tied else begun + i if i else found.first, guest))
    return DailyBoard(
        game=line.game,
        period=period(kind, line.day),
        total=found.total,
        rows=rows,
        mine=None if found.mine is None else _row(found.mine, found.rank, guest),
        next=_next(found.rows, after) if len(found.rows) == PAGE else None,
    )


@route("GET", LINE + "/archive", answer=DailyArchive, query={"after": DAY})
async def daily_archive(call: Call) -> DailyArchive:
    """The lines of days that are over, the latest first, with their seeds."""
    daily, guest, game = call.house.daily, call.guest, call.request.path_params["game"]
    await daily.line(None, game)  # refused where there is no such game
    lines = await daily.past(game, date_of(call, "after"))
    tries = await daily.store.tries_of(guest, game, [line.day for line in lines]) if guest and lines else []
    mine = {row.day: row for row in tries}
    following = lines[-1].day if len(lines) == PAGE else None
    return DailyArchive(lines=[await _told(call, line, mine.get(line.day)) for line in lines], next=following)


async def _line(call: Call) -> Line:
    return await call.house.daily.line(date_of(call, "day"), call.request.path_params["game"])


def date_of(call: Call, name: str) -> str | None:
    """A date of the query."""
    text = call.request.query_params.get(name)
    if text is not None and not re.fullmatch(DATE, text, re.ASCII):
        raise Refusal("bad-field", f"{name}: expected a date such as 2026-11-18", field=name)
    return text


def _after(call: Call) -> tuple[int, int] | None:
    text = call.request.query_params.get("after")
    if text is None:
        return None
    merit, _, shown = text.partition(".")
    if not re.fullmatch(PLACE, text, re.ASCII) or abs(int(merit)) >= 1 << 63:
        raise Refusal("bad-field", "after: expected the `next` of the page before", field="after")
    return int(merit), int(shown)


def _next(found: Sequence[DataRow], after: tuple[int, int] | None) -> str:
    """After the last row: its merit, and how many of that merit are behind us."""
    merit = found[-1].merit
    shown = sum(one.merit == merit for one in found)
    if after is not None and after[0] == merit:
        shown += after[1]
    return f"{merit}.{shown}"


def _row(row: DataRow, rank: int, guest: str | None) -> DailyRow:
    you = guest is not None and row.guest == guest
    margin, took = reasons(row.merit, row.score)
    return DailyRow(rank=rank, name=row.name, score=row.score, days=row.days, you=you, margin=margin, took=took)


async def _told(call: Call, line: Line, mine: DataRow) -> DailyLine:
    """A line as everybody may know it, and one's own try."""
    daily = call.house.daily
    tried = None
    if mine is not None:
        names = ("outcome", "begun_at", "finished_at", "score")
        tried = DailyTry(table=mine.table_id, **{name: getattr(mine, name) for name in names})
    return DailyLine(
        day=line.day,
        game=line.game,
        players=line.players,
        options=line.options,
        commitment=line.commitment,
        seed=line.seed.hex() if daily.calendar.over(line.day) else None,
        ends_at=daily.calendar.end(line.day),
        results=await daily.results(line),
        mine=tried,
    )


async def _squares(call: Call, mine: DataRow) -> list[Square]:
    """How one's own turns went, once they are over; nothing where the table is no more."""
    if mine is None or mine.outcome != COUNTED:
        return []
    try:
        live = await call.house.tables.find(mine.table_id)
    except Refusal as refusal:
        if refusal.fault.kind not in (*SHUT, "unknown-table"):
            raise
        return []
    match = live.table.match
    if match is None:
        return []
    return await call.house.slow_work.ask_once(("squares", live.id), squares, match, who=call.address)
