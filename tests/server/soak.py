"""The crash test: many clients, a wire that lies, and server processes killed at random.

    python -m tests.server.soak --backend both --seconds 120 --tables 12 --bots 1

Afterwards every acknowledged move must be in the journal exactly once, versions without gaps, all clients at the
same truth, and every frame they got exactly what its recipient's eyes may know.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from strapontin.core import registry
from strapontin.server import answers
from strapontin.server.protocol import RECORDS
from strapontin.server.storage.database import Database
from strapontin.server.storage.store import Store
from strapontin.server.table import Table, bit
from tests.server import services
from tests.server.client import NEVER, Reading, sensible

SECRET = "a secret for the cookies of the crash test"
PATIENCE = 10.0
"""Seconds a client waits for an answer that a busy server owes it, before it takes it for lost."""


@dataclass
class Report:
    """What was done, and what was found."""

    backend: str
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = ", ".join(f"{count} {name}" for name, count in self.counts.items())
        return f"{self.backend}: {told}; " + ("all well" if not self.faults else f"{len(self.faults)} FAULTS")


class Fleet:
    """Server processes that are killed without warning and started again."""

    def __init__(self, count: int, flags: list[str], log: Path) -> None:
        self.ports = [services.free_port() for _ in range(count)]
        self.flags, self.log = flags, log
        self.processes: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, port: int) -> None:
        """Start (again) the server of a port."""
        command = [sys.executable, "-m", "strapontin.server.serving", "--port", str(port), *self.flags]
        with self.log.open("ab") as log:
            self.processes[port] = subprocess.Popen(command, stdout=log, stderr=log)

    def kill(self, port: int) -> None:
        """kill -9."""
        self.processes[port].send_signal(signal.SIGKILL)
        self.processes[port].wait()

    def stop(self) -> None:
        """End them all."""
        for process in self.processes.values():
            process.kill()
            process.wait()

    async def ready(self, port: int, seconds: float = 600) -> None:
        """Wait until the server of a port answers."""
        async with httpx.AsyncClient() as http:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                if self.processes[port].poll() is not None:
                    raise RuntimeError(f"the server stopped: {self.log.read_text()[-800:]}")
                with contextlib.suppress(httpx.HTTPError):
                    if (await http.get(f"http://127.0.0.1:{port}/healthz")).status_code == 200:
                        return
                await asyncio.sleep(0.1)
        raise RuntimeError(f"the server on port {port} does not answer; its log: {self.log}")


class Wire:
    """A proxy between clients and servers that drops, delays, doubles and swaps frames, and cuts connections."""

    def __init__(self, fleet: Fleet, report: Report, rng: random.Random) -> None:
        self.fleet, self.report, self.rng = fleet, report, rng
        self.honest = False
        self.port = services.free_port()

    async def run(self) -> None:
        """Serve until cancelled."""
        spoken: Any = RECORDS
        async with serve(
            self._carry,
            "127.0.0.1",
            self.port,
            subprotocols=[spoken],
            select_subprotocol=lambda _, offered: spoken if spoken in offered else None,
            compression=None,
            ping_interval=None,
            max_size=None,
        ):
            await asyncio.get_running_loop().create_future()

    async def _carry(self, client: Any) -> None:
        ports = list(self.fleet.ports)
        self.rng.shuffle(ports)
        headers = {"cookie": client.request.headers.get("cookie", "")}
        for port in ports:
            with contextlib.suppress(
                OSError, InvalidHandshake, InvalidMessage, ConnectionClosed, EOFError, TimeoutError
            ):
                url = f"ws://127.0.0.1:{port}{client.request.path}"
                async with connect(
                    url,
                    additional_headers=headers,
                    subprotocols=client.subprotocol and [client.subprotocol],
                    compression=None,
                    max_size=None,
                    ping_interval=None,
                ) as server:
                    tasks = [asyncio.create_task(self._pump(*pair)) for pair in ((client, server), (server, client))]
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
                    return
        await client.close()

    async def _pump(self, source: Any, target: Any) -> None:
        held: list[Any] = []
        first = True
        async for frame in source:
            dice = 1.0 if self.honest or first else self.rng.random()
            first = False
            if dice < 0.004:
                self.report.counts["connections cut"] += 1
                return
            if dice < 0.02:
                self.report.counts["frames dropped"] += 1
                continue
            if dice < 0.05:
                self.report.counts["frames doubled"] += 1
                await target.send(frame)
            elif dice < 0.08 and not held:
                self.report.counts["frames swapped"] += 1
                held.append(frame)
                continue
            elif dice < 0.14:
                self.report.counts["frames delayed"] += 1
                await asyncio.sleep(self.rng.random() * 0.08)
            await target.send(frame)
            while held:
                await target.send(held.pop())


class Client:
    """A seat (or a spectator) that plays on through everything."""

    def __init__(
        self, wire: Wire, table: str, token: str | None, rng: random.Random, report: Report, records: bool
    ) -> None:
        self.wire, self.table, self.token, self.rng, self.report = wire, table, token, rng, report
        self.reading = Reading() if records else None
        self.version: int | None = None
        self.seat: int | None = None
        self.view: Any = None
        self.over = False
        self.pending: tuple[str, str] | None = None
        self.acked: dict[str, str] = {}
        self.heard: list[tuple[int, dict[str, Any]]] = []
        self.raw: list[str | bytes] = []
        self.count = 0
        self.stopped = False

    async def run(self) -> None:
        """Connect again and again until told to stop."""
        url = f"ws://127.0.0.1:{self.wire.port}/api/v1/tables/{self.table}/socket"
        while not self.stopped:
            with contextlib.suppress(
                ConnectionClosed, OSError, InvalidHandshake, InvalidMessage, EOFError, TimeoutError
            ):
                spoken: Any = [RECORDS] if self.reading else None
                async with connect(
                    url, subprotocols=spoken, compression=None, max_size=None, ping_interval=None, open_timeout=30
                ) as wire:
                    hello: dict[str, Any] = {"type": "hello", "token": self.token, "version": self.version}
                    hello["records"] = self.reading is not None
                    await wire.send(json.dumps(hello))
                    await self._live(wire)
            self.report.counts["reconnects"] += 1
            await asyncio.sleep(0.05 + self.rng.random() * 0.2)

    async def _live(self, wire: Any) -> None:
        welcomed = False
        while not self.stopped:
            if welcomed:
                await self._act(wire)
            try:
                async with asyncio.timeout(1.0 if welcomed else PATIENCE):
                    text = await wire.recv()
            except TimeoutError:
                if not welcomed:
                    return
                await wire.send('{"type":"ping","n":1}')
                async with asyncio.timeout(PATIENCE):
                    text = await wire.recv()
                if self.pending is not None and isinstance(text, str) and json.loads(text)["type"] == "pong":
                    return  # its answer was lost: come back and ask again
            self.raw.append(text)
            frame = self.reading.unpack(text) if self.reading else json.loads(text)
            if frame["type"] == "welcome":
                welcomed = True
                if not frame["resumed"]:
                    self.version = None
            if not self._take(frame):
                return

    def _take(self, frame: dict[str, Any]) -> bool:
        """Take in a frame; false when something was missed and it is time to reconnect."""
        kind = frame["type"]
        if kind == "snapshot":
            self.version, self.view, self.seat = frame["version"], frame["view"], frame["seat"]
            self.over = frame["table"]["state"] == "over"
            self.heard.append((frame["version"], frame))
        elif kind == "event":
            if self.version is None:
                return True  # the snapshot is on its way, or lost
            if frame["version"] <= self.version:
                return True
            if frame["version"] > self.version + 1:
                return False
            self.version = frame["version"]
            self.view = frame["view"] or self.view
            self.over = self.over or frame["over"]
            self.heard.append((frame["version"], frame))
            self._acknowledged(frame.get("ack"))
        elif kind == "ack":
            self._acknowledged(frame["id"])
        elif kind == "refused":
            if frame["error"]["kind"] == "back-in-a-moment":
                return False
            if self.pending and frame["id"] == self.pending[0]:
                self.report.counts["moves refused"] += 1
                self.pending = None
        elif kind == "pong":
            return bool(frame["version"] == self.version)
        return bool(kind != "notice")

    def _acknowledged(self, frame_id: str | None) -> None:
        if self.pending and frame_id == self.pending[0]:
            self.acked[self.pending[0]] = self.pending[1]
            self.pending = None

    async def _act(self, wire: Any) -> None:
        if self.token is None or self.over or self.view is None:
            return
        if self.pending is None and self.seat in self.view["to_act"] and self.view["moves"]:
            self.count += 1
            self.pending = (f"m{self.count}", self.rng.choice(sensible(self.view)))
        if self.pending is not None and self.pending[0] != getattr(wire, "sent", None):
            wire.sent = self.pending[0]
            await wire.send(json.dumps({"type": "move", "id": self.pending[0], "move": self.pending[1]}))


async def soak(
    backend: str,
    database: str,
    bus: str,
    seconds: float,
    tables: int,
    processes: int,
    seed: int,
    folder: Path,
    bots: int = 0,
) -> Report:
    """Run it all and judge it; without processes for bots, these play their safe move at once."""
    report, rng = Report(f"{backend}, {processes} x serve, {bots} x bots"), random.Random(seed)
    flags = ["--database", database, "--bus", bus, "--secret", SECRET, "--rate", "0", "--data", str(folder)]
    flags += ["--bot-pause", "0", "--bots", str(bots), "--bot-seconds", "0.05", "--log-level", "warning"]
    fleet = Fleet(processes, flags, folder / "servers.log")
    wire = Wire(fleet, report, rng)
    tasks: list[asyncio.Task[Any]] = []
    try:
        for port in fleet.ports:
            fleet.start(port)
            await fleet.ready(port)
        made = await _tables(f"http://127.0.0.1:{fleet.ports[0]}", tables)
        report.counts["tables"] = len(made)
        clients = [
            Client(wire, table, token, random.Random(rng.random()), report, records)
            for table, tokens in made
            for token, records in ((tokens[0], True), (tokens[1], False), (None, True))
        ]
        tasks = [asyncio.create_task(wire.run())] + [asyncio.create_task(client.run()) for client in clients]
        end = time.monotonic() + seconds
        while time.monotonic() < end and not all(client.over for client in clients):
            await asyncio.sleep(rng.uniform(0.5, 2.0) if processes == 1 else rng.uniform(1.0, 4.0))
            port = rng.choice(fleet.ports)
            fleet.kill(port)
            report.counts["kills"] += 1
            await asyncio.sleep(rng.uniform(0, 0.5))
            fleet.start(port)
            if processes == 1:
                await fleet.ready(port)
        for port in fleet.ports:
            await fleet.ready(port)
        wire.honest = True
        await _settle(clients, report)
        for client in clients:
            client.stopped = True
        await asyncio.wait(tasks[1:], timeout=10)
        await _judge(clients, database, report)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        fleet.stop()
    return report


async def _tables(base: str, count: int) -> list[tuple[str, list[str]]]:
    """So many tables of all games in turn, two people and a bot each, started."""
    made, names = [], registry.games()
    for i in range(count):
        async with (
            httpx.AsyncClient(base_url=base, timeout=NEVER) as ana,
            httpx.AsyncClient(base_url=base, timeout=NEVER) as bo,
        ):
            game = names[i % len(names)]
            # not a random one: by chance alone nobody ever arrives in Correspondances
            body = {"game": game, "players": 3, "name": "Ana", "bots": {"2": "novice"}}
            first = (await ana.post("/api/v1/tables", json=body)).json()
            table = first["table"]["id"]
            second = (await bo.post(f"/api/v1/tables/{table}/seats/1", json={"name": "Bo"})).json()
            (await ana.post(f"/api/v1/tables/{table}/start", json={})).raise_for_status()
            made.append((table, [first["token"], second["token"]]))
    return made


async def _truth(clients: list[Client], database: str) -> dict[str, Table]:
    from strapontin.server.journal_replay import JournalReaders
    from strapontin.server.settings import Settings

    reading = JournalReaders()
    store = Store(Database(Settings(database=database).database_url()))
    truth: dict[str, Table] = {}
    try:
        for one in {c.table for c in clients}:
            if (found := await store.load(one)) is not None:
                truth[one], rows = found
                await reading.build(truth[one], rows)
        return truth
    finally:
        reading.close()
        await store.database.close()


async def _settle(clients: list[Client], report: Report) -> None:
    """Let everybody catch up on an honest wire, and finish; as long as anybody still gets on, however slowly."""
    reached, since = 0, time.monotonic()
    while not all(client.over for client in clients):
        await asyncio.sleep(0.2)
        versions = sum(client.version or 0 for client in clients)
        if versions > reached:
            reached, since = versions, time.monotonic()
        elif time.monotonic() - since > NEVER:
            stuck = sorted({client.table for client in clients if not client.over})
            report.faults.append(f"nothing happens any more at {', '.join(stuck)}")
            return


async def _judge(clients: list[Client], database: str, report: Report) -> None:
    truth = await _truth(clients, database)
    for table in truth.values():
        if [row.n for row in table.rows] != list(range(1, len(table.rows) + 1)):
            report.faults.append(f"{table.header.id}: the journal has gaps")
        keys = [row.key for row in table.rows if row.key]
        if len(keys) != len(set(keys)):
            report.faults.append(f"{table.header.id}: a request was recorded twice")
        report.counts["rows"] += len(table.rows)
    for client in clients:
        table = truth[client.table]
        for move_id, move in client.acked.items():
            row = table.keys.get(f"{client.seat}:{move_id}")
            if row is None or row.move != move:
                report.faults.append(f"{client.table}: acknowledged {move_id} {move} of seat {client.seat} is lost")
        report.counts["moves acknowledged"] += len(client.acked)
        _judge_frames(client, table, report)


def _judge_frames(client: Client, table: Table, report: Report) -> None:
    """Every view a client got is the view its eyes have at that version, and nothing else."""
    eye = client.seat
    views = _views(table, eye)
    for version, frame in client.heard:
        if frame["view"] is not None:
            report.counts["views checked"] += 1
            if frame["view"] != views[version]:
                report.faults.append(f"{client.table}: eye {eye} was shown something else at version {version}")
    at = table.versions[eye]
    if not client.over and table.state == "playing" and client.version in views:
        at = client.version  # the game goes on without the clients, for a bot sits there
    if client.over != (table.state == "over") or client.version != at:
        report.faults.append(f"{client.table}: eye {eye} is at {client.version}, the table at {table.versions[eye]}")
    elif client.view != views[at]:
        report.faults.append(f"{client.table}: eye {eye} did not converge")
    if any(held in raw for raw in client.raw for held in _seeds(table, raw)):
        report.faults.append(f"{client.table}: a frame held the seed")
    report.counts["frames read"] += len(client.raw)


def _seeds(table: Table, raw: str | bytes) -> list[Any]:
    """The seed of a table in all ways a frame could hold it."""
    seed = table.header.seed
    return [seed.hex()] if isinstance(raw, str) else [seed, seed.hex().encode()]


def _views(table: Table, eye: int | None) -> dict[int, Any]:
    """The view of an eye at each of its versions, from the journal alone."""
    import msgspec

    again = Table(table.header, table.seats)
    views: dict[int, Any] = {}
    for row in table.rows:
        again.commit(again.again(row))
        if row.eyes & bit(eye):
            views[again.versions[eye]] = msgspec.json.decode(msgspec.json.encode(answers.view_of(again, eye)))
    return views


async def run(
    backend: str, seconds: float, tables: int, seed: int, processes: int | None = None, bots: int = 0
) -> Report:
    """One backend from nothing to the report; several processes on one file of SQLite talk by Redis as well."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="strapontin-soak-")))
        count = processes or (1 if backend == "sqlite" else 2)
        bus = stack.enter_context(services.redis()) if count > 1 else ""
        database = f"sqlite:///{folder / 'tables.sqlite3'}"
        if backend != "sqlite":
            database = stack.enter_context(services.postgres())
        report = await soak(backend, database, bus, seconds, tables, count, seed, folder, bots)
        if report.faults:
            sys.stdout.write((folder / "servers.log").read_text()[-4000:])
        return report


def main() -> int:
    """Print a report for each backend; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--processes", type=int, help="of the server; without it 1 for sqlite, 2 for postgresql")
    parser.add_argument("--bots", type=int, default=0, help="processes for bots in each of them")
    args = parser.parse_args()
    wrong = 0
    for backend in ("sqlite", "postgresql") if args.backend == "both" else (args.backend,):
        report = asyncio.run(run(backend, args.seconds, args.tables, args.seed, args.processes, args.bots))
        print(report, f"(seed {args.seed})", flush=True)
        for fault in report.faults[:20]:
            print("  " + fault, flush=True)
        wrong += len(report.faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
