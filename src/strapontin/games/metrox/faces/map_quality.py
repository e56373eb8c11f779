"""What makes a sheet play well, counted on a map: every property of the published sheets with its range."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, groupby

from strapontin.games.metrox.faces import colour_distance
from strapontin.games.metrox.faces.geometry import skeleton
from strapontin.games.metrox.kernels.map import Map, MapLine

PAIRS = {(2, 1), (3, 2), (4, 2), (5, 3), (6, 4), (7, 5)}
"""The pairs of first and later values."""


@dataclass(frozen=True)
class Row:
    """One property of a map: its value, what it should be, and whether it is."""

    property: str
    value: str
    range: str
    ok: bool


@dataclass(frozen=True)
class Style:
    """The ranges of a family of sheets; shares are in percent of the stations, on 1, 2, 3, 4 and 5 lines."""

    name: str
    longest: int
    shares: tuple[tuple[int, int], ...]
    firsts: tuple[int, int]
    laters: tuple[int, int]
    meetings: tuple[int, int]


HUBS = Style("hubs", 16, ((57, 67), (20, 30), (6, 12), (1, 5), (0, 3)), (41, 47), (24, 30), (78, 92))
GRID = Style("grid", 19, ((62, 76), (20, 34), (2, 6), (0, 0), (0, 0)), (39, 45), (22, 28), (62, 78))


def stats(city: Map) -> list[Row]:
    """Every property of a map, with the range of the published sheets of its style."""
    at = lines_at(city)
    style = HUBS if any(len(lines) > 3 for lines in at.values()) else GRID
    return [
        *_sizes(city, style),
        *_sharing(city, at, style),
        *_ends(city, at),
        *_values(city, at, style),
        *_looks(city),
    ]


def lines_at(city: Map) -> dict[str, tuple[str, ...]]:
    """The letters of the lines at every station."""
    return {
        station.id: tuple(line.id for line in city.lines if station.id in line.stations) for station in city.stations
    }


def fair_first(line: MapLine, at: dict[str, tuple[str, ...]]) -> float:
    """What the first value of a line should be about, by its length, its unshared stations and its windows."""
    alone = sum(len(at[station]) == 1 for station in line.stations)
    return min(7.0, max(2.0, 1.4 + 0.60 * alone + 0.29 * len(line.stations) - 1.53 * line.windows))


def _within(name: str, value: float, low: float, high: float, unit: str = "", digits: int = 0) -> Row:
    span = f"{low:g}{unit}" if low == high else f"{low:g} to {high:g}{unit}"
    shown = round(value, digits)
    return Row(name, f"{value:.{digits}f}{unit}", span, low <= shown <= high)


def _sizes(city: Map, style: Style) -> Iterator[Row]:
    windows = sum(line.windows for line in city.lines)
    lengths = [len(line.stations) for line in city.lines]
    yield _within("lines", len(city.lines), 9, 10)
    yield _within("windows in all", windows, 23, 25)
    yield _within("stations", len(city.stations), 74, 80)
    yield _within("stations per window", len(city.stations) / max(windows, 1), 3.0, 3.5, digits=1)
    yield _within("shortest line", min(lengths), 5, style.longest)
    yield _within("longest line", max(lengths), 5, style.longest)
    yield _within("windows per line, fewest", min(line.windows for line in city.lines), 1, 4)
    yield _within("windows per line, most", max(line.windows for line in city.lines), 1, 4)


def _sharing(city: Map, at: dict[str, tuple[str, ...]], style: Style) -> Iterator[Row]:
    for n, (low, high) in enumerate(style.shares, 1):
        share = 100 * sum(len(lines) == n for lines in at.values()) / max(len(at), 1)
        yield _within(f"stations on {n} line{'s'[: n > 1]}", share, low, high, " %")
    yield _within("most lines at a station", max(map(len, at.values()), default=0), 3, 5)
    pairs = list(combinations([line.id for line in city.lines], 2))
    met = {pair for lines in at.values() for pair in combinations(lines, 2)}
    yield _within("pairs of lines that meet", 100 * len(met) / max(len(pairs), 1), *style.meetings, " %")


def _ends(city: Map, at: dict[str, tuple[str, ...]]) -> Iterator[Row]:
    open_lines = [line for line in city.lines if not line.loop]
    ends = [station for line in open_lines for station in (line.stations[0], line.stations[-1])]
    alone = sum(len(at[station]) == 1 for station in ends)
    yield _within("line ends that are unshared", 100 * alone / max(len(ends), 1), 60, 100, " %")
    busiest = [max(map(len, at.values()), default=0), 4]
    places = [
        line.stations.index(station) / max(len(line.stations) - 1, 1)
        for station, lines in at.items()
        if len(lines) >= min(busiest) > 2
        for line in open_lines
        if station in line.stations
    ]
    inner = sum(0.2 <= place <= 0.8 for place in places)
    yield _within("hubs in the inner part of lines", 100 * inner / max(len(places), 1), 60, 100, " %")
    runs = [
        sum(1 for _ in group)
        for line in city.lines
        for single, group in groupby(line.stations, key=lambda station: len(at[station]) == 1)
        if single
    ]
    short = sum(run <= 3 for run in runs)
    yield _within("unshared runs of 1 to 3 stations", 100 * short / max(len(runs), 1), 80, 100, " %")
    yield _within("longest unshared run", max(runs, default=0), 1, 6)


def _values(city: Map, at: dict[str, tuple[str, ...]], style: Style) -> Iterator[Row]:
    yield _within("sum of first values", sum(line.first for line in city.lines), *style.firsts)
    yield _within("sum of later values", sum(line.later for line in city.lines), *style.laters)
    odd = [line.id for line in city.lines if (line.first, line.later) not in PAIRS]
    yield Row("value pairs not in use elsewhere", ", ".join(odd) or "none", "none", not odd)
    off = max((abs(line.first - fair_first(line, at)), line.id) for line in city.lines)
    yield Row("first value furthest off its formula", f"{off[0]:.1f} (line {off[1]})", "at most 1.5", off[0] <= 1.5)


def _looks(city: Map) -> Iterator[Row]:
    strays = skeleton(city).strays
    yield Row("faults of the drawing", "; ".join(strays) or "none", "none", not strays)
    palette = [line.colour for line in city.lines]
    if all(colour_distance.is_colour(colour) for colour in palette):
        for eyes, least in LEAST.items():
            yield Row(
                f"closest colours, {eyes}",
                f"{(near := colour_distance.closest(palette, eyes)):.0f}",
                f"{least} or more",
                near >= least,
            )
        twins = min(
            (
                colour_distance.distance(one.colour, other.colour, "greyscale")
                for one, other in combinations(city.lines, 2)
                if one.pattern == other.pattern
            ),
            default=100.0,
        )
        yield Row("closest greys of one pattern", f"{twins:.0f}", "25 or more", twins >= 25)
    else:
        yield Row("colours", "not all #rrggbb", "#rrggbb", False)


LEAST = {"usual": 30, "deuteranopia": 12, "protanopia": 12, "tritanopia": 12, "greyscale": 4}
"""How far apart two lines must look, by CIE76 distance."""
