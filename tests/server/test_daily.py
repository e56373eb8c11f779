"""The line of the day: the same for everybody, one try that counts, and a seed nobody learns before the day is over."""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import fields
from sqlalchemy import func, select

from strapontin.core import registry
from strapontin.server import clock
from strapontin.server.bots.answer import choose
from strapontin.server.bots.question import Question
from strapontin.server.daily.calendar import GRACE, Calendar, period
from strapontin.server.daily.worth import merit, squares
from strapontin.server.routing import ROUTES
from strapontin.server.storage import schema
from strapontin.server.storage.database import Unit
from strapontin.server.wiring import House
from tests.server.client import Person, Refused, serving
from tests.server.services import postgres, redis

DAY = 86_400_000
NOON = 1_795_003_200_000
"""2026-11-18, a Wednesday, at noon in UTC."""
TODAY, TOMORROW = "2026-11-18", "2026-11-19"
SECRET = "for the tests, and for nothing else at all"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def backend(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """SQLite alone, or the real PostgreSQL with the real Redis beside it."""
    if request.param == "sqlite":
        yield {}
        return
    with postgres() as database, redis() as bus:
        yield {"database": database, "bus": bus}


@asynccontextmanager
async def day(tmp_path: Any, backend: dict[str, str] | None = None, **changes: Any) -> AsyncIterator[tuple[str, House]]:
    """A server on a Wednesday at noon, on which nothing has happened yet; its clock goes on from there."""
    behind = time.time_ns() - NOON * 1_000_000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: time.time_ns() - behind))
        async with serving(tmp_path, secret=SECRET, **(backend or {}), **changes) as (base, house):
            house.daily.calendar.now = lambda: NOON
            if backend:
                for table in reversed(schema.metadata.sorted_tables):
                    await house.database.changed(table.delete())
                house.daily._lines.clear()
            yield base, house


async def refusal(request: Any) -> str:
    with pytest.raises(Refused) as told:
        await request
    return str(told.value.kind)


async def board(person: Person, game: str = "metrox", **more: Any) -> dict[str, Any]:
    """Get on a line."""
    created = await person.ask("POST", f"/daily/{game}", {"name": person.name} | more)
    table: dict[str, Any] = created["table"]
    return table


async def play(house: House, table: str, choice: int = 0) -> list[Any]:
    """Play a table to its end, always the legal move of the same number; its history as the person saw it."""
    live, n = await house.tables.find(table), 0
    while live.table.state == "playing":
        match = live.table.match
        assert match is not None
        if 0 in live.table.waits:
            moves, n = match.legal(0), n + 1
            await house.play.move(live, 0, moves[choice % len(moves)], f"m{n}")
        await asyncio.sleep(0)
    assert live.table.match is not None
    return list(live.table.match.history(0))


async def rows(house: House, table: Any) -> int:
    return int((await house.database.row(select(func.count()).select_from(table)))[0])


