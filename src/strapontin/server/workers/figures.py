"""The figures of several processes on one page of /metrics: every sample says whose it is."""

from __future__ import annotations

from collections.abc import Iterable


def together(told: Iterable[tuple[str, bytes]]) -> bytes:
    """One page of several, the samples of a family beside each other, each with the label `worker`."""
    heads: dict[str, list[str]] = {}
    samples: dict[str, list[str]] = {}
    for worker, page in told:
        family = ""
        for line in page.decode().splitlines():
            if line.startswith("# "):
                family = line.split(" ", 3)[2]
                head = heads.setdefault(family, [])
                if line not in head:
                    head.append(line)
            elif line:
                samples.setdefault(family, []).append(_labelled(line, worker))
    lines = [line for family, head in heads.items() for line in (*head, *samples.get(family, ()))]
    return ("\n".join(lines) + "\n").encode()


def _labelled(sample: str, worker: str) -> str:
    name, brace, rest = sample.partition("{")
    if brace and " " not in name:
        return f'{name}{{worker="{worker}",{rest}'
    name, _, rest = sample.partition(" ")
    return f'{name}{{worker="{worker}"}} {rest}'
