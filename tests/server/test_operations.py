"""Running a server: databases, several processes, bots that crash, health, logs, settings, tidying up."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from strapontin.core.errors import StrapontinError
from strapontin.server.bots import worker
from strapontin.server.bots.pool import Bots, NoThought, Worker
from strapontin.server.bots.question import Question
from strapontin.server.clock import DAY, now
from strapontin.server.frames import Notice
from strapontin.server.logs import Lines, uncounted
from strapontin.server.settings import Settings, fields, from_environment
from strapontin.server.storage import engine
from strapontin.server.storage.database import Database
from strapontin.server.storage.schema import metadata
from tests.server import services
from tests.server.client import NEVER, Person, Refused, serving


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with services.postgres() as url:
        yield url


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    with services.redis() as url:
        yield url


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrations_lead_to_the_present_schema(kind: str, tmp_path: Any, request: pytest.FixtureRequest) -> None:
    url = f"sqlite:///{tmp_path / 'x.sqlite3'}" if kind == "sqlite" else request.getfixturevalue("postgres")

    async def main() -> Any:
        one, two = (Database(Settings(database=url).database_url()) for _ in range(2))
        await asyncio.gather(one.open(), two.open())  # two processes start at once
        found = await one.read(lambda connection: compare_metadata(MigrationContext.configure(connection), metadata))
        await asyncio.gather(one.close(), two.close())
        return found

    assert asyncio.run(main()) == []


def test_a_file_that_somebody_writes_to_is_waited_for(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    other = sqlite3.connect(tmp_path / "x.sqlite3", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")  # beside this, SQLite sets up no log and does not wait either
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        other.execute("COMMIT")

    monkeypatch.setattr(engine, "sleep", wait)

    async def main() -> None:
        database = Database(Settings(database=f"sqlite:///{tmp_path / 'x.sqlite3'}").database_url())
        await database.open()
        assert await database.healthy()
        await database.close()

    asyncio.run(main())
    other.close()
    assert len(waits) == 1


def test_two_processes_serve_one_table(tmp_path: Any, postgres: str, redis: str) -> None:
    shared = {"database": postgres, "bus": redis, "secret": "x" * 32}

    async def main() -> None:
        async with (
            serving(tmp_path, **shared) as (first, house),
            serving(tmp_path, **shared) as (second, _),
            Person(first) as ana,
            Person(second, "Bo") as bo,
        ):
            table = (await ana.table(players=2))["table"]["id"]
            await bo.sit(table, 1)  # set up by one process, joined at the other
            async with ana.socket(table) as a, bo.socket(table) as b:
                await a.until(lambda: [seat["kind"] for seat in a.table["seats"]] == ["guest", "guest"])
                await ana.ask("POST", f"/tables/{table}/start", {})
                await a.do("say", phrase="hello")
                await b.until(lambda: any(frame.get("phrase") == "hello" for frame in b.frames))
                house.broadcast.notice(house.tables.open[table], Notice(kind="bot-failed", seat=0))
                await b.until(lambda: any(frame.get("kind") == "bot-failed" for frame in b.frames))
                await asyncio.gather(a.play_out(random.Random(1)), b.play_out(random.Random(2)))
                assert a.gaps == b.gaps == 0
                assert a.table["result"] == b.table["result"]
                assert any(frame.get("here") == [0, 1] for frame in a.frames if frame["type"] == "presence")
            assert (await bo.ask("GET", f"/tables/{table}/verify"))["fair"] is True

    asyncio.run(main())


def test_a_bot_that_crashes_or_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question("metrox", {}, 2, b"", [], 0, "random", NEVER, "s")

    class Broken(Worker):
        async def start(self) -> None:
            self._process = await asyncio.create_subprocess_exec(
                "sh", "-c", "echo '{}'; read line; exit 3", stdin=-1, stdout=-1
            )
            await self._answer(NEVER)

    monkeypatch.setattr("strapontin.server.bots.pool.Worker", Broken)

    async def main() -> None:
        bots = Bots(1)
        bots.open()
        for _ in range(2):  # the second one is a fresh worker
            with pytest.raises(NoThought):
                await bots.ask("table", question)
        await bots.close()

    asyncio.run(main())


def test_a_bot_that_fails_gives_an_answer_all_the_same() -> None:
    assert worker.main is not None

    async def main() -> None:
        async with asyncio.timeout(NEVER):
            one = Worker()
            await one.start()
            with pytest.raises(NoThought, match="error"):
                await one.ask(Question("metrox", {}, 2, b"wrong", [], 0, "random", NEVER, "s"))
            await one.stop()

    asyncio.run(main())


def test_health_and_metrics(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path, metrics=True) as (base, _), Person(base) as ana:
            health = (await ana.http.get("/healthz")).json()
            assert health["ok"] is True
            await ana.table(players=2, bots={"1": "random"}, start=True)
            told = (await ana.http.get("/metrics")).text
            assert 'strapontin_journal_rows_total{kind="start"}' in told
            assert 'strapontin_bots{state="dead"} 0.0' in told
            assert "strapontin_frames_sent_total " in told
            assert 'strapontin_move_seconds_bucket{le="+Inf"} ' in told
            for name in ("loop_lag_seconds_count", "queued_bytes", "slow_work_waiting", "journal_longest"):
                assert f"strapontin_{name} " in told
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            assert (await ana.http.get("/metrics")).status_code == 404

    asyncio.run(main())


def test_old_tables_are_tidied_up_by_the_stated_rules(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            waiting = (await ana.table(players=2))["table"]["id"]
            playing = (await ana.table(players=2, bots={"1": "random"}, start=True))["table"]["id"]
            for days, states in (
                (0, ("open", "playing")),
                (15, (None, "playing")),
                (91, (None, "abandoned")),
                (91 + 366, (None, None)),
            ):
                monkeypatch.setattr("strapontin.server.cleanup.now", lambda days=days: now() + days * DAY)
                await house.cleanup.tidy()
                house.tables.open.clear()
                found = []
                for table in (waiting, playing):
                    try:
                        found.append((await ana.ask("GET", f"/tables/{table}"))["state"])
                    except Refused:
                        found.append(None)
                assert tuple(found) == states

    asyncio.run(main())


def test_logs_are_one_object_a_line() -> None:
    record = logging.makeLogRecord({"msg": "said\nsomething", "levelname": "INFO", "name": "x", "table": "t"})
    line = Lines("json").format(record)
    assert "\n" not in line
    assert json.loads(line)["table"] == "t"


@pytest.mark.parametrize(
    ("said", "kept"),
    [("Invalid HTTP request received.", False), ('%s - "WebSocket %s" [accepted]', False), ("x", True)],
)
def test_what_any_stranger_can_cause_is_counted_and_does_not_fill_the_log(said: str, kept: bool) -> None:
    assert uncounted(logging.makeLogRecord({"msg": said, "args": ("127.0.0.1:1", "/t/x")})) is kept


def test_settings_come_from_flags_then_the_environment() -> None:
    found = from_environment(
        {"STRAPONTIN_PORT": "9", "STRAPONTIN_RATE": "2", "STRAPONTIN_ORIGINS": "a,b"}, {"port": "7"}
    )
    assert (found.port, found.rate, found.origins) == (7, 2.0, ("a", "b"))
    with pytest.raises(StrapontinError, match="PORT"):
        from_environment({"STRAPONTIN_PORT": "many"}, {})
    with pytest.raises(StrapontinError, match="sqlite:///FILE"):
        Settings(database="mysql://x").database_url()
    with pytest.raises(StrapontinError, match="32 characters"):
        Settings(secret="short").signing_key()


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [("LOG_LEVEL", "FOO", "one of debug, info, warning, error, critical"), ("LOG_FORMAT", "xml", "one of json, text")],
)
def test_a_word_that_is_no_setting_is_said_in_one_line(name: str, value: str, right: str) -> None:
    with pytest.raises(StrapontinError, match=f"STRAPONTIN_{name}: '{value}'; expected {right}"):
        from_environment({f"STRAPONTIN_{name}": value}, {})


def test_the_secret_is_made_once_and_whole(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", synced.append)
    key = Settings(data=str(tmp_path)).signing_key()
    assert len(synced) == 2  # the file, then the directory that names it
    assert Settings(data=str(tmp_path)).signing_key() == key
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    monkeypatch.setattr("pathlib.Path.exists", lambda path: False)  # another process makes one at this very moment
    assert Settings(data=str(tmp_path)).signing_key() == key


@pytest.mark.parametrize("kept", ["", "short\n", " " * 40])
def test_a_secret_that_was_cut_off_is_refused(kept: str, tmp_path: Any) -> None:
    (tmp_path / "secret").write_text(kept)
    with pytest.raises(StrapontinError, match=r"secret: .* characters, not at least 32; put it back"):
        Settings(data=str(tmp_path)).signing_key()
    assert (tmp_path / "secret").read_text() == kept


def test_the_command_line_knows_every_setting() -> None:
    from strapontin.cli.serve import FLAGS

    assert set(FLAGS) == set(fields())


def test_a_database_that_is_not_there_is_said_in_one_line(tmp_path: Any) -> None:
    database = Database(Settings(database="postgresql://nobody@127.0.0.1:1/none").database_url())
    with pytest.raises(StrapontinError, match="database: cannot open") as told:
        asyncio.run(database.open())
    assert "\n" not in str(told.value)
