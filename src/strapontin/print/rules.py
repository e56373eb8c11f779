"""The rules as a booklet: leaves folded across, bound at the top, read downwards like a notepad.

The text is that of the documentation and of the page. Two pages lie on each side, all upright, so that a booklet is
printed with the same setting as everything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from xml.sax.saxutils import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, Paragraph, Table, TableStyle

from strapontin.print.ink import BOLD, ENAMEL, INK, PALE, PLAIN, SOFT, place_svg, plate
from strapontin.print.press import Press, Size
from strapontin.words import Language, say
from strapontin.words.rulebooks import rules

END = "<!-- players -->"
"""In the documentation it goes on with what programs need."""
PICTURE = re.compile(r"<!--\s*picture\s+([\w-]+):\s*(.*?)\s*-->", re.DOTALL)
SCREEN = "<!-- on a screen -->"
"""Below a heading: what follows is of no use on paper."""
EDGE, GUTTER, TITLE = 26.0, 18.0, 44.0
PICTURED = 132.0
"""No picture is taller."""
LEAST = 60.0
"""So much of a text stands below its heading, or all of it: what is shorter is not parted."""

TEXT = ParagraphStyle(
    "text", fontName=PLAIN, fontSize=9.3, leading=11.9, textColor=INK, spaceAfter=4, allowWidows=0, allowOrphans=0
)
HEAD = ParagraphStyle("head", parent=TEXT, fontName=BOLD, fontSize=11.5, leading=14, textColor=ENAMEL, spaceBefore=4)
SUB = ParagraphStyle("sub", parent=HEAD, fontSize=9.5, leading=12)
QUOTE = ParagraphStyle("quote", parent=TEXT, leftIndent=8, rightIndent=4, backColor=PALE, borderPadding=(2, 3, 3, 5))
CAPTION = ParagraphStyle("caption", parent=TEXT, fontSize=8, leading=9.6, textColor=SOFT, alignment=1)
CELL = ParagraphStyle("cell", parent=TEXT, fontSize=8.2, leading=9.8, spaceAfter=0)


class Picture(Flowable):  # type: ignore[misc]  # ReportLab has no types
    """A picture of the screen among the words."""

    def __init__(self, svg: str) -> None:
        super().__init__()
        box = re.search(r'viewBox="([^"]+)"', svg)
        assert box is not None
        _, _, across, down = map(float, box[1].split())
        self.svg, self.width, self.height, self.slope = svg, 0.0, 0.0, down / across
        self.spaceBefore, self.spaceAfter = 3, 3

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """As wide as the column, unless that makes it too tall."""
        self.width, self.height = width, min(width * self.slope, PICTURED)
        return width, self.height

    def draw(self) -> None:
        """Put it down."""
        place_svg(self.canv, self.svg, 0, 0, self.width, self.height)


def text(game: str, language: Language) -> str:
    """What players read of the rules around a table."""
    whole = rules(game, language).partition(END)[0]
    return "".join(part for part in re.split("(?m)^(?=## )", whole) if SCREEN not in part)


def draw(press: Press, game: str, name: str, pictures: Mapping[str, str]) -> None:
    """The booklet of a game."""
    half = press.size[0], press.size[1] / 2
    pages = _pages(press, half, name, list(flow(text(game, press.language), pictures, _column(half))))
    if press.single_sided:
        for i in range(0, len(pages), 2):
            press.leaf(partial(_halves, press, pages[i : i + 2]))
        return
    pages += [""] * (-len(pages) % 4)
    for i in range(0, len(pages) // 2, 2):
        outer, inner = (pages[-1 - i], pages[i]), (pages[i + 1], pages[-2 - i])
        press.leaf(partial(_halves, press, outer), partial(_halves, press, inner))


def _halves(press: Press, pages: tuple[str, ...] | list[str], canvas: Canvas, size: Size) -> None:
    """Two pages, one above the other, and where to fold."""
    middle = size[1] / 2
    for page, bottom in zip(pages, (middle, 0.0), strict=False):
        if page:
            press.put(page, 0, bottom)
    canvas.setStrokeColor(HexColor("#9aa3b0"))
    canvas.setLineWidth(0.4)
    canvas.setDash(2, 3)
    for left in (6.0, size[0] - 20):
        canvas.line(left, middle, left + 14, middle)
    canvas.setDash()


def _pages(press: Press, size: Size, name: str, story: list[Flowable]) -> list[str]:
    """The pages of the text as stamps, in the order they are read."""
    names: list[str] = []
    while story:
        number = len(names) + 1
        names.append(press.stamp(f"rules-{number}", size, partial(_page, number, name, story, press.language)))
    return names


def _column(page: Size) -> float:
    return (page[0] - 2 * EDGE - GUTTER) / 2


def _page(number: int, name: str, story: list[Flowable], language: Language, canvas: Canvas, size: Size) -> None:
    """Two columns of what is left of the text, which they use up."""
    width, height = size
    top = height - EDGE
    if number == 1:
        plate(canvas, name, EDGE, top + 8, 15)
        top -= TITLE - 8
    column = _column(size)
    canvas.setFillColor(SOFT)
    canvas.setFont(PLAIN, 7.5)
    canvas.drawString(EDGE, 13, say(language, "print.booklet", game=name))
    canvas.drawRightString(width - EDGE, 13, str(number))
    canvas.setFillColor(INK)
    for i in range(2):
        left = EDGE + i * (column + GUTTER)
        frame = Frame(left, EDGE, column, top - EDGE, 0, 0, 0, 0)
        _fill(frame, story, canvas)


def _fill(frame: Frame, story: list[Flowable], canvas: Canvas) -> None:
    """As much as a column holds; a heading never stands at its foot, a paragraph may go on in the next."""
    while story:
        first = story[0]
        together = [first]
        while getattr(together[-1], "keep", False) and len(together) < len(story):
            together.append(story[len(together)])
        if len(together) > 1:
            *before, last = (_height(one, frame) for one in together)
            need = sum(before) + min(last, LEAST)
            if need > frame._y - frame._y1 and frame._y < frame._y2 - 1:
                return
        if frame.add(first, canvas):
            story.pop(0)
            continue
        parts = frame.split(first, canvas)
        if len(parts) < 2:
            if frame._y >= frame._y2 - 1:
                raise ValueError(f"the rules do not fit their page: {first!r:.80}")
            return
        frame.add(parts[0], canvas)
        story[:1] = parts[1:]
        return


def _height(one: Flowable, frame: Frame) -> float:
    """What something takes of a column, with the space around it."""
    tall: float = one.wrap(frame._width, frame._height)[1]
    return tall + float(one.getSpaceBefore()) + float(one.getSpaceAfter())


def flow(source: str, pictures: Mapping[str, str], width: float) -> Iterator[Flowable]:
    """The text as paragraphs, lists, tables and pictures."""
    tokens = MarkdownIt("commonmark").enable("table").parse(source)
    yield from _Reader(pictures, width).read(tokens)


@dataclass
class _Reader:
    """Reads the tokens of a text one by one; knows how deep in lists it is."""

    pictures: Mapping[str, str]
    width: float
    """Of a column."""
    lists: list[int | None] = field(default_factory=list)
    """For each list one is in: the next number, or None where there are none."""
    bullet: str | None = None
    quoted: bool = False
    heading: str = ""
    rows: list[list[str]] = field(default_factory=list)
    in_table: bool = False

    def read(self, tokens: list[Token]) -> Iterator[Flowable]:
        for token in tokens:
            match token.type:
                case "heading_open":
                    self.heading = token.tag
                case "heading_close":
                    self.heading = ""
                case "bullet_list_open":
                    self.lists.append(None)
                case "ordered_list_open":
                    self.lists.append(1)
                case "bullet_list_close" | "ordered_list_close":
                    self.lists.pop()
                case "list_item_open":
                    self.bullet = self._next()
                case "blockquote_open":
                    self.quoted = True
                case "blockquote_close":
                    self.quoted = False
                case "table_open":
                    self.in_table, self.rows = True, []
                case "tr_open":
                    self.rows.append([])
                case "table_close":
                    self.in_table = False
                    yield _grid(self.rows, self.width)
                case "html_block":
                    yield from self._picture(token.content)
                case "inline" if self.in_table:
                    self.rows[-1].append(markup(token))
                case "inline":
                    yield from self._paragraph(markup(token))

    def _next(self) -> str:
        number = self.lists[-1]
        if number is None:
            return "•" if len(self.lists) == 1 else "–"
        self.lists[-1] = number + 1
        return f"{number}."

    def _picture(self, content: str) -> Iterator[Flowable]:
        for name, caption in PICTURE.findall(content):
            shown, told = Picture(self.pictures[name]), Paragraph(escape(" ".join(caption.split())), CAPTION)
            shown.keep = told.keep = True
            yield from (shown, told)

    def _paragraph(self, words: str) -> Iterator[Flowable]:
        if self.heading == "h1":  # the plate has it
            return
        if self.heading:
            head = Paragraph(words, HEAD if self.heading == "h2" else SUB)
            head.keep = True
            yield head
            return
        indent = 11.0 * len(self.lists)
        style = QUOTE if self.quoted else TEXT
        if indent:
            style = ParagraphStyle(
                f"{style.name}-{indent:g}",
                parent=style,
                leftIndent=style.leftIndent + indent,
                bulletIndent=indent - 10,
                bulletFontName=BOLD,
                bulletFontSize=TEXT.fontSize,
                spaceAfter=2.5,
            )
        yield Paragraph(words, style, bulletText=None if self.quoted else self.bullet)
        if not self.quoted:
            self.bullet = None


def _grid(rows: list[list[str]], width: float) -> Table:
    """A table as wide as its column, each of its own as wide as what stands in it needs."""
    bare = [[re.sub("<[^>]+>", "", cell) for cell in row] for row in rows]
    weights = [max(9.0, *(min(len(row[i]), 34) for row in bare)) for i in range(len(rows[0]))]
    return Table(
        [[Paragraph(cell, CELL) for cell in row] for row in rows],
        colWidths=[width * weight / sum(weights) for weight in weights],
        repeatRows=1,
        spaceBefore=2,
        spaceAfter=6,
        style=TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, -1), 0.4, HexColor("#9aa3b0")),
                ("BACKGROUND", (0, 0), (-1, 0), PALE),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 3),
                ("RIGHTPADDING", (0, 0), (-1, -1), 3),
                ("TOPPADDING", (0, 0), (-1, -1), 1),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
            ]
        ),
    )


def markup(token: Token) -> str:
    """A run of words as ReportLab writes bold, code and line ends."""
    said = []
    for child in token.children or []:
        match child.type:
            case "text":
                said.append(escape(child.content))
            case "softbreak" | "hardbreak":
                said.append(" ")
            case "code_inline":
                said.append(
                    f'<font name="{BOLD}" color="{ENAMEL.hexval().replace("0x", "#")}">{escape(child.content)}</font>'
                )
            case "strong_open" | "em_open":
                said.append("<b>")
            case "strong_close" | "em_close":
                said.append("</b>")
    return "".join(said)
