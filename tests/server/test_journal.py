"""The journal of a table: how long it may get, and who reads it again."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from sqlalchemy import select, text, update
from websockets.exceptions import ConnectionClosed

from strapontin.server import journal_limits, journal_replay
from strapontin.server.connection import TOO_MANY
from strapontin.server.rate_limits import Limit
from strapontin.server.storage import database as writing
from strapontin.server.storage.database import Conflict, Unavailable, Unit
from strapontin.server.storage.schema import tables
from strapontin.server.table import MOST_UNDOS, Row, Table
from tests.server.client import NEVER, Person, Refused, Socket, serving
from tests.server.test_play import two


def test_a_seat_takes_back_so_often_in_a_turn_and_no_more(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.socket(table) as a, bo.socket(table) as b:
                for _ in range(MOST_UNDOS):
                    await a.do("move", move=a.moves()[0])
                    assert a.can_undo
                    assert (await a.do("undo"))["type"] == "ack"
                await a.do("move", move=a.moves()[0])
                assert a.can_undo is False
                assert (await a.do("undo"))["error"]["kind"] == "no-more-undos"
                with pytest.raises(Refused) as refused:
                    await ana.ask("POST", f"/tables/{table}/undo", {"id": "by-request"})
                assert (refused.value.status, refused.value.kind) == (409, "no-more-undos")
                await b.do("move", move=b.moves()[0])  # the others have their own, and the next round is new
                await a.until(lambda: a.view["turn"] == 2)
                await a.do("move", move=a.moves()[0])
                assert (await a.do("undo"))["type"] == "ack"

    asyncio.run(main())


def test_a_game_that_goes_on_for_ever_ends_as_abandoned(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_limits, "MOST_ROWS", 4)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.socket(table) as a, bo.socket(table) as b:
                while len(house.tables.open[table].table.rows) < 4:
                    assert (await a.do("move", move=a.moves()[0]))["type"] == "ack"
                    assert (await a.do("undo"))["type"] == "ack"
                assert (await a.do("move", move=a.moves()[0]))["error"]["kind"] == "too-long"
                await b.until(lambda: b.table["state"] == "abandoned")
                assert (await a.do("move", move="A0"))["error"]["kind"] == "over"
                assert (await b.do("rematch"))["type"] == "ack"

    asyncio.run(main())


def test_what_can_be_done_again_and_again_has_an_end(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_limits, "MOST_RETURNS", 2)
    monkeypatch.setattr(journal_limits, "MOST_OF_KIND", {"seat": 3, "chat-open": 2})

    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)  # Bo has sat down: one row
            for _ in range(2):
                await bo.sit(table, 1)
                await ana.ask("PATCH", f"/tables/{table}", {"chat_open": False})
                await bo.ask("POST", f"/tables/{table}/away", {"id": f"away-{_}"})
                await bo.ask("POST", f"/tables/{table}/back", {"id": f"back-{_}"})
            await bo.ask("POST", f"/tables/{table}/away", {"id": "away-2"})
            for method, path, body in (
                ("POST", "/seats/1", {"name": "Bo"}),
                ("PATCH", "", {"chat_open": True}),
                ("POST", "/back", {"id": "back-2"}),
                ("POST", "/moves", {"id": "move", "move": "A0"}),
            ):
                with pytest.raises(Refused) as refused:
                    await (ana if method == "PATCH" else bo).ask(method, f"/tables/{table}{path}", body)
                assert refused.value.kind == "too-often"
            await bo.ask("DELETE", "/guest")  # whoever wants to be forgotten is, all the same

    asyncio.run(main())


async def refusal(socket: Socket) -> str:
    """Why nothing can be taken back; whoever is too fast is told before the frame is read."""
    count = len(socket.refusals)
    await socket.send("undo", id=f"undo-{count}")
    await socket.until(lambda: len(socket.refusals) > count)
    return str(socket.refusals[-1]["error"]["kind"])


def test_a_seat_is_not_faster_with_more_sockets(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("socket", "routing"):
        monkeypatch.setattr(f"strapontin.server.{module}.FRAMES", Limit(4, 1e-6))

    async def main() -> None:
        async with serving(tmp_path, rate=1) as (base, _), Person(base) as ana:
            table = (await ana.table(players=2, bots={"1": "random"}, start=True))["table"]["id"]
            token = (await ana.sit(table, 0))["token"]
            async with ana.socket(table) as one, Person(base).socket(table, token=token) as two:
                assert (one.seat, two.seat) == (0, 0)
                kinds = [await refusal(a) for a in (one, two, one, two, one, two)]
                assert kinds == ["cannot-undo"] * 4 + ["too-fast"] * 2
            with pytest.raises(Refused) as refused:
                await ana.ask("POST", f"/tables/{table}/undo", {"id": "by-request"})
            assert refused.value.kind == "too-fast"

    asyncio.run(main())


def test_a_guest_is_not_faster_at_more_tables(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strapontin.server.socket.GUEST_FRAMES", Limit(4, 1e-6))

    async def main() -> None:
        async with serving(tmp_path, rate=1) as (base, _), Person(base) as ana:
            tables = [(await ana.table(players=2))["table"]["id"] for _ in range(2)]
            async with ana.socket(tables[0]) as one, ana.socket(tables[1]) as two:
                kinds = [await refusal(a) for a in (one, two, one, two, one)]
                assert kinds == ["not-started"] * 4 + ["too-fast"]

    asyncio.run(main())


async def goes_on(one: Socket) -> None:
    """Long after it was told to wait."""
    for _ in range(20):
        await refusal(one)


def test_who_goes_on_after_being_told_to_wait_is_hung_up_on(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strapontin.server.socket.GUEST_FRAMES", Limit(4, 1e-6))
    monkeypatch.setattr("strapontin.server.socket.HASTY", Limit(3, 1e-6))

    async def main() -> None:
        async with serving(tmp_path, rate=1) as (base, _), Person(base) as ana:
            async with ana.socket((await ana.table(players=2))["table"]["id"]) as one:
                with pytest.raises(ConnectionClosed) as closed:
                    await goes_on(one)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == TOO_MANY
            kinds = [told["error"]["kind"] for told in one.refusals]
            assert kinds == ["not-started"] * 4 + ["too-fast"] * 4

    asyncio.run(main())


def test_while_a_journal_is_read_everybody_else_is_served(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    served = threading.Event()
    again = Table.again

    def slowly(table: Table, row: Row) -> Any:
        """A row that is not read before somebody else has been served."""
        assert served.wait(NEVER), "the event loop waits for the journal"
        return again(table, row)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.socket(table) as a:
                before = a.view
            while house.tables.open[table].sockets:
                await asyncio.sleep(0.01)
            house.tables.forget(house.tables.open[table])
            monkeypatch.setattr(Table, "again", slowly)
            waiting = asyncio.create_task(ana.ask("GET", f"/tables/{table}/snapshot"))
            while not house.tables._loading:
                await asyncio.sleep(0.01)
            assert (await bo.http.get("/healthz")).status_code == 200
            assert not waiting.done()
            served.set()
            assert (await waiting)["view"] == before

    asyncio.run(main())


def test_what_other_processes_append_is_read_aside_as_well(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_replay, "AT_ONCE", 2)
    seen: list[tuple[bool, int]] = []
    again = Table.again

    async def main() -> None:
        async with (
            serving(tmp_path) as (first, house),
            serving(tmp_path) as (second, other),
            Person(first) as ana,
            Person(first, "Bo") as bo,
            Person(second) as watching,
        ):
            table = await two(ana, bo)
            await watching.ask("GET", f"/tables/{table}")
            live = other.tables.open[table]
            start = len(live.table.rows)

            def noted(one: Table, row: Row) -> Any:
                seen.append((threading.current_thread() is threading.main_thread(), len(live.table.rows)))
                return again(one, row)

            monkeypatch.setattr(Table, "again", noted)
            async with ana.socket(table) as a, bo.socket(table) as b:
                for player in (a, b, a, b):
                    await player.until(player.my_turn)
                    await player.do("move", move=player.moves()[0])
            live.stale = True
            told: list[list[int]] = []
            other.journal.on_rows = lambda live, rows: told.append(rows)
            snapshot = await watching.ask("GET", f"/tables/{table}/snapshot")
            assert snapshot["view"]["turn"] == 3
            assert seen == [(False, start)] * 4  # in another thread, and the table seen only as it was
            assert told == [list(range(start, start + 4))]
            assert live.table.versions == house.tables.open[table].table.versions

    asyncio.run(main())


def test_a_table_that_is_long_in_opening_keeps_no_other_from_being_looked_after(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strapontin.server.deadlines.LOOK_SECONDS", 0.02)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            ids = [(await ana.table(players=2))["table"]["id"] for _ in range(2)]
            looked, looking = asyncio.Event(), house.deadlines.look_after

            async def slowly(table: str) -> int | None:
                if table == ids[0]:
                    await looked.wait()
                looked.set()
                return await looking(table)

            monkeypatch.setattr(house.deadlines, "look_after", slowly)
            for due, table in enumerate(ids, 1):
                await house.store.database.changed(update(tables).where(tables.c.id == table).values(due=due))
            await asyncio.wait_for(looked.wait(), NEVER)

    asyncio.run(main())


def test_what_the_database_cannot_keep_spoils_no_move_that_is_written_with_it(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table = (await ana.table(players=2))["table"]["id"]
            move = Unit(rows=[(table, 9, "move", 0, "A0", None, "0:a", 3, 5)])
            spoilt = Unit(others=[(text("SELECT zeroblob(2000000000)"), None)])  # more than a value may have
            told = await asyncio.gather(*map(house.database.write, (spoilt, move)), return_exceptions=True)
            assert [type(one) for one in told] == [Unavailable, list]
            assert await house.store.lengths([table]) == {table: 9}

    asyncio.run(main())


def test_moves_that_are_written_together_are_each_told_whether_they_were_first(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            made = [(await ana.table(players=2))["table"]["id"] for _ in range(3)]
            taken = ("move", 0, "A0", None, "0:a", 3, 5)
            rows = [(table, 9, *taken) for table in (*made, made[0])]
            kept = [(table, n, None, None, 70 + n) for n, table in enumerate((*made, made[0]))]
            units = [Unit(rows=[row], kept=[values]) for row, values in zip(rows, kept, strict=True)]
            told = await asyncio.gather(*map(house.database.write, units), return_exceptions=True)
            assert [isinstance(one, Conflict) for one in told] == [False, False, False, True]
            assert await house.store.lengths(made) == dict.fromkeys(made, 9)
            found = await house.database.rows(select(tables.c.id, tables.c.touched_at, tables.c.waits))
            assert {row.id: (row.touched_at, row.waits) for row in found} == dict(
                zip(made, [(70, 0), (71, 1), (72, 2)], strict=True)
            )

    asyncio.run(main())


def test_tables_that_write_within_a_moment_share_a_transaction_and_who_is_alone_does_not_wait(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            made = [(await ana.table(players=2))["table"]["id"] for _ in range(3)]
            database, begun = house.database, []
            write = database.engine.write

            def watched(work: Any) -> Any:
                begun.append(work)
                return write(work)

            monkeypatch.setattr(database.engine, "write", watched)

            def row(table: str, n: int) -> Any:
                return database.write(Unit(rows=[(table, n, "move", 0, "A0", None, f"0:{n}", 3, 5)]))

            async with asyncio.timeout(NEVER):
                monkeypatch.setattr(writing, "APART", 0.0)
                await row(made[0], 9)
                monkeypatch.setattr(writing, "APART", 10 * NEVER)
                await row(made[0], 10)
                begun.clear()
                monkeypatch.setattr(writing, "APART", 0.5)
                first = asyncio.create_task(row(made[1], 9))
                for _ in range(5):
                    await asyncio.sleep(0)
                await asyncio.gather(first, row(made[2], 9))
            assert len(begun) == 1

    asyncio.run(main())
