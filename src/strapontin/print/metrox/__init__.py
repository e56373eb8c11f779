"""metroX on paper: sheets of a city, the cards, a score block, and the rules of this city on one page."""

from __future__ import annotations

from functools import partial

from reportlab.pdfgen.canvas import Canvas

from strapontin.games.metrox.kernels.board import DEFAULT_MAP
from strapontin.games.metrox.kernels.map import Map
from strapontin.games.metrox.kernels.map import city as city_of
from strapontin.games.metrox.kernels.state import SEATS
from strapontin.print import scores
from strapontin.print.metrox import cards, leaflet, sheet
from strapontin.print.press import Press, Size
from strapontin.words import say

SIGNS = {"lines": "", "transfers": "+", "empty": "–", "total": "="}


def draw(press: Press, chart: Map | str | None, copies: int) -> None:
    """So many sheets of a city, printed on both sides for two games each; then what the table shares."""
    language, city = press.language, chart if isinstance(chart, Map) else city_of(chart or DEFAULT_MAP)
    press.entitle(say(language, "print.title", game=press.name), city.name or city.id)
    lying = press.size[1], press.size[0]
    press.stamp("sheet", lying, partial(sheet.draw_page, city=city, language=language))

    def stamped(canvas: Canvas, size: Size) -> None:
        press.put("sheet", 0, 0)

    for _ in range(copies):
        press.leaf(stamped, stamped, lying=True)
    cards.draw(press, city)
    rows = [scores.Row(say(language, f"print.{key}"), sign, key == "total") for key, sign in SIGNS.items()]
    block = partial(scores.draw_page, title=city.name or city.id, rows=rows, seats=SEATS, language=language)
    press.leaf(block)
    press.leaf(partial(leaflet.draw_page, city=city, language=language))
