"""The printed pages of metroX, in order, as one vector PDF."""

from __future__ import annotations

import io
from typing import Literal, get_args

from reportlab.lib.pagesizes import A4, landscape, letter
from reportlab.pdfgen.canvas import Canvas

from strapontin.games.metrox.kernels.map import Map
from strapontin.print import cards, leaflet, scores, sheet
from strapontin.words import Language, say

Paper = Literal["a4", "letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
SIZES: dict[str, tuple[float, float]] = {"a4": A4, "letter": letter}
MOST_COPIES = 100


def booklet(city: Map, *, copies: int = 1, paper: Paper = "a4", language: Language = "en") -> bytes:
    """A PDF with that many sheets of the city, then the cards, the score block and the rules."""
    if not 1 <= copies <= MOST_COPIES:
        raise ValueError(f"copies: {copies}; it must be 1 to {MOST_COPIES}")
    upright = SIZES[paper]
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=upright, invariant=1, pageCompression=1)
    canvas.setTitle(f"{say(language, 'print.title')}: {city.name or city.id}")
    canvas.setCreator("strapontin")
    width, height = landscape(upright)
    canvas.beginForm("sheet", 0, 0, width, height)  # drawn once, however many copies there are
    sheet.draw_page(canvas, city, (width, height), language)
    canvas.endForm()
    for _ in range(copies):
        canvas.setPageSize((width, height))
        canvas.doForm("sheet")
        canvas.showPage()
    for page in (cards.draw_page, scores.draw_page, leaflet.draw_page):
        canvas.setPageSize(upright)
        page(canvas, city, upright, language)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()
