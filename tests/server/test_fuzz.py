"""The short form of the fuzzer; `make fuzz` runs the long one."""

from __future__ import annotations

from tests.server import fuzz


def test_nonsense_is_refused_and_nothing_breaks() -> None:
    tried = fuzz.run(http=300, frames=400, seed=7)
    print(dict(tried.counts))
    assert tried.faults == []
    assert tried.counts["requests"] > 150
    assert tried.counts["frames"] >= 400
    assert tried.counts["got refused"] > 50
