"""Tables with real cards: whoever draws tells it, and hidden cards never leave the phone of whoever holds them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from strapontin.core import registry
from strapontin.core.errors import StrapontinError
from strapontin.server.table import MOST_UNDOS, Proposal, Table
from tests.server.client import Person, Refused, serving
from tests.server.table_by_hand import guests, lay


def run(work: Any) -> None:
    asyncio.run(work)


async def two(ana: Person, bo: Person, game: str) -> str:
    table: str = (await ana.table(game=game, players=2, told=True))["table"]["id"]
    await bo.sit(table, 1)
    await ana.ask("POST", f"/tables/{table}/start", {})
    return table


def test_a_secret_draw_is_told_by_its_seat_alone_and_reaches_nobody_else(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo, "correspondances")
            async with ana.socket(table) as a, bo.socket(table) as b:
                assert a.asked["by"] is None
                assert a.asked["draws"] == b.asked["draws"] == ["first 1", "first 2"]
                assert a.table["commitment"] is None
                await b.do("tell", draw="first 1")
                await a.until(lambda: a.asked["by"] == [0])
                await b.until(lambda: b.asked["by"] == [0])
                assert (await b.do("tell", draw="line 1=3"))["error"]["kind"] == "not-to-act"
                assert (len(a.asked["draws"]), b.asked["draws"]) == (4, [])
                await a.do("tell", draw="line 1=3")
                await b.until(lambda: b.asked["by"] == [1])
                assert "line 2=3" in b.asked["draws"]
                assert b.history[-1] == ["*", "line 1=?"]
                impossible = (await b.do("tell", draw="line 2=3"))["error"]
                assert impossible["kind"] == "illegal-move"
                assert impossible["legal"] == b.asked["draws"]
                told = [frame for frame in b.frames if frame["type"] == "event"]
                assert all("=3" not in str((frame["steps"], frame["log"], frame["view"])) for frame in told)
                await a.do("undo")
            rows = house.tables.open[table].table.rows
            assert [row.kind for row in rows if row.kind in ("tell", "undo")] == ["tell", "tell", "undo"]

    run(main())


def test_what_was_told_is_taken_back_by_whoever_told_it_and_survives_a_restart(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo, "metrox")
            async with ana.socket(table) as a, bo.socket(table) as b:
                await a.do("tell", draw="3")
                assert (await b.do("undo"))["error"]["kind"] == "cannot-undo"
                await a.do("undo")
                await a.do("tell", draw="4")
                for one in (a, b):
                    await one.until(lambda one=one: one.view["card"] == "4")
                    await one.do("move", move=one.moves()[0])
                await a.until(lambda: a.asked is not None)
                assert [step[0] for step in a.history] == ["*", 0, 1]
        async with serving(tmp_path) as (base, house):
            live = await house.tables.find(table)
            assert live.table.match is not None
            assert [text for seat, text in live.table.match.moves if seat == "*"] == ["4"]
            assert live.table.match.told
            assert live.table.asked() is not None

    run(main())


@pytest.mark.parametrize("game", registry.collection())
def test_what_is_done_again_and_again_with_real_cards_is_taken_back_so_often_and_no_more(game: str) -> None:
    table = lay(game, guests(2))
    table.header.seed = b""
    table.commit(table.start(1))
    for _ in range(60):
        if table.state != "playing":
            break
        seat, again = something(table)
        table.commit(again())
        taken_back = 0
        while table.can_undo(seat):
            taken_back += 1
            assert taken_back <= MOST_UNDOS
            table.commit(table.undo(seat, 3))
            table.commit(again())


def something(table: Table) -> tuple[int, Callable[[], Proposal]]:
    """What can happen next at a table with real cards: by whom, and how it is done."""
    question = table.asked()
    if question is None:
        assert table.match is not None
        seat, move = table.waits[0], table.match.legal(table.waits[0])[0]
        return seat, lambda: table.move(seat, move, 2)
    seat = (question.by or [0])[0]
    for draw in table.drawable(seat):  # what one seat knows of may be in another's hand
        with suppress(StrapontinError):
            table.tell(seat, draw, 2)
            return seat, partial(table.tell, seat, draw, 2)
    raise AssertionError("nothing can be told")


def test_no_bot_and_no_clock_at_a_table_with_hidden_real_cards(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            for more in ({"bots": {"1": "random"}}, {"clock": {"kind": "days", "days": 2}}):
                with pytest.raises(Refused, match=r"real-cards|bad-options"):
                    await ana.table(game="jeudumetro", players=2, told=True, **more)
            table = (await ana.table(game="jeudumetro", players=2, told=True))["table"]["id"]
            with pytest.raises(Refused, match="real-cards"):
                await ana.ask("POST", f"/tables/{table}/start", {"fill": "random"})

    run(main())


def test_whoever_holds_hidden_real_cards_can_be_forgotten_and_the_game_ends_with_that(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo, "jeudumetro")
            await bo.ask("DELETE", "/guest")
            live = await house.tables.find(table)
            assert (live.table.state, live.table.seats[1].guest, live.table.seats[1].name) == ("abandoned", None, None)

    run(main())


def test_a_told_game_ends_and_its_verdict_says_who_told(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            table = (await ana.table(game="metrox", players=1, told=True, start=True))["table"]["id"]
            chance = random.Random(1)
            async with ana.socket(table) as a:
                while not a.over:
                    asked = a.asked
                    version = (
                        await a.do("tell", draw=chance.choice(asked["draws"]))
                        if asked
                        else await a.do("move", move=a.moves()[0])
                    )["version"]
                    await a.until(lambda version=version: a.version >= version)
            told = await ana.ask("GET", f"/tables/{table}/verify")
            assert (told["told"], told["fair"]) == (True, False)
            record = await ana.ask("GET", f"/tables/{table}/record")
            assert record["chance"] == "told"
            assert record.get("seed") is None

    run(main())
