"""Correspondances in the terminal: the table with the lines on its sides, and what each placement would do.

Neighbouring tiles show the same line on the side they share, so it is written once, between them:

      2           the middle of a tile is ○ a station, ● a junction, = a bridge, # a straight tile,
    1─○─1         A or B an end; · is a cell that takes the section drawn
      2
"""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from strapontin.cli.boards import sentence
from strapontin.cli.columns import beside
from strapontin.cli.move_menu import Menu
from strapontin.core.match import Eyes, Match
from strapontin.games.correspondances.faces.story import (
    Arrived,
    CorrespondancesNote,
    Drawn,
    LineShown,
    Placed,
    SetAside,
)
from strapontin.words import Language, say

STYLES = {"1": "bold white on red", "2": "bold white on blue", "3": "bold black on yellow", "4": "bold black on green"}
TRACKS = {"1": "red", "2": "blue", "3": "yellow", "4": "green", "M": "bold"}
CENTRES = {"cross": "○", "bend": "○", "junction": "●", "bridge": "=", "straight": "#"}
KINDS = {"+": "cross", ")": "bend", "*": "junction", "x": "bridge"}
OFFERS = 12
PITCHES = (4, 2)
"""Columns a tile takes: as many as there is room for."""
ROOM = 33
"""Columns the choices want beside the table."""
SHOWN = ("correspondances.draw",)
"""What the log need not repeat: the section lies on the table."""


def show(match: Match, seat: Eyes, language: Language) -> RenderableType:
    """The table as a seat sees it: whose line, what is drawn, the tiles, the pile and the points."""
    view = match.view(seat)
    return Group(
        *_heading(view, language),
        _table(view),
        Text(say(language, "correspondances.table.legend"), style="dim"),
        *_pile(view, language),
        *_points(match, view, language),
        Text(""),
    )


def compose(
    match: Match, seat: int, language: Language, news: list[str], menu: Menu, width: int, height: int
) -> RenderableType:
    """The table on the left, which grows; on its right all else, as far as there is room."""
    view = match.view(seat)
    left, _, right, _ = view["frame"]
    legend = Text(say(language, "correspondances.table.legend"), style="dim")
    parts = [[_heading(view, language)], [_points(match, view, language)], [_pile(view, language), []], [[legend], []]]
    for pitch in PITCHES:
        wide = pitch * (right - left + 1) + 5
        if width - wide < ROOM and pitch != PITCHES[-1]:
            continue
        found = beside(_table(view, pitch, height - 1), wide, parts, news, menu, width, height)
        if found is not None:
            return found
    return Group(
        *_heading(view, language),
        _table(view, PITCHES[-1], height - 8),
        *_points(match, view, language),
        menu.grid(width, 4),
    )


def describe(move: dict[str, Any], view: dict[str, Any], language: Language) -> str:
    """What a placement would do for one's own trip, and which trips it would complete."""
    if move["x"] is None:
        return say(language, "correspondances.move.aside")
    told = []
    if move["finishes"]:
        told.append(say(language, "correspondances.move.finishes", points=move["points"]))
    elif move["missing"] is None:
        told.append(say(language, "correspondances.move.stuck"))
    else:
        told.append(say(language, "correspondances.move.trip", n=move["missing"], changes=move["changes"]))
    trip = view["trips"][view["seat"]]
    others = [line for line in move["completes"] if line != trip["line"]]
    if others:
        told.append(say(language, "correspondances.move.completes", lines=others))
    if move["stretch"] > trip["stretch"]:
        told.append(say(language, "correspondances.move.stretch", n=move["stretch"]))
    return " · ".join(told)


def explain(language: Language) -> list[str]:
    """The signs on the table, and how tiles are written."""
    kinds = "  ".join(f"12{sign} {tile_name(f'12{sign}', language)}" for sign in "+)x")
    return [say(language, "correspondances.table.legend"), f"{kinds}  1* {tile_name('1*', language)}"]


def brief(move: dict[str, Any], view: dict[str, Any], language: Language) -> str:
    """A placement and how one's own trip would stand, in a few letters."""
    if move["x"] is None or move["finishes"] or move["missing"] is None:
        return f"{move['move']} {describe(move, view, language)}"
    short = say(language, "correspondances.move.brief", n=move["missing"], changes=move["changes"])
    return f"{move['move']} {short}"


def offer(view: dict[str, Any]) -> list[str]:
    """The menu: the placements that bring one's own trip furthest."""
    ranked = sorted(view["moves"], key=_closeness)
    return [one["move"] for one in ranked[:OFFERS]]


def _closeness(move: dict[str, Any]) -> tuple[int, int, int]:
    missing = 99 if move["missing"] is None else move["missing"]
    return 0 if move["finishes"] else 1, 2 * missing + (move["changes"] or 0), -move["stretch"]


def tell(note: CorrespondancesNote, match: Match, language: Language, reader: Eyes = None) -> str:
    """A line of the log, with tiles and lines in words, and cells as moves write them."""
    more: dict[str, str] = {}
    if isinstance(note, Placed):
        more |= {"x": str(note.x), "y": str(note.y)}
    elif isinstance(note, LineShown | Arrived):
        more["line"] = say(language, f"correspondances.line.{note.line}")
    elif isinstance(note, Drawn | SetAside):
        more["tile"] = tile_name(note.tile, language)
    return sentence(note, match, language, reader, **more)


def tile_name(tile: str, language: Language) -> str:
    """A section in words: a cross 1-2."""
    return say(language, f"correspondances.kind.{KINDS[tile[-1]]}", lines="-".join(tile[:-1]))


