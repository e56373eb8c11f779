"""Correspondances on paper: the tiles of both sets, secret line cards, a track for the points and its markers."""

from __future__ import annotations

from functools import partial

from reportlab.lib.colors import HexColor, white
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from strapontin.games.correspondances.faces.art import PLATE, PORTS, bullet, tile, track
from strapontin.games.correspondances.faces.scene import scene
from strapontin.games.correspondances.faces.view import kind_of, ports_of
from strapontin.games.correspondances.kernels.board import DECKS, setting
from strapontin.games.correspondances.kernels.state import CODES, GOAL, LINES, SEATS, STRAIGHT, TRIP
from strapontin.print.ink import BOLD, INK, MARGIN, PALE, PLAIN, centred, place_svg, plate, svg
from strapontin.print.pieces import Piece, block, lay, together
from strapontin.print.press import Press, Size
from strapontin.words import Language, say

TILE = 36 * mm, 36 * mm
CARD = 44 * mm, 60 * mm
PAWN = 14 * mm, 14 * mm
INNER = 2.5 * mm
KINDS = {"+": "cross", ")": "bend", "*": "junction", "x": "bridge"}
ENDS = ("A", "B")
WORDS = ParagraphStyle("card", fontName=PLAIN, fontSize=9, leading=11, textColor=INK, alignment=1)
TEXT = ParagraphStyle("text", parent=WORDS, fontSize=11, leading=14.5, alignment=0)


def draw(press: Press, chart: None, copies: int) -> None:
    """The tiles to draw, those of the row, what experts play with besides; then line cards and the track."""
    language = press.language
    back = press.stamp("tile-back", TILE, partial(_back, "?"))
    own = press.stamp("row-back", TILE, partial(_back, ""))
    standard, more = _decks()
    row = [Piece(_tile(press, ports_of(code), kind_of(code)), own) for code in range(STRAIGHT, CODES)]
    groups = _tiles(press, standard, back), row, _tiles(press, more, back)
    lay(press, say(language, "print.correspondances.tiles"), *groups, size=TILE)
    _lines(press)
    _track(press)


def _decks() -> tuple[dict[str, int], dict[str, int]]:
    """How many tiles of each kind the standard set has, and what the others need besides."""
    decks = {tiles: scene(setting({"tiles": tiles}, SEATS)).deck for tiles in DECKS}
    standard = decks.pop("standard")
    more: dict[str, int] = {}
    for deck in decks.values():
        for kind, n in deck.items():
            more[kind] = max(more.get(kind, 0), n - standard.get(kind, 0))
    return standard, {kind: n for kind, n in more.items() if n > 0}


def _tiles(press: Press, deck: dict[str, int], back: str) -> list[Piece]:
    looks: dict[str, list[str]] = {}
    for tiles in DECKS:
        looks |= scene(setting({"tiles": tiles}, SEATS)).looks
    return [Piece(_tile(press, looks[kind][0], KINDS[kind[-1]]), back) for kind, n in deck.items() for _ in range(n)]


def _tile(press: Press, ports: str, kind: str) -> str:
    """A tile as on the screen, with the number of every track that would have none."""
    body = tile(ports, kind)
    if kind in ("cross", "bend", "bridge"):
        for (x, y), port in zip(PORTS, ports, strict=True):
            body += bullet(50 + (x - 50) * 0.74, 50 + (y - 50) * 0.74, int(port), 10)
    picture = svg(body, 0, 0, 100, 100)
    return press.stamp(f"{kind}-{ports}", TILE, lambda canvas, size: place_svg(canvas, picture, 0, 0, *size))


def _back(sign: str, canvas: Canvas, size: Size) -> None:
    """An enamel plate with the four lines around a disc: a question for what is drawn, nothing for the row."""
    width, height = size
    canvas.setFillColor(HexColor(PLATE))
    canvas.roundRect(INNER / 2, INNER / 2, width - INNER, height - INNER, 6, stroke=0, fill=1)
    canvas.setStrokeColor(white)
    canvas.setLineWidth(1.2)
    canvas.roundRect(INNER, INNER, width - 2 * INNER, height - 2 * INNER, 4, stroke=1, fill=0)
    place_svg(canvas, svg(bullet(0, 0, sign, 20), -26, -26, 52, 52), width / 4, height / 4, width / 2, height / 2)


def _lines(press: Press) -> None:
    """The secret lines, and a marker for each player's points."""
    language = press.language
    back = press.stamp("line-back", CARD, partial(_back, "?"))
    cards = [Piece(press.stamp(f"line-{i}", CARD, partial(_line, language, i)), back) for i in range(1, LINES + 1)]
    pawns = [Piece(name, name) for name in (_pawn(press, seat) for seat in range(SEATS))]
    one = block(press.size, CARD, len(cards))
    other = block(press.size, PAWN, len(pawns), SEATS, top=one.corner(LINES - 1)[1] - 60)

    together(press, say(language, "print.correspondances.lines"), (cards, one), (pawns, other))


