"""Run an arena on a Ray cluster: games go out one by one, and come back once each, whatever happens to nodes.

A game whose node dies is played again on another; the ledger counts a game once, however often it comes back.
"""

from __future__ import annotations

from typing import Any

import msgspec

from strapontin.arena.plan import Fixture, Plan
from strapontin.arena.play import Outcome, play
from strapontin.arena.run import TRIES, Ledger, Report
from strapontin.core.errors import StrapontinError

AHEAD = 2
"""Games handed out for every processor of the cluster."""


def run(ledger: Ledger, address: str, records: str | None, told: Report, keep: bool = False) -> None:
    """Play all missing games of a plan on a cluster: `ray` starts or finds one here, `ray://host:port` is another."""
    try:
        import ray
    except ImportError:
        raise StrapontinError("--on: Ray is not installed; pip install 'strapontin[cluster]'") from None
    ours = not ray.is_initialized()
    if ours:
        _connect(ray, address)
    try:
        _run(ray, ledger, records, told, keep)
    finally:
        if ours:
            ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    if address != "ray" and not address.startswith("ray://"):
        raise StrapontinError(f"--on: {address!r}; expected ray or ray://HOST:PORT")
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == "ray":
        try:
            ray.init(address="auto", **quiet)
        except ConnectionError:
            ray.init(include_dashboard=False, **quiet)
        return
    try:
        ray.init(address=address, **quiet)
    except Exception as error:
        raise StrapontinError(f"--on: {address} cannot be reached: {error}") from None


def _run(ray: Any, ledger: Ledger, records: str | None, told: Report, keep: bool) -> None:
    task = ray.remote(max_retries=TRIES, num_cpus=1)(_remote)
    plan = msgspec.json.encode(ledger.plan)
    left = list(reversed(ledger.missing()))
    running: dict[Any, Fixture] = {}
    tries: dict[int, int] = {}
    while left or running:
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while left and len(running) < room:
            fixture = left.pop()
            running[task.remote(plan, msgspec.json.encode(fixture), records, keep)] = fixture
        done, _ = ray.wait(list(running), num_returns=1, timeout=5)
        for reference in done:
            fixture = running.pop(reference)
            try:
                outcome = msgspec.json.decode(ray.get(reference), type=Outcome)
            except ray.exceptions.RayError as error:  # its node or its process has died
                tries[fixture.number] = tries.get(fixture.number, 0) + 1
                if tries[fixture.number] >= TRIES or isinstance(error, ray.exceptions.RayTaskError):
                    raise StrapontinError(f"game {fixture.number} failed on the cluster: {error}") from None
                left.append(fixture)
                continue
            if ledger.add(outcome):
                told(outcome)


def _remote(plan: bytes, fixture: bytes, records: str | None, keep: bool) -> bytes:
    """One game on some node; JSON both ways, so that nodes need agree on nothing else."""
    found = play(msgspec.json.decode(plan, type=Plan), msgspec.json.decode(fixture, type=Fixture), records, keep)
    return msgspec.json.encode(found)
