"""The draws bind the house too: it commits itself before anybody sits, then every seat gives something of its own."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

import strapontin
from strapontin.core.errors import BadRecord
from strapontin.core.match import verify
from strapontin.server.chance import Chance
from tests.server.client import Person, Refused, serving
from tests.server.rehearsal import Known

ONE, OTHER = "0123456789abcdef" * 2, "fedcba9876543210" * 2


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What seats give is mixed in, as in every house but a rehearsal."""
    monkeypatch.setattr(Known, "nonce", Chance.nonce)


async def give(person: Person, table: str, seat: int, nonce: str) -> Any:
    return await person.ask("PUT", f"/tables/{table}/seats/{seat}/nonce", {"nonce": nonce})


async def refused(doing: Any) -> str:
    with pytest.raises(Refused) as error:
        await doing
    return str(error.value.kind)


async def over(ana: Person, table: str) -> Any:
    """Play a game alone to its end; its record."""
    await ana.ask("POST", f"/tables/{table}/start", {})
    async with ana.socket(table) as seat:
        await seat.play_out(random.Random(1))
    return await ana.ask("GET", f"/tables/{table}/record")


def test_the_house_commits_itself_before_anybody_sits(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            created = await ana.table("metrox", 1, seat=None)
            table, commitment = created["table"]["id"], created["table"]["commitment"]
            assert len(commitment) == 64
            await ana.ask("POST", f"/tables/{table}/seats/0", {"name": "Ana", "nonce": ONE})
            record = await over(ana, table)
            assert (record["commitment"], record["nonces"]) == (commitment, [ONE])

    asyncio.run(main())


def test_what_a_seat_gives_changes_the_deal_and_the_record_verifies_with_it_alone(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            plain = await over(ana, (await ana.table("metrox", 1))["table"]["id"])
            table = (await ana.table("metrox", 1))["table"]["id"]
            assert (await give(ana, table, 0, ONE))["seats"][0]["nonce"] == ONE
            record = await over(ana, table)
            assert "nonces" not in plain
            assert record["seed"] == plain["seed"]  # in a rehearsal the house does not vary
            assert [text for who, text in record["moves"] if who == "*"] != [
                text for who, text in plain["moves"] if who == "*"
            ]
            verdict = await ana.ask("GET", f"/tables/{table}/verify")
            assert (verdict["fair"], verdict["nonces"]) == (True, [ONE])
            verify(strapontin.load(record))
            with pytest.raises(BadRecord, match="draw"):
                verify(strapontin.load(record | {"nonces": [OTHER]}))

    asyncio.run(main())


def test_a_seat_without_a_nonce_counts_as_an_empty_one_and_bots_give_none(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = (await ana.table("metrox", 3, bots={"2": "random"}))["table"]["id"]
            await bo.ask("POST", f"/tables/{table}/seats/1", {"name": "Bo", "nonce": OTHER})
            await ana.ask("POST", f"/tables/{table}/start", {})
            match = house.tables.open[table].table.match
            assert match is not None
            assert match.nonces == ("", OTHER, "")

    asyncio.run(main())


def test_a_nonce_is_given_by_whoever_sits_there_before_the_start_and_leaves_with_them(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = (await ana.table("metrox", 2))["table"]["id"]
            await bo.ask("POST", f"/tables/{table}/seats/1", {"name": "Bo", "nonce": OTHER})
            assert await refused(give(bo, table, 0, ONE)) == "not-your-seat"
            assert await refused(give(bo, table, 1, "random")) == "bad-field"
            assert await refused(give(bo, table, 1, ONE.upper())) == "bad-field"
            await bo.ask("DELETE", f"/tables/{table}/seats/1")
            info = await bo.sit(table, 1)
            assert info["table"]["seats"][1]["nonce"] is None
            await give(bo, table, 1, ONE)
            info = await bo.sit(table, 1)  # another name, the same nonce
            assert info["table"]["seats"][1]["nonce"] == ONE
            await ana.ask("POST", f"/tables/{table}/start", {})
            assert await refused(give(bo, table, 1, OTHER)) == "already-started"
            again = bo.ask("POST", f"/tables/{table}/seats/1", {"name": "Bo", "nonce": OTHER})
            assert await refused(again) == "already-started"
            await bo.sit(table, 1)

    asyncio.run(main())


def test_a_table_read_again_draws_on_with_its_nonces_whoever_was_forgotten(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = (await ana.table("metrox", 2))["table"]["id"]
            await give(ana, table, 0, ONE)
            await bo.ask("POST", f"/tables/{table}/seats/1", {"name": "Bo", "nonce": OTHER})
            await ana.ask("POST", f"/tables/{table}/start", {})
            await bo.ask("DELETE", "/guest")
            house.tables.forget(house.tables.open[table])
            async with ana.socket(table) as seat:
                await seat.play_out(random.Random(1))
            record = await ana.ask("GET", f"/tables/{table}/record")
            assert record["nonces"] == [ONE, OTHER]
            assert (await ana.ask("GET", f"/tables/{table}/verify"))["fair"]

    asyncio.run(main())


def test_a_rematch_asks_for_new_ones(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            table = (await ana.table("metrox", 1))["table"]["id"]
            await give(ana, table, 0, ONE)
            await over(ana, table)
            following = await ana.ask("POST", f"/tables/{table}/rematch", {"id": "again"})
            assert following["seats"][0]["nonce"] is None
            assert following["commitment"]

    asyncio.run(main())
