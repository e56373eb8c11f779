"""Clocks and empty chairs: arithmetic on instants, and what happens when time is up."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from strapontin.server import deadlines
from strapontin.server.clock import DAY, Clocks, now
from strapontin.server.table_protocol import DaysClock, MinutesClock, NoClock
from tests.server.client import Person, serving


def test_time_runs_only_for_those_waited_for_and_the_increment_ends_a_turn() -> None:
    clocks = Clocks.started(MinutesClock(minutes=1, increment=5), 2).tick(0, {0, 1}).tick(10_000, {1})
    assert clocks.left == (55_000, 60_000)
    assert clocks.deadline(0) is None
    assert clocks.deadline(1) == 60_000
    state = clocks.state(20_000)
    assert state is not None
    assert (state.left, state.running) == ([55_000, 40_000], [1])


def test_taking_back_gives_the_increment_back() -> None:
    clocks = Clocks.started(MinutesClock(minutes=1, increment=5), 2).tick(0, {0, 1}).tick(10_000, {1})
    clocks = clocks.tick(11_000, {0, 1}, undone=0)
    assert clocks.left[0] == 50_000


def test_days_begin_anew_with_every_turn() -> None:
    clocks = Clocks.started(DaysClock(days=2), 2).tick(0, {0}).tick(DAY, {1})
    assert clocks.deadline(1) == 3 * DAY
    assert clocks.tick(2 * DAY, {0}).deadline(0) == 4 * DAY


def test_who_closes_a_round_begins_the_next_with_a_turn_of_its_own() -> None:
    clocks = Clocks.started(DaysClock(days=2), 2).tick(0, {0, 1}).tick(DAY // 2, {1}).tick(DAY, {0, 1})
    assert [clocks.deadline(seat) for seat in (0, 1)] == [3 * DAY, 3 * DAY]
    clocks = Clocks.started(MinutesClock(minutes=1, increment=5), 2).tick(0, {0, 1}).tick(10_000, {1})
    clocks = clocks.tick(20_000, {0, 1})
    assert [clocks.deadline(seat) for seat in (0, 1)] == [20_000 + 55_000, 20_000 + 45_000]


def test_without_a_clock_nothing_is_shown() -> None:
    assert Clocks.started(NoClock(), 2).tick(0, {0}).state(5) is None


class Time:
    """An instant that stands still until the test moves it on."""

    def __init__(self) -> None:
        self.began, self.offset = now(), 0

    def now(self) -> int:
        return self.began + self.offset

    def time_ns(self) -> int:
        return self.now() * 1_000_000


@pytest.mark.parametrize(
    ("clock", "after", "pass_by", "flag"),
    [
        ({"kind": "minutes", "minutes": 3}, 120, 4 * 60_000, "resigned"),
        ({"kind": "days", "days": 1}, 120, 25 * 3_600_000, "away"),
        ({"kind": "none"}, 60, 61_000, "away"),
        ({"kind": "none"}, None, 30 * DAY, None),
    ],
)
def test_when_time_is_up_a_bot_plays(
    clock: Any, after: int | None, pass_by: int, flag: str | None, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    monkeypatch.setattr(deadlines, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr("strapontin.server.clock.time", time)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            more = {"clock": clock, "absence": {"after": after, "level": "random"}}
            table = (await ana.table(players=2, **more))["table"]["id"]
            await bo.sit(table, 1)
            await ana.ask("POST", f"/tables/{table}/start", {})
            async with ana.socket(table) as a:
                await a.play_out(random.Random(1), 1)  # now the table waits for Bo, who is not here
                time.offset += pass_by
                if flag is None:
                    assert await house.store.due(time.now()) == []
                    return
                await a.until(lambda: a.table["seats"][1][flag])
                await a.until(lambda: a.my_turn())
                if clock["kind"] == "minutes":
                    assert a.frames[-1]["clock"]["left"][1] == 0

    asyncio.run(main())


def test_who_plays_with_bots_alone_is_neither_hurried_nor_replaced(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    monkeypatch.setattr("strapontin.server.clock.time", time)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table = (await ana.table("metrox", 1))["table"]["id"]
            await ana.ask("POST", f"/tables/{table}/start", {})
            async with ana.socket(table) as a:
                time.offset += 90_000
                assert await house.deadlines.look_after(table) is None
                await a.play_out(random.Random(1), 1)
                assert not [frame for frame in a.frames if frame.get("kind") == "reminder"]
            time.offset += 30 * DAY
            assert await house.store.due(time.now()) == []
            assert await house.deadlines.look_after(table) is None
            assert not any(seat.minded for seat in house.tables.open[table].table.seats)

    asyncio.run(main())


def test_minutes_that_ran_out_while_no_server_was_there_are_called_a_minute_after_the_start(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    monkeypatch.setattr("strapontin.server.clock.time", time)

    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = (await ana.table(players=2, clock={"kind": "minutes", "minutes": 3}))["table"]["id"]
            await bo.sit(table, 1)
            await ana.ask("POST", f"/tables/{table}/start", {})
        time.offset += 10 * 60_000
        async with serving(tmp_path) as (_, house):
            await house.deadlines.look_after(table)
            assert not any(seat.resigned for seat in house.tables.open[table].table.seats)
            time.offset += 61_000
            await house.deadlines.look_after(table)
            assert all(seat.resigned for seat in house.tables.open[table].table.seats)

    asyncio.run(main())
