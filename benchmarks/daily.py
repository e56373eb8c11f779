"""How long a board of the day takes with many on it: `python -m benchmarks.daily [--results 100000]`.

Each is a request to a server on loopback, with SQLite and with PostgreSQL, of somebody in the middle of the board:
how they stand (rank, percentile, marks), the first page of the board, a page in the middle, and the home page's lines.
What a processor spends is that of client and server together; PostgreSQL's own is not in it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections import Counter
from typing import Any

from sqlalchemy import insert
from tests.server.client import Person, serving
from tests.server.services import postgres

from strapontin.server.daily.worth import merit
from strapontin.server.guests import new_guest
from strapontin.server.storage import schema

TIMES = 40


async def fill(house: Any, day: str, results: int, mine: str) -> int:
    """So many results with names, scores as people have them; the merit in the middle."""
    rng, merits, counts = random.Random(3), [], Counter[int]()
    for start in range(0, results, 5000):
        rows: list[dict[str, Any]] = []
        people = []
        for i in range(start, min(results, start + 5000)):
            guest = mine if i == results // 2 else new_guest()
            score = max(-20, min(60, round(rng.gauss(25, 10))))
            worth = merit(score, 0, rng.randrange(200_000, 3_000_000))
            merits.append(worth)
            counts[score] += 1
            rows.append({"period": day, "game": "metrox", "guest": guest, "score": score, "days": 1, "merit": worth})
            if guest != mine:
                people.append({"id": guest, "name": f"Guest {i}", "language": "en", "created_at": 0, "seen_at": 0})
        for table, values in ((schema.daily_board, rows), (schema.guests, people)):
            await house.database.engine.write(
                lambda one, table=table, values=values: one.execute(insert(table), values)
            )
    tallies = [{"period": day, "game": "metrox", "score": score, "results": n} for score, n in counts.items()]
    await house.database.engine.write(lambda one: one.execute(insert(schema.daily_counts), tallies))
    return sorted(merits)[results // 2]


async def measure(name: str, results: int, **given: Any) -> None:
    """Print the median and the slowest of some requests."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            serving(folder, secret="for the benchmark and nothing else", **given) as (base, house),
            Person(base) as ana,
        ):
            day = (await ana.ask("GET", "/daily"))["day"]
            await ana.ask("POST", "/guest", {"name": "Ana"})
            mine = ana.http.cookies["strapontin_guest"].partition(".")[0]
            middle = await fill(house, day, results, mine)
            for what, path in (
                ("how I stand", "/daily/metrox"),
                ("first page", "/daily/metrox/board"),
                ("a page in the middle", f"/daily/metrox/board?after={middle}.0"),
                ("today's lines", "/daily"),
            ):
                took, spent = [], time.process_time()
                for _ in range(TIMES):
                    began = time.perf_counter()
                    answer = await ana.ask("GET", path)
                    took.append(1000 * (time.perf_counter() - began))
                assert "rank" not in answer or answer["of"] == results
                least, usual, most = min(took), statistics.median(took), max(took)
                cost = 1000 * (time.process_time() - spent) / TIMES
                told = f"fastest {least:6.1f} ms, median {usual:6.1f} ms, slowest {most:6.1f} ms"
                print(f"{name:10} {what:20} {told}; {cost:5.1f} ms of a processor", flush=True)


def main() -> None:
    """Both databases, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=int, default=100_000)
    results = parser.parse_args().results
    asyncio.run(measure("SQLite", results))
    with postgres() as database:
        asyncio.run(measure("PostgreSQL", results, database=database))


if __name__ == "__main__":
    main()
