"""A page with one sheet of a city, and the boxes for its score beside it."""

from __future__ import annotations

from reportlab.lib.colors import white
from reportlab.pdfgen.canvas import Canvas

from strapontin.games.metrox.faces.sheet import draw
from strapontin.games.metrox.kernels.map import Map
from strapontin.print.ink import BOLD, INK, MARGIN, PALE, PLAIN, place_svg
from strapontin.words import Language, say

COLUMN = 92.0
BOX = 34.0


def draw_page(canvas: Canvas, size: tuple[float, float], city: Map, language: Language) -> None:
    """One sheet on a page that lies on its side."""
    width, height = size
    place_svg(canvas, draw(city, paper="#ffffff"), MARGIN, MARGIN, width - COLUMN - 2 * MARGIN - 8, height - 2 * MARGIN)
    left = width - MARGIN - COLUMN
    _name(canvas, say(language, "print.player"), left, height - MARGIN - 26)
    _name(canvas, say(language, "print.date"), left, height - MARGIN - 66)
    top = MARGIN + 4 * (BOX + 30) - 12
    signs = ("", "+", "–", "=")
    for sign, key in zip(signs, ("lines", "transfers", "empty", "total"), strict=True):
        _box(canvas, sign, say(language, f"print.{key}"), left, top - BOX, strong=key == "total")
        top -= BOX + 30


def _name(canvas: Canvas, label: str, left: float, bottom: float) -> None:
    canvas.setStrokeColor(INK)
    canvas.setFillColor(INK)
    canvas.setLineWidth(0.8)
    canvas.line(left, bottom, left + COLUMN, bottom)
    canvas.setFont(PLAIN, 7)
    canvas.drawString(left, bottom - 8, label)


def _box(canvas: Canvas, sign: str, label: str, left: float, bottom: float, strong: bool) -> None:
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(2.0 if strong else 1.0)
    canvas.setFillColor(PALE if strong else white)
    canvas.roundRect(left + 22, bottom, COLUMN - 22, BOX, 4, stroke=1, fill=1)
    canvas.setFillColor(INK)
    canvas.setFont(BOLD, 16)
    canvas.drawCentredString(left + 9, bottom + BOX / 2 - 6, sign)
    canvas.setFont(PLAIN, 7.5)
    canvas.drawString(left + 22, bottom - 9, label)
