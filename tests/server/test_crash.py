"""The short form of the crash test, and with STRAPONTIN_SOAK=1 the long one: workers, bus and database too."""

from __future__ import annotations

import asyncio
import os

import pytest

from strapontin.core.kernel import JIT
from tests.server import soak

LONG = pytest.mark.skipif(os.environ.get("STRAPONTIN_SOAK") != "1", reason="takes long; `make soak` runs it")


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
def test_no_acknowledged_move_is_lost_when_servers_are_killed(backend: str) -> None:
    report = asyncio.run(soak.run(backend, seconds=5, tables=3 if JIT else 1, seed=11))
    print(report)
    assert report.faults == []
    assert report.counts["kills"] >= 1
    assert report.counts["moves acknowledged"] > 20


@LONG
@pytest.mark.parametrize(("backend", "servers"), [("sqlite", 1), ("postgresql", 3)])
def test_nor_when_workers_bus_and_database_are(backend: str, servers: int) -> None:
    report = asyncio.run(soak.run(backend, seconds=0, tables=12, seed=11, servers=servers, workers=2, kills=50))
    print(report)
    assert report.faults == []
    assert report.counts["kills"] >= 50
