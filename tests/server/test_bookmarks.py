"""Bookmarks: a table is opened by the last of its rows, however long its journal, and is the same as by all of them."""

from __future__ import annotations

import asyncio
import threading
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from strapontin.core.registry import collection, game
from strapontin.core.rng import below, generator
from strapontin.server import administration, bookmarks, journal_limits
from strapontin.server.settings import Settings
from strapontin.server.storage import schema
from strapontin.server.table import KEPT_ROWS, MOST_UNDOS, Row, Table
from tests.server import services
from tests.server.client import Person, Socket, serving
from tests.server.table_by_hand import guests, lay
from tests.server.test_administration import ailments
from tests.server.test_play import two

EVERY = 20


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bookmarks, "EVERY", EVERY)


@pytest.fixture
def again(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the rows that are read again."""
    read: list[int] = []
    plain = Table.again

    def counted(table: Table, row: Row) -> Any:
        read.append(row.n)
        return plain(table, row)

    monkeypatch.setattr(Table, "again", counted)
    return read


# a table by itself


def laid(name: str, players: int) -> Table:
    return lay(name, guests(players))


def fresh(table: Table) -> Table:
    return laid(table.header.game, table.header.players)


def journal_of(name: str, players: int, most: int) -> list[Row]:
    """Random play with much taking back."""
    table, rng = laid(name, players), generator(f"bookmarks of {name}")
    table.commit(table.start(2000))
    while table.state == "playing" and table.length < most:
        at = table.last_at + 1 + below(rng, 50)
        ready = [seat for seat in range(players) if table.can_undo(seat)]
        if ready and below(rng, 2):
            table.commit(table.undo(ready[0], at))
            continue
        assert table.match is not None
        seat = table.waits[below(rng, len(table.waits))]
        legal = table.match.legal(seat)
        table.commit(table.move(seat, legal[below(rng, len(legal))], at, f"{seat}:{table.length}"))
    return table.rows


@pytest.mark.parametrize("name", collection())
def test_whoever_goes_on_from_a_bookmark_comes_to_the_same_table(name: str) -> None:
    players = 3
    rows = journal_of(name, players, 90)
    if name in ("metrox", "odyssee"):  # in the others a move ends the turn, or shows something
        assert any(row.kind == "undo" for row in rows)
    whole = laid(name, players)
    marks: list[tuple[int, bytes]] = []
    for row in rows:
        whole.commit(whole.again(row))
        if whole.length % 30 == 0:
            marks.append((whole.length, bookmarks.made(whole)))
    for n, data in marks:
        table = fresh(whole)
        assert bookmarks.taken_up(table, data)
        assert bookmarks.made(table) == data
        for row in rows[n:]:
            table.commit(table.again(row))
        assert bookmarks.made(table) == bookmarks.made(whole)
        match, other = table.match, whole.match
        assert match is not None
        assert other is not None
        assert match.record(reveal=True) == other.record(reveal=True)
        for eye in (*range(players), None):
            assert match.log(eye) == other.log(eye)
            assert table.known(eye).tobytes() == whole.known(eye).tobytes()
        assert [table.can_undo(seat) for seat in range(players)] == [whole.can_undo(seat) for seat in range(players)]


@pytest.mark.parametrize("name", collection())
def test_a_table_at_rest_goes_on_as_if_it_had_been_awake(name: str) -> None:
    awake, rested = laid(name, 3), laid(name, 3)
    for row in journal_of(name, 3, 60):
        awake.commit(awake.again(row))
        rested.commit(rested.again(row))
        if rested.length % 7 == 0:
            assert rested.rest()
            assert not rested.rest()
            assert (rested.rows, rested.keys, rested.base) == ([], {}, awake.length)
    assert bookmarks.made(rested) == bookmarks.made(awake)
    for eye in (0, 1, 2, None):
        assert rested.known(eye).tobytes() == awake.known(eye).tobytes()
    assert [rested.can_undo(seat) for seat in range(3)] == [awake.can_undo(seat) for seat in range(3)]


@pytest.mark.parametrize("name", collection())
def test_a_table_that_leaves_old_rows_to_the_journal_goes_on_as_if_it_had_kept_them(name: str) -> None:
    whole, short = laid(name, 3), laid(name, 3)
    for row in journal_of(name, 3, 150):
        whole.commit(whole.again(row))
        short.commit(short.again(row))
        short.leave_old_rows()
        public = [row.eyes == short.eyes for row in short.rows]
        assert sum(public) < 2 * KEPT_ROWS
        assert short.rows == whole.rows[short.base :]
        assert set(short.keys) == {row.key for row in short.rows if row.key}
        assert not short.base or public[0]  # so what hidden moves there were decides nothing
        for eye in (0, 1, 2, None):
            seen = short.versions[eye]
            again = [short.rows[i].n for i in short.seen_since(eye, seen - KEPT_ROWS, 200) or ()]
            assert again == [whole.rows[i].n for i in whole.seen_since(eye, seen - KEPT_ROWS, 200) or ()]
    assert short.base > 0
    assert short.seen_since(None, 0, 200) is None  # told all anew
    assert short.length == whole.length
    assert bookmarks.made(short) == bookmarks.made(whole)


def test_a_bookmark_that_is_damaged_or_of_others_is_of_no_use_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = laid("metrox", 2)
    for row in journal_of("metrox", 2, 30):
        table.commit(table.again(row))
    data = bookmarks.made(table)

    def useless(data: bytes) -> bool:
        other = fresh(table)
        taken = bookmarks.taken_up(other, data)
        return not taken and (other.match, other.base, other.state) == (None, 0, "open")

    assert not useless(data)
    assert all(useless(data[:i] + bytes([data[i] ^ 1]) + data[i + 1 :]) for i in range(0, len(data), 97))
    assert useless(b"")
    assert useless(data[:-1])
    monkeypatch.setattr(game("metrox"), "version", 2, raising=False)
    assert useless(data)
    monkeypatch.undo()
    monkeypatch.setattr(bookmarks, "maker", lambda game: "other sources")
    assert useless(data)


def test_nobody_is_named_in_a_bookmark() -> None:
    table = laid("metrox", 2)
    table.commit(table.start(2000))
    assert b"Player" not in bookmarks._told(table)


# at a server


async def long_game(ana: Person, rows: int = 3 * EVERY) -> tuple[str, Socket]:
    """A table where somebody thinks again and again before the other has chosen, and their socket at it."""
    async with Person(ana.base, "Bo") as bo:
        table = await two(ana, bo)
        a, b = ana.socket(table), bo.socket(table)
        await a.open()
        await b.open()
        made = 2  # Bo sat down, and it started
        while made < rows:
            await a.until(a.my_turn)
            for _ in range(MOST_UNDOS):
                assert (await a.do("move", id=f"move-{made}", move=a.moves()[0]))["type"] == "ack"
                assert (await a.do("undo", id=f"undo-{made}"))["type"] == "ack"
                made += 2
            assert (await a.do("move", move=a.moves()[0]))["type"] == "ack"
            await b.until(b.my_turn)
            assert (await b.do("move", move=b.moves()[0]))["type"] == "ack"
            made += 2
        await a.until(a.my_turn)
        assert (await a.do("move", move=a.moves()[0]))["type"] == "ack"
        await b.close()
    return table, a


async def settled(house: Any) -> None:
    """Until all bookmarks under way are kept."""
    while house.journal._marking:
        await asyncio.gather(*house.journal._marking)


def told(snapshot: dict[str, Any]) -> dict[str, Any]:
    return {name: snapshot[name] for name in ("version", "view", "log", "history", "can_undo", "clock")}


def test_a_long_journal_is_opened_by_its_last_rows_and_told_as_before(tmp_path: Any, again: list[int]) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table, seat = await long_game(ana)
            await settled(house)
            before = await ana.ask("GET", f"/tables/{table}/snapshot")
            length = house.tables.open[table].table.length
            house.tables.forget(house.tables.open[table])
            again.clear()
            assert told(await ana.ask("GET", f"/tables/{table}/snapshot")) == told(before)
            assert length >= 3 * EVERY
            assert again == list(range(length // EVERY * EVERY + 1, length + 1))
            await seat.close()
            async with ana.socket(table) as back:
                assert back.can_undo
                assert (await back.do("undo"))["type"] == "ack"
                await back.do("resign")  # two bots play to the end: Bo is gone, Ana has had enough
                await house.play.resign(house.tables.open[table], 1, "gone")
                await back.until(lambda: back.over)
            assert (await ana.ask("GET", f"/tables/{table}/verify"))["fair"]

    asyncio.run(main())


def test_what_was_done_before_the_bookmark_is_done_once_all_the_same(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table, seat = await long_game(ana)
            first = next(row for row in await house.store.rows_after(table, 0) if row.kind == "move")
            await settled(house)
            await seat.close()
            house.tables.forget(house.tables.open[table])
            async with ana.socket(table) as back:
                live = house.tables.open[table].table
                length = live.length
                assert first.key == "0:move-2"
                assert first.n <= live.base
                answer = await back.do("move", id="move-2", move=first.move)
                assert (answer["type"], answer["repeated"]) == ("ack", True)
                answer = await back.do("move", id="move-2", move="nonsense")
                assert answer["error"]["kind"] == "id-reused"
                answer = await back.do("undo", id="move-2")
                assert answer["error"]["kind"] == "id-reused"
                monkeypatch.setattr(journal_limits, "MOST_ROWS", length)
                answer = await back.do("undo", id="undo-2")  # would be the row too many, were it not done already
                assert (answer["type"], answer["repeated"]) == ("ack", True)
                assert (live.length, live.state) == (length, "playing")

    asyncio.run(main())


def test_who_was_away_since_before_the_bookmark_is_shown_everything(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table, seat = await long_game(ana)
            await settled(house)
            await seat.close()
            house.tables.forget(house.tables.open[table])
            async with ana.socket(table, version=2) as back:
                assert [frame["type"] for frame in back.frames[:2]] == ["welcome", "snapshot"]
                assert back.frames[0]["resumed"] is False
            async with ana.socket(table, version=seat.version) as back:
                assert back.frames[0]["resumed"] is True

    asyncio.run(main())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_damaged_bookmark_is_told_by_the_doctor_and_the_journal_read_instead(
    kind: str, tmp_path: Path, again: list[int]
) -> None:
    with services.postgres() if kind == "postgresql" else nullcontext("") as url:
        settings = Settings(data=str(tmp_path), database=url)

        async def main() -> None:
            async with serving(tmp_path, database=url) as (base, house), Person(base) as ana:
                table, seat = await long_game(ana)
                await settled(house)
                await seat.close()
                before = await ana.ask("GET", f"/tables/{table}/snapshot")
                async with administration.opened(settings) as office:
                    assert await ailments(office) == []
                    n, data = await office.store.bookmark(table) or (0, b"")
                    assert n == house.tables.open[table].table.length // EVERY * EVERY
                    await office.store.keep_bookmark(table, n, data[:-1])
                    house.tables.forget(house.tables.open[table])
                    again.clear()
                    assert told(await ana.ask("GET", f"/tables/{table}/snapshot")) == told(before)
                    assert again[0] == 1
                    await settled(house)  # and a good one is made in its place
                    assert await ailments(office) == []
                    for wrong, (m, content) in {
                        "damaged": (n, data[:-1]),
                        "not where its journal leads": (n - 1, data),
                        "behind the end": (10_000, data),
                    }.items():
                        await office.store.keep_bookmark(table, m, content)
                        ((_, fault),) = await ailments(office)
                        assert wrong in fault
                        assert await office.store.bookmark(table) is None

        asyncio.run(main())


def test_a_bookmark_of_other_sources_is_no_ailment(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            _, seat = await long_game(ana)
            await settled(house)
            await seat.close()
            async with administration.opened(Settings(data=str(tmp_path))) as office:
                monkeypatch.setattr(bookmarks, "maker", lambda game: "a later version")
                assert await ailments(office) == []

    asyncio.run(main())


def test_a_copy_has_no_bookmarks_and_what_is_restored_from_it_makes_its_own(tmp_path: Any, again: list[int]) -> None:
    file = tmp_path / "copy.gz"

    async def before() -> tuple[str, Any, str]:
        async with serving(tmp_path / "old") as (base, house), Person(base) as ana:
            table, seat = await long_game(ana)
            await settled(house)
            await seat.close()
            async with administration.opened(Settings(data=str(tmp_path / "old"))) as office:
                assert schema.bookmarks.name not in await office.backup(file)
            return table, await ana.ask("GET", f"/tables/{table}/snapshot"), ana.cookie()

    async def after(table: str, cookie: str) -> Any:
        async with serving(tmp_path / "new") as (base, house), Person(base) as ana:
            ana.http.headers["cookie"] = cookie
            assert await house.store.bookmark(table) is None
            found = await ana.ask("GET", f"/tables/{table}/snapshot")
            await settled(house)
            assert await house.store.bookmark(table) is not None
            house.tables.forget(house.tables.open[table])
            again.clear()
            await ana.ask("GET", f"/tables/{table}/snapshot")
            assert again == []
            await house.store.remove([table])
            assert await house.store.bookmark(table) is None
            return found

    table, shown, cookie = asyncio.run(before())
    asyncio.run(administration.restore(Settings(data=str(tmp_path / "new")), file))
    assert told(asyncio.run(after(table, cookie))) == told(shown)


def test_a_bookmark_is_made_and_read_aside_from_the_event_loop(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, bool]] = []

    def watched(name: str) -> None:
        plain = getattr(bookmarks, name)

        def done(*given: Any) -> Any:
            seen.append((name, threading.current_thread() is threading.main_thread()))
            return plain(*given)

        monkeypatch.setattr(bookmarks, name, done)

    watched("made")
    watched("taken_up")

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table, seat = await long_game(ana, EVERY + 2)
            await settled(house)
            await seat.close()
            house.tables.forget(house.tables.open[table])
            await ana.ask("GET", f"/tables/{table}/snapshot")
            await house.database.changed(update(schema.tables).values(due=None))

    asyncio.run(main())
    assert set(seen) == {("made", False), ("taken_up", False)}
