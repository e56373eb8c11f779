"""`strapontin admin`: a server looked after from outside, while it runs."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from strapontin.cli import main
from strapontin.core.errors import StrapontinError
from strapontin.server import administration
from strapontin.server.settings import Settings
from strapontin.server.storage.schema import journal
from tests.server import services
from tests.server.client import Person, Refused, Socket, serving


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with services.postgres() as url:
        yield url


def settings(folder: Path, **more: Any) -> Settings:
    return Settings(data=str(folder), **more)


async def played(ana: Person, moves: int = 6) -> str:
    """A table at which so many moves were made; its id."""
    table: str = (await ana.table("metrox", 1))["table"]["id"]
    await ana.ask("POST", f"/tables/{table}/start", {})
    async with ana.socket(table) as seat:
        assert await seat.play_out(random.Random(1), moves) == moves
    return table


def in_office(given: Settings, work: Any) -> Any:
    return administration.run(given, work)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_of_a_running_server_is_restored_and_played_on(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = "" if kind == "sqlite" else request.getfixturevalue("postgres")
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "copy.gz"

    async def before() -> tuple[str, Any, str]:
        async with serving(old, database=database) as (base, _), Person(base) as ana:
            table = await played(ana)
            async with administration.opened(settings(old, database=database)) as office:
                counts = await office.backup(file)
            assert counts["tables"] == counts["guests"] == 1
            assert counts["journal"] == 7
            await played(ana)  # what comes later is not in it
            return table, await ana.ask("GET", f"/tables/{table}/snapshot"), ana.cookie()

    async def after(table: str, cookie: str) -> Any:
        async with serving(new) as (base, _), Person(base) as ana:
            ana.http.headers["cookie"] = cookie
            found = await ana.ask("GET", f"/tables/{table}/snapshot")
            assert len((await ana.ask("GET", "/guest/tables"))["tables"]) == 1
            async with Socket(base.replace("http", "ws", 1), table, cookie) as seat:
                assert await seat.play_out(random.Random(1), 1) == 1
            return found

    table, told, cookie = asyncio.run(before())
    assert file.stat().st_mode & 0o077 == 0
    asyncio.run(administration.restore(settings(new), file))
    assert asyncio.run(after(table, cookie))["view"] == told["view"]


def test_a_backup_goes_from_one_kind_of_database_to_the_other(tmp_path: Path) -> None:
    file = tmp_path / "copy.gz"

    async def before() -> str:
        async with serving(tmp_path / "old") as (base, _), Person(base) as ana:
            return await played(ana)

    table = asyncio.run(before())
    in_office(settings(tmp_path / "old"), lambda office: office.backup(file))
    with services.postgres() as url:
        other = settings(tmp_path / "new", database=url)
        asyncio.run(administration.restore(other, file))
        assert [one.id for one in in_office(other, lambda office: office.tables(None, 10))] == [table]
        assert in_office(other, ailments) == []


def test_a_backup_that_is_cut_off_or_something_else_restores_nothing(tmp_path: Path) -> None:
    file = tmp_path / "copy.gz"

    async def before() -> None:
        async with serving(tmp_path / "old") as (base, _), Person(base) as ana:
            await played(ana)

    asyncio.run(before())
    in_office(settings(tmp_path / "old"), lambda office: office.backup(file))
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    damaged = {
        "is cut off": gzip.compress(b"".join(lines[:-1])),
        "is not whole": file.read_bytes()[:-40],
        "is not a backup": b"hello",
        "of strapontin": gzip.compress(b'{"kind": "other"}\n'),
    }
    for told, content in damaged.items():
        (tmp_path / "bad.gz").write_bytes(content)
        with pytest.raises(StrapontinError, match=told):
            asyncio.run(administration.restore(settings(tmp_path / "new"), tmp_path / "bad.gz"))
    asyncio.run(administration.restore(settings(tmp_path / "new"), file))
    with pytest.raises(StrapontinError, match="already"):
        asyncio.run(administration.restore(settings(tmp_path / "new"), file))


def test_a_table_that_is_closed_is_over_for_those_who_sit_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table = await played(ana)
            async with ana.socket(table) as seat:
                async with administration.opened(settings(tmp_path)) as office:
                    await office.close_table(table)
                    with pytest.raises(StrapontinError, match="no table"):
                        await office.close_table("nowhere")
                await house.deadlines._read_on()
                await seat.until(lambda: seat.table["state"] == "abandoned")

    asyncio.run(main())


def test_a_table_that_is_set_aside_is_shut_as_it_is_until_it_is_released(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table = await played(ana)
            before = await ana.ask("GET", f"/tables/{table}/snapshot")
            async with ana.socket(table) as seat, administration.opened(settings(tmp_path)) as office:
                await office.set_aside(table, True)
                await house.orders.read()
                await seat.until(lambda: bool(seat.refusals))
                assert seat.refusals[-1]["error"]["kind"] == "set-aside"
                with pytest.raises(Refused) as refused:
                    await ana.ask("GET", f"/tables/{table}/snapshot")
                assert (refused.value.status, refused.value.kind) == (423, "set-aside")
                assert [one.id for one in await office.tables("set-aside", 10)] == [table]
                await office.set_aside(table, False)
                assert await ana.ask("GET", f"/tables/{table}/snapshot") == before

    asyncio.run(main())


def test_who_sits_at_a_table_that_is_set_aside_is_forgotten_all_the_same_and_it_can_be_closed(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table = await played(ana)
            async with administration.opened(settings(tmp_path)) as office:
                await office.set_aside(table, True)
                await house.orders.read()
                await ana.ask("DELETE", "/guest")
                assert await office.guests(10) == []
                assert (await office.store.seats_of([table]))[table][0].guest is None
                await office.close_table(table)
                assert [one.state for one in await office.tables("set-aside", 10)] == ["abandoned"]

    asyncio.run(main())


@pytest.mark.parametrize("who", ["guest", "127.0.0.0/8"])
def test_who_is_kept_out_is_hung_up_on_and_refused_until_let_in_again(tmp_path: Path, who: str) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await played(ana)
            await bo.ask("POST", "/guest", {})
            async with ana.socket(table) as seat, administration.opened(settings(tmp_path)) as office:
                name = next(one.id for one in await office.guests(10) if one.tables) if who == "guest" else who
                await office.ban(name)
                await house.orders.read()
                await seat.until(lambda: bool(seat.refusals))
                assert seat.refusals[-1]["error"]["kind"] == "banned"
                with pytest.raises(Refused) as refused:
                    await ana.ask("GET", "/games")
                assert (refused.value.status, refused.value.kind) == (403, "banned")
                if who == "guest":
                    await bo.ask("GET", "/games")  # others come and go
                assert [one.id for one in await office.guests(10) if one.banned] == [name]
                await office.pardon(name)
                await house.orders.read()
                await ana.ask("GET", "/games")
                with pytest.raises(StrapontinError, match="not kept out"):
                    await office.pardon(name)
                with pytest.raises(StrapontinError, match="is nobody"):
                    await office.ban("somebody")

    asyncio.run(main())


async def ailments(office: administration.Office) -> list[tuple[str, str]]:
    return [(one.table, one.fault) async for one in office.examine()]


def test_the_doctor_names_the_table_whose_journal_is_damaged(tmp_path: Path) -> None:
    async def main() -> str:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            await played(ana)
            return await played(ana)

    ill = asyncio.run(main())

    async def damage(office: administration.Office) -> list[tuple[str, str]]:
        assert await ailments(office) == []
        row = (journal.c.table_id == ill) & (journal.c.n == 3)
        await office.database.changed(update(journal).where(row).values(draws='["9E"]'))
        drawn = await ailments(office)
        await office.database.changed(update(journal).where(row).values(n=99))
        return drawn + await ailments(office)

    (one, fault), (other, missing) = in_office(settings(tmp_path), damage)
    assert one == other == ill
    assert "cannot be read" in fault
    assert missing == "rows of its journal are missing"


def test_the_command_line_does_all_of_it_and_complains_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def before() -> str:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            return await played(ana)

    table = asyncio.run(before())
    capsys.readouterr()  # whatever the server said
    here = ["--data", str(tmp_path)]

    def told(*words: str, code: int = 0) -> str:
        assert main(["admin", *words, *here]) == code
        out = capsys.readouterr()
        assert out.err.count("\n") == (1 if code else 0)
        return out.out + out.err

    assert table in told("tables", "--state", "playing")
    assert json.loads(told("tables", "--json"))[0]["rows"] == 7
    assert "Done" in told("tables", "--quarantine", table)
    assert "set aside" in told("tables")
    told("tables", "--release", table)
    assert "1 table examined: all is well." in told("doctor")
    assert "Ana" in told("guests")
    assert "1 tables, 7 rows" in told("backup", str(tmp_path / "copy.gz"))
    assert "already" in told("restore", str(tmp_path / "copy.gz"), code=1)
    assert "no file" in told("restore", str(tmp_path / "none.gz"), code=1)
    assert "takes a file" in told("backup", code=1)
    assert "cannot write" in told("backup", str(tmp_path / "nowhere" / "copy.gz"), code=1)
    assert "takes no file" in told("tables", "x", code=1)
    assert "--ban does not go with" in told("tables", "--ban", "x", code=1)
    assert "no table" in told("tables", "--close", "x", code=1)
    assert "Done" in told("tables", "--close", table)
    assert "nothing" in told("tables", "--state", "playing").lower()
