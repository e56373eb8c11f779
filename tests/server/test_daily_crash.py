"""A counted try survives whatever dies, and is counted once."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from strapontin.server.settings import Settings
from strapontin.server.storage import schema
from strapontin.server.storage.database import Database
from tests.server.client import Person, Refused, serving
from tests.server.mortal import DEATHS
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


SOAKED = os.environ.get("STRAPONTIN_SOAK") == "1"
LONG = pytest.mark.skipif(not SOAKED, reason="takes longer; `make soak` runs it")

COUNTED = (schema.daily_tries, schema.daily_board, schema.daily_counts, schema.journeys, schema.travellers)
"""Where a result stands."""


async def counted(database: Database) -> list[list[Any]]:
    """All that is counted."""
    return [list(await database.rows(select(one))) for one in COUNTED]


def check(found: list[list[Any]], table: dict[str, Any]) -> None:
    """One try, at this table, with its score, once on each board, and one journey of one traveller."""
    (mine,), board, counts, journeys, travellers = found
    assert [one.results for one in counts if one.results] == [1] * 3
    assert [(one.table_id, one.line) for one in journeys] == [(table["id"], mine.day)]
    assert [(one.guest, one.score) for one in travellers] == [(mine.guest, mine.score)]
    assert (mine.table_id, mine.outcome, mine.score) == (table["id"], "counted", table["result"]["scores"][0])
    assert [(one.days, one.guest) for one in board] == [(1, mine.guest)] * 3
    assert {one.score for one in board if len(one.period) == 10} == {mine.score}


@contextlib.contextmanager
def mortal(folder: Path, database: str, every: int) -> Iterator[tuple[str, list[str]]]:
    """A server that dies in every so many rows; its address, and how it died, once it is over."""
    settings = {"PORT": "0", "DATABASE": database, "DATA": str(folder), "SECRET": SECRET, "RATE": "0", "BOTS": "0"}
    environment = os.environ | {f"STRAPONTIN_{name}": value for name, value in settings.items()}
    command = [sys.executable, "-m", "tests.server.mortal", str(every)]
    deaths: list[str] = []
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True) as server,
    ):
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip(), deaths
        finally:
            server.terminate()
            deaths += server.stdout.read().splitlines()


@pytest.mark.parametrize("backend", ["sqlite", pytest.param("postgresql", marks=LONG)])
def test_a_try_survives_kill_9_at_any_row_and_is_counted_once(backend: str, tmp_path: Path) -> None:
    """In the long form at every row, in the short one at the first, at the last and at every twentieth in between."""

    async def main(url: str) -> None:
        with mortal(tmp_path, url, every) as (base, deaths):
            moves, told = await played(base)
        rows = sorted({int(death.split()[1]) for death in deaths})
        assert deaths == [f"{when} {row}" for row in rows for when in DEATHS]
        assert rows == [1, *(row for row in range(2, moves + 1) if row % every == 0), moves + 1]
        database = Database(Settings(database=url).database_url())
        check(await counted(database), told)
        await database.close()

    async def played(base: str) -> tuple[int, dict[str, Any]]:
        async with Person(base) as ana:
            await insist(ana, "POST", "/guest", {"name": "Ana"})
            table = (await insist(ana, "POST", "/daily/metrox", {}))["table"]["id"]
            n = 0
            while not (told := await insist(ana, "GET", f"/tables/{table}/snapshot"))["view"]["over"]:
                n += 1
                body = {"id": f"m{n}", "move": told["view"]["moves"][0]["move"]}
                await insist(ana, "POST", f"/tables/{table}/moves", body)
            again = await insist(ana, "POST", "/daily/metrox", {})
            assert again["table"]["id"] == table
            return n, await insist(ana, "GET", f"/tables/{table}")

    every = 1 if SOAKED else 20
    with contextlib.ExitStack() as stack:
        given = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
        asyncio.run(main(given if backend == "sqlite" else stack.enter_context(postgres())))


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
                check(await counted(house.database), told)
                assert min(lost.values()) > 3

    with contextlib.ExitStack() as stack:
        given = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
        asyncio.run(main(given if backend == "sqlite" else stack.enter_context(postgres())))
