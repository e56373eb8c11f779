"""How much a server does: moves a second and a CPU-second, delays, memory, beside boardgame.io 0.50.2.

    python -m benchmarks.server [--seconds 10] [--tables 10,100,300] [--pace 0,1] [--games metrox,...] [--idle 2000]
                                [--experts 0] [--before f094bb7] [--alone] [--workers 2] [--spread]

On loopback, two sockets a table, closed loop. At pace 0 everybody moves as soon as they may: the server is
saturated, moves a CPU-second are what it can do, and delays are only the length of the queue. At pace 1 everybody
moves at most once a second, as quick people do: then the delays are those people would feel.

Both servers play the same game, `sheets.py` and `boardgameio_server.js`: they take a move, check it, store it and
tell both sockets the whole new state (6 kB); after 70 moves the two at a table begin another one. Ours has every move
durable (fsync) before it is acknowledged; theirs has its FlatFile storage (written, not synced), and again memory
only. Ours plays the games of the collection as well, with all their rules and what they hide, among people whose pages
have the rules and are told records (`strapontin.2`); and once more as `metrox views` and its like, where the server
tells everybody what each legal move would do. Bytes are those of all frames of a table, both ways. boardgame.io is
fetched from npm into a temporary folder.

`--experts 4` has so many games among bots of the level `expert` beside, in the processes in which bots think; their
processor time is not the server's. `--before` measures another version in turn with this one, so that whatever slows
the machine down slows both. Last come so many idle sockets, two a table, and what a table takes that is loaded and
idle, beside its record: as it is played, and at rest.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import tracemalloc
import urllib.request
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any, ClassVar

import httpx
import msgspec
from websockets.asyncio.client import connect

from benchmarks.versions import checkout
from strapontin.core import registry
from strapontin.core.changes import change
from strapontin.core.kernel import blank
from strapontin.server.protocol import RECORDS
from strapontin.server.table import Header, SeatState, Table
from strapontin.server.table_protocol import Absence, NoClock

HERE = Path(__file__).parent
PACKAGES = ("boardgame.io@0.50.2", "koa-compose@4.1.0", "socket.io-client@4.8.1", "node-persist@3.1.3")
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def quantile(delays: list[float], q: float) -> float:
    return sorted(delays)[min(len(delays) - 1, int(q * len(delays)))] if delays else 0.0


def row(
    name: str, tables: int, pace: float, moves: int, seconds: float, cpu: float, p50: float, p99: float, memory: float
) -> dict[str, Any]:
    return {
        "server": name,
        "tables": tables,
        "pace": pace,
        "moves_per_second": round(moves / seconds, 1),
        "moves_per_cpu_second": round(moves / max(cpu, 1e-9), 1),
        "p50_ms": round(p50, 2),
        "p99_ms": round(p99, 2),
        "memory_mb": round(memory, 1),
    }


class Ours:
    """A Strapontin server in its own process, of this version or of other sources, or in several with a foreman."""

    def __init__(self, folder: str, experts: int = 0, sources: Path | None = None, workers: int = 1) -> None:
        self.port, self.experts = free_port(), experts
        flags = ["--port", str(self.port), "--data", folder, "--rate", "0", "--log-level", "warning"]
        flags += [] if experts else ["--bots", "0"]
        flags += ["--tables-per-guest", "1000000", "--tables-per-address", "1000000", "--sockets-per-address", "10000"]
        flags += ["--workers", str(workers)] if workers > 1 else []
        other = {} if sources is None else {"PYTHONPATH": str(sources)}
        program = "benchmarks.sheets" if workers == 1 else "strapontin.server.serving"
        command = [sys.executable, "-m", program, *flags]
        self.process = subprocess.Popen(command, cwd=HERE.parent, env=os.environ | other)
        health = f"http://127.0.0.1:{self.port}/healthz"
        wait_for(health)
        while workers > 1 and json.load(urllib.request.urlopen(health))["workers"]["alive"] < workers:
            time.sleep(0.1)

    def cpu_seconds(self) -> float:
        """What its processes that serve have used."""
        return sum(map(cpu_seconds, self.family()))

    def memory_mb(self) -> float:
        """What they hold."""
        return sum(map(memory_mb, self.family()))

    def family(self) -> list[int]:
        """Its process and its workers, without those of bots."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *(int(one) for one in children if b"server.worker" in Path(f"/proc/{one}/cmdline").read_bytes())]

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