def _line(language: Language, line: int, canvas: Canvas, size: Size) -> None:
    """A secret line: number, colour, pattern, where it starts and where it is to arrive."""
    width, height = size
    canvas.setFillColor(white)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.1)
    canvas.roundRect(INNER, INNER, width - 2 * INNER, height - 2 * INNER, 8, stroke=1, fill=1)
    picture = svg(track("M0 50H100", line) + bullet(50, 50, line, 30), 8, 8, 84, 84)
    place_svg(canvas, picture, INNER + 1, height * 0.4, width - 2 * INNER - 2, height * 0.55)
    canvas.setFillColor(INK)
    centred(canvas, width / 2, height * 0.37, say(language, f"correspondances.line.{line}"), 13, BOLD)
    known = scene(setting({"tiles": "standard"}, SEATS))
    goal = ENDS[known.arrivals[str(line)][0] > 0]
    start = ENDS[goal == ENDS[0]]
    told = say(language, "print.correspondances.trip", start=start, goal=goal)
    words = Paragraph(told, WORDS)
    _, tall = words.wrap(width - 2 * INNER - 10, 60)
    words.drawOn(canvas, INNER + 5, height * 0.33 - tall)


def _pawn(press: Press, seat: int) -> str:
    def drawing(canvas: Canvas, size: Size) -> None:
        canvas.setFillColor(white)
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(2)
        canvas.circle(size[0] / 2, size[1] / 2, size[0] / 2 - 3, stroke=1, fill=1)
        canvas.setFillColor(INK)
        centred(canvas, size[0] / 2, size[1] / 2 - 7, str(seat + 1), 20, BOLD)

    return press.stamp(f"pawn-{seat + 1}", PAWN, drawing)


def _track(press: Press) -> None:
    """The points up to the goal and beyond, what a trip is worth, and a table of rounds."""
    language = press.language

    def front(canvas: Canvas, size: Size) -> None:
        width, height = size
        plate(canvas, say(language, "print.correspondances.track"), MARGIN, height - MARGIN)
        last = GOAL + TRIP  # one below the goal, a trip without a change, and the longest stretch
        across = 4
        cell = (width - 2 * MARGIN) / across, 84.0
        top = height - MARGIN - 60
        for points in range(last + 1):
            row, column = divmod(points, across)
            column = column if row % 2 == 0 else across - 1 - column
            x, y = MARGIN + column * cell[0], top - (row + 1) * cell[1]
            _cell(canvas, x, y, cell, points)
            if points < last:
                _onwards(canvas, x, y, cell, 0 if points % across == across - 1 else 1 if row % 2 == 0 else -1)
        below = top - (last // across + 1) * cell[1] - 24
        _worth(canvas, language, below, width)

    press.leaf(front)


def _cell(canvas: Canvas, x: float, y: float, size: Size, points: int) -> None:
    won = points >= GOAL
    canvas.setFillColor(HexColor("#f5dc8a") if won else PALE if points else white)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(2.4 if won else 1)
    canvas.roundRect(x + 7, y + 7, size[0] - 14, size[1] - 14, 10, stroke=1, fill=1)
    canvas.setFillColor(INK)
    canvas.setFont(BOLD, 22 if won else 17)
    canvas.drawString(x + 15, y + size[1] - 31, str(points))


def _onwards(canvas: Canvas, x: float, y: float, size: Size, way: int) -> None:
    """A chevron to the next cell: down, to the right or to the left."""
    if way:
        middle = (x + size[0] if way > 0 else x), y + size[1] / 2
        points = [(-4 * way, 7), (4 * way, 0), (-4 * way, -7)]
    else:
        middle = x + size[0] / 2, y
        points = [(-7, 4), (0, -4), (7, 4)]
    canvas.setFillColor(INK)
    path = canvas.beginPath()
    for i, (dx, dy) in enumerate(points):
        (path.lineTo if i else path.moveTo)(middle[0] + dx, middle[1] + dy)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def _worth(canvas: Canvas, language: Language, top: float, width: float) -> None:
    """What a trip is worth by its changes, and how a game ends."""
    changes = list(range(TRIP))
    label = 150.0
    step = (width - 2 * MARGIN - label) / len(changes)
    canvas.setStrokeColor(INK)
    for row, (key, values) in enumerate(
        (
            ("changes", [str(n) if n < TRIP - 1 else f"{n}+" for n in changes]),
            ("points", [str(max(1, TRIP - n)) for n in changes]),
        )
    ):
        y = top - (row + 1) * 24
        canvas.setFillColor(PALE if row == 0 else white)
        canvas.setLineWidth(0.7)
        canvas.rect(MARGIN, y, width - 2 * MARGIN, 24, stroke=1, fill=1)
        canvas.setFillColor(INK)
        canvas.setFont(BOLD, 11)
        canvas.drawString(MARGIN + 8, y + 8, say(language, f"print.correspondances.{key}"))
        for i, value in enumerate(values):
            centred(canvas, MARGIN + label + (i + 0.5) * step, y + 7.5, value, 13, BOLD)
    for i in range(len(changes)):
        canvas.line(MARGIN + label + i * step, top, MARGIN + label + i * step, top - 48)
    words = Paragraph(say(language, "print.correspondances.end", goal=GOAL), TEXT)
    _, tall = words.wrap(width - 2 * MARGIN, 200)
    words.drawOn(canvas, MARGIN, top - 62 - tall)
