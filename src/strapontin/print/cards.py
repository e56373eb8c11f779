"""The cards of a map's deck, small enough for one page, with marks to cut along."""

from __future__ import annotations

import math

from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from strapontin.games.metrox.kernels.map import Map
from strapontin.print.ink import ENAMEL, INK, MARGIN
from strapontin.words import Language, say

WIDTH, HEIGHT = 44 * mm, 60 * mm
ACROSS = 4
FREE: Color = HexColor("#00743c")
EXPRESS: Color = HexColor("#b3122f")
TRANSFER: Color = HexColor("#8b256f")


def draw_page(canvas: Canvas, city: Map, size: tuple[float, float], language: Language) -> None:
    """All cards of the deck; a deck that does not fit one page takes more."""
    width, height = size
    down = int((height - 2 * MARGIN - 30) // HEIGHT)
    left = (width - ACROSS * WIDTH) / 2
    per_page = ACROSS * down
    for i, card in enumerate(city.deck):
        if i and i % per_page == 0:
            canvas.showPage()
            canvas.setPageSize(size)
        if i % per_page == 0:
            canvas.setFillColor(INK)
            canvas.setFont("Helvetica", 9)
            canvas.drawCentredString(width / 2, height - MARGIN - 4, say(language, "print.cards"))
        row, column = divmod(i % per_page, ACROSS)
        _card(canvas, card, left + column * WIDTH, height - MARGIN - 24 - (row + 1) * HEIGHT, language)


def _card(canvas: Canvas, card: str, left: float, bottom: float, language: Language) -> None:
    kind = "transfer" if card == "+" else "free" if card == "*" else "express" if card.endswith("E") else "number"
    colour = {"number": ENAMEL, "express": EXPRESS, "transfer": TRANSFER, "free": FREE}[kind]
    _cut_marks(canvas, left, bottom)
    canvas.saveState()
    canvas.translate(left + WIDTH / 2, bottom + HEIGHT / 2)
    inner = 3 * mm
    canvas.setFillColor(white)
    canvas.setStrokeColor(colour)
    canvas.setLineWidth(2.2)
    canvas.roundRect(inner - WIDTH / 2, inner - HEIGHT / 2, WIDTH - 2 * inner, HEIGHT - 2 * inner, 7, stroke=1, fill=1)
    canvas.setFillColor(colour)
    canvas.rect(inner - WIDTH / 2, -7, WIDTH - 2 * inner, 14, stroke=0, fill=1)
    if kind == "express":
        _chevrons(canvas, white)
    radius = 33.0
    canvas.setFillColor(white)
    canvas.setLineWidth(6)
    canvas.circle(0, 0, radius, stroke=1, fill=1)
    canvas.setFillColor(INK)
    if kind == "transfer":
        _cross(canvas)
    elif kind == "free":
        _star(canvas)
    else:
        canvas.setFont("Helvetica-Bold", 44)
        canvas.drawCentredString(0, -15.5, card.rstrip("E"))
    canvas.setFont("Helvetica-Bold", 10)
    canvas.drawCentredString(0, inner + 7 - HEIGHT / 2, say(language, f"print.card.{kind}"))
    if card == "6":
        canvas.setFont("Helvetica", 7.5)
        canvas.drawCentredString(0, HEIGHT / 2 - inner - 14, say(language, "print.card.six"))
    canvas.restoreState()


def _cut_marks(canvas: Canvas, left: float, bottom: float) -> None:
    canvas.setStrokeColor(HexColor("#8b93a0"))
    canvas.setLineWidth(0.4)
    for x in (left, left + WIDTH):
        for y in (bottom, bottom + HEIGHT):
            canvas.line(x - 4, y, x + 4, y)
            canvas.line(x, y - 4, x, y + 4)


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
