"""Bots of a server that fail: a sensible move all the same, the table is told, and somebody takes their place."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvloop

from strapontin import bots as players
from strapontin.core.match import Match
from strapontin.server.bots import pool, worker
from strapontin.server.bots.answer import safe_move
from strapontin.server.bots.pool import Bots, NoThought, Worker
from strapontin.server.bots.question import Question
from strapontin.server.settings import spare_cores
from tests.server.client import NEVER, Person, serving

QUESTION = Question("metrox", {}, 2, b"", [], 0, "random", NEVER, "s")


def test_a_safe_move_is_the_best_looking_one_and_not_the_first() -> None:
    wasted = 0
    for seed in range(5):
        match = Match("metrox", 2, seed=seed)
        for _ in range(12):
            for seat in sorted(seat for seat in match.to_act if isinstance(seat, int)):
                move = safe_move(match, seat, "s")
                assert move == players.player("greedy")(players.seat_of(match, seat, seed="s"))
                wasted += move == match.legal(seat)[0]
                match.play(seat, move)
    assert wasted < 60  # of 120


@pytest.mark.parametrize("answer", [NoThought("timeout"), "nonsense"])
def test_a_bot_that_fails_plays_sensibly_and_the_table_is_told_once(
    answer: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []

    def remembered(match: Match, seat: int, seed: str) -> str:
        played.append(safe_move(match, seat, seed))
        return played[-1]

    async def failing(table: str, question: Question) -> str:
        if isinstance(answer, Exception):
            raise answer
        return str(answer)

    monkeypatch.setattr("strapontin.server.bot_turns.safe_move", remembered)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            monkeypatch.setattr(house.bots, "ask", failing)
            monkeypatch.setattr(house.bots, "count", 1)
            table = (await ana.table(players=2, bots={"1": "expert"}))["table"]["id"]
            async with ana.socket(table) as a:
                await ana.ask("POST", f"/tables/{table}/start", {})
                for _ in range(3):
                    await a.until(a.my_turn)
                    version = (await a.do("move", move=a.moves()[0]))["version"]
                    await a.until(lambda version=version: a.version >= version)
                await a.until(lambda: len(played) >= 3 and a.my_turn())
                told = [frame for frame in a.frames if frame["type"] == "notice"]
                assert [(notice["kind"], notice["seat"]) for notice in told] == [("bot-failed", 1)]
                assert [move for seat, move in a.history if seat == 1] == played[:3]

    asyncio.run(main())


def test_a_table_asks_one_question_at_a_time() -> None:
    async def main() -> None:
        bots, asking, most = Bots(2), 0, 0

        class Patient(Worker):
            alive = True

            async def ask(self, question: Question, warming: Callable[[], None] = lambda: None) -> str:
                nonlocal asking, most
                asking += 1
                most = max(most, asking)
                for _ in range(5):
                    await asyncio.sleep(0)
                asking -= 1
                return "move"

        for _ in range(2):
            bots._free.put_nowait(Patient())
        first, second = (asyncio.create_task(bots.ask("table", QUESTION)) for _ in range(2))
        await first  # the second has been told that it is its turn, and has not begun
        third = asyncio.create_task(bots.ask("table", QUESTION))
        await asyncio.gather(second, third)
        assert most == 1
        assert not bots._turns

    asyncio.run(main())


def test_workers_that_cannot_be_started_are_tried_again_and_health_tells(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, full = Worker.start, True

    async def starting(self: Worker) -> None:
        if full:
            raise OSError(24, "Too many open files")
        self._process = await asyncio.create_subprocess_exec("sh", "-c", "echo '{}'; read line", stdin=-1, stdout=-1)
        await self._answer(NEVER)

    assert start is not starting
    monkeypatch.setattr(Worker, "start", starting)
    monkeypatch.setattr(pool, "AGAIN", 0.01)

    async def main() -> None:
        nonlocal full
        async with serving(tmp_path, bots=2) as (base, house), Person(base) as ana, asyncio.timeout(NEVER):
            while (answer := await ana.http.get("/healthz")).status_code != 503:
                await asyncio.sleep(0.01)
            assert (answer.json()["ok"], answer.json()["bots"]) == (False, False)
            with pytest.raises(NoThought, match="nobody"):  # rather than wait for ever
                await house.bots.ask("table", QUESTION)
            full = False
            while (answer := await ana.http.get("/healthz")).status_code != 200:
                await asyncio.sleep(0.01)
            assert answer.json()["bots"] is True
            while house.bots.alive < 2:
                await asyncio.sleep(0.01)

    asyncio.run(main())


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def test_a_control_c_at_the_terminal_does_not_reach_the_bots_however_early_it_comes(run: Any) -> None:
    async def main() -> None:
        worker = Worker()
        starting = asyncio.create_task(worker.start())
        while worker._process is None:
            await asyncio.sleep(0)
        assert os.getpgid(worker._process.pid) != os.getpgid(0)  # a terminal signals the group of the server
        await worker.stop()
        with pytest.raises(NoThought):
            await starting

    run(main())


def test_a_worker_that_died_while_nobody_asked_is_replaced_before_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Worker] = []

    async def starting(self: Worker) -> None:
        started.append(self)
        script = "echo '{}'; read line; echo '{\"move\": \"x\"}'; read line"
        self._process = await asyncio.create_subprocess_exec("sh", "-c", script, stdin=-1, stdout=-1)
        await self._answer(NEVER)

    monkeypatch.setattr(Worker, "start", starting)

    async def main() -> None:
        bots = Bots(1)
        bots.open()
        while bots._free.empty():
            await asyncio.sleep(0.01)
        process = started[0]._process
        assert process is not None
        process.kill()
        await process.wait()
        try:
            assert await bots.ask("table", QUESTION) == "x"
            assert len(started) == 2
        finally:
            await bots.close()

    asyncio.run(main())


def test_bots_think_while_nobody_else_wants_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(os, "sched_setscheduler", lambda *given: asked.append(given), raising=False)
    monkeypatch.setattr(os, "SCHED_IDLE", 5, raising=False)
    monkeypatch.setattr(os, "sched_param", int, raising=False)
    monkeypatch.setattr(os, "nice", asked.append)
    worker.give_way()
    assert asked == [(0, 5, 0)]
    monkeypatch.delattr(os, "sched_setscheduler")
    worker.give_way()
    assert asked[1:] == [19]


@pytest.mark.parametrize(("cores", "bots"), [(1, 1), (2, 1), (8, 7), (200, 64)])
def test_one_core_is_the_servers_own(cores: int, bots: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cores)), raising=False)
    assert spare_cores() == bots


def test_bots_that_are_still_getting_ready_are_waited_for_and_their_table_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first answer of a process that compiles comes when it comes; nobody takes it to hang."""
    (tmp_path / "slow_starter.py").write_text(
        "import sys\n"
        "print('{\"cold\": 1}', flush=True)\n"
        "sys.stdin.readline()\n"
        f"open({str(tmp_path / 'go')!r}).read()\n"  # a pipe: until somebody writes
        'print(\'{"move": "A1"}\', flush=True)\n'
    )
    os.mkfifo(tmp_path / "go")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(pool, "GRACE", 0.0)

    async def main() -> None:
        bots = Bots(1, "slow_starter")
        told: list[str] = []

        def warming(table: str) -> None:
            told.append(table)
            (tmp_path / "go").write_text("now")

        bots.on_warming = warming
        bots.open()
        try:
            assert await bots.ask("a table", msgspec.structs.replace(QUESTION, seconds=0.0)) == "A1"
        finally:
            await bots.close()
        assert told == ["a table"]

    asyncio.run(main())
