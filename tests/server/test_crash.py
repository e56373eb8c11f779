"""The short form of the crash test; `make soak` runs the long one."""

from __future__ import annotations

import asyncio

import pytest

from strapontin.core.kernel import JIT
from tests.server import soak


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
def test_no_acknowledged_move_is_lost_when_servers_are_killed(backend: str) -> None:
    report = asyncio.run(soak.run(backend, seconds=5, tables=3 if JIT else 1, seed=11))
    print(report)
    assert report.faults == []
    assert report.counts["kills"] >= 1
    assert report.counts["moves acknowledged"] > 20
