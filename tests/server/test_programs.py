"""Programs on the seats of people: only where whoever set up the table lets them, and shown to everybody."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.client import Person, Refused, serving


async def refusal(request: Any) -> str:
    with pytest.raises(Refused) as told:
        await request
    return str(told.value.kind)


def sit(person: Person, table: str, seat: int, **more: Any) -> Any:
    return person.ask("POST", f"/tables/{table}/seats/{seat}", {"name": person.name} | more)


def test_a_program_sits_only_where_the_table_was_set_up_for_it(tmp_path: Any) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Robby") as robby:
            shy = (await ana.table())["table"]
            assert shy["programs"] is False
            assert await refusal(sit(robby, shy["id"], 1, bot="greedy")) == "no-programs"
            assert (await ana.ask("GET", f"/tables/{shy['id']}"))["seats"][1]["kind"] == "empty"

            open_table = (await ana.table(programs=True))["table"]
            assert open_table["programs"] is True
            assert await refusal(sit(robby, open_table["id"], 0, bot="greedy")) == "seat-taken"
            seated = await sit(robby, open_table["id"], 1, bot="greedy")
            assert seated["table"]["seats"][1]["bot"] == "greedy"

    asyncio.run(test())


def test_everybody_is_shown_that_a_seat_is_a_program(tmp_path: Any) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Robby") as robby:
            table = (await ana.table(programs=True, listed=True, players=3))["table"]["id"]
            async with ana.socket(table) as socket:
                await sit(robby, table, 1, bot="greedy")
                await socket.until(lambda: socket.table["seats"][1]["bot"] == "greedy")
                assert socket.table["seats"][1]["kind"] == "guest"
                assert socket.table["seats"][0]["bot"] is None
            (line,) = (await ana.ask("GET", "/tables"))["tables"]
            assert line["seats"][1]["bot"] == "greedy"

    asyncio.run(test())


def test_the_badge_outlives_the_server_and_goes_with_the_seat(tmp_path: Any) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Robby") as robby:
            table = (await ana.table(programs=True))["table"]["id"]
            await sit(robby, table, 1, bot="greedy")
            await ana.ask("POST", f"/tables/{table}/start", {})
            cookies = ana.http.cookies
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            ana.http.cookies = cookies
            info = await ana.ask("GET", f"/tables/{table}")
            assert info["programs"] is True
            assert info["seats"][1]["bot"] == "greedy"
            live = await house.tables.find(table)
            assert [player.bot for player in live.table.players()] == [None, "greedy"]
            fresh = (await ana.table(programs=True))["table"]["id"]
            async with Person(base, "Robby") as robby:
                await sit(robby, fresh, 1, bot="greedy")
                await robby.ask("DELETE", f"/tables/{fresh}/seats/1")
            assert (await ana.ask("GET", f"/tables/{fresh}"))["seats"][1]["bot"] is None

    asyncio.run(test())


def test_a_person_does_not_become_a_program_on_the_seat_nor_a_program_a_person(tmp_path: Any) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Robby") as robby:
            table = (await ana.table(programs=True))["table"]["id"]
            assert await refusal(sit(ana, table, 0, bot="greedy")) == "already-seated"
            token = {"authorization": f"Seat {(await sit(robby, table, 1, bot='greedy'))['token']}"}
            assert await refusal(robby.ask("DELETE", f"/tables/{table}/seats/0", None, **token)) == "not-your-seat"
            assert await refusal(sit(robby, table, 0, bot="greedy")) == "already-seated"
            assert await refusal(sit(robby, table, 1)) == "already-seated"
            assert (await sit(robby, table, 1, bot="novice"))["table"]["seats"][1]["bot"] == "novice"

    asyncio.run(test())


@pytest.mark.parametrize("name", ["", "x" * 25, "a\nb", 3])
def test_the_name_of_a_bot_is_a_name_as_others(name: Any, tmp_path: Any) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Robby") as robby:
            table = (await ana.table(programs=True))["table"]["id"]
            assert await refusal(sit(robby, table, 1, bot=name)) == "bad-field"

    asyncio.run(test())


def test_of_a_program_that_is_forgotten_it_stays_known_that_it_was_one(tmp_path: Any) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Robby") as robby:
            table = (await ana.table(programs=True))["table"]["id"]
            await sit(robby, table, 1, bot="secret-project")
            await ana.ask("POST", f"/tables/{table}/start", {})
            await robby.ask("DELETE", "/guest")
            seat = (await ana.ask("GET", f"/tables/{table}"))["seats"][1]
            assert (seat["name"], seat["bot"]) == (None, "bot")

    asyncio.run(test())
