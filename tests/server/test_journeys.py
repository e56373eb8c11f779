"""My journeys: every finished game once, ratings in their order, a pass that works once, nothing left when erased."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text

from strapontin.core.levels import offered
from strapontin.core.registry import collection
from strapontin.server import passes
from strapontin.server.daily.worth import merit, reasons
from strapontin.server.journeys.ratings import house as house_ratings
from strapontin.server.journeys.ratings import learned
from strapontin.server.storage import journeys as storage
from strapontin.server.storage import migrate, schema
from strapontin.server.storage.database import Unit
from strapontin.server.storage.engine import Drawer
from strapontin.server.wiring import House
from tests.server.client import Person, Refused, serving
from tests.server.services import postgres, redis

SECRET = "for the tests, and for nothing else at all"
BEGINNER = (25.0, 25 / 3)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def backend(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """SQLite alone, or the real PostgreSQL with the real Redis beside it."""
    if request.param == "sqlite":
        yield {}
        return
    with postgres() as database, redis() as bus:
        yield {"database": database, "bus": bus}


@asynccontextmanager
async def server(tmp_path: Any, backend: dict[str, str]) -> AsyncIterator[tuple[str, House]]:
    """A server at which nobody has been."""
    async with serving(tmp_path, secret=SECRET, **backend) as (base, house):
        for table in reversed(schema.metadata.sorted_tables):
            await house.database.changed(table.delete())
        yield base, house


def guest_of(person: Person) -> str:
    return str(person.http.cookies["strapontin_guest"]).partition(".")[0]


async def together(house: House, *people: Person, game: str = "jeudumetro", bots: int = 0) -> str:
    """A game of these people, and of bots, played to its end; its table."""
    ana, *others = people
    seats = len(people) + bots
    levels = {str(seat): "novice" for seat in range(len(people), seats)}
    table = str((await ana.table(game, seats, bots=levels))["table"]["id"])
    for seat, person in enumerate(others, 1):
        await person.sit(table, seat)
    await ana.ask("POST", f"/tables/{table}/start", {})
    await to_the_end(house, table)
    return table


async def to_the_end(house: House, table: str) -> None:
    live, n = await house.tables.find(table), 0
    while live.table.state == "playing":
        match = live.table.match
        assert match is not None
        for seat in list(live.table.waits):
            if not live.table.seats[seat].minded and seat in live.table.waits:
                n += 1
                await house.play.move(live, seat, match.legal(seat)[0], f"m{n}")
                break
        await asyncio.sleep(0)


async def journeys(person: Person) -> list[Any]:
    return list((await person.ask("GET", "/guest/journeys"))["games"])


def test_a_finished_game_is_there_once_for_everybody_who_played_it(tmp_path: Any, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with server(tmp_path, backend) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await together(house, ana, bo)
            told = await ana.ask("GET", f"/tables/{table}")
            (mine,), (theirs,) = await journeys(ana), await journeys(bo)
            winners, scores = told["result"]["winners"], told["result"]["scores"]
            assert (mine["table"], mine["kept"], mine["game"], mine["players"]) == (table, True, "jeudumetro", 2)
            assert [mine["score"], theirs["score"]] == scores
            assert [mine["outcome"], theirs["outcome"]] == ["won" if seat in winners else "lost" for seat in (0, 1)]
            assert sorted((mine["rank"], theirs["rank"])) == [1, 2]
            assert mine["finished_at"] == told["finished_at"]
            assert [one["name"] for one in mine["others"]] == ["Bo"]
            again = await together(house, ana, bo)
            first, second = await journeys(ana)
            assert [first["table"], second["table"]] == [again, table]
            assert first["others"][0]["who"] == second["others"][0]["who"] != theirs["others"][0]["who"]
            everything = (await ana.http.get("/api/v1/guest/journeys")).text
            assert guest_of(bo) not in everything
            assert guest_of(ana) not in everything
            await house.store.remove([table])
            assert [one["kept"] for one in await journeys(ana)] == [True, False]

    asyncio.run(main())


def test_alone_given_up_and_unfinished_games_are_told_apart(tmp_path: Any) -> None:
    async def main() -> None:
        async with server(tmp_path, {}) as (base, house), Person(base) as ana:
            await together(house, ana, game="metrox")
            table = (await ana.table("jeudumetro", 2, bots={"1": "novice"}, start=True))["table"]["id"]
            await ana.table("metrox", 1, start=True)
            await ana.ask("POST", f"/tables/{table}/resign", {"id": "r"})
            await to_the_end(house, table)
            lost, alone = await journeys(ana)
            assert (alone["outcome"], alone["map"], alone["others"]) == ("alone", "amsterdam", [])
            assert alone["rating"] is None
            assert (lost["outcome"], lost["others"][0]["level"]) == ("given-up", "novice")
            assert lost["others"][0]["who"] is None

    asyncio.run(main())


def test_pages_skip_no_game_and_show_none_twice(tmp_path: Any, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with server(tmp_path, backend) as (base, house), Person(base) as ana:
            await ana.ask("POST", "/guest", {"name": "Ana"})
            count = storage.PAGE + 20
            about = {"game": "metrox", "players": 1, "started_at": 0, "rated": True}
            own = {"seat": 0, "guest": guest_of(ana), "game": "metrox", "score": 1, "rank": 1, "given_up": False}
            games = [{"table_id": f"{i:016}", "finished_at": i // 50} for i in range(count)]  # many of one instant
            for table, more in ((schema.journeys, about), (schema.travellers, own)):
                rows = [one | more for one in games]
                await house.database.write(Unit(others=[(insert(table), rows)]))
            seen: list[str] = []
            after = ""
            while after is not None:
                told = await ana.ask("GET", "/guest/journeys" + (f"?after={after}" if after else ""))
                seen += [one["table"] for one in told["games"]]
                after = told["next"]
            assert seen == [f"{i:016}" for i in reversed(range(count))]
            assert len((await ana.ask("GET", "/guest/data"))["journeys"]) == count

    asyncio.run(main())


def test_ratings_follow_the_games_in_their_order(tmp_path: Any, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with server(tmp_path, backend) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            beliefs: list[Any] = [None, None]
            for _ in range(3):
                await together(house, ana, bo)
                await house.ratings.work()
                (mine, *_), (theirs, *_) = await journeys(ana), await journeys(bo)
                beliefs = learned(beliefs, [mine["rank"], theirs["rank"]], [False, False])
                for told, (mu, sigma) in zip((mine, theirs), beliefs, strict=True):
                    assert told["rating"] == {"mean": round(mu, 2), "doubt": round(sigma, 2)}
            rows = await house.database.rows(select(schema.travellers.c.nth, schema.travellers.c.guest))
            assert sorted((row.guest, row.nth) for row in rows) == sorted(
                (guest, n) for guest in (guest_of(ana), guest_of(bo)) for n in (1, 2, 3)
            )

    asyncio.run(main())


def test_two_processes_rate_a_game_once(tmp_path: Any, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with (
            server(tmp_path, backend) as (base, house),
            serving(tmp_path, secret=SECRET, **backend) as (_, other),
            Person(base) as ana,
            Person(base, "Bo") as bo,
        ):
            await house.ratings.close()
            for _ in range(4):
                await together(house, ana, bo)
            while await house.journeys.unrated(1):
                await asyncio.gather(house.ratings.work(), other.ratings.work())
            rows = await house.database.rows(select(schema.travellers).order_by(schema.travellers.c.finished_at))
            for person in (ana, bo):
                assert sorted(row.nth for row in rows if row.guest == guest_of(person)) == [1, 2, 3, 4]

    asyncio.run(main())


def test_who_wins_gains_who_gives_up_loses_and_bots_are_as_strong_as_in_the_arena() -> None:
    (winner, _), (loser, doubt) = learned([None, None], [1, 2], [False, False])
    assert winner > 25 > loser
    assert doubt < BEGINNER[1]
    stood_in = learned([None, None], [1, 2], [True, False])  # the bot in the place of who gave up has won
    assert stood_in[0][0] < 25 < stood_in[1][0]
    for game in collection():
        known = house_ratings()[game]
        assert [*known] == offered()
        means = [known[level][0] for level in offered()]
        assert means == sorted(means), f"{game}: the stronger level has the better rating"
        beaten = [learned([None, known[level]], [1, 2], [False, False])[0][0] for level in offered()]
        assert beaten == sorted(beaten), f"{game}: to beat a stronger bot is worth more"


def test_a_review_is_kept_with_the_game_of_whoever_played_it(tmp_path: Any, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with server(tmp_path, backend) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await together(house, ana, game="metrox")
            assert [one["accuracy"] for one in await journeys(ana)] == [None]
            await ana.ask("PUT", f"/guest/journeys/{table}", {"accuracy": 87.34})
            assert [one["accuracy"] for one in await journeys(ana)] == [87.3]
            await bo.ask("POST", "/guest", {"name": "Bo"})
            for person, path, value, kind in (
                (bo, table, 50, "unknown-table"),
                (ana, "0" * 16, 50, "unknown-table"),
                (ana, table, 101, "bad-field"),
            ):
                with pytest.raises(Refused) as told:
                    await person.ask("PUT", f"/guest/journeys/{path}", {"accuracy": value})
                assert told.value.kind == kind

    asyncio.run(main())


# take me along


def test_a_pass_makes_another_device_the_same_guest_once(tmp_path: Any, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with server(tmp_path, backend) as (base, _), Person(base) as ana:
            await ana.ask("POST", "/guest", {"name": "Ana"})
            assert (await ana.ask("GET", "/guest/pass"))["state"] == "none"
            given = await ana.ask("POST", "/guest/pass")
            assert (await ana.ask("GET", "/guest/pass"))["state"] == "waiting"
            devices = [Person(base) for _ in range(5)]

            async def arrive(device: Person) -> int:
                answer = await device.http.post("/api/v1/guest/along", json={"code": given["code"]})
                return answer.status_code

            arrived = await asyncio.gather(*map(arrive, devices))
            assert sorted(arrived) == [200, 403, 403, 403, 403]
            (second,) = [one for one in devices if "strapontin_guest" in one.http.cookies]
            assert guest_of(second) == guest_of(ana)
            assert (await second.ask("GET", "/guest"))["name"] == "Ana"
            assert (await ana.ask("GET", "/guest"))["name"] == "Ana", "the first device is who it was"
            assert (await ana.ask("GET", "/guest/pass"))["state"] == "used"
            for device in devices:
                await device.http.aclose()

    asyncio.run(main())


def test_a_pass_that_is_old_taken_back_or_replaced_opens_nothing(
    tmp_path: Any, backend: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with server(tmp_path, backend) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            await ana.ask("POST", "/guest", {"name": "Ana"})

            async def refused(code: str) -> str:
                with pytest.raises(Refused) as told:
                    await bo.ask("POST", "/guest/along", {"code": code})
                return str(told.value.kind)

            replaced = (await ana.ask("POST", "/guest/pass"))["code"]
            withdrawn = (await ana.ask("POST", "/guest/pass"))["code"]
            assert await refused(replaced) == "bad-pass"
            await ana.ask("DELETE", "/guest/pass")
            assert await refused(withdrawn) == "bad-pass"
            monkeypatch.setattr(passes, "LASTS", -1)
            old = (await ana.ask("POST", "/guest/pass"))["code"]
            assert await refused(old) == "bad-pass"
            assert (await ana.ask("GET", "/guest/pass"))["state"] == "expired"
            assert await refused("a" * 22) == "bad-pass"
            assert await refused("short") == "bad-field"
            assert "strapontin_guest" not in bo.http.cookies
            await house.cleanup.tidy()
            assert (await ana.ask("GET", "/guest/pass"))["state"] == "none"

    asyncio.run(main())


def test_a_pass_is_in_no_log_and_only_its_digest_in_the_database(
    tmp_path: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with server(tmp_path, {}) as (base, house), Person(base) as ana, Person(base) as phone:
            await ana.ask("POST", "/guest", {"name": "Ana"})
            given = await ana.ask("POST", "/guest/pass")
            assert given["code"].encode() not in b"".join(await everything(house))
            answer = await phone.http.post("/api/v1/guest/along", json={"code": given["code"]})
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["cache-control"] == "no-store"
            assert given["code"] not in f"{answer.headers} {answer.text}"
        assert caplog.text
        assert given["code"] not in caplog.text

    with caplog.at_level(logging.DEBUG):
        asyncio.run(main())


# erasing


async def everything(house: House) -> list[bytes]:
    """Every value of every column of every table there is, as bytes."""
    found: list[bytes] = []
    for table in schema.metadata.sorted_tables:
        for row in await house.database.rows(select(table)):
            found += [value if isinstance(value, bytes) else str(value).encode() for value in row]
    return found


def test_nothing_of_an_erased_guest_is_left_in_the_database(tmp_path: Any, backend: dict[str, str]) -> None:
    async def main() -> None:
        async with server(tmp_path, backend) as (base, house), Person(base, "Anastasia") as ana, Person(base) as bo:
            bo.name = "Bo"
            shared = await together(house, ana, bo)
            alone = await together(house, ana, game="metrox")
            await ana.ask("POST", "/daily/metrox", {})
            await ana.table("metrox", 2)
            running = (await ana.table("odyssee", 2, bots={"1": "novice"}, start=True))["table"]["id"]
            async with ana.socket(shared) as socket:
                await socket.do("say", text="hello, it is Anastasia")
            await ana.ask("PUT", f"/guest/journeys/{shared}", {"accuracy": 80})
            await house.ratings.work()
            await ana.ask("POST", "/guest/pass")
            guest = guest_of(ana)
            marks = [guest.encode(), b"Anastasia"]
            before = await everything(house)
            assert all(any(mark in one for one in before) for mark in marks)
            await ana.ask("DELETE", "/guest")
            assert "strapontin_guest" not in ana.http.cookies
            left = await everything(house)
            assert [one for one in left if any(mark in one for mark in marks)] == []
            assert {row.address for row in await house.database.rows(select(schema.tables.c.address))} == {""}
            (mine,) = await journeys(bo)
            assert (mine["table"], mine["others"][0]["name"], mine["others"][0]["who"]) == (shared, None, None)
            assert mine["rating"] is not None
            rows = await house.database.rows(select(schema.journeys.c.table_id))
            assert [row.table_id for row in rows] == [shared], f"{alone} was of nobody else"
            await to_the_end(house, running)
            assert len(await house.database.rows(select(schema.journeys))) == 1, "and the bot in its place is nobody"

    asyncio.run(main())


# what was there before


def test_games_finished_before_are_filled_in(tmp_path: Any) -> None:
    drawer = Drawer(f"sqlite:///{tmp_path / 'old.sqlite3'}")

    def old(connection: Connection) -> None:
        migrate.hold(connection)
        migrate.upgrade(connection, "0008")
        table = (
            "INSERT INTO tables (id, game, players, options, clock, absence, listed, spectators, owner, address, seed, "
            "state, chat_open, waits, result, created_at, started_at, finished_at, touched_at) "
            "VALUES (:id, 'odyssee', :players, "
            """'{"map": "x"}', '{}', '{}', 0, 1, '', '', x'00', :state, 1, 0, :result, 1, 2, 9, 9)"""
        )
        seat = (
            "INSERT INTO seats (table_id, seat, kind, guest, name, level, away, resigned) "
            "VALUES (:id, :seat, :kind, :guest, :name, :level, 0, :resigned)"
        )
        result = '{"scores": [3, 9, 5], "winners": [1]}'
        for one, state, told, players in (
            ("a", "over", result, 3),
            ("b", "playing", None, 3),
            ("c", "over", result, 3),
            ("d", "over", '{"scores": [4], "winners": [0]}', 1),
        ):
            given = {"id": one * 16, "state": state, "result": told, "players": players}
            connection.execute(text(table), given)
            people = [("guest", "g1", "Ana", None, 0), ("bot", None, None, "expert", 0)]
            people.append(("guest", "g2", "Bo", "regular", 1))
            for number, (kind, guest, name, level, resigned) in enumerate(people[:players]):
                known = None if one == "c" else guest  # of c nobody is known any more
                connection.execute(
                    text(seat),
                    {"id": one * 16, "seat": number, "kind": kind, "guest": known, "name": name}
                    | {"level": level, "resigned": resigned},
                )

    async def main() -> None:
        await drawer.write(old)
        await drawer.write(migrate.prepare)
        found = await drawer.read(
            lambda one: [list(one.execute(select(table))) for table in (schema.journeys, schema.travellers)]
        )
        about, seats = found
        assert [(one.table_id[0], one.map, one.finished_at, one.rated) for one in about] == [
            ("a", "x", 9, False),
            ("d", "x", 9, True),
        ]
        assert [(one.guest, one.level, one.score, one.rank, one.given_up) for one in seats] == [
            ("g1", None, 3, 3, False),
            (None, "expert", 9, 1, False),
            ("g2", None, 5, 2, True),
            ("g1", None, 4, 1, False),
        ]
        await drawer.close()

    asyncio.run(main())


def test_a_merit_tells_why_somebody_is_ahead() -> None:
    for score, margin, took in ((30, 12, 0), (-3, -900, 89_999_999), (0, 0, 1), (900, 1000, 90_000_000)):
        assert reasons(merit(score, margin, took), score) == (margin, took)
    week = [(20, 5, 70_000_000), (31, -4, 80_000_000), (0, 0, 90_000_000)]
    whole = sum(merit(*one) for one in week)
    assert reasons(whole, 51) == (1, 240_000_000)
