"""A counted try survives whatever dies, and is counted once."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, select

from strapontin.server.storage import schema
from tests.server.client import Person, Refused, serving
from tests.server.fleet import Fleet
from tests.server.rehearsal import far_from_midnight
from tests.server.services import postgres
from tests.server.soak import SECRET


async def insist(person: Person, method: str, path: str, body: Any = None) -> Any:
    """Ask until there is an answer, as a screen does: the same request with the same id."""
    while True:
        try:
            return await person.ask(method, path, body)
        except httpx.HTTPError:
            await asyncio.sleep(0.02)
        except Refused as refused:
            if refused.kind != "back-in-a-moment":
                raise


COUNTED = (schema.daily_tries, schema.daily_board, schema.daily_counts, schema.journeys, schema.travellers)
"""Where a result stands."""


def counted(url: str) -> list[list[Any]]:
    """All that is counted."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = [list(connection.execute(select(one))) for one in COUNTED]
    engine.dispose()
    return found


def check(found: list[list[Any]], table: dict[str, Any]) -> None:
    """One try, at this table, with its score, once on each board, and one journey of one traveller."""
    (mine,), board, counts, journeys, travellers = found
    assert [one.results for one in counts if one.results] == [1] * 3
    assert [(one.table_id, one.line) for one in journeys] == [(table["id"], mine.day)]
    assert [(one.guest, one.score) for one in travellers] == [(mine.guest, mine.score)]
    assert (mine.table_id, mine.outcome, mine.score) == (table["id"], "counted", table["result"]["scores"][0])
    assert [(one.days, one.guest) for one in board] == [(1, mine.guest)] * 3
    assert {one.score for one in board if len(one.period) == 10} == {mine.score}


@pytest.mark.skipif(not os.environ.get("STRAPONTIN_SOAK"), reason="kills a server at every row: make soak runs it")
def test_a_try_survives_kill_9_at_every_row_and_is_counted_once(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    flags = ["--database", database, "--data", str(tmp_path), "--secret", SECRET, "--rate", "0", "--bots", "0"]
    fleet = Fleet(1, [*flags, "--daily-zone", far_from_midnight()], tmp_path / "log")
    (port,) = fleet.ports
    rng, kills = random.Random(9), 0

    async def killed(request: Any) -> Any:
        """Kill the server while a request is under way, before, amid or after its transaction, and start it again."""
        nonlocal kills
        asking = asyncio.create_task(request)
        await asyncio.sleep(rng.choice((0.0, 0.002, 0.004, 0.008, 0.02)))
        fleet.kill(port)
        kills += 1
        fleet.start(port)
        await fleet.ready(port)
        return await asking

    async def main() -> None:
        fleet.start(port)
        await fleet.ready(port)
        async with Person(f"http://127.0.0.1:{port}") as ana:
            await ana.ask("POST", "/guest", {"name": "Ana"})
            table = (await killed(insist(ana, "POST", "/daily/metrox", {})))["table"]["id"]
            n = 0
            while not (told := await insist(ana, "GET", f"/tables/{table}/snapshot"))["view"]["over"]:
                n += 1
                body = {"id": f"m{n}", "move": told["view"]["moves"][0]["move"]}
                await killed(insist(ana, "POST", f"/tables/{table}/moves", body))
            told = await killed(insist(ana, "GET", f"/tables/{table}"))
            again = await killed(insist(ana, "POST", "/daily/metrox", {}))
            assert again["table"]["id"] == table
        assert kills == n + 3 > 20
        check(counted(database), told)

    try:
        asyncio.run(main())
    finally:
        fleet.stop()


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
def test_whatever_becomes_of_a_transaction_a_try_is_counted_once(backend: str, tmp_path: Path) -> None:
    """Every transaction is lost or made without anybody hearing of it, and asked for again."""

    async def main(database: str) -> None:
        rng, lost = random.Random(4), {"before": 0, "after": 0}
        async with serving(tmp_path, database=database, secret=SECRET, daily_zone=far_from_midnight()) as (base, house):
            write = house.database.engine.write

            async def unsure(work: Any) -> Any:
                when = rng.choice(("before", "after", "never", "never"))
                if when != "never":
                    lost[when] += 1
                if when == "before":
                    raise OSError("gone")
                done = await write(work)
                if when == "after":
                    raise OSError("gone")
                return done

            async with Person(base) as ana:
                await ana.ask("POST", "/guest", {"name": "Ana"})
                house.database.engine.write = unsure  # type: ignore[method-assign]
                table = (await insist(ana, "POST", "/daily/metrox", {}))["table"]["id"]
                n = 0
                while not (told := await insist(ana, "GET", f"/tables/{table}/snapshot"))["view"]["over"]:
                    n += 1
                    body = {"id": f"m{n}", "move": told["view"]["moves"][0]["move"]}
                    await insist(ana, "POST", f"/tables/{table}/moves", body)
                again = await insist(ana, "POST", "/daily/metrox", {})
                house.database.engine.write = write  # type: ignore[method-assign]
                told = await ana.ask("GET", f"/tables/{table}")
                assert again["table"]["id"] == table
                check([list(await house.database.rows(select(one))) for one in COUNTED], told)
                assert min(lost.values()) > 3

    with contextlib.ExitStack() as stack:
        given = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
        asyncio.run(main(given if backend == "sqlite" else stack.enter_context(postgres())))
