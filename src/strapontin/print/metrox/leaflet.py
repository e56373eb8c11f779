"""The rules on one page."""

from __future__ import annotations

from reportlab.lib.enums import TA_LEFT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, Paragraph, Spacer

from strapontin.games.metrox.faces.sheet import Sheet, draw
from strapontin.games.metrox.kernels.map import Map, MapLine, Station
from strapontin.print.ink import BOLD, ENAMEL, INK, MARGIN, PLAIN, place_svg, plate
from strapontin.words import Language, say

EXAMPLE = 150.0
TEXT = ParagraphStyle("text", fontName=PLAIN, fontSize=10.2, leading=13.4, textColor=INK, alignment=TA_LEFT)
HEAD = ParagraphStyle("head", parent=TEXT, fontName=BOLD, fontSize=13, leading=18, textColor=ENAMEL)
STEP = ParagraphStyle("step", parent=TEXT, leftIndent=18, bulletIndent=2, bulletFontName=BOLD)
CARD = ParagraphStyle("card", parent=TEXT, leftIndent=18)


def draw_page(canvas: Canvas, size: tuple[float, float], city: Map, language: Language) -> None:
    """How to play, leaving out what this city does not have."""
    width, height = size
    plate(canvas, say(language, "print.rules"), MARGIN, height - MARGIN)
    frame = Frame(MARGIN, MARGIN + EXAMPLE, width - 2 * MARGIN, height - 2 * MARGIN - 46 - EXAMPLE, showBoundary=0)
    story = _story(city, language)
    frame.addFromList(story, canvas)
    if story:
        raise ValueError(f"the rules do not fit the page: {len(story)} paragraphs too many")
    caption = Paragraph(say(language, "print.rules.example"), TEXT)
    left, wide = MARGIN + 6, width * 0.4
    _, tall = caption.wrap(wide, EXAMPLE)
    caption.drawOn(canvas, left, MARGIN + (EXAMPLE - tall) / 2)
    place_svg(canvas, draw(*example(), paper="#ffffff"), left + wide, MARGIN, width - MARGIN - left - wide, EXAMPLE)


def example() -> tuple[Map, Sheet]:
    """A little city in the middle of a game: crosses, a framed transfer, a value circled and one struck out."""
    places = {"Port": (0, 2), "Rialto": (2, 2), "Central": (4, 2), "Opera": (6, 2), "Arena": (8, 2)}
    places |= {"Marina": (2, 4), "Campus": (6, 0), "Terminal": (8, 0)}
    lines = [
        MapLine("A", ["Port", "Rialto", "Central", "Opera", "Arena"], 2, 3, 2, colour="#0090d4"),
        MapLine("B", ["Marina", "Central", "Campus", "Terminal"], 2, 4, 2, colour="#ff7a14", pattern="double"),
    ]
    city = Map("example", "metroX", [Station(name, name, x, y) for name, (x, y) in places.items()], lines)
    marks = {"Port": None, "Rialto": None, "Central": 2, "Marina": None, "Campus": None, "Terminal": None}
    return city, Sheet(marks, {"A": ["2E"], "B": ["+", "3"]}, {"B": "later"}, struck=["B"])


def _story(city: Map, language: Language) -> list[Flowable]:
    def text(key: str, style: ParagraphStyle = TEXT, bullet: str | None = None) -> Flowable:
        return Paragraph(say(language, f"print.rules.{key}"), style, bulletText=bullet)

    gap = Spacer(1, 6)
    story: list[Flowable] = [text("need"), gap, text("goal"), gap, text("round", HEAD)]
    story += [text(f"round.{i}", STEP, f"{i}.") for i in range(1, 5)]
    story += [gap, text("what", HEAD)]
    for kind in ("number", "express", "transfer", "free"):
        story += [text(kind, CARD), Spacer(1, 3)]
    story += [gap, text("lines", HEAD), text("lines.1"), gap]
    if any(line.loop for line in city.lines):
        story += [text("loop"), gap]
    if any(station.special for station in city.stations):
        story += [text("stars"), gap]
    return [*story, text("end", HEAD), text("end.1"), gap, text("solo")]