class Load:
    """The people at the tables of ours."""

    def __init__(self, port: int, game: str, pace: float = 0, records: bool = False, spread: bool = False) -> None:
        self.base, self.port, self.game, self.pace = f"http://127.0.0.1:{port}", port, game, pace
        self.records = records
        self.hall = "t%61bles" if spread else "tables"  # a table the doorman cannot see goes to anybody
        self.measuring = False
        self.seated = self.bytes = 0
        self.delays: list[float] = []
        jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # people do not share cookies
        self.http = httpx.AsyncClient(base_url=self.base, timeout=120, cookies=jar)

    async def table(self) -> tuple[str, list[str], dict[str, str]]:
        """A table of two, started; its id, the tokens of its seats and its owner's cookie."""
        body = {"game": self.game, "players": 2, "name": "Ana", "absence": {"after": None}}
        made = await self.http.post("/api/v1/tables", json=body)
        first = made.json()
        table = first["table"]["id"]
        owner = {"cookie": made.headers["set-cookie"].partition(";")[0]}
        second = (await self.http.post(f"/api/v1/tables/{table}/seats/1", json={"name": "Bo"})).json()
        await self.start(table, owner)
        return table, [first["token"], second["token"]], owner

    async def watch_experts(self, games: int) -> None:
        """So many games among bots, beside."""
        both = {"0": "expert", "1": "expert"}
        game = self.game if self.game in registry.collection() else "metrox"
        body = {"game": game, "players": 2, "name": "Ana", "seat": None, "bots": both, "start": True}
        for _ in range(games):
            (await self.http.post("/api/v1/tables", json=body)).raise_for_status()

    async def start(self, table: str, owner: dict[str, str]) -> None:
        """The owner starts the game."""
        (await self.http.post(f"/api/v1/tables/{table}/start", json={}, headers=owner)).raise_for_status()

    async def pair(self, gate: asyncio.Semaphore) -> None:
        """Two people, one game after another."""
        async with gate:
            table, tokens, owner = await self.table()
        while True:
            table, _ = await asyncio.gather(*(self.seat(table, token, i == 0) for i, token in enumerate(tokens)))
            await self.start(table, owner)

    async def seat(self, table: str, token: str, asks: bool) -> str:
        """One of them, as fast as the pace allows; the table of the rematch, for which the owner asks."""
        rng, sent, count, asked = random.Random(token), 0.0, 0, False
        page = Page() if self.records else Screen()
        following = time.perf_counter() + rng.random() * self.pace
        url = f"ws://127.0.0.1:{self.port}/api/v1/{self.hall}/{table}/socket"
        spoken: Any = [RECORDS] if self.records else None
        async with connect(url, subprotocols=spoken, compression=None, max_size=None, ping_interval=None) as wire:
            await wire.send(json.dumps({"type": "hello", "token": token} | page.hello))
            while True:
                message = await wire.recv()
                self.bytes += len(message) if self.measuring else 0
                frame = page.read(message)
                kind = frame["type"]
                if not asked and (kind == "ack" or frame.get("ack")):
                    if self.measuring:
                        self.delays.append((time.perf_counter() - sent) * 1000)
                    sent = 0.0
                if kind in ("snapshot", "event"):
                    self.seated += kind == "snapshot"
                    if (info := frame.get("table")) and info["rematch"]:
                        return str(info["rematch"])
                elif kind == "refused":
                    raise RuntimeError(frame)
                if page.over:
                    if asks and not asked and not sent:
                        asked = True
                        await wire.send(json.dumps({"type": "rematch", "id": "again"}))
                elif not sent and (moves := page.moves()):
                    count += 1
                    await asyncio.sleep(following - time.perf_counter() if self.pace else 0)
                    sent = time.perf_counter()
                    following = sent + self.pace
                    text = json.dumps({"type": "move", "id": str(count), "move": rng.choice(moves)})
                    self.bytes += len(text) if self.measuring else 0
                    await wire.send(text)


class Screen:
    """What is shown to somebody who is told views."""

    hello: ClassVar[dict[str, Any]] = {}

    def __init__(self) -> None:
        self.view: Any = None

    def read(self, message: str | bytes) -> Any:
        """Take in a frame."""
        frame = msgspec.json.decode(message)
        self.view = frame.get("view") or self.view
        return frame

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return bool(self.view and self.view["over"])

    def moves(self) -> list[str]:
        """The legal moves, each time they are told."""
        told, view = [], self.view
        if view and view["seat"] in view["to_act"]:
            told, self.view = [one["move"] for one in view["moves"]], view | {"moves": []}
        return told


