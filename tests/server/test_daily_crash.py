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


def counted(url: str) -> tuple[list[Any], list[Any]]:
    """All tries and all lines of boards there are."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = [list(connection.execute(select(one))) for one in (schema.daily_tries, schema.daily_board)]
    engine.dispose()
    return found[0], found[1]


def check(tries: list[Any], board: list[Any], table: dict[str, Any]) -> None:
    """One try, at this table, with its score, once on each board."""
    (mine,) = tries
    assert (mine.table_id, mine.outcome, mine.score) == (table["id"], "counted", table["result"]["scores"][0])
    assert [(one.days, one.guest) for one in board] == [(1, mine.guest)] * 3
    assert {one.score for one in board if len(one.period) == 10} == {mine.score}


@pytest.mark.skipif(not os.environ.get("STRAPONTIN_SOAK"), reason="starts three servers: make soak runs it")
def test_a_try_survives_kill_9_and_is_counted_once(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    flags = ["--database", database, "--data", str(tmp_path), "--secret", SECRET, "--rate", "0", "--bots", "0"]
    fleet = Fleet(1, [*flags, "--daily-zone", far_from_midnight()], tmp_path / "log")
    (port,) = fleet.ports

    async def killed(request: Any) -> Any:
        """Kill the server while a request is under way, and start it again."""
        asking = asyncio.create_task(request)
        await asyncio.sleep(0.004)
        fleet.kill(port)
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
                view = told["view"]
                left = view["sheets"][0]["vacant"]
                body = {"id": f"m{n}", "move": view["moves"][0]["move"]}
                move = insist(ana, "POST", f"/tables/{table}/moves", body)
                await (killed(move) if left == 1 else move)  # the last move is the one that counts
            told = await insist(ana, "GET", f"/tables/{table}")
        check(*counted(database), told)

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
                tries, board = [
                    list(await house.database.rows(select(one))) for one in (schema.daily_tries, schema.daily_board)
                ]
                check(tries, board, told)
                assert min(lost.values()) > 3

    with contextlib.ExitStack() as stack:
        given = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
        asyncio.run(main(given if backend == "sqlite" else stack.enter_context(postgres())))
