"""Tables: setting up, sitting down, bots, the start, the lists, the end."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from strapontin.core import registry
from strapontin.core.match import Match, verify
from strapontin.core.record import decode
from strapontin.server.journal import abandonment
from tests.server.client import Person, Refused, serving


def run(work: Any) -> None:
    asyncio.run(work)


def test_a_table_is_set_up_joined_started_and_played(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            made = await ana.table(players=3, bots={"2": "random"}, listed=True)
            table = made["table"]["id"]
            assert made["seat"] == 0
            assert len(made["token"]) == 32
            assert (await bo.ask("GET", "/tables"))["tables"][0]["id"] == table
            with pytest.raises(Refused) as refused:
                await ana.ask("POST", f"/tables/{table}/start", {})
            assert refused.value.kind == "not-ready"
            assert (await bo.sit(table, 1))["seat"] == 1
            with pytest.raises(Refused) as refused:
                await bo.ask("POST", f"/tables/{table}/start", {})
            assert refused.value.kind == "not-owner"
            started = await ana.ask("POST", f"/tables/{table}/start", {})
            assert started["state"] == "playing"
            assert (await bo.ask("GET", "/tables"))["tables"] == []
            mine = await bo.ask("GET", "/guest/tables")
            assert mine["tables"][0]["waiting"] is True
            async with ana.socket(table) as a, bo.socket(table) as b:
                await asyncio.gather(a.play_out(random.Random(1)), b.play_out(random.Random(2)))
                assert a.gaps == b.gaps == 0
            record = await bo.ask("GET", f"/tables/{table}/record")
            match = Match.from_record(decode(__import__("json").dumps(record)))
            assert match.over
            assert verify(match) > 0
            verdict = await bo.ask("GET", f"/tables/{table}/verify")
            assert verdict["fair"] is True
            replay = await bo.ask("GET", f"/tables/{table}/replay?start=3&count=2")
            assert [one["ply"] for one in replay["positions"]] == [3, 4]
            assert replay["positions"][0]["view"] == match.at(3).view("*")

    run(main())


@pytest.mark.parametrize("game", registry.games())
def test_two_guests_and_two_bots_finish_every_game_one_of_them_disconnecting(game: str, tmp_path: Any) -> None:
    async def main() -> None:
        async with (
            serving(tmp_path, bots=1) as (base, _),
            Person(base) as ana,
            Person(base, "Bo") as bo,
        ):
            made = await ana.table(game, 4, bots={"1": "novice", "3": "novice"})
            table = made["table"]["id"]
            await bo.sit(table, 2)
            await ana.ask("POST", f"/tables/{table}/start", {})

            async def disconnecting() -> None:
                socket = bo.socket(table)
                await socket.open()
                await socket.play_out(random.Random(2), 3)
                await socket.close()
                await socket.open()  # resumes by its version
                assert any(frame["type"] == "welcome" and frame["resumed"] for frame in socket.frames[1:])
                await socket.play_out(random.Random(3))
                assert socket.gaps == 0
                await socket.close()

            async with ana.socket(table) as a:
                await asyncio.gather(a.play_out(random.Random(1)), disconnecting())
            verdict = await bo.ask("GET", f"/tables/{table}/verify")
            assert verdict["fair"] is True

    run(main())


def test_seats_are_taken_left_and_given_to_bots(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = (await ana.table(players=2))["table"]["id"]

            async def refused(person: Person, method: str, path: str, body: Any = None) -> str:
                with pytest.raises(Refused) as info:
                    await person.ask(method, f"/tables/{table}{path}", body)
                return str(info.value.kind)

            assert await refused(bo, "POST", "/seats/0", {"name": "Bo"}) == "seat-taken"
            assert await refused(bo, "POST", "/seats/2", {"name": "Bo"}) == "unknown-seat"
            assert await refused(ana, "POST", "/seats/1", {"name": "Ana"}) == "already-seated"
            assert await refused(bo, "PUT", "/seats/1/bot", {"level": "random"}) == "not-owner"
            assert await refused(ana, "PUT", "/seats/1/bot", {"level": "genius"}) == "unknown-level"
            info = await ana.ask("PUT", f"/tables/{table}/seats/1/bot", {"level": "random"})
            assert info["seats"][1]["level"] == "random"
            assert await refused(bo, "POST", "/seats/1", {"name": "Bo"}) == "seat-taken"
            await ana.ask("DELETE", f"/tables/{table}/seats/1/bot")
            await bo.ask("POST", "/guest", {"name": "Bo"})
            async with bo.socket(table) as watching:
                assert watching.seat is None
                await bo.sit(table, 1)
                await watching.until(lambda: watching.seat == 1)  # the open screen changes eyes by itself
            assert await refused(bo, "DELETE", "/seats/0") == "not-your-seat"
            info = await ana.ask("DELETE", f"/tables/{table}/seats/1")  # the owner asks Bo to get up
            assert info["seats"][1]["kind"] == "empty"
            info = await ana.ask("POST", f"/tables/{table}/start", {"fill": "random"})
            assert info["seats"][1]["kind"] == "bot"
            assert await refused(bo, "POST", "/seats/1", {"name": "Bo"}) == "already-started"

    run(main())


def test_a_rematch_rotates_the_seats_and_is_set_up_once(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            made = await ana.table(players=2)
            table = made["table"]["id"]
            await bo.sit(table, 1)
            await ana.ask("POST", f"/tables/{table}/start", {})
            with pytest.raises(Refused) as refused:
                await bo.ask("POST", f"/tables/{table}/rematch", {"id": "x"})
            assert refused.value.kind == "not-over"
            async with ana.socket(table) as a, bo.socket(table) as b:
                await asyncio.gather(a.play_out(random.Random(1)), b.play_out(random.Random(2)))
                used = next(iter(b.acks))
                with pytest.raises(Refused) as refused:  # an id of a move is not the id of a rematch
                    await bo.ask("POST", f"/tables/{table}/rematch", {"id": used})
                assert refused.value.kind == "id-reused"
                first, second = await asyncio.gather(
                    bo.ask("POST", f"/tables/{table}/rematch", {"id": "b"}),
                    ana.ask("POST", f"/tables/{table}/rematch", {"id": "a"}),
                )
                assert first["id"] == second["id"] != table
                assert (first["you"], second["you"]) == (0, 1)
                await a.until(lambda: a.table["rematch"] == first["id"])
            token = {"authorization": f"Seat {made['token']}"}
            again = await ana.ask("GET", f"/tables/{first['id']}/snapshot", None, **token)
            assert again["seat"] == 1  # the token of a seat moves on with its owner

    run(main())


def test_the_table_of_a_rematch_is_open_as_it_would_be_read(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = (await ana.table(players=2))["table"]["id"]
            await bo.sit(table, 1)
            await ana.ask("POST", f"/tables/{table}/start", {})
            live = house.tables.open[table]
            await house.journal.act(live, abandonment)
            new = (await ana.ask("POST", f"/tables/{table}/rematch", {"id": "a"}))["id"]
            here, kept = house.tables.open[new].table, await house.store.load(new)
            assert kept is not None
            assert (here.header, here.seats, here.state, here.length) == (kept[0].header, kept[0].seats, "open", 0)

    run(main())


def test_a_guest_can_take_all_data_along_and_be_forgotten(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base, "Zénobie") as ana, Person(base, "Bo") as bo:
            table = (await ana.table(players=2))["table"]["id"]
            await bo.sit(table, 1)
            await ana.ask("POST", f"/tables/{table}/start", {})
            async with ana.socket(table) as a:
                assert (await a.do("say", text="secret of Zénobie"))["type"] == "ack"
            data = await ana.ask("GET", "/guest/data")
            assert data["guest"]["name"] == "Zénobie"
            assert data["chat"][0]["text"] == "secret of Zénobie"
            assert data["tables"][0]["id"] == table
            await ana.ask("DELETE", "/guest")
            shown = await bo.ask("GET", f"/tables/{table}/snapshot")
            assert "Zénobie" not in str(shown)
            assert shown["table"]["seats"][0]["resigned"] is True
        left = b"".join(path.read_bytes() for path in tmp_path.glob("tables.sqlite3"))
        assert b"secret of" not in left

    run(main())