class Page:
    """The same for somebody who is told records, and has the rules."""

    hello: ClassVar[dict[str, Any]] = {"records": True}

    def __init__(self) -> None:
        self.game: Any = None
        self.asked = self.over = False

    def read(self, message: str | bytes) -> Any:
        """Take in a frame."""
        if isinstance(message, str):
            return msgspec.json.decode(message)
        size = 4 + int.from_bytes(message[:4], "little")
        frame, runs = msgspec.json.decode(message[4:size]), message[size:]
        if frame["type"] == "snapshot":
            info, self.seat = frame["table"], frame["seat"]
            self.game = registry.game(info["game"])
            self.setting = self.game.setting(info["options"], len(info["seats"]))
            self.state = blank(self.game.state_type)
        elif frame.get("whole"):
            self.state = blank(self.game.state_type)
        change(self.state.data, runs)
        self.asked, self.over = False, not self.game.rules.actors(self.setting.board, self.state)
        return frame

    def moves(self) -> list[str]:
        """The legal moves, each time there are new ones."""
        if self.game is None or self.asked or self.seat not in self.game.actors(self.setting, self.state):
            return []
        self.asked = True
        return list(self.game.moves(self.setting, self.state, self.seat))


async def measure_ours(server: Ours, name: str, tables: int, pace: float, seconds: float, spread: bool) -> Any:
    game, _, views = name.partition(" ")
    records = not views and game in registry.collection()
    load, gate = Load(server.port, game, pace, records, spread), asyncio.Semaphore(4)
    await load.watch_experts(server.experts)
    tasks = [asyncio.create_task(load.pair(gate)) for _ in range(tables)]
    while load.seated < 2 * tables and not any(task.done() for task in tasks):
        await asyncio.sleep(0.1)
    await asyncio.sleep(2)
    began, cpu = time.perf_counter(), server.cpu_seconds()
    load.measuring = True
    await asyncio.sleep(seconds)
    load.measuring = False
    took, used = time.perf_counter() - began, server.cpu_seconds() - cpu
    memory = server.memory_mb()
    for task in tasks:
        task.cancel()
    failed = [
        one
        for one in await asyncio.gather(*tasks, return_exceptions=True)
        if not isinstance(one, asyncio.CancelledError)
    ]
    if failed:
        raise RuntimeError(repr(failed[0]))
    delays = load.delays
    p50, p99 = quantile(delays, 0.5), quantile(delays, 0.99)
    told = row(f"strapontin {name}", tables, pace, len(delays), took, used, p50, p99, memory)
    return told | {"bytes_per_move": round(load.bytes / max(1, len(delays)))}


