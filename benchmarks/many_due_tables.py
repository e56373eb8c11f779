"""A server that starts with thousands of games due: when its doors open, and the longest stretch of its event loop.

    python benchmarks/many_due_tables.py [--tables 5000] [--game metrox] [--seconds 60]

A game against a bot is played half through, then copied into its SQLite file so many times, each copy due at once, as
after a night without a server. Then a server is started on that file, without bots, so that every table also moves on
by itself. A stretch is what its loop works between two beats, in seconds of the processor (`stretch_cpu_ms`), and by
the clock (`stretch_ms`), which whatever else the machine does lengthens; `garbage_cpu_ms` is the longest look for
garbage. It is watched until no table is due.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.server import cpu_seconds, free_port, memory_mb, wait_for
from strapontin.server.clock import now
from strapontin.server.settings import Settings, from_environment
from strapontin.server.table_protocol import CreateTable
from strapontin.server.wiring import House

BEAT = 0.001
MOVES = 12
GUEST = "0" * 32


async def half_played(settings: Settings, game: str) -> None:
    house = House(settings)
    await house.open()
    wish = CreateTable(game=game, players=2, bots={1: "novice"}, start=True)
    live, _ = await house.seating.create(GUEST, "", wish, "Ana")
    for number in range(MOVES):
        while live.table.state == "playing" and 0 not in live.table.waits:
            await asyncio.sleep(0.01)
        assert live.table.match is not None
        house.bot_turns.closing = number == MOVES - 1  # the last one is not answered any more
        await house.play.move(live, 0, live.table.match.legal(0)[0], str(number))
    await house.close()


def copy(file: Path, count: int) -> int:
    """So many copies of the only table; how many rows its journal has."""
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE tables SET due = ?", (now(),))
        for table in ("tables", "seats", "journal"):
            key = "id" if table == "tables" else "table_id"
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            chosen = ", ".join("printf('%016d', copy)" if name == key else name for name in names)
            numbers = "WITH RECURSIVE copies(copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ?)"
            original = f"(SELECT * FROM {table} WHERE {key} NOT LIKE '000%')"
            connection.execute(
                f"{numbers} INSERT INTO {table} ({', '.join(names)}) SELECT {chosen} FROM copies, {original}", (count,)
            )
        found = connection.execute("SELECT count(*) FROM journal WHERE table_id NOT LIKE '000%'").fetchone()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return int(found[0])


def serve(flags: list[str]) -> int:
    """A server that watches its own loop, and says every second how long its longest stretch was."""
    from strapontin.server import listening, process

    settings = from_environment({}, dict(zip(flags[::2], flags[1::2], strict=True)))
    server = process.Server(process.configuration(settings, house := House(settings)))
    server.house = house
    longest, begun = [0.0, 0.0, 0.0], 0.0

    def collecting(phase: str, _: Any) -> None:
        nonlocal begun
        if phase == "start":
            begun = time.thread_time()
        else:
            longest[2] = max(longest[2], time.thread_time() - begun)

    gc.callbacks.append(collecting)

    async def beats() -> None:
        said = longest[2] = 0.0
        while True:
            worked, began = time.thread_time(), time.perf_counter()
            await asyncio.sleep(BEAT)
            longest[0] = max(longest[0], time.thread_time() - worked)
            longest[1] = max(longest[1], time.perf_counter() - began - BEAT)
            if began - said > 1:
                said = began
                print(json.dumps(longest), flush=True)

    async def main() -> None:
        watching: list[Any] = []
        house.doors.open, opened = lambda: (opened(), watching.append(asyncio.create_task(beats()))), house.doors.open
        await server.serve([listening.take(settings)])

    asyncio.run(main())
    return 0


def main() -> int:
    if sys.argv[1:2] == ["serve"]:
        return serve(sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--game", default="metrox")
    parser.add_argument("--seconds", type=float, default=60, help="to watch it for at most")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="strapontin-due-") as name:
        settings = Settings(data=name, bots=0, bot_pause=0.0, rate=0)
        asyncio.run(half_played(settings, args.game))
        file = Path(name) / "tables.sqlite3"
        rows = copy(file, args.tables)
        size, port = file.stat().st_size, free_port()
        flags = ["port", str(port), "data", name, "bots", "0", "bot_pause", "0", "rate", "0", "log_level", "error"]
        began = time.perf_counter()
        server = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.many_due_tables", "serve", *flags], stdout=subprocess.PIPE
        )
        wait_for(f"http://127.0.0.1:{port}/healthz")
        opened, worked = time.perf_counter() - began, cpu_seconds(server.pid)
        assert server.stdout is not None
        end, left, told = time.monotonic() + args.seconds, args.tables, [0.0, 0.0, 0.0]
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
            while left and time.monotonic() < end:
                told = json.loads(server.stdout.readline())
                left = connection.execute("SELECT count(*) FROM tables WHERE due <= ?", (now(),)).fetchone()[0]
        found = {
            "tables": args.tables,
            "rows": rows,
            "bytes_a_row": size // (rows * (args.tables + 1)),
            "doors_open_s": round(opened, 2),
            "doors_open_cpu_s": round(worked, 2),
            "stretch_cpu_ms": round(1000 * told[0], 1),
            "stretch_ms": round(1000 * told[1], 1),
            "garbage_cpu_ms": round(1000 * told[2], 1),
            "all_seen_to_s": round(time.perf_counter() - began, 1) if not left else None,
            "memory_mb": round(memory_mb(server.pid), 1),
        }
        print(json.dumps(found), flush=True)
        server.kill()
        server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
