"""Several workers behind one door: what one does the others show, and what one loses the others have."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from strapontin.server import rate_limits
from strapontin.server.faults import Refusal
from strapontin.server.rate_limits import FRAMES, Limits
from strapontin.server.settings import Settings
from strapontin.server.storage.engine import Turn
from strapontin.server.workers import foreman
from strapontin.server.workers.doorman import at_table
from strapontin.server.workers.figures import together
from strapontin.server.workers.link import Link
from strapontin.server.workers.messages import Nudge, Ping, ToForeman
from strapontin.server.workers.staff import Member
from tests.server import services
from tests.server.client import NEVER, Person, Socket
from tests.server.crew import GONE, Crew, elsewhere

SOAK = os.environ.get("STRAPONTIN_SOAK")


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with services.postgres() as url:
        yield url


async def _again(one: Socket) -> None:
    """Connect again, as a page does, until somebody answers."""
    async with asyncio.timeout(NEVER):
        while True:
            with contextlib.suppress(*GONE):
                await one.open()
                return
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"] if SOAK else ["sqlite"])
def test_two_at_one_table_on_different_workers_one_of_which_is_killed(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    flags = () if kind == "sqlite" else ("--database", request.getfixturevalue("postgres"))

    async def main() -> None:
        async with Crew(tmp_path, *flags) as crew, Person(crew.base) as ana, Person(crew.base, "Bo") as bo:
            table = (await ana.table(players=2))["table"]["id"]
            await bo.sit(table, 1)
            a, b = elsewhere(ana, table), elsewhere(bo, table)
            async with a:
                hers = await crew.sockets()
                await b.open()
                while await crew.sockets() != {"0": 1, "1": 1}:  # a worker may have been busy just then
                    await b.close()
                    await b.open()
                await a.until(lambda: any(frame.get("here") == [0, 1] for frame in a.frames))
                await ana.ask("POST", f"/tables/{table}/start", {})
                await a.do("say", phrase="hello")
                await b.until(lambda: any(frame.get("phrase") == "hello" for frame in b.frames))
                done = [*await asyncio.gather(a.play_out(random.Random(1), 5), b.play_out(random.Random(2), 5))]

                await a.until(lambda: a.over or a.my_turn())
                move, before = a.moves()[0], crew.processes()
                await a.send("move", id="last-word", move=move)
                os.kill(before[hers["1"]], signal.SIGKILL)  # it may have heard that, or not
                with contextlib.suppress(*GONE):
                    while True:
                        await a.read()
                await b.until(lambda: any(frame.get("here") == [1] for frame in b.frames))
                await _again(a)
                assert (await a.do("move", id="last-word", move=move))["type"] == "ack"

                done += await asyncio.gather(a.play_out(random.Random(3)), b.play_out(random.Random(4)))
                assert a.gaps == b.gaps == 0
                assert a.table["result"] == b.table["result"]
                await b.close()
            record = await bo.ask("GET", f"/tables/{table}/record")
            assert sum(isinstance(actor, int) for actor, _ in record["moves"]) == sum(done) + 1
            assert (await bo.ask("GET", f"/tables/{table}/verify"))["fair"] is True
            await crew.whole()
            assert before[hers["1"]] not in crew.processes()

    asyncio.run(main())


def test_whoever_sits_at_a_table_comes_to_the_same_worker_and_hears_that_the_house_closes(tmp_path: Path) -> None:
    async def main() -> None:
        async with Crew(tmp_path) as crew, Person(crew.base) as ana, Person(crew.base, "Bo") as bo:
            for _ in range(2):
                table = (await ana.table(players=2))["table"]["id"]
                async with ana.socket(table), bo.socket(table), bo.socket(table):
                    assert sorted((await crew.sockets()).values()) == [0, 3]
            async with ana.socket(table) as a, elsewhere(bo, table) as b:
                crew.process.terminate()
                for one in (a, b):
                    with contextlib.suppress(*GONE):
                        while True:
                            await one.read()
                    assert one.frames[-1]["kind"] == "back-in-a-moment"
            workers = crew.processes()
            assert await asyncio.to_thread(crew.process.wait, NEVER) == 0
            assert not any(Path(f"/proc/{pid}").exists() for pid in workers)

    asyncio.run(main())


def test_workers_whose_foreman_is_killed_go_too_and_leave_the_port(tmp_path: Path) -> None:
    async def main() -> None:
        async with Crew(tmp_path) as crew:
            workers = crew.processes()
            crew.process.kill()
            crew.process.wait()
            end = time.monotonic() + NEVER
            while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < end:
                await asyncio.sleep(0.05)
            with socket.socket() as door:
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                door.bind(("127.0.0.1", crew.port))

    asyncio.run(main())


def test_what_keeps_the_first_worker_from_starting_is_said_once(tmp_path: Path) -> None:
    crew = Crew(tmp_path, "--database", "postgresql://nobody@127.0.0.1:1/none")

    async def main() -> None:
        with pytest.raises(AssertionError, match="database: cannot open"):
            await crew.__aenter__()

    asyncio.run(main())
    assert crew.process.wait(NEVER) == 1
    assert crew.log.read_text().count("cannot open") == 1


def test_what_somebody_takes_at_one_worker_is_gone_at_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    instant = [100.0]
    monkeypatch.setattr("strapontin.server.rate_limits.time.monotonic", lambda: instant[0])
    here, there = Limits(1), Limits(1)
    here.shared = there.shared = True
    here.check("frames", "ana", FRAMES)
    assert here.told() == []  # far from the limit: nobody else's business
    half = int(FRAMES.burst) // 2
    for _ in range(2 * half - 1):
        here.check("frames", "ana", FRAMES)
    there.hear(here.told())
    for _ in range(half):
        there.check("frames", "ana", FRAMES)
    with pytest.raises(Refusal, match="too many frames"):
        there.check("frames", "ana", FRAMES)
    here.hear(there.told())
    instant[0] += 1.0  # what came back meanwhile pays for what was taken there
    with pytest.raises(Refusal, match="too many frames"):
        here.check("frames", "ana", FRAMES)


def test_what_is_heard_of_others_fills_no_more_memory_than_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_BUCKETS", 3)
    limits = Limits(1)
    limits.hear([("frames", str(n), 1.0, 40.0) for n in range(9)])
    assert [who for _, who in limits._buckets] == ["6", "7", "8"]


def test_a_foreman_who_is_told_to_stop_waits_for_no_worker_that_never_gets_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sleeper.py").write_text("import time\n\ntime.sleep(3600)\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setattr(foreman, "Member", partial(Member, module="sleeper"))

    async def main() -> int:
        with socket.create_server(("127.0.0.1", 0)) as door:
            head = foreman.Foreman(Settings(workers=2), door, None)
            running = asyncio.create_task(head.run())
            while not head.members:
                await asyncio.sleep(0.01)
            head._stop.set()  # as a signal does
            return await asyncio.wait_for(running, NEVER)

    assert asyncio.run(main()) == 1


def test_a_worker_that_hangs_before_it_is_ready_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sleeper.py").write_text("import time\n\ntime.sleep(3600)\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setattr(foreman, "Member", partial(Member, module="sleeper"))
    monkeypatch.setattr(foreman, "START_SECONDS", 0.0)
    monkeypatch.setattr(foreman, "AGAIN", 0.0)

    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as door:
            head = foreman.Foreman(Settings(workers=2), door, None)
            running, hung = asyncio.create_task(head.run()), set[Member]()
            async with asyncio.timeout(NEVER):
                while len(hung) < 2:
                    hung |= set(head.members.values())
                    await asyncio.sleep(0.01)
            head._stop.set()
            assert await asyncio.wait_for(running, NEVER) == 1

    asyncio.run(main())


def test_a_table_keeps_its_worker_when_others_come_and_go() -> None:
    class Host:
        connections = 0

        def __init__(self, number: int) -> None:
            self.number = number

        def take(self, caller: socket.socket) -> bool:
            return True

    hosts = [Host(i) for i in range(4)]
    tables = [b"table%d" % i for i in range(4000)]
    first = [at_table(table, hosts) for table in tables]
    for host in hosts:
        assert 900 < first.count(host) < 1100
    assert all(at_table(table, hosts[1:]) == was for table, was in zip(tables, first, strict=True) if was != hosts[0])
    assert at_table(b"x", []) is None


def test_figures_of_several_are_told_side_by_side() -> None:
    page = b'# HELP a An a.\n# TYPE a gauge\na 1.0\n# HELP b A b.\n# TYPE b counter\nb_total{kind="x y"} 2.0\n'
    assert together([("0", page), ("foreman", page)]).decode().splitlines() == [
        *("# HELP a An a.", "# TYPE a gauge", 'a{worker="0"} 1.0', 'a{worker="foreman"} 1.0'),
        *("# HELP b A b.", "# TYPE b counter"),
        *('b_total{worker="0",kind="x y"} 2.0', 'b_total{worker="foreman",kind="x y"} 2.0'),
    ]


def test_a_wire_between_processes_carries_messages_in_order_and_says_when_it_ends() -> None:
    async def main() -> None:
        heard: list[Any] = []
        gone = asyncio.Event()
        ours, theirs = (Link(ToForeman, heard.append, gone.set) for _ in range(2))
        for link, end in zip((ours, theirs), socket.socketpair(), strict=True):
            end.setblocking(False)
            await link.open(end)
        said = [Nudge("t", os.urandom(n)) for n in (0, 1, 200_000)] + [Ping(n) for n in range(1000)]
        for message in said:
            ours.send(message)
        ours.close()
        async with asyncio.timeout(NEVER):
            await gone.wait()
            while len(heard) < len(said):
                await asyncio.sleep(0.01)
        assert heard == said
        ours.send(Ping(0))  # to nobody, without a word

    asyncio.run(main())


def test_processes_take_turns_at_a_file_and_who_has_waited_long_goes_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = (Turn(str(tmp_path / "turn")) for _ in range(2))
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 2:
            one.__exit__()

    monkeypatch.setattr("strapontin.server.storage.engine.sleep", wait)
    with one, two:
        assert len(waits) == 2
    with one:
        monkeypatch.setattr("strapontin.server.storage.engine.PATIENCE", -1)
        with two:
            assert len(waits) == 2
    one.close()
    two.close()
