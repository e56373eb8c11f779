"""L'Odyssée in the terminal: the city drawn with its coordinates, and what each move would do."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from strapontin.cli.boards import sentence
from strapontin.cli.columns import beside
from strapontin.cli.move_menu import Menu
from strapontin.core.match import Eyes, Match
from strapontin.games.odyssee.faces.story import Guided, OdysseeNote, OfLine, Presents
from strapontin.games.odyssee.kernels.lattice import CELL, CELLS, CORNERS, OUTERS, SPAN, Point, inside, read_corner
from strapontin.words import Language, say

COLOURS = ("red3", "dodger_blue2", "green4", "gold3")
LETTERS, SHOPS = "JKLM", "abcdef"
WIDE, HIGH = 53, 27
"""The drawing: a corner every four columns and two rows, with room for the tips and the labels of the axes."""
TOP, BOTTOM = 2, 24
"""The rows of it that are shown: all but the outermost tips, so that it fits a terminal of 24 rows."""
CENTRE = (27, 13)
SHOWN = ("odyssee.district", "odyssee.home")
"""What the log need not repeat: it is on the map."""


def show(match: Match, seat: Eyes, language: Language) -> RenderableType:
    """The table: what is going on, the city, everybody's lines and score."""
    view = match.view(seat)
    return Group(*_headline(view, language), _city(view), *_players(match, view, language, range(len(match.players))))


def compose(
    match: Match, seat: int, language: Language, news: list[str], menu: Menu, width: int, height: int
) -> RenderableType:
    """The city on the left, on its right all else: what is going on, who stands how, the news and the choices."""
    view, everybody = match.view(seat), range(len(match.players))
    players = [_players(match, view, language, told_of) for told_of in (everybody, [seat], [])]
    parts = [[_headline(view, language)], players]
    found = beside(_city(view), WIDE, parts, news, menu, width, height)
    return Group(show(match, seat, language), *menu.lines(width)) if found is None else found


def groups(view: dict[str, Any], language: Language) -> list[tuple[str, list[str]]]:
    """Moves that are one choice first, then of a place: where to start a line, where to build, how to reach a house."""
    found: dict[tuple[str, Any], list[dict[str, Any]]] = {}
    for one in view["moves"]:
        if one["kind"] in ("start", "station", "tour"):
            found.setdefault((one["kind"], one["line"] or one["house"]), []).append(one)
    made = []
    for (kind, which), moves in found.items():
        params: dict[str, Any] = {"n": len(moves), "house": which, "minutes": moves[0]["minutes"]}
        if kind == "start":
            params["line"] = say(language, f"odyssee.line.{which}")
        made.append((say(language, f"odyssee.group.{kind}", **params), [one["move"] for one in moves]))
    return [(label, moves) for label, moves in made if len(moves) > 1]


def explain(language: Language) -> list[str]:
    """The signs on the map."""
    return [say(language, "odyssee.legend")]


def brief(move: dict[str, Any], view: dict[str, Any], language: Language) -> str:
    """A move in a few letters, for a narrow column."""
    kind = move["kind"]
    points = f" +{move['points']}" if move["points"] else ""
    if kind == "tour":
        shares = [
            f"{view['names'][seat]} +{sections + 2 * len(shops)}"
            for seat, (sections, shops) in enumerate(zip(move["sections"], move["shops"], strict=True))
            if sections or shops
        ]
        key = "odyssee.brief.walk" if move["minutes"] is None else "odyssee.brief.tour"
        way = say(language, key, house=move["house"], minutes=move["minutes"])
        return say(language, "cli.of", what=way, told=", ".join(shares)) if shares else way
    if kind == "pass":
        return say(language, "odyssee.move.pass")
    if kind in ("station", "bonus"):
        return f"{move['stations'][0]}{points}"
    if kind == "start":
        return f"{move['start']}→{move['end']}"
    letter = _letter({"seat": view["seat"], "line": move["line"]})
    side = {"L": "◂", "R": "▸"}.get(move["move"][-1], "")
    warning = "blocks" if move["blocks"] else "no_exit" if kind == "tunnel" and not move["exits"] else ""
    told = f"{letter} → {move['end']} {side}{points}".rstrip()
    return f"{told} {say(language, f'odyssee.move.{warning}')}" if warning else told


