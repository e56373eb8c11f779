"""The score block: several games on a page, six players each."""

from __future__ import annotations

from reportlab.lib.colors import white
from reportlab.pdfgen.canvas import Canvas

from strapontin.games.metrox.kernels.map import Map
from strapontin.print.ink import INK, MARGIN, PALE, plate
from strapontin.words import Language, say

GAMES = 4
SEATS = 6
ROWS = ("player", "lines", "transfers", "empty", "total")


def draw_page(canvas: Canvas, city: Map, size: tuple[float, float], language: Language) -> None:
    """A page of empty score tables."""
    width, height = size
    plate(canvas, f"{say(language, 'print.block')} · {city.name or city.id}", MARGIN, height - MARGIN)
    top = height - MARGIN - 54
    room = (top - MARGIN) / GAMES
    for game in range(GAMES):
        _table(canvas, f"{say(language, 'print.game')} {game + 1}", top - game * room, width, room - 18, language)


def _table(canvas: Canvas, title: str, top: float, width: float, height: float, language: Language) -> None:
    label, row = 110.0, height / len(ROWS)
    column = (width - 2 * MARGIN - label) / SEATS
    canvas.setStrokeColor(INK)
    for i, key in enumerate(ROWS):
        y = top - (i + 1) * row
        canvas.setFillColor(PALE if key in ("player", "total") else white)
        canvas.setLineWidth(1.4 if key == "total" else 0.7)
        canvas.rect(MARGIN, y, width - 2 * MARGIN, row, stroke=1, fill=1)
        canvas.setFillColor(INK)
        canvas.setFont("Helvetica-Bold" if key in ("player", "total") else "Helvetica", 9)
        sign = {"transfers": "+ ", "empty": "– ", "total": "= "}.get(key, "")
        canvas.drawString(
            MARGIN + 8, y + row / 2 - 3, title if key == "player" else sign + say(language, f"print.{key}")
        )
    canvas.setLineWidth(0.7)
    for seat in range(SEATS):
        x = MARGIN + label + seat * column
        canvas.line(x, top, x, top - height)
