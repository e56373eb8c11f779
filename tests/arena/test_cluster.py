"""An arena on a real cluster of two nodes, one of which is killed while it plays."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from strapontin.arena.plan import Plan
from strapontin.arena.play import Outcome
from strapontin.arena.run import Ledger
from strapontin.core.errors import StrapontinError

ray = pytest.importorskip("ray", reason="the cluster extra is not installed")
soak = pytest.mark.skipif(not os.environ.get("STRAPONTIN_SOAK"), reason="a minute long: make soak runs it")


@pytest.fixture
def two_nodes() -> Any:
    from ray.cluster_utils import Cluster

    source = str(Path(__file__).resolve().parents[2] / "src")
    os.environ["PYTHONPATH"] = os.pathsep.join([source, os.environ.get("PYTHONPATH", "")])
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster, second
    ray.shutdown()
    cluster.shutdown()


@soak
def test_no_game_is_lost_and_none_counts_twice_when_a_node_dies(two_nodes: Any, tmp_path: Path) -> None:
    from strapontin.arena.cluster import run

    cluster, second = two_nodes
    plan = Plan("metrox", ("random", "random"), 2, 24)
    ledger = Ledger(plan, tmp_path / "arena.jsonl")
    seen: list[int] = []

    def told(outcome: Outcome) -> None:
        seen.append(outcome.number)
        if len(seen) == 4:
            cluster.remove_node(second, allow_graceful=False)

    run(ledger, "ray", None, told)
    assert sorted(seen) == list(range(24))
    assert len((tmp_path / "arena.jsonl").read_text().splitlines()) == 25
    until = time.monotonic() + 60  # the cluster takes its time to write a node off
    while len([node for node in ray.nodes() if node["Alive"]]) > 1 and time.monotonic() < until:
        time.sleep(0.5)
    assert len([node for node in ray.nodes() if node["Alive"]]) == 1, "the node was not killed"


def test_an_address_that_is_none_is_refused(tmp_path: Path) -> None:
    from strapontin.arena.cluster import run

    with pytest.raises(StrapontinError, match="expected ray or ray://HOST:PORT"):
        run(Ledger(Plan("metrox", ("random",), 1, 1), None), "spark", None, lambda _: None)