def describe(move: dict[str, Any], view: dict[str, Any], language: Language) -> str:
    """What a move would do: stations and points, dangers, minutes and who scores."""
    kind = move["kind"]
    told = []
    if kind == "tour":
        if move["minutes"] is None:
            told.append(say(language, "odyssee.move.walk", house=move["house"]))
        else:
            told.append(say(language, "odyssee.move.tour", house=move["house"], n=move["minutes"]))
        sections, presents = move["sections"], [2 * len(shops) for shops in move["shops"]]
        for key, points in (("sections", sections), ("presents", presents)):
            if any(points):
                shares = ", ".join(f"{view['names'][seat]} +{n}" for seat, n in enumerate(points) if n)
                told.append(say(language, f"odyssee.move.{key}", points=shares))
        return " · ".join(told)
    params: dict[str, Any] = {"end": move["end"], "cell": move["cell"], "corner": "".join(move["stations"][:1])}
    if move["line"]:
        params["line"] = say(language, f"odyssee.line.{move['line']}")
        params["outer"] = next((one[1:] for one in (move["start"], move["end"]) if one.startswith("@")), "")
    told.append(say(language, f"odyssee.move.{kind}", **params))
    if move["line"] and move["stations"]:
        told.append(say(language, "odyssee.move.appears", corners=", ".join(move["stations"])))
    if move["points"]:
        told.append(f"+{say(language, 'odyssee.move.points', n=move['points'])}")
    if move["blocks"]:
        told.append(say(language, "odyssee.move.blocks"))
    elif kind == "tunnel" and not move["exits"]:
        told.append(say(language, "odyssee.move.no_exit"))
    return " · ".join(told)


def final(match: Match, language: Language) -> RenderableType:
    """The score of everybody with its parts."""
    view = match.view("*")
    parts = ("stations", "lines") if view["mode"] == "little" else ("stations", "sections", "presents")
    table = Table(box=None, pad_edge=False)
    table.add_column(say(language, "cli.player"))
    for part in parts:
        table.add_column(say(language, f"odyssee.final.{part}"), justify="right")
    table.add_column(say(language, "cli.total"), justify="right")
    for seat, (one, account) in enumerate(zip(match.players, view["accounts"], strict=True)):
        score = account["score"]
        name = Text(one.name, style=f"bold {COLOURS[seat]}")
        table.add_row(name, *(str(score[part]) for part in parts), str(score["total"]))
    return table


def tell(note: OdysseeNote, match: Match, language: Language, reader: Eyes = None) -> str:
    """A line of the log, with lines by their names."""
    more: dict[str, Any] = {}
    if isinstance(note, OfLine):
        more["line"] = say(language, f"odyssee.line.{note.line}")
    elif isinstance(note, Presents):
        more["shops"] = [SHOPS[one - 1] for one in note.shops]  # as the map has them
    elif isinstance(note, Guided):
        more["rides"] = [_ride(one, match, language, reader) for one in note.rides]
    return sentence(note, match, language, reader, **more)


def _ride(text: str, match: Match, language: Language, reader: Eyes) -> str:
    """Whose line a ride of the tour takes: 2s(0,1>2,1) is the solid line of the second player."""
    seat, line = int(text[0]) - 1, say(language, f"odyssee.line.{text[1]}")
    form = "you" if seat == reader else ""
    return say(language, "odyssee.ride", form, player=match.players[seat].name, line=line)


def _headline(view: dict[str, Any], language: Language) -> list[Text]:
    told = [Text(say(language, f"odyssee.phase.{view['phase']}", n=view["left"], house=view["at"]), style="bold")]
    if view["phase"] in ("build", "bonus"):
        told.append(Text(say(language, "odyssee.supply.left", n=view["supply"])))
    if view["closing"] is not None:
        told.append(Text(say(language, "odyssee.closing.left", n=view["closing"]), style="bold"))
    return told


def _players(match: Match, view: dict[str, Any], language: Language, told_of: Collection[int]) -> list[Text]:
    """Everybody's score, and how the lines of some of them stand."""
    rows = []
    for seat, (one, account) in enumerate(zip(match.players, view["accounts"], strict=True)):
        acting = seat in view["to_act"]
        style = COLOURS[seat] + (" bold" if acting else "")
        told = say(language, "cli.of", what=one.name, told=account["score"]["total"])
        rows.append(Text(f"{'▶' if acting else ' '}{told}", style=style))
        for line in view["lines"]:
            if line["seat"] == seat and seat in told_of and line["status"] != "waiting":
                rows.append(Text(f"   {_letter(line)} {_status(line, language)}", style="dim"))
    return rows


def _letter(line: dict[str, Any]) -> str:
    """The mark of a line's tunnels: a letter for each player, a capital for the solid line."""
    letter = LETTERS[line["seat"]]
    return letter if line["line"] == "s" else letter.lower()


def _status(row: dict[str, Any], language: Language) -> str:
    key = "lost" if row["status"] == "open" and row["need"] is None else row["status"]
    return say(language, f"odyssee.status.{key}", left=row["left"], need=row["need"])


class _Canvas:
    """Characters with styles on a grid."""

    def __init__(self) -> None:
        self.cells = [[(" ", "")] * WIDE for _ in range(HIGH)]

    def put(self, x: int, y: int, mark: str, style: str = "") -> None:
        if 0 <= y < HIGH and 0 <= x < WIDE:
            self.cells[y][x] = (mark, style)

    def text(self) -> Text:
        rows = []
        for row in self.cells[TOP : BOTTOM + 1]:
            rows.append(Text.assemble(*row))
        return Text("\n", no_wrap=True).join(rows)


def _at(point: Point) -> tuple[int, int]:
    return CENTRE[0] + 4 * point[0] + 2 * point[1], CENTRE[1] + 2 * point[1]


