"""How long a board of the day takes with many on it: `python -m benchmarks.daily [--results 100000] [--equal]`.

Each is a request to a server on loopback, with SQLite and with PostgreSQL, of somebody in the middle of the board:
how they stand (rank, percentile, marks), pages of the boards of the day, the week and the month (the first one, in the
middle, the last), and the home page's lines. What a processor spends is that of client, server and database together.
With `--equal` everybody has the same score, so that all is left to what tells equal scores apart.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import insert
from tests.server.client import Person, serving
from tests.server.services import postgres_service

from strapontin.server.daily.calendar import PERIODS, period
from strapontin.server.daily.worth import merit
from strapontin.server.guests import new_guest
from strapontin.server.storage import schema

TIMES = 40
TICKS = os.sysconf("SC_CLK_TCK")


async def fill(house: Any, day: str, results: int, mine: str, equal: bool) -> list[int]:
    """So many results with names on every board, scores as people have them; their merits, the least first."""
    rng, merits, counts = random.Random(3), [], Counter[int]()
    keys = [period(kind, day) for kind in PERIODS]
    for start in range(0, results, 5000):
        rows: list[dict[str, Any]] = []
        people = []
        for i in range(start, min(results, start + 5000)):
            guest = mine if i == results // 2 else new_guest()
            score = 25 if equal or guest == mine else max(-20, min(60, round(rng.gauss(25, 10))))
            worth = merit(score, 0, rng.randrange(200_000, 3_000_000))
            merits.append(worth)
            counts[score] += 1
            mark = {"game": "metrox", "guest": guest, "score": score, "days": 1, "merit": worth}
            rows += [{"period": key} | mark for key in keys]
            if guest != mine:
                people.append({"id": guest, "name": f"Guest {i}", "language": "en", "created_at": 0, "seen_at": 0})
        for table, values in ((schema.daily_board, rows), (schema.guests, people)):
            await house.database.engine.write(
                lambda one, table=table, values=values: one.execute(insert(table), values)
            )
    tallies = [
        {"period": key, "game": "metrox", "score": score, "results": n} for key in keys for score, n in counts.items()
    ]
    await house.database.engine.write(lambda one: one.execute(insert(schema.daily_counts), tallies))
    return sorted(merits)


def spent_by(parent: int) -> float:
    """Seconds of a processor that the processes of a database have spent, those still there."""
    told = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = (line.split() for line in told.splitlines())
    here = [pid for pid, above in pairs if str(parent) in (pid, above)]
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in here]
    return sum(int(one[11]) + int(one[12]) for one in fields) / TICKS


async def measure(
    name: str, results: int, equal: bool, beside: Callable[[], float] = lambda: 0.0, **given: Any
) -> None:
    """Print the median and the slowest of some requests."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            serving(folder, secret="for the benchmark and nothing else", **given) as (base, house),
            Person(base) as ana,
        ):
            day = (await ana.ask("GET", "/daily"))["day"]
            await ana.ask("POST", "/guest", {"name": "Ana"})
            mine = ana.http.cookies["strapontin_guest"].partition(".")[0]
            merits = await fill(house, day, results, mine, equal)
            asked = {"how I stand": "/daily/metrox", "today's lines": "/daily"}
            for kind in PERIODS:
                board = f"/daily/metrox/board?period={kind}"
                asked[f"{kind}: first page"] = board
                asked[f"{kind}: in the middle"] = f"{board}&after={merits[results // 2]}.0"
                asked[f"{kind}: last page"] = f"{board}&after={merits[20]}.0"
            for what, path in asked.items():
                took, began, other = [], time.process_time(), beside()
                for _ in range(TIMES):
                    at = time.perf_counter()
                    answer = await ana.ask("GET", path)
                    took.append(1000 * (time.perf_counter() - at))
                cost = 1000 * (time.process_time() - began + beside() - other) / TIMES
                assert answer.get("of", results) == answer.get("total", results) == results
                assert "rows" not in answer or len(answer["rows"]) > 20
                least, usual, most = min(took), statistics.median(took), max(took)
                told = f"fastest {least:6.1f} ms, median {usual:6.1f} ms, slowest {most:6.1f} ms"
                print(f"{name:10} {what:20} {told}; {cost:5.1f} ms of a processor", flush=True)


def main() -> None:
    """Both databases, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=int, default=100_000)
    parser.add_argument("--equal", action="store_true")
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    asyncio.run(measure("SQLite", given.results, given.equal))
    with postgres_service() as database:
        parent = database.process.pid
        asyncio.run(measure("PostgreSQL", given.results, given.equal, lambda: spent_by(parent), database=database.url))
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
