"""L'Odyssée in the terminal: the city drawn with its coordinates, and what each move would do."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from strapontin.cli.boards import sentence
from strapontin.core.game import Note
from strapontin.core.match import Eyes, Match
from strapontin.games.odyssee.lattice import CELL, CELLS, CORNERS, OUTERS, SPAN, Point, inside, read_corner
from strapontin.words import Language, say

COLOURS = ("red3", "dodger_blue2", "green4", "gold3")
LETTERS = "JKLM"
WIDE, HIGH = 53, 27
"""The drawing: a corner every four columns and two rows, with room for the tips and the row labels."""
CENTRE = (28, 13)
OFFERS = 40


def show(match: Match, seat: Eyes, language: Language) -> RenderableType:
    """The table: what is going on, the city, everybody's lines and score."""
    view = match.view(seat)
    return Group(
        _headline(match, view, language),
        _city(view),
        Text(say(language, "odyssee.legend"), style="dim"),
        _players(match, view, language),
        Text(""),
    )


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
                shares = ", ".join(f"{seat + 1}: +{n}" for seat, n in enumerate(points) if n)
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


def offer(view: dict[str, Any]) -> list[str]:
    """The menu: everything but stations that would score nothing."""
    moves = view["moves"]
    worthy = [one for one in moves if one["kind"] != "station" or one["points"]]
    return [one["move"] for one in (worthy or moves)[:OFFERS]]


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


def tell(note: Note, match: Match, language: Language) -> str:
    """A line of the log, with lines by their names."""
    if "line" in note.params:
        return sentence(note, match, language, line=say(language, f"odyssee.line.{note.params['line']}"))
    return sentence(note, match, language)


def _headline(match: Match, view: dict[str, Any], language: Language) -> Text:
    params = {"n": view["left"], "house": view["at"]}
    line = Text.assemble((say(language, "odyssee.title"), "bold"), " · ")
    line.append(say(language, f"odyssee.phase.{view['phase']}", **params))
    if view["phase"] in ("build", "bonus"):
        line.append(f" · {say(language, 'odyssee.supply.left', n=view['supply'])}")
    if view["closing"] is not None:
        line.append(f" · {say(language, 'odyssee.closing.left', n=view['closing'])}", style="bold")
    return line


def _players(match: Match, view: dict[str, Any], language: Language) -> RenderableType:
    key = "odyssee.score.little" if view["mode"] == "little" else "odyssee.score"
    lines = []
    for seat, (one, account) in enumerate(zip(match.players, view["accounts"], strict=True)):
        style = COLOURS[seat] + (" bold" if seat in view["to_act"] else "")
        lines.append(Text(say(language, key, player=f"{seat + 1} {one.name}", **account["score"]), style=style))
        told = [
            f"{row['line']} ({_letter(row)}): {_status(row, language)}" for row in view["lines"] if row["seat"] == seat
        ]
        lines.append(Text(f"    {' · '.join(told)}", style="dim"))
    return Group(*lines)


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
        found = Text(no_wrap=True)
        for row in self.cells:
            for mark, style in row:
                found.append(mark, style)
            found.append("\n")
        return found


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
    for q in SPAN:
        x, y = _at((q, min(5, 5 - q)))
        for i, mark in enumerate(f"q{q}"):
            canvas.put(x + 3 + i, y if q > 0 else HIGH - 1, mark, "dim")
    for outer in OUTERS:
        (ax, ay), (bx, by) = map(_at, outer.rim)
        tx, ty = _at(outer.tip)
        canvas.put(
            (ax + bx + tx) // 3,
            round((ay + by + ty) / 3),
            "↓" if outer.white else "↑",
            "bold" if outer.white else "dim",
        )
    _draw_spots(canvas, view)
    _draw_lines(canvas, view)
    for station in view["stations"]:
        style = "bold" if station["by"] is None else f"bold {COLOURS[station['by']]}"
        canvas.put(*_at(_node(station["corner"])), "●", style)
    return canvas.text()


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
            canvas.put(*_middle(cell), "abcdef"[i], "bold magenta")
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