def _middle(cell: str) -> tuple[int, int]:
    """Where a cell has room for one character: halfway between its level edge and its tip."""
    points = _points(cell)
    xs, ys = zip(*map(_at, points), strict=True)
    return sum(xs) // 3, (min(ys) + max(ys)) // 2


def _points(cell: str) -> tuple[Point, ...]:
    if cell.startswith("@"):
        return (*OUTERS[int(cell[1:])].rim, OUTERS[int(cell[1:])].tip)
    return CELLS[CELL[cell]].points


def _node(name: str) -> Point:
    corner = read_corner(name)
    return OUTERS[int(name[1:])].tip if corner is None else CORNERS[corner]


def _edge(canvas: _Canvas, start: Point, end: Point, style: str, marks: str) -> None:
    """Draw an edge; `marks` are its characters level, falling and rising."""
    (x, y), (u, v) = _at(start), _at(end)
    if y == v:
        for column in range(min(x, u) + 1, max(x, u)):
            canvas.put(column, y, marks[0], style)
    else:
        canvas.put((x + u) // 2, (y + v) // 2, marks[1] if (u - x) * (v - y) > 0 else marks[2], style)


def _city(view: dict[str, Any]) -> Text:
    canvas = _Canvas()
    for point in CORNERS:
        for q, r in ((1, 0), (0, 1), (-1, 1)):
            other = (point[0] + q, point[1] + r)
            if inside(other):
                _edge(canvas, point, other, "grey35", "·╲╱")
        canvas.put(*_at(point), "·", "grey50")
    for r in SPAN:
        for i, mark in enumerate(f"r{r}"):
            canvas.put(i, _at((0, r))[1], mark, "dim")
    for q in SPAN:  # beside the end of its line, in the row between two corners, where no tunnel comes
        (x, y), label = _at((q, 5 - q) if q > 0 else (q, -5 - q)), f"q{q}"
        for i, mark in enumerate(label):
            canvas.put(x + 4 + i if q > 0 else x - 3 - len(label) + i, y + 1 if q > 0 else y - 1, mark, "dim")
    _draw_outers(canvas, view)
    _draw_spots(canvas, view)
    _draw_lines(canvas, view)
    for station in view["stations"]:
        style = "bold" if station["by"] is None else f"bold {COLOURS[station['by']]}"
        canvas.put(*_at(_node(station["corner"])), "●", style)
    return canvas.text()


def _draw_outers(canvas: _Canvas, view: dict[str, Any]) -> None:
    """Starts and exits, with the number moves write behind the @ on their outer side until a line runs there."""
    taken = {name for line in view["lines"] for name in line["path"]}
    for i, outer in enumerate(OUTERS):
        (ax, ay), (bx, by) = map(_at, outer.rim)
        tx, ty = _at(outer.tip)
        x, y = (ax + bx + tx) // 3, round((ay + by + ty) / 3)
        style = "bold" if outer.white else "dim"
        canvas.put(x, y, "↓" if outer.white else "↑", style)
        number = "" if f"@{i}" in taken else str(i)
        first = x - len(number) if tx < min(ax, bx) else x + 1
        for column, digit in enumerate(number, first):
            canvas.put(column, y, digit, style)


def _draw_spots(canvas: _Canvas, view: dict[str, Any]) -> None:
    city = view["city"]
    for cell in city["park"]:
        canvas.put(*_middle(cell), "♣", "green")
    for cell in city["lake"]:
        canvas.put(*_middle(cell), "≈", "cyan")
    for cell in filter(None, city["offices"]):
        canvas.put(*_middle(cell), "o", "" if view["mode"] == "little" else "grey35")
    for i, cell in enumerate(city["shops"]):
        if cell:
            canvas.put(*_middle(cell), SHOPS[i], "bold magenta")
    for i, cell in enumerate(city["houses"]):
        if cell:
            canvas.put(*_middle(cell), str(i + 1), "bold reverse" if view["at"] == i + 1 else "bold yellow")


def _draw_lines(canvas: _Canvas, view: dict[str, Any]) -> None:
    edges: dict[frozenset[str], int] = {}
    for line in view["lines"]:
        for pair in zip(line["path"], line["path"][1:], strict=False):
            edges[frozenset(pair)] = edges.get(frozenset(pair), 0) + 1
    for line in view["lines"]:
        style = f"bold {COLOURS[line['seat']]}"
        for start, end in zip(line["path"], line["path"][1:], strict=False):
            shared = edges[frozenset((start, end))] > 1
            marks = "═XX" if shared else "━╲╱" if line["line"] == "s" else "┅╲╱"
            _edge(canvas, _node(start), _node(end), style, marks)
        for name in line["path"]:
            canvas.put(*_at(_node(name)), "○" if name.startswith("@") else "•", style)
        for cell in line["cells"]:
            if not cell.startswith("@"):
                canvas.put(*_middle(cell), _letter(line), style)
        if line["status"] in ("open", "blocked"):
            mark = "◆" if line["status"] == "open" else "×"
            canvas.put(*_at(_node(line["path"][-1])), mark, style)
