"""The table read from the notation alone, and trips and stretches searched slowly, by other means than the engine's."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import networkx as nx

SIDES = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
FACING = dict(zip("NESW", "SWNE", strict=True))
START = {1: (5, 0, "N"), 2: (0, 0, "N"), 3: (0, 0, "S"), 4: (5, 0, "S")}
POINTS_A = [(0, 0, side) for side in "NSW"]
POINTS_B = [(5, 0, side) for side in "NSE"]

Tile = tuple[int, int, str, bool]
"""x, y, ports N E S W, and whether it is a station."""


def row(order: str) -> list[Tile]:
    """The tiles of the row."""
    return [(0, 0, "2-3M", False), *((i, 0, f"{k}-{k}-", False) for i, k in enumerate(order, 1)), (5, 0, "1M4-", False)]


def section(kind: str, move: str) -> Tile:
    """A section from what was drawn and where it was laid."""
    cell, ports = move.split(":")
    x, y = cell.split(",")
    return int(x), int(y), ports, kind[-1] in "+)"


def tracks(tiles: Iterable[Tile]) -> nx.Graph:
    """The ports of all tiles: an edge of 0 along a track, of 1 across a station."""
    graph = nx.Graph()
    laid = {(x, y): ports for x, y, ports, _ in tiles}
    for x, y, ports, station in tiles:
        here = [(side, port) for side, port in zip("NESW", ports, strict=True) if port != "-"]
        for side, _ in here:
            dx, dy = SIDES[side]
            graph.add_node((x, y, side))
            if (x + dx, y + dy) in laid:
                graph.add_edge((x, y, side), (x + dx, y + dy, FACING[side]), weight=0)
        if "M" in ports:  # an end tile: its points are not joined
            continue
        for (one, first), (other, second) in combinations(here, 2):
            if first == second or station:
                graph.add_edge((x, y, one), (x, y, other), weight=0 if first == second else 1)
    return graph


def fewest_changes(graph: nx.Graph, line: int) -> int | None:
    """Dijkstra from a line's start to the points of the other end."""
    goals = POINTS_A if line in (1, 4) else POINTS_B
    reached = nx.single_source_dijkstra_path_length(graph, START[line])
    return min((reached[goal] for goal in goals if goal in reached), default=None)


PAIRS = list(combinations("1234", 2))
FORMS = [*(f"{a}{b}{a}{b}" for a, b in PAIRS), *(f"{a}{a}{b}{b}" for a, b in PAIRS), *(4 * a for a in "1234")]
SECTIONS = {ports[i:] + ports[:i] for ports in FORMS for i in range(4)}
"""The ports of every section in every rotation."""


def could_carry(laid: dict[tuple[int, int], str], x: int, y: int) -> set[str]:
    """The lines that some section on an empty cell would carry."""
    needs = []
    for side, (dx, dy) in SIDES.items():
        port = laid.get((x + dx, y + dy), "----")["NESW".index(FACING[side])]
        needs.append(port if port in "1234" else "")
    fitting = [one for one in SECTIONS if all(need in ("", port) for need, port in zip(needs, one, strict=True))]
    return set("".join(fitting))


def cheapest_way(tiles: Iterable[Tile], line: int, gap: int) -> int | None:
    """Dijkstra over cells and lines, where an empty cell costs a gap and may be any section that fits."""
    tiles = list(tiles)
    laid, stations = {(x, y): ports for x, y, ports, _ in tiles}, {(x, y) for x, y, _, station in tiles if station}
    graph, ends = nx.DiGraph(), {(0, 0), (5, 0)}
    span = range(min(x for x, *_ in tiles) - 3, max(x for x, *_ in tiles) + 4)
    rows = range(min(y for _, y, *_ in tiles) - 3, max(y for _, y, *_ in tiles) + 4)
    carried = {
        (x, y): set(laid[x, y]) & set("1234") if (x, y) in laid else could_carry(laid, x, y)
        for x in span
        for y in rows
        if (x, y) not in ends
    }

    def crosses(cell: tuple[int, int], side: str, colour: str) -> bool:
        if cell in laid:
            return laid[cell]["NESW".index(side)] == colour
        return colour in carried.get(cell, ())

    for (x, y), lines in carried.items():
        for colour in lines:
            for side, (dx, dy) in SIDES.items():
                beside = (x + dx, y + dy)
                if crosses((x, y), side, colour) and beside in carried and crosses(beside, FACING[side], colour):
                    graph.add_edge((x, y, colour), (*beside, colour), weight=0 if beside in laid else gap)
            for other in lines - {colour} if (x, y) in stations or (x, y) not in laid else ():
                graph.add_edge((x, y, colour), (x, y, other), weight=1)
    x, y, side = START[line]
    start = (x, y + SIDES[side][1], str(line))
    end, points = ((0, 0), "2-3M") if line in (1, 4) else ((5, 0), "1M4-")
    for (side, (dx, dy)), point in zip(SIDES.items(), points, strict=True):
        for colour in "1234" if point == "M" else point.strip("-"):
            if crosses((end[0] + dx, end[1] + dy), FACING[side], colour):
                graph.add_edge((end[0] + dx, end[1] + dy, colour), "goal", weight=0)
    if str(line) not in carried[start[:2]]:
        return None
    graph.add_node(start)
    reached = nx.single_source_dijkstra_path_length(graph, start)
    return reached["goal"] + (0 if start[:2] in laid else gap) if "goal" in reached else None


def longest_stretch(tiles: Iterable[Tile], line: int) -> int:
    """Every simple path of one colour from its start, one by one."""
    graph = nx.Graph()
    ports = {(x, y): text for x, y, text, _ in tiles if "M" not in text}
    for (x, y), text in ports.items():
        for side, port in zip("NESW", text, strict=True):
            beside = (x + SIDES[side][0], y + SIDES[side][1])
            if port == str(line) and beside in ports:
                graph.add_edge((x, y), beside)
    x, y, side = START[line]
    start = (x, y + SIDES[side][1])
    if start not in ports:
        return 0
    graph.add_node(start)
    paths = nx.all_simple_paths(graph, start, [cell for cell in graph if cell != start])
    return max((len(path) for path in paths), default=1)