def test_every_game_has_one_line_a_day(tmp_path: Any) -> None:
    async def main() -> None:
        async with day(tmp_path) as (base, house), Person(base) as ana:
            told = await ana.ask("GET", "/daily")
            assert (told["day"], told["zone"], told["ends_at"]) == (TODAY, "UTC", NOON + DAY // 2)
            assert [line["game"] for line in told["lines"]] == list(registry.collection())
            alone = [1 in registry.game(line["game"]).seats for line in told["lines"]]
            assert [line["players"] for line in told["lines"]] == [1 if one else 3 for one in alone]
            assert sum(alone) == 1  # metroX
            assert all(line["seed"] is None and line["mine"] is None for line in told["lines"])
            cities = []
            for after in range(7):
                house.daily.calendar.now = partial(int, NOON + after * DAY)
                cities.append((await ana.ask("GET", "/daily/metrox"))["line"]["options"]["map"])
            assert cities == ["paris", "madrid", "amsterdam", "berlin", "paris", "amsterdam", "berlin"]

    asyncio.run(main())


def test_the_line_is_the_same_after_a_restart_and_another_one_on_another_day(tmp_path: Any) -> None:
    async def main() -> None:
        seen = []
        for _ in range(2):
            async with day(tmp_path) as (base, house), Person(base) as ana:
                seen.append([line["commitment"] for line in (await ana.ask("GET", "/daily"))["lines"]])
                house.daily.calendar.now = lambda: NOON + DAY
                later = [line["commitment"] for line in (await ana.ask("GET", "/daily"))["lines"]]
        assert seen[0] == seen[1]
        assert len({*seen[0], *later}) == 8

    asyncio.run(main())


@pytest.mark.parametrize("game", ["metrox", "jeudumetro"])
def test_two_people_who_do_the_same_see_the_same(game: str, tmp_path: Any) -> None:
    async def main() -> None:
        async with day(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            tables = [await board(one, game) for one in (ana, bo)]
            assert tables[0]["id"] != tables[1]["id"]
            assert tables[0]["commitment"] == tables[1]["commitment"]
            seen = [await play(house, table["id"]) for table in tables]
            assert seen[0] == seen[1]
            assert len(seen[0]) > 20

    asyncio.run(main())


def test_whoever_plays_otherwise_has_the_same_draws_alone(tmp_path: Any) -> None:
    async def main() -> None:
        async with day(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            first = await play(house, (await board(ana))["id"])
            second = await play(house, (await board(bo))["id"], choice=3)
            drawn = [[text for actor, text in one if actor == "*"] for one in (first, second)]
            shorter = min(map(len, drawn))
            assert shorter > 20
            assert drawn[0][:shorter] == drawn[1][:shorter]
            assert first != second

    asyncio.run(main())


def test_a_try_is_begun_once(tmp_path: Any, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with day(tmp_path, backend) as (base, house), Person(base) as ana:
            await ana.ask("POST", "/guest", {"name": "Ana"})
            tables = await asyncio.gather(*(board(ana) for _ in range(5)))
            assert len({table["id"] for table in tables}) == 1
            assert tables[0]["state"] == "playing"
            assert tables[0]["line"] == TODAY
            assert await rows(house, schema.daily_tries) == await rows(house, schema.tables) == 1
            await play(house, tables[0]["id"])
            assert (await board(ana))["id"] == tables[0]["id"]
            assert (await board(ana))["state"] == "over"
            standing = await ana.ask("GET", "/daily/metrox")
            assert (standing["rank"], standing["of"], standing["percentile"]) == (1, 1, None)
            assert standing["line"]["mine"]["outcome"] == "counted"
            assert (standing["streak"], standing["longest"]) == (1, 1)

    asyncio.run(main())


def test_two_processes_begin_a_try_once(tmp_path: Any, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with (
            day(tmp_path, backend) as (first, house),
            serving(tmp_path, secret=SECRET, **backend) as (second, other),
            Person(first) as ana,
            Person(second) as elsewhere,
        ):
            other.daily.calendar.now = lambda: NOON
            await ana.ask("POST", "/guest", {"name": "Ana"})
            elsewhere.http.cookies = ana.http.cookies
            tables = await asyncio.gather(*(board(one) for one in (ana, elsewhere) * 3))
            assert len({table["id"] for table in tables}) == 1
            assert await rows(house, schema.daily_tries) == 1
            assert await ana.ask("GET", "/daily") == await elsewhere.ask("GET", "/daily")

    asyncio.run(main())


def test_boards_of_day_week_and_month(tmp_path: Any, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with day(tmp_path, backend) as (base, house):
            scores: dict[str, list[int]] = {}
            people = [Person(base, name) for name in ("Ana", "Bo", "Cid")]
            for after in range(2):
                house.daily.calendar.now = partial(int, NOON + after * DAY)
                for i, person in enumerate(people[: 3 - after]):
                    await play(house, (await board(person))["id"], choice=2 * i + after)
                    mine = (await person.ask("GET", "/daily/metrox"))["line"]["mine"]
                    scores.setdefault(person.name, []).append(mine["score"])
            ana = people[0]
            told = await ana.ask("GET", f"/daily/metrox/board?day={TODAY}")
            assert (told["period"], told["total"], told["next"]) == (TODAY, 3, None)
            assert {row["name"]: row["score"] for row in told["rows"]} == {
                name: first for name, (first, *_) in scores.items()
            }
            assert [row["rank"] for row in told["rows"]] == [1, 2, 3]
            best = [row["score"] for row in told["rows"]]
            assert best == sorted(best, reverse=True)
            assert [row["name"] for row in told["rows"] if row["you"]] == ["Ana"]
            assert told["mine"] in told["rows"]
            for kind, key in (("week", "2026-W47"), ("month", "2026-11")):
                told = await ana.ask("GET", f"/daily/metrox/board?period={kind}")
                assert (told["period"], told["total"]) == (key, 3)
                sums = {name: sum(max(0, score) for score in each) for name, each in scores.items()}
                assert {row["name"]: row["score"] for row in told["rows"]} == sums
                assert {row["name"]: row["days"] for row in told["rows"]} == {"Ana": 2, "Bo": 2, "Cid": 1}
            assert (await ana.ask("GET", "/daily/metrox"))["streak"] == 2
            assert (await ana.ask("GET", "/daily"))["streak"] == 2
            for person in people:
                await person.http.aclose()

    asyncio.run(main())


def test_pages_of_a_board_skip_nobody_and_show_nobody_twice(tmp_path: Any, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with day(tmp_path, backend) as (base, house), Person(base) as ana:
            await ana.ask("GET", "/daily")
            for i in range(130):  # many of the same merit, across the end of a page
                worth = merit(i // 60, 0, 0)
                added = house.daily.store.add(TODAY, "metrox", f"{i:032}", i // 60, worth)
                await house.database.write(Unit(others=added))
            ranks, after = [], ""
            while after is not None:
                told = await ana.ask("GET", f"/daily/metrox/board?after={after}" if after else "/daily/metrox/board")
                ranks += [(row["rank"], row["score"]) for row in told["rows"]]
                after = told["next"]
            assert ranks == [(1, 2)] * 10 + [(11, 1)] * 60 + [(71, 0)] * 60
            assert await refusal(ana.ask("GET", "/daily/metrox/board?after=first")) == "bad-field"
            assert await refusal(ana.ask("GET", "/daily/metrox/board?period=year")) == "bad-field"

    asyncio.run(main())


def test_points_then_margin_and_time_only_at_the_very_end() -> None:
    ordered = [merit(31, -9, 80_000_000), merit(30, 5, 80_000_000), merit(30, 4, 10), merit(30, 4, 11), merit(-3, 0, 0)]
    assert ordered == sorted(ordered, reverse=True)
    assert len({*ordered}) == 5
    month = 31 * merit(900, 1000, 0)
    assert month < 1 << 63
    assert merit(900, -1000, 90_000_000) * 31 > merit(900, 1000, 0) * 30 + merit(899, 1000, 0)


def test_nothing_is_taken_back_nobody_plays_for_you_and_nobody_watches(tmp_path: Any) -> None:
    async def main() -> None:
        async with day(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = (await board(ana, "odyssee"))["id"]
            live = await house.tables.find(table)
            while 0 not in live.table.waits:
                await asyncio.sleep(0.002)
            move = (await ana.ask("GET", f"/tables/{table}/snapshot"))["view"]["moves"][0]["move"]
            await ana.ask("POST", f"/tables/{table}/moves", {"id": "first", "move": move})
            assert live.table.match is not None
            assert live.table.match.can_undo(0), "at another table it could be taken back"
            assert (await ana.ask("GET", f"/tables/{table}/snapshot"))["can_undo"] is False
            assert await refusal(ana.ask("POST", f"/tables/{table}/undo", {"id": "u"})) == "cannot-undo"
            assert await refusal(ana.ask("POST", f"/tables/{table}/away", {"id": "a"})) == "counted"
            assert await refusal(ana.ask("POST", f"/tables/{table}/hint", {"id": "h"})) == "no-hints"
            assert await refusal(bo.ask("GET", f"/tables/{table}/snapshot")) == "no-spectators"
            assert await refusal(bo.ask("GET", f"/tables/{table}/drawing.svg")) == "no-spectators"
            await ana.ask("POST", f"/tables/{table}/resign", {"id": "r"})
            while live.table.state == "playing":
                await asyncio.sleep(0.002)
            assert await refusal(ana.ask("POST", f"/tables/{table}/rematch", {"id": "m"})) == "counted"
            told = await ana.ask("GET", "/daily/odyssee")
            assert (told["line"]["mine"]["outcome"], told["rank"], told["of"]) == ("given-up", None, 0)
            assert (await board(ana, "odyssee"))["id"] == table

    asyncio.run(main())


def test_a_try_that_ends_after_its_day_does_not_count(tmp_path: Any) -> None:
    async def main() -> None:
        async with day(tmp_path) as (base, house), Person(base) as ana:
            table = (await board(ana))["id"]
            house.daily.calendar.end = lambda day: 0  # type: ignore[method-assign]
            await play(house, table)
            told = await ana.ask("GET", f"/daily/metrox?day={TODAY}")
            assert told["line"]["mine"]["outcome"] == "late"
            assert (told["rank"], told["of"], told["streak"]) == (None, 0, 0)

    asyncio.run(main())


async def everything_told(person: Person, table: str, game: str) -> dict[str, str]:
    """What every route answers, refusals too, with whatever else it tells in its head."""
    values = {"table": table, "seat": "0", "language": "en", "game": game, "device": "0" * 32, "code": "0" * 8}
    queries = {"replay": "?start=0&count=100", "drawing.svg": "?ply=3", "archive": "", "board": "?period=day"}
    told: dict[str, str] = {}
    for route in ROUTES:
        path = re.sub(r"{(\w+)}", lambda found: values[found[1]], route.path)
        if route.method == "DELETE" or path.endswith((".pdf", ".png", "resign")):  # what would end it, and what is slow
            continue
        query = queries.get(path.rpartition("/")[2], "")
        filled = {"id": f"leak-{len(told)}", "move": "?", "name": "Bo"}
        named = () if route.body is None else fields(route.body)
        body = {one.name: filled[one.name] for one in named if one.name in filled}
        more: dict[str, Any] = {} if route.body is None else {"json": body}
        answer = await person.http.request(route.method, path + query, **more)
        told[f"{route.method} {route.path}"] = f"{answer.headers} {answer.text}"
    return told


@pytest.mark.parametrize("game", ["metrox", "jeudumetro"])
def test_no_route_tells_the_seed_before_the_day_is_over(game: str, tmp_path: Any) -> None:
    async def main() -> None:
        async with day(tmp_path, metrics=True) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            line = await house.daily.line(None, game)
            names = [line.seed.hex(), str(line.seed), str(int.from_bytes(line.seed, "big"))]
            table = (await board(ana, game))["id"]
            for stage in ("begun", "finished"):
                for person in (ana, bo):
                    told = await everything_told(person, table, game)
                    assert len(told) > 30
                    assert [route for route, text in told.items() if any(name in text for name in names)] == [], stage
                if stage == "begun":
                    await play(house, table)
            for closed in ("record", "verify", "replay", "replay?seat=0", "drawing.svg?ply=1"):
                assert await refusal(ana.ask("GET", f"/tables/{table}/{closed}")) == "sealed"
                assert await refusal(bo.ask("GET", f"/tables/{table}/{closed}")) == "sealed"
            async with ana.socket(table) as socket:
                assert not any(name in str(socket.frames) for name in names)

            house.daily.calendar.now = lambda: NOON + DAY // 2 + GRACE - 1
            assert await refusal(ana.ask("GET", f"/tables/{table}/record")) == "sealed"
            assert (await ana.ask("GET", f"/daily/{game}/archive"))["lines"] == []
            house.daily.calendar.now = lambda: NOON + DAY // 2 + GRACE
            record = await bo.ask("GET", f"/tables/{table}/record")
            assert hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest() == line.commitment
            assert (await bo.ask("GET", f"/tables/{table}/verify"))["fair"] is True
            (past,) = (await bo.ask("GET", f"/daily/{game}/archive"))["lines"]
            assert (past["day"], past["seed"], past["commitment"]) == (TODAY, record["seed"], line.commitment)

    asyncio.run(main())


def test_lines_of_the_past_are_played_as_often_as_one_likes_and_never_count(tmp_path: Any) -> None:
    async def main() -> None:
        async with day(tmp_path) as (base, house), Person(base) as ana:
            await ana.ask("GET", "/daily")
            assert await refusal(board(ana, day=TOMORROW)) == "unknown-day"
            assert await refusal(board(ana, day="2026-11-01")) == "unknown-day"
            assert await refusal(ana.ask("GET", "/daily/metrox?day=yesterday")) == "bad-field"
            assert await refusal(ana.ask("GET", "/daily/chess")) == "unknown-game"
            house.daily.calendar.now = lambda: NOON + DAY
            first, second = [await board(ana, day=TODAY) for _ in range(2)]
            assert first["id"] != second["id"]
            assert first["line"] is None
            assert first["commitment"] == (await ana.ask("GET", f"/daily/metrox?day={TODAY}"))["line"]["commitment"]
            await play(house, first["id"])
            assert (await ana.ask("GET", f"/tables/{first['id']}/verify"))["fair"] is True
            assert await rows(house, schema.daily_board) == await rows(house, schema.daily_tries) == 0

    asyncio.run(main())


def test_of_somebody_who_is_forgotten_the_result_stays_and_the_name_goes(tmp_path: Any, backend: Any) -> None:
    async def main() -> None:
        async with day(tmp_path, backend) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            await play(house, (await board(ana))["id"])
            (mine,) = (await ana.ask("GET", "/guest/data"))["daily"]
            assert (mine["day"], mine["outcome"]) == (TODAY, "counted")
            await ana.ask("DELETE", "/guest")
            (row,) = (await bo.ask("GET", "/daily/metrox/board"))["rows"]
            assert (row["name"], row["you"], row["score"]) == (None, False, mine["score"])

    asyncio.run(main())


def test_marks_are_worked_out_once_somebody_has_begun_and_told_at_the_end(tmp_path: Any) -> None:
    async def main() -> None:
        async with day(tmp_path) as (base, house), Person(base) as ana:
            await house.marks.work()
            assert await house.daily.store.marks(TODAY, "metrox") == {}
            table = (await board(ana))["id"]
            await house.marks.work()
            best = (await house.daily.store.marks(TODAY, "metrox"))["hindsight"]
            assert (await ana.ask("GET", "/daily/metrox"))["marks"] == []
            await play(house, table)
            told = await ana.ask("GET", "/daily/metrox")
            assert told["marks"] == [{"level": "hindsight", "score": best}]
            assert told["line"]["mine"]["score"] <= best
            assert not await house.daily.store.claim(TODAY, "metrox", "hindsight", 2, 2)

    asyncio.run(main())


class Thinkers:
    """Bots that think here and now."""

    count, idle = 1, True

    async def ask(self, table: str, question: Question) -> str:
        return choose(question)


def test_every_level_plays_the_line_once_and_scores_the_same_wherever_it_is_worked_out(tmp_path: Any) -> None:
    async def main() -> None:
        async with day(tmp_path) as (base, house), Person(base) as ana:
            line = replace(await house.daily.line(None, "jeudumetro"), simulations=2)
            house.daily._lines[TODAY, "jeudumetro"] = line
            await board(ana, "jeudumetro")
            house.marks.bots = Thinkers()  # type: ignore[assignment]
            await house.marks.work()
            first = await house.daily.store.marks(TODAY, "jeudumetro")
            assert set(first) == {"novice", "regular", "expert"}
            assert all(score is not None and 0 <= score < 100 for score in first.values())
            assert {level: await house.marks._played(line, level) for level in first} == first

    asyncio.run(main())


def test_a_square_a_turn_and_no_word_of_what_was_drawn(tmp_path: Any) -> None:
    async def main() -> None:
        async with day(tmp_path) as (base, house), Person(base) as ana:
            for game in ("metrox", "jeudumetro"):
                table = (await board(ana, game))["id"]
                await play(house, table)
                told = (await ana.ask("GET", f"/daily/{game}"))["squares"]
                match = (await house.tables.find(table)).table.match
                assert match is not None
                assert told == squares(match)
                assert len(told) == sum(actor == 0 for actor, _ in match.moves)
                assert set(told) <= {"lost", "same", "gain", "leap"}
                assert len(set(told)) > 1

    asyncio.run(main())


def test_days_begin_where_the_server_is_said_to_be() -> None:
    paris = Calendar("Europe/Paris")
    paris.now = lambda: NOON + 11 * 3_600_000
    assert paris.today() == TOMORROW
    assert paris.end(TODAY) == NOON + 11 * 3_600_000
    assert paris.end("2026-10-25") - paris.end("2026-10-24") == 25 * 3_600_000
    assert period("week", "2027-01-01") == "2026-W53"
