"""The cards of a map's deck."""

from __future__ import annotations

import math
from functools import partial

from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from strapontin.games.metrox.kernels.map import Map
from strapontin.print.ink import BOLD, ENAMEL, INK, PLAIN, centred
from strapontin.print.pieces import Piece, lay
from strapontin.print.press import Press, Size
from strapontin.words import Language, say

WIDTH, HEIGHT = 44 * mm, 60 * mm
INNER = 3 * mm
FREE: Color = HexColor("#00743c")
EXPRESS: Color = HexColor("#b3122f")
TRANSFER: Color = HexColor("#8b256f")
SIGNS = {"+": "transfer", "*": "free"}


def draw(press: Press, city: Map) -> None:
    """All cards of the deck; a deck that does not fit one page takes more."""
    back = press.stamp("card-back", (WIDTH, HEIGHT), _back)
    pieces = []
    for card in city.deck:
        name = f"card-{SIGNS.get(card, card)}"
        press.stamp(name, (WIDTH, HEIGHT), partial(_card, card, press.language))
        pieces.append(Piece(name, back))
    lay(press, say(press.language, "print.cards"), pieces, size=(WIDTH, HEIGHT))


def _frame(canvas: Canvas, stroke: Color, fill: Color) -> None:
    canvas.setFillColor(fill)
    canvas.setStrokeColor(stroke)
    canvas.setLineWidth(2.2)
    canvas.roundRect(INNER - WIDTH / 2, INNER - HEIGHT / 2, WIDTH - 2 * INNER, HEIGHT - 2 * INNER, 7, stroke=1, fill=1)


def _back(canvas: Canvas, size: Size) -> None:
    """An enamel plate with the name of the game on a line."""
    canvas.translate(WIDTH / 2, HEIGHT / 2)
    _frame(canvas, ENAMEL, ENAMEL)
    canvas.setStrokeColor(white)
    canvas.setLineWidth(1.2)
    inner = INNER + 4
    canvas.roundRect(inner - WIDTH / 2, inner - HEIGHT / 2, WIDTH - 2 * inner, HEIGHT - 2 * inner, 5, stroke=1, fill=0)
    canvas.setLineWidth(5)
    canvas.setLineCap(1)
    path = canvas.beginPath()
    path.moveTo(-34, -52)
    path.lineTo(-34, -34)
    path.lineTo(34, 34)
    path.lineTo(34, 52)
    canvas.setLineJoin(1)
    canvas.drawPath(path, stroke=1, fill=0)
    for x, y in ((-34, -52), (34, 52)):
        canvas.setFillColor(ENAMEL)
        canvas.setLineWidth(3)
        canvas.circle(x, y, 7, stroke=1, fill=1)
    canvas.setFillColor(ENAMEL)
    canvas.rect(-40, -12, 80, 26, stroke=0, fill=1)
    canvas.setFillColor(white)
    centred(canvas, 0, -6, "metroX", 20, BOLD)


def _card(card: str, language: Language, canvas: Canvas, size: Size) -> None:
    kind = SIGNS.get(card) or ("express" if card.endswith("E") else "number")
    colour = {"number": ENAMEL, "express": EXPRESS, "transfer": TRANSFER, "free": FREE}[kind]
    canvas.translate(WIDTH / 2, HEIGHT / 2)
    _frame(canvas, colour, white)
    canvas.setFillColor(colour)
    canvas.rect(INNER - WIDTH / 2, -7, WIDTH - 2 * INNER, 14, stroke=0, fill=1)
    if kind == "express":
        _chevrons(canvas, white)
    canvas.setFillColor(white)
    canvas.setLineWidth(6)
    canvas.circle(0, 0, 33, stroke=1, fill=1)
    canvas.setFillColor(INK)
    if kind == "transfer":
        _cross(canvas)
    elif kind == "free":
        _star(canvas)
    else:
        centred(canvas, 0, -15.5, card.rstrip("E"), 46, BOLD)
    centred(canvas, 0, INNER + 8 - HEIGHT / 2, say(language, f"print.card.{kind}"), 11, BOLD)
    if card == "6":
        centred(canvas, 0, HEIGHT / 2 - INNER - 15, say(language, "print.card.six"), 8.5, PLAIN, WIDTH - 4 * INNER)


def _chevrons(canvas: Canvas, colour: Color) -> None:
    canvas.setFillColor(colour)
    for x in (-50.0, -43.0, 39.0, 46.0):
        path = canvas.beginPath()
        path.moveTo(x, -5)
        path.lineTo(x + 5, 0)
        path.lineTo(x, 5)
        path.close()
        canvas.drawPath(path, stroke=0, fill=1)


def _cross(canvas: Canvas) -> None:
    canvas.setLineCap(1)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(8)
    canvas.line(-15, 0, 15, 0)
    canvas.line(0, -15, 0, 15)
    canvas.setLineCap(0)


def _star(canvas: Canvas) -> None:
    path = canvas.beginPath()
    for i in range(10):
        radius = 9.0 if i % 2 else 22.0
        x, y = radius * math.sin(math.pi * i / 5), radius * math.cos(math.pi * i / 5)
        (path.lineTo if i else path.moveTo)(x, y)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
