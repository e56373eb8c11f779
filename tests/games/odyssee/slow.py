"""The rules once more, slowly and by other means, for the kernels to be compared with."""

from __future__ import annotations

import itertools
from typing import Any

import networkx as nx

from strapontin.games.odyssee.kernels.lattice import CELL_AT, CORNERS, OUTERS, Point, inside
from strapontin.games.odyssee.kernels.state import HOUSES
from tests.games.odyssee.table import taken

Path = list[Point]


def node_point(node: int) -> Point:
    """The lattice point of a corner or a tip."""
    return CORNERS[node] if node < len(CORNERS) else OUTERS[node - len(CORNERS)].tip


def paths(state: Any, players: int) -> dict[int, Path]:
    """Every line as the points it runs through, tips included."""
    lengths, nodes = state["line"]["tunnels"].tolist(), state["line"]["path"].tolist()
    return {
        line: [node_point(node) for node in nodes[line][: lengths[line] + 1]]
        for line in range(2 * players)
        if lengths[line]
    }


def stations(state: Any) -> set[Point]:
    return {point for point, by in zip(CORNERS, state["station"].tolist(), strict=True) if by}


def network(state: Any, players: int, touches: Any) -> nx.DiGraph:
    """Berths (line, corner) joined by sections of a minute and changes of three; houses are its ways in and out."""
    graph = nx.DiGraph()
    standing = stations(state)
    berths: dict[Point, list[int]] = {}
    for line, path in paths(state, players).items():
        stops = [point for point in path if point in standing]
        for stop in stops:
            berths.setdefault(stop, []).append(line)
        for one, other in itertools.pairwise(stops):
            graph.add_edge((line, one), (line, other), weight=1)
            graph.add_edge((line, other), (line, one), weight=1)
    for stop, lines in berths.items():
        for line in lines:
            for other in lines:
                if line != other:
                    graph.add_edge((line, stop), (other, stop), weight=3)
            for house in touches(stop):
                graph.add_edge(("from", house), (line, stop), weight=0)
                graph.add_edge((line, stop), ("to", house), weight=0)
    return graph


def houses_by_mask(state: Any) -> Any:
    """Houses a corner touches, for networks made by hand."""
    masks = {point: int(state.houses[i]) for i, point in enumerate(CORNERS)}
    return lambda point: {house for house in range(HOUSES) if masks[point] >> house & 1}


def routes(setting: Any, state: Any, house: int, target: int, touches: Any = None) -> list[str]:
    """All fastest routes between two houses as texts, sorted."""
    graph = network(state, setting.players, touches or houses_by_mask(state))
    start, end = ("from", house), ("to", target)
    if start not in graph or end not in graph or not nx.has_path(graph, start, end):
        return []
    return sorted({_text(path[1:-1]) for path in nx.all_shortest_paths(graph, start, end, weight="weight")})


def minutes(setting: Any, state: Any, house: int, target: int, touches: Any) -> int | None:
    graph = network(state, setting.players, touches)
    try:
        return int(nx.shortest_path_length(graph, ("from", house), ("to", target), weight="weight"))
    except (nx.NetworkXNoPath, nx.NodeNotFound):
        return None


def _text(berths: list[tuple[int, Point]]) -> str:
    rides: list[list[Any]] = []
    for line, point in berths:
        if rides and rides[-1][0] == line:
            rides[-1][2] = point
        else:
            rides.append([line, point, point])
    name = [f"{line // 2 + 1}{'st'[line % 2]}" for line, _, _ in rides]
    return ";".join(
        f"{one}({start[0]},{start[1]}>{end[0]},{end[1]})" for one, (_, start, end) in zip(name, rides, strict=True)
    )


