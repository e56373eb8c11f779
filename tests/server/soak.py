"""The crash test: many clients, a wire that lies, and servers, workers, bus and database killed at random.

    python -m tests.server.soak --backend both --seconds 120 --tables 12 --bots 1
    python -m tests.server.soak --backend postgresql --servers 3 --workers 2 --kills 100

Afterwards every acknowledged move must be in the journal exactly once, versions without gaps, all clients at the
same truth, and every frame they got exactly what its recipient's eyes may know.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from strapontin.core import registry
from strapontin.server import answers
from strapontin.server.storage.database import Database
from strapontin.server.storage.store import Store
from strapontin.server.table import Table, bit
from tests.server import services
from tests.server.client import NEVER
from tests.server.fleet import Fleet
from tests.server.soak_clients import Client, Report, Wire

SECRET = "a secret for the cookies of the crash test"


class Misfortune:
    """What is killed, and comes back: servers, workers, the bus, the database."""

    def __init__(self, fleet: Fleet, report: Report, rng: random.Random, services: list[services.Service]) -> None:
        self.fleet, self.report, self.rng, self.services = fleet, report, rng, services

    async def strike(self) -> None:
        """Kill one thing, and start it again."""
        rng, fleet = self.rng, self.fleet
        port, dice = rng.choice(fleet.ports), rng.random()
        if self.services and dice < 0.25:
            await self._service(rng.choice(self.services))
        elif fleet.workers > 1 and dice < 0.65:
            if fleet.kill_worker(port, rng.randrange(fleet.workers)):
                self.report.counts["workers killed"] += 1
        else:
            self.report.counts["servers killed"] += 1
            fleet.kill(port)
            await asyncio.sleep(rng.uniform(0, 0.5))
            fleet.start(port)
            if len(fleet.ports) == 1:
                await fleet.ready(port)

    async def _service(self, service: services.Service) -> None:
        """The bus or the database: no server may start meanwhile, for it would rightly refuse to."""
        for port in self.fleet.ports:
            await self.fleet.ready(port)
        self.report.counts[f"{service.name} killed"] += 1
        service.kill()
        await asyncio.sleep(self.rng.uniform(0.2, 2.0))
        await asyncio.to_thread(service.start)

    @property
    def kills(self) -> int:
        """How many there were."""
        return sum(count for name, count in self.report.counts.items() if name.endswith(" killed"))


async def soak(
    report: Report,
    database: str,
    fleet: Fleet,
    misfortune: Misfortune,
    rng: random.Random,
    tables: int,
    enough: Callable[[], bool],
) -> None:
    """Run it all and judge it, with new tables whenever all games are over, until there was enough of it."""
    wire = Wire(fleet, report, rng)
    carrying = asyncio.create_task(wire.run())
    try:
        for port in fleet.ports:
            fleet.start(port)
            await fleet.ready(port)
        while not report.faults:
            await _wave(report, database, fleet, misfortune, rng, wire, tables, enough)
            if enough():
                return
    finally:
        carrying.cancel()
        await asyncio.gather(carrying, return_exceptions=True)
        fleet.stop()


async def _wave(
    report: Report,
    database: str,
    fleet: Fleet,
    misfortune: Misfortune,
    rng: random.Random,
    wire: Wire,
    tables: int,
    enough: Callable[[], bool],
) -> None:
    """Some tables from their beginning to the judgement."""
    wire.honest = False
    made = await _tables(f"http://127.0.0.1:{fleet.ports[0]}", tables)
    report.counts["tables"] += len(made)
    clients = [
        Client(wire, table, token, random.Random(rng.random()), report, records)
        for table, tokens in made
        for token, records in ((tokens[0], True), (tokens[1], False), (None, True))
    ]
    tasks = [asyncio.create_task(client.run()) for client in clients]
    try:
        while not all(client.over for client in clients):
            await asyncio.sleep(rng.uniform(0.5, 2.0) if len(fleet.ports) == 1 else rng.uniform(1.0, 4.0))
            await misfortune.strike()
            if enough():
                break
        for port in fleet.ports:
            await fleet.ready(port)
        wire.honest = True
        await _settle(clients, report)
        for client in clients:
            client.stopped = True
        await asyncio.wait(tasks, timeout=10)
        await _judge(clients, database, report)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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
    backend: str,
    seconds: float,
    tables: int,
    seed: int,
    servers: int | None = None,
    bots: int = 0,
    workers: int = 1,
    kills: int = 1,
) -> Report:
    """One backend from nothing to the report; several servers on one file of SQLite talk by Redis as well."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="strapontin-soak-")))
        count, rng = servers or (1 if backend == "sqlite" else 2), random.Random(seed)
        database, bus, stood_on = f"sqlite:///{folder / 'tables.sqlite3'}", "", []
        if count > 1:
            stood_on.append(stack.enter_context(services.redis_service()))
            bus = stood_on[-1].url
        if backend != "sqlite":
            stood_on.append(stack.enter_context(services.postgres_service()))
            database = stood_on[-1].url
        flags = ["--database", database, "--bus", bus, "--secret", SECRET, "--rate", "0", "--data", str(folder)]
        flags += ["--bot-pause", "0", "--bots", str(bots), "--bot-seconds", "0.05", "--log-level", "warning"]
        report = Report(f"{backend}, {count} x serve, {workers} x workers, {bots} x bots")
        fleet = Fleet(count, flags, folder / "servers.log", workers)
        misfortune = Misfortune(fleet, report, rng, stood_on if workers > 1 else [])
        end = time.monotonic() + seconds
        await soak(
            report,
            database,
            fleet,
            misfortune,
            rng,
            tables,
            lambda: time.monotonic() > end and misfortune.kills >= kills,
        )
        report.counts["kills"] = misfortune.kills
        if report.faults:
            sys.stdout.write((folder / "servers.log").read_text()[-4000:])
        return report


def main() -> int:
    """Print a report for each backend; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--backend", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--kills", type=int, default=1, help="goes on until there were so many, however long it takes")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--servers", type=int, help="without it 1 for sqlite, 2 for postgresql")
    parser.add_argument("--workers", type=int, default=1, help="of each; from 2 on bus and database are killed too")
    parser.add_argument("--bots", type=int, default=0, help="processes for bots in each of them")
    args = parser.parse_args()
    wrong = 0
    for backend in ("sqlite", "postgresql") if args.backend == "both" else (args.backend,):
        form = (args.servers, args.bots, args.workers, args.kills)
        report = asyncio.run(run(backend, args.seconds, args.tables, args.seed, *form))
        print(report, f"(seed {args.seed})", flush=True)
        for fault in report.faults[:20]:
            print("  " + fault, flush=True)
        wrong += len(report.faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
