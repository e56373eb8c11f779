"""A score block: several games on a page, a column for each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reportlab.lib.colors import white
from reportlab.pdfgen.canvas import Canvas

from strapontin.print.ink import BOLD, INK, MARGIN, PALE, PLAIN, plate
from strapontin.print.press import Size
from strapontin.words import Language, say

GAMES = 4
LABEL = 118.0


class Row(NamedTuple):
    """A line of a table: the sign before its label; strong ones are tinted."""

    label: str
    sign: str = ""
    strong: bool = False


def draw_page(canvas: Canvas, size: Size, title: str, rows: Sequence[Row], seats: int, language: Language) -> None:
    """A page of empty tables; the first row is for names."""
    width, height = size
    plate(canvas, f"{say(language, 'print.block')} · {title}", MARGIN, height - MARGIN)
    top = height - MARGIN - 54
    room = (top - MARGIN) / GAMES
    for game in range(GAMES):
        named = Row(f"{say(language, 'print.game')} {game + 1}", strong=True)
        _table(canvas, [named, *rows], top - game * room, width, room - 18, seats)


def _table(canvas: Canvas, rows: Sequence[Row], top: float, width: float, height: float, seats: int) -> None:
    tall = height / len(rows)
    column = (width - 2 * MARGIN - LABEL) / seats
    canvas.setStrokeColor(INK)
    for i, row in enumerate(rows):
        y = top - (i + 1) * tall
        canvas.setFillColor(PALE if row.strong else white)
        canvas.setLineWidth(1.4 if row.strong and i else 0.7)
        canvas.rect(MARGIN, y, width - 2 * MARGIN, tall, stroke=1, fill=1)
        canvas.setFillColor(INK)
        canvas.setFont(BOLD if row.strong else PLAIN, 10)
        canvas.drawString(MARGIN + 8, y + tall / 2 - 3, f"{row.sign} {row.label}".strip())
    canvas.setLineWidth(0.7)
    for seat in range(seats):
        x = MARGIN + LABEL + seat * column
        canvas.line(x, top, x, top - height)