def presents(state: Any, players: int, house: int, homes: Any, shops: Any) -> list[set[int]]:
    """The shops every player's lines connect directly to a house: a search on each line's own graph."""
    found: list[set[int]] = [set() for _ in range(players)]
    standing = stations(state)
    for line, path in paths(state, players).items():
        stops = [point for point in path if point in standing]
        graph = nx.path_graph(stops) if stops else nx.Graph()
        own = [stop for stop in stops if house in homes(stop)]
        for start in own:
            for stop in stops:
                between = nx.shortest_path(graph, start, stop)[1:-1]
                clear = all(house in homes(one) or not (homes(one) or shops(one)) for one in between)
                if clear:
                    found[line // 2] |= shops(stop)
    return found


def new_stations(state: Any, players: int, line: int, supply: int) -> list[Point]:
    """Where stations must appear after a line's last tunnel, from the whole network."""
    every, standing = paths(state, players), stations(state)
    start, end = every[line][-2:]
    found: list[Point] = []
    for point in (start, end):
        met = any(
            point in path and not any({a, b} == {start, end} for a, b in itertools.pairwise(path))
            for other, path in every.items()
            if other != line
        )
        if met and inside(point) and point not in standing and len(found) < supply:
            found.append(point)
    return found


def tunnels(state: Any, players: int, line: int) -> set[str]:
    """What a line may dig from its free end, in the notation."""
    row = state.line[line]
    if not row.tunnels or row.tunnels == 18 or row.finished or row.over:
        return set()
    path = paths(state, players)[line]
    last, here = path[-2:]
    return {f"{'st'[line % 2]}:{here[0]},{here[1]}>{end}" for _, end in _onward(state, path, last, here)}


def outlook(state: Any, players: int, line: int) -> tuple[dict[Point, int], dict[int, int]]:
    """How many tunnels a line needs to every corner and to every outer cell it can leave by, as the city stands."""
    row = state.line[line]
    path = paths(state, players)[line]
    front, seen = {(path[-2], path[-1])}, {(path[-2], path[-1])}
    corners: dict[Point, int] = {}
    exits: dict[int, int] = {}
    for deep in range(1, 18 - int(row.tunnels) + 1):
        reached = set()
        for last, here in front:
            for there, end in _onward(state, path, last, here):
                if end.startswith("@"):
                    exits.setdefault(int(end[1:]), deep)
                else:
                    corners.setdefault(there, deep)
                    reached.add((here, there))
        # where a line came from matters only for its heading, and that is the same from wherever it came
        front = reached - seen
        seen |= front
    return corners, exits


def _onward(state: Any, path: Path, last: Point, here: Point) -> list[tuple[Point, str]]:
    """The points a line with this path may go to from a corner it came to, and how a move there ends."""
    standing = stations(state)
    found = []
    for dq, dr in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
        there = (here[0] + dq, here[1] + dr)
        came = (here[0] - last[0], here[1] - last[1])
        # the angle between the two edges at the corner, by their scalar product in the plane
        cosine = -(came[0] * dq + came[1] * dr + (came[0] * dr + came[1] * dq) / 2)
        if cosine > 0.75 or (abs(cosine - 0.5) < 0.1 and here not in standing) or there in path:
            continue
        if inside(there):
            for side, turn in (("R", 1), ("L", -1)):
                third = _turned((dq, dr), turn)
                cell = CELL_AT.get(frozenset((here, there, (here[0] + third[0], here[1] + third[1]))))
                if cell is not None and not taken(state, cell):
                    found.append((there, f"{there[0]},{there[1]}{side}"))
            continue
        for k, outer in enumerate(OUTERS):
            sides = abs(k // 5 - [o.tip for o in OUTERS].index(path[0]) // 5)
            if outer.tip == there and not outer.white and min(sides, 6 - sides) > 1 and state.gates >> k & 1:
                found.append((there, f"@{k}"))
    return found


def _turned(step: Point, turn: int) -> Point:
    """A step turned by 60 degrees: clockwise for 1."""
    q, r = step
    return (-r, q + r) if turn == 1 else (q + r, -q)
