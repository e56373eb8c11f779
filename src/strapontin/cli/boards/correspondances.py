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
from strapontin.core.game import Note
from strapontin.core.match import Eyes, Match
from strapontin.words import Language, say

STYLES = {"1": "bold white on red", "2": "bold white on blue", "3": "bold black on yellow", "4": "bold black on green"}
TRACKS = {"1": "red", "2": "blue", "3": "yellow", "4": "green", "M": "bold"}
CENTRES = {"cross": "○", "bend": "○", "junction": "●", "bridge": "=", "straight": "#"}
KINDS = {"+": "cross", ")": "bend", "*": "junction", "x": "bridge"}
OFFERS = 12
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
        *_points(match, view),
        Text(""),
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
    others = [str(line) for line in move["completes"] if line != trip["line"]]
    if others:
        told.append(say(language, "correspondances.move.completes", lines=", ".join(others)))
    if move["stretch"] > trip["stretch"]:
        told.append(say(language, "correspondances.move.stretch", n=move["stretch"]))
    return " · ".join(told)


def offer(view: dict[str, Any]) -> list[str]:
    """The menu: the placements that bring one's own trip furthest."""
    ranked = sorted(view["moves"], key=_closeness)
    return [one["move"] for one in ranked[:OFFERS]]


def _closeness(move: dict[str, Any]) -> tuple[int, int, int]:
    missing = 99 if move["missing"] is None else move["missing"]
    return 0 if move["finishes"] else 1, 2 * missing + (move["changes"] or 0), -move["stretch"]


def tell(note: Note, match: Match, language: Language) -> str:
    """A line of the log, with sections in words."""
    more = {"tile": tile_name(note.params["tile"], language)} if "tile" in note.params else {}
    return sentence(note, match, language, **more)


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


def _heading(view: dict[str, Any], language: Language) -> list[RenderableType]:
    """The round, the section drawn, and how one's own trip stands."""
    line = Text(say(language, "correspondances.table.round", n=view["number"]), style="bold")
    if view["drawn"] is not None:
        line.append(" · " + say(language, "correspondances.table.drawn", tile=tile_name(view["drawn"], language)))
    lines: list[RenderableType] = [line]
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
        complete = ", ".join(map(str, view["complete"]))
        lines.append(Text(say(language, "correspondances.table.complete", lines=complete), style="dim"))
    return lines


def _table(view: dict[str, Any]) -> RenderableType:
    """The tiles in their frame: two rows and four columns a cell, sides shared."""
    left, bottom, right, top = view["frame"]
    glyphs: dict[tuple[int, int], tuple[str, str]] = {}
    for tile in view["tiles"]:
        _tile(glyphs, tile, 2 * (top - tile["y"]) + 1, 4 * (tile["x"] - left) + 2)
    for move in view["moves"]:
        if move["x"] is not None:
            glyphs[2 * (top - move["y"]) + 1, 4 * (move["x"] - left) + 2] = ("·", "bold")
    body = Text(no_wrap=True, overflow="crop")
    body.append("    " + "".join(f"{x:^4}" for x in range(left, right + 1)) + "\n", style="dim")
    for row in range(1, 2 * (top - bottom + 1)):
        body.append(f"{top - row // 2:>3} " if row % 2 else "    ", style="dim")
        for column in range(4 * (right - left + 1) + 1):
            body.append(*glyphs.get((row, column), (" ", "")))
        body.append("\n")
    return body


def _tile(glyphs: dict[tuple[int, int], tuple[str, str]], tile: dict[str, Any], row: int, column: int) -> None:
    """Write a tile's middle, its sides and the tracks between them."""
    ports = tile["ports"]
    centre = CENTRES.get(tile["kind"]) or ("A" if ports[3] == "M" else "B")
    glyphs[row, column] = (centre, "bold")
    for (down, across), port in zip(((-1, 0), (0, 2), (1, 0), (0, -2)), ports, strict=True):
        if port == "-":
            glyphs.setdefault((row, column + across // 2), ("═", "dim"))
            glyphs.setdefault((row, column + across), ("═", "dim"))
            continue
        if across:
            glyphs[row, column + across // 2] = ("─", TRACKS[port])
        if glyphs.get((row + down, column + across), ("M", ""))[0] == "M":  # a line says more than M
            glyphs[row + down, column + across] = (port, STYLES.get(port, "bold reverse"))


def _pile(view: dict[str, Any], language: Language) -> list[RenderableType]:
    if not view["pile"]:
        return []
    tiles = "  ".join(kind if n == 1 else f"{kind}×{n}" for kind, n in view["pile"].items())
    told = say(language, "correspondances.table.pile", n=sum(view["pile"].values()), tiles=tiles)
    return [Text(told, style="dim")]


def _points(match: Match, view: dict[str, Any]) -> list[RenderableType]:
    """Everybody's points, the one to move marked."""
    line = Text()
    for seat, one in enumerate(match.players):
        mark = "▶ " if seat in view["to_act"] else "  "
        line.append(f"{mark}{one.name} {view['scores'][seat]}", style="bold" if seat == view["seat"] else "")
        line.append("  ")
    return [line]
