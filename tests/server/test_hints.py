"""Hints: noted before they are had, told to everybody, and only where nobody but house bots plays along."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.client import Person, Socket, serving


def run(work: Any) -> None:
    asyncio.run(work)


def hinted(one: Socket) -> list[dict[str, Any]]:
    """The events that tell of hints."""
    return [frame for frame in one.frames if frame.get("kind") == "hint"]


def test_a_hint_is_noted_once_and_everybody_is_told(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table = (await ana.table(players=2, bots={1: "random"}, start=True))["table"]["id"]
            async with ana.socket(table) as a, Socket(base.replace("http", "ws"), table) as watching:
                await a.until(a.my_turn)
                assert (await a.do("hint", id="once"))["repeated"] is False
                assert (await a.do("hint", id="once"))["repeated"] is True
                for one in (a, watching):
                    await one.until(lambda one=one: hinted(one))
                    (told,) = hinted(one)
                    assert (told["by"], told["steps"], told["log"]) == (0, [], [])
                    assert [seat["hints"] for seat in told["table"]["seats"]] == [1, 0]
                assert (await watching.do("hint"))["error"]["kind"] == "not-your-seat"
            assert [row.kind for row in house.tables.open[table].table.rows].count("hint") == 1
            house.tables.open.clear()
            seats = (await ana.ask("GET", f"/tables/{table}"))["seats"]
            assert [seat["hints"] for seat in seats] == [1, 0]
            assert (await ana.ask("POST", f"/tables/{table}/hint", {"id": "two"}))["repeated"] is False

    run(main())


def test_nobody_has_hints_beside_another_person_even_while_a_bot_minds_their_seat(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = (await ana.table(players=3, bots={2: "random"}))["table"]["id"]
            await bo.sit(table, 1)
            async with ana.socket(table) as a, bo.socket(table) as b:
                assert (await a.do("hint"))["error"]["kind"] == "not-started"
                await ana.ask("POST", f"/tables/{table}/start", {})
                await a.until(a.my_turn)
                assert (await a.do("hint"))["error"]["kind"] == "no-hints"
                await b.do("away")
                assert (await a.do("hint"))["error"]["kind"] == "no-hints"
                await b.do("resign")
                assert (await a.do("hint"))["error"]["kind"] == "no-hints"

    run(main())


def test_there_is_nothing_to_hint_at_while_nobody_waits(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table = (await ana.table(players=1))["table"]["id"]
            await ana.ask("POST", f"/tables/{table}/start", {})
            async with ana.socket(table) as a:
                await a.until(a.my_turn)
                house.tables.open[table].table.waits = []
                assert (await a.do("hint"))["error"]["kind"] == "not-to-act"

    run(main())