def final(match: Match, language: Language) -> RenderableType:
    """The last round and everybody's total."""
    view = match.view("*")
    table = Table(box=None, pad_edge=False)
    table.add_column(say(language, "cli.player"))
    table.add_column("")
    table.add_column(say(language, "cli.total"), justify="right")
    for one, result, total in zip(match.players, view["last"]["results"], view["scores"], strict=True):
        told = {key: result[key] for key in ("line", "trip", "stretch")}
        table.add_row(
            Text(one.name, style="bold"), say(language, "correspondances.final.round", **told), Text(str(total))
        )
    return Group(_table(view), table)


def _heading(view: dict[str, Any], language: Language) -> list[Text]:
    """The round, the section drawn, and how one's own trip stands."""
    line = Text(say(language, "correspondances.table.round", n=view["number"]), style="bold")
    if view["drawn"] is not None:
        line.append(" · " + say(language, "correspondances.table.drawn", tile=tile_name(view["drawn"], language)))
    lines: list[Text] = [line]
    own = view["lines"][view["seat"]] if isinstance(view["seat"], int) else None
    if own is not None:
        colour = say(language, f"correspondances.line.{own}")
        told = Text(f" {own} ", style=STYLES[str(own)])
        told.append(" " + say(language, "correspondances.table.line", line=own, colour=colour), style="bold")
        lines.append(told)
        trip = view["trips"][view["seat"]]
        if trip is not None:
            stretch = say(language, "correspondances.table.stretch", n=trip["stretch"])
            if trip["missing"] is None:
                way = say(language, "correspondances.table.stuck")
            else:
                way = say(language, "correspondances.table.trip", n=trip["missing"], changes=trip["changes"])
            lines.append(Text(f"{way} · {stretch}", style="dim"))
    if view["complete"]:
        lines.append(Text(say(language, "correspondances.table.complete", lines=view["complete"]), style="dim"))
    return lines


def _table(view: dict[str, Any], pitch: int = 4, rows: int = 99) -> RenderableType:
    """The tiles in their frame: two rows and four columns a cell (two where the table is wide), sides shared."""
    left, _, right, top = view["frame"]
    glyphs: dict[tuple[int, int], tuple[str, str]] = {}
    for tile in view["tiles"]:
        _tile(glyphs, tile, 2 * (top - tile["y"]) + 1, pitch * (tile["x"] - left) + pitch // 2, pitch // 2)
    for move in view["moves"]:
        if move["x"] is not None:
            glyphs[2 * (top - move["y"]) + 1, pitch * (move["x"] - left) + pitch // 2] = ("·", "bold")
    body = Text(no_wrap=True, overflow="crop")
    body.append("    " + _columns(left, right, pitch) + "\n", style="dim")
    first, last = _span(glyphs, 2 * top + 1, rows - 1)
    for row in range(first, last + 1):
        body.append(f"{top - row // 2:>3} " if row % 2 else "    ", style="dim")
        for column in range(pitch * (right - left + 1) + 1):
            body.append(*glyphs.get((row, column), (" ", "")))
        body.append("\n")
    body.right_crop(1)
    return body


def _columns(left: int, right: int, pitch: int) -> str:
    """The numbers of the columns; where they would run into one another, of every other one.

    >>> _columns(-3, 2, 2)
    '  -2   0   2'
    """
    row, step = "", 2 if pitch == PITCHES[-1] else 1
    for x in range(left + left % step, right + 1, step):
        row += str(x).rjust(pitch * (x - left) + pitch // 2 + 1 - len(row))
    return row


def _span(glyphs: dict[tuple[int, int], tuple[str, str]], middle: int, most: int) -> tuple[int, int]:
    """The rows to show, without empty ones around; if too many, less of the ends far from the row and choices."""
    first, last = min(row for row, _ in glyphs), max(row for row, _ in glyphs)
    free = {row for (row, _), (mark, _) in glyphs.items() if mark == "·"}
    while last - first + 1 > most:
        ends = {first: middle - first, last: last - middle}
        near = {row: (any(abs(row - one) < 2 for one in free), -away) for row, away in ends.items()}
        if near[first] < near[last]:
            first += 1
        else:
            last -= 1
    return first, last


def _tile(
    glyphs: dict[tuple[int, int], tuple[str, str]], tile: dict[str, Any], row: int, column: int, reach: int
) -> None:
    """Write a tile's middle, its sides and the tracks between them."""
    ports = tile["ports"]
    centre = CENTRES.get(tile["kind"]) or ("A" if ports[3] == "M" else "B")
    glyphs[row, column] = (centre, "bold")
    for (down, across), port in zip(((-1, 0), (0, reach), (1, 0), (0, -reach)), ports, strict=True):
        if port == "-":
            continue
        if across and reach > 1:
            glyphs[row, column + across // 2] = ("─", TRACKS[port])
        if glyphs.get((row + down, column + across), ("M", ""))[0] == "M":  # a line says more than M
            glyphs[row + down, column + across] = (port, STYLES.get(port, "bold reverse"))


def _pile(view: dict[str, Any], language: Language) -> list[Text]:
    if not view["pile"]:
        return []
    tiles = "  ".join(kind if n == 1 else f"{kind}×{n}" for kind, n in view["pile"].items())
    told = say(language, "correspondances.table.pile", n=sum(view["pile"].values()), tiles=tiles)
    return [Text(told, style="dim")]


def _points(match: Match, view: dict[str, Any], language: Language) -> list[Text]:
    """Everybody's points, the one to move marked."""
    line = Text()
    for seat, one in enumerate(match.players):
        mark = "▶ " if seat in view["to_act"] else "  "
        stands = say(language, "cli.of", what=one.name, told=view["scores"][seat])
        line.append(f"{mark}{stands}", style="bold" if seat == view["seat"] else "")
        line.append("  ")
    return [line]