async def measure_idle(server: Ours, sockets: int) -> Any:
    load, gate = Load(server.port, "metrox"), asyncio.Semaphore(4)
    before, wires = server.memory_mb(), []

    async def one() -> None:
        async with gate:
            table, tokens, _ = await load.table()
            for token in tokens:
                url = f"ws://127.0.0.1:{server.port}/api/v1/tables/{table}/socket"
                wire = await connect(url, compression=None, max_size=None, ping_interval=None)
                await wire.send(json.dumps({"type": "hello", "token": token}))
                while json.loads(await wire.recv())["type"] != "snapshot":
                    pass
                wires.append(wire)

    await asyncio.gather(*(one() for _ in range(sockets // 2)))
    await asyncio.sleep(2)
    after = server.memory_mb()
    for wire in wires:
        wire.transport.abort()
    return {
        "idle_sockets": len(wires),
        "tables": sockets // 2,
        "before_mb": round(before, 1),
        "memory_mb": round(after, 1),
    }


def played_table(name: str, n: int, most: int = 60) -> Table:
    """A table of two after so many rows."""
    rng, options = random.Random(n), registry.game(name).setting({}, 2).options
    head = Header(f"{n:016}", name, 2, dict(options), NoClock(), Absence(), False, True, "", rng.randbytes(32), 0)
    table = Table(head, [SeatState("guest", f"{seat}{n:031}", f"{seat}{n:063}", "Ana") for seat in range(2)])
    table.commit(table.start(1))
    while table.state == "playing" and table.length < most:
        assert table.match is not None
        seat = rng.choice(table.waits)
        table.commit(table.move(seat, rng.choice(table.match.legal(seat)), 2, f"{seat}:{table.length}"))
    return table


def measure_table(name: str, tables: int = 50) -> Any:
    """What a table takes beside the bytes of its record, as it is played and at rest."""
    assert played_table(name, tables).rest()  # whatever is kept for all of them is there from here on
    gc.collect()
    tracemalloc.start()
    made = [played_table(name, n) for n in range(tables)]
    gc.collect()
    taken = [tracemalloc.get_traced_memory()[0]]
    for table in made:
        table.rest()
    gc.collect()
    taken.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    record = registry.game(name).state_type.dtype.itemsize
    kilobytes = [round((bytes_ / tables - record) / 1000, 1) for bytes_ in taken]
    return {"table": name, "record_kb": record / 1000, "played_kb": kilobytes[0], "at_rest_kb": kilobytes[1]}


def fetch(folder: Path) -> None:
    for name in ("boardgameio_server.js", "boardgameio_load.js"):
        shutil.copy(HERE / name, folder)
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent", *PACKAGES]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def measure_theirs(folder: Path, storage: str, tables: int, pace: float, seconds: float) -> Any:
    port = free_port()
    data = tempfile.mkdtemp(prefix="boardgameio-")
    command = ["node", "boardgameio_server.js", str(port), storage, data]
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/games")
        load = subprocess.Popen(
            ["node", "boardgameio_load.js", str(port), str(tables), str(seconds), str(pace)],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert load.stdout is not None
        assert load.stdout.readline().strip() == "begin"
        cpu = cpu_seconds(server.pid)
        told = json.loads(load.stdout.readline())
        used, memory = cpu_seconds(server.pid) - cpu, memory_mb(server.pid)
        load.wait()
        name, moves = f"boardgame.io {storage}", told["moves"]
        return row(name, tables, pace, moves, seconds, used, told["p50"], told["p99"], memory)
    finally:
        server.kill()
        server.wait()
        shutil.rmtree(data, ignore_errors=True)


def free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(url: str) -> None:
    for _ in range(3000):
        try:
            urllib.request.urlopen(url, timeout=2).read()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"nothing answers at {url}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", default="10,100,300")
    parser.add_argument("--pace", default="0,1", help="seconds between two moves of one person; 0: as fast as possible")
    everything = ",".join(f"{game},{game} views" for game in registry.collection())
    parser.add_argument("--games", default=f"sheets,{everything}")
    parser.add_argument("--experts", type=int, default=0, help="games among bots of the level expert beside")
    parser.add_argument("--before", help="a commit to measure in turn with this version")
    parser.add_argument("--idle", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=1, help="processes of ours; games of the collection only")
    parser.add_argument(
        "--spread", action="store_true", help="two at a table come to different workers, as if by proxy"
    )
    parser.add_argument("--alone", action="store_true", help="leave boardgame.io out")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory(prefix="strapontin-bench-") as name:
        folder = Path(name)
        if not args.alone:
            fetch(folder)
        versions = {"": None} | ({f" at {args.before}": checkout(args.before, folder)} if args.before else {})
        plan = [(int(tables), float(pace)) for pace in args.pace.split(",") for tables in args.tables.split(",")]
        for tables, pace in plan:
            for game, version in itertools.product(args.games.split(","), versions):
                ours = Ours(tempfile.mkdtemp(dir=folder), args.experts, versions[version], args.workers)
                try:
                    told = asyncio.run(measure_ours(ours, game, tables, pace, args.seconds, args.spread))
                    print(json.dumps(told | {"server": told["server"] + version}), flush=True)
                finally:
                    ours.stop()
            for storage in () if args.alone else ("flatfile", "memory"):
                print(json.dumps(measure_theirs(folder, storage, tables, pace, args.seconds)), flush=True)
        for version in versions if args.idle else ():
            ours = Ours(tempfile.mkdtemp(dir=folder), 0, versions[version], args.workers)
            try:
                told = asyncio.run(measure_idle(ours, args.idle))
                print(json.dumps({"server": f"strapontin{version}"} | told), flush=True)
            finally:
                ours.stop()
        for name in registry.collection() if args.idle else ():
            print(json.dumps(measure_table(name)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
