"""How the cost of a decision and of a simulation grows with players, lines and stations, as a picture.

    python -m benchmarks.growth docs/pictures/growth.svg --seconds 0.5

Players sit down at every game as it comes. Lines and stations are added to maps of metroX made for the purpose: lines
of ten stations over 60, then eight lines over 16 to 128. A decision goes through the contract, at random; a simulation
is one of the search about the first choice of a game. A figure is the best of three, in seconds of processor time.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from math import ceil, log10
from pathlib import Path
from typing import Any, NamedTuple

from strapontin.bots.search import speed
from strapontin.cli.bench import _contract
from strapontin.core.registry import collection, game

COLOURS = dict(zip(collection(), ("#0b6e4f", "#b5446e", "#c77d0a", "#27509b"), strict=False))
WIDE, HIGH, LEFT, TOP, GAP = 300, 190, 62, 46, 84
TRIES = 3

Point = tuple[float, float]


class Panel(NamedTuple):
    """One little plot: a curve for each game, both axes from 0."""

    title: str
    below: str
    curves: dict[str, list[Point]]


def city(lines: int, stations: int, length: int) -> dict[str, Any]:
    """A map of metroX whose lines go round and round over its stations, a step further each."""
    stops = [[(i * stations // lines + j) % stations for j in range(length)] for i in range(lines)]
    return {
        "stations": [{"id": f"s{i}", "name": f"S{i}", "x": i % 16, "y": i // 16} for i in range(stations)],
        "lines": [
            {"id": chr(65 + i), "stations": [f"s{j}" for j in stop], "windows": 3, "first": 6, "later": 3}
            for i, stop in enumerate(stops)
        ],
    }


def decision(name: str, players: int, options: dict[str, Any], seconds: float) -> float:
    """Nanoseconds for a decision through the contract."""
    found = game(name)
    setting = found.setting(options, players)
    return 1e9 / max(_contract(found, setting, seconds / TRIES)[0] for _ in range(TRIES))


def simulation(name: str, players: int, options: dict[str, Any], seconds: float) -> float:
    """Microseconds for a simulation."""
    return 1e6 / max(speed(game(name), players, seconds / TRIES, options) for _ in range(TRIES))


Measure = Callable[[str, int, dict[str, Any], float], float]


def panels(measure: Measure, unit: str, seconds: float) -> Iterable[Panel]:
    """The three plots of one cost."""

    def told(title: str, below: str, curves: dict[str, list[tuple[int, int, dict[str, Any]]]]) -> Panel:
        taken = {}
        for name, places in curves.items():
            taken[name] = [(x, measure(name, players, options, seconds)) for x, players, options in places]
            print(f"{title}, {below}, {name}: " + ", ".join(f"{x:g}: {y:,.1f}" for x, y in taken[name]), flush=True)
        return Panel(title, below, taken)

    yield told(unit, "players", {name: [(n, n, {}) for n in game(name).seats] for name in COLOURS})
    lines = [(n, 2, {"map": city(n, 60, max(10, ceil(60 / n)))}) for n in (2, 6, 10, 14, 18, 22, 26)]
    yield told(unit, "lines of metroX", {"metrox": lines})
    stations = [(n, 2, {"map": city(8, n, n // 4)}) for n in (16, 32, 48, 64, 96, 128)]
    yield told(unit, "stations of metroX", {"metrox": stations})


def round_up(value: float) -> float:
    """The next of 1, 2, 5, 10, ... with room for a value."""
    power = 10 ** ceil(log10(value))
    return float(next(share * power for share in (0.2, 0.5, 1) if share * power >= value))


def drawn(panel: Panel, x: float, y: float) -> str:
    """A plot with its axes and the names of its curves."""
    across = max(point[0] for curve in panel.curves.values() for point in curve)
    up = round_up(max(point[1] for curve in panel.curves.values() for point in curve))

    def place(point: Point) -> Point:
        return x + WIDE * point[0] / across, y + HIGH - HIGH * point[1] / up

    parts = [f'<text x="{x}" y="{y - 14}" font-weight="bold">{panel.title}</text>']
    for i in range(5):
        level = y + HIGH - HIGH * i / 4
        parts.append(f'<path d="M{x} {level:.1f}h{WIDE}" stroke="#ccc"/>')
        parts.append(f'<text x="{x - 6}" y="{level + 4:.1f}" text-anchor="end">{up * i / 4:,.4g}</text>')
    parts += [
        f'<text x="{place((tick, 0))[0]:.1f}" y="{y + HIGH + 17}" text-anchor="middle">{tick:g}</text>'
        for tick in sorted({point[0] for curve in panel.curves.values() for point in curve})
    ]
    parts.append(f'<text x="{x + WIDE / 2}" y="{y + HIGH + 35}" text-anchor="middle">{panel.below}</text>')
    for i, (name, curve) in enumerate(panel.curves.items()):
        way = " ".join(f"{a:.1f},{b:.1f}" for a, b in map(place, curve))
        colour = COLOURS[name]
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in map(place, curve)]
        parts.append(f'<text x="{x + 8}" y="{y + 14 + 15 * i}" fill="{colour}">{name}</text>')
    return "\n".join(parts)


def picture(rows: list[list[Panel]]) -> str:
    """All plots, a row for each cost."""
    wide, high = LEFT + 3 * (WIDE + GAP), TOP + len(rows) * (HIGH + GAP)
    body = "\n".join(
        drawn(panel, LEFT + j * (WIDE + GAP), TOP + i * (HIGH + GAP))
        for i, row in enumerate(rows)
        for j, panel in enumerate(row)
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12">'
    )
    return f'{head}\n<rect width="{wide}" height="{high}" fill="#fff"/>\n{body}\n</svg>\n'


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure")
    args = parser.parse_args()
    decisions = list(panels(decision, "nanoseconds for a decision", args.seconds))
    simulations = list(panels(simulation, "microseconds for a simulation", args.seconds))
    args.file.write_text(picture([decisions, simulations]), encoding="utf-8")


if __name__ == "__main__":
    main()
