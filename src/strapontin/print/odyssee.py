"""L'Odyssée on paper: districts and rim of the city, tunnels, stations, houses, Father Christmas, a score block."""

from __future__ import annotations

from functools import partial

from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from strapontin.games.odyssee.faces import art
from strapontin.games.odyssee.faces.art import polygon
from strapontin.games.odyssee.faces.draw import (
    SHIFT,
    UNIT,
    edges,
    outer_cells,
    railway,
    spot,
    spots,
)
from strapontin.games.odyssee.faces.view import CityView
from strapontin.games.odyssee.kernels.city import District, districts
from strapontin.games.odyssee.kernels.lattice import CORNERS, ROOT, SIDE, VERTICES
from strapontin.games.odyssee.kernels.state import HOUSES, SEATS, STATIONS, TUNNELS
from strapontin.print import scores
from strapontin.print.ink import BOLD, INK, MARGIN, PLAIN, SOFT, centred, place_svg, svg
from strapontin.print.pieces import APART, MARK, Piece, block, together
from strapontin.print.press import Press, Size
from strapontin.words import say

EDGE = 36 * mm
"""An edge of the lattice."""
TALL = EDGE * ROOT
"""A row of cells."""
ROW = 9
"""Tunnels in a row, every other one upside down."""
PLATE = 16 * mm
"""The radius of a plate that joins two pieces of the rim."""
STATION = 15 * mm, 15 * mm
HOUSE = 19 * mm, 19 * mm
STANDEE = 46 * mm, 50 * mm
FLAP = 14 * mm
CUT: Color = HexColor("#5b6575")
TEXT = ParagraphStyle("text", fontName=PLAIN, fontSize=10, leading=13, textColor=INK)
SMALL = ParagraphStyle("small", parent=TEXT, fontSize=8, leading=9.6)

PARTS = {"stations": "", "sections": "+", "presents": "+", "lines": "+"}


def draw(press: Press, chart: None, copies: int) -> None:
    """The city, a leaf for each district; what is dug and built; Father Christmas; a score block."""
    for i, district in enumerate(districts()):
        press.leaf(partial(_district, press, i, district))
    for first in range(0, SEATS, 2):
        press.leaf(partial(_tunnels, press, range(first, min(first + 2, SEATS))))
    _markers(press)
    rows = [scores.Row(say(press.language, f"odyssee.final.{key}"), sign) for key, sign in PARTS.items()]
    rows.append(scores.Row(say(press.language, "print.total"), "=", True))
    press.leaf(partial(scores.draw_page, title=press.name, rows=rows, seats=SEATS, language=press.language))


def _district(press: Press, i: int, district: District, canvas: Canvas, size: Size) -> None:
    """A district, a piece of the rim, and the plate that joins this piece to the next."""
    width, height = size
    press.heading(say(press.language, "print.odyssee.city", i=i + 1, n=len(districts())))
    scale = EDGE / UNIT
    left, top = (width - SIDE * EDGE) / 2, height - MARGIN - 34
    corners = [point for point in CORNERS if _within(point)]
    city = CityView([district.house], [district.shop], [district.office], district.park, district.lake)
    ground = "M" + "L".join(f"{x:g} {y:g}" for x, y in (spot((0, 0)), spot(VERTICES[0]), spot(VERTICES[1]))) + "Z"
    body = f'<path d="{ground}" fill="#fbfdff"/>{edges(corners, "#9fb2c8")}{spots(city, numbered=False)}'
    x, y = spot(VERTICES[0])
    box = svg(body, x, y, SIDE * UNIT, SIDE * UNIT * ROOT)
    place_svg(canvas, box, left, top - SIDE * TALL, SIDE * EDGE, SIDE * TALL)
    _outline(canvas, [(left, top), (left + SIDE * EDGE, top), (left + SIDE * EDGE / 2, top - SIDE * TALL)])
    _letter(canvas, left, top, scale, chr(ord("A") + i))
    _rim(press, i, canvas, left, MARGIN + 22)
    _joint(press, i, canvas, left + PLATE + 8, top - SIDE * TALL + PLATE + 10)


def _within(point: tuple[int, int]) -> bool:
    """Whether a corner belongs to the district at place 0."""
    q, r = point
    return q >= 0 >= r and q + r <= 0


def _outline(canvas: Canvas, points: list[tuple[float, float]]) -> None:
    """Where to cut, with a mark beyond every corner in line with each cut."""
    canvas.setStrokeColor(CUT)
    canvas.setLineWidth(0.5)
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        canvas.line(ax, ay, bx, by)
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        dx, dy = (bx - ax) / length, (by - ay) / length
        for x, y, way in ((ax, ay, -1), (bx, by, 1)):
            near, far = way * APART, way * (APART + MARK)
            canvas.line(x + dx * near, y + dy * near, x + dx * far, y + dy * far)


def _letter(canvas: Canvas, left: float, top: float, scale: float, letter: str) -> None:
    """Which district it is, small, in a corner."""
    canvas.setFillColor(SOFT)
    centred(canvas, left + 0.3 * EDGE, top - 14, letter, 9, BOLD)


def _rim(press: Press, i: int, canvas: Canvas, left: float, bottom: float) -> None:
    """The five outer cells of a side, to be cut out as one piece."""
    x, y = spot(VERTICES[0])
    # every side carries the same arrows, so the cells of the first one are drawn
    body = outer_cells(range(SIDE))
    box = svg(body, x, y - UNIT * ROOT, SIDE * UNIT, UNIT * ROOT)
    place_svg(canvas, box, left, bottom, SIDE * EDGE, TALL)
    right = left + SIDE * EDGE
    _outline(
        canvas, [(left, bottom), (left + EDGE / 2, bottom + TALL), (right - EDGE / 2, bottom + TALL), (right, bottom)]
    )
    canvas.setFillColor(INK)
    for k in range(1, SIDE):
        centred(canvas, left + k * EDGE, bottom + TALL - 24, str(i + 1), 13, BOLD)


def _joint(press: Press, i: int, canvas: Canvas, x: float, y: float) -> None:
    """A plate to glue under the ends of two pieces of the rim, which meet at a corner of the city."""
    after = (i + 1) % len(VERTICES)
    canvas.setStrokeColor(CUT)
    canvas.setFillColor(white)
    canvas.setLineWidth(0.5)
    canvas.circle(x, y, PLATE, stroke=1, fill=1)
    canvas.setDash(3, 2)
    reach = PLATE * 0.94
    for dx, dy in ((-1.0, 0.0), (-0.5, ROOT), (0.5, -ROOT), (1.0, 0.0)):
        canvas.line(x, y, x + dx * reach, y + dy * reach)
    canvas.setDash()
    canvas.setFillColor(INK)
    centred(canvas, x - PLATE * 0.58, y + PLATE * 0.22, str(i + 1), 13, BOLD)
    centred(canvas, x + PLATE * 0.58, y - PLATE * 0.46, str(after + 1), 13, BOLD)
    words = Paragraph(say(press.language, "print.odyssee.joint", one=i + 1, other=after + 1), SMALL)
    words.wrap(112, 200)
    words.drawOn(canvas, x - PLATE, y + PLATE + 6)


def _tunnels(press: Press, seats: range, canvas: Canvas, size: Size) -> None:
    """The tunnels of two players: rows of triangles, first of the solid line, then of the striped one."""
    press.heading(say(press.language, "print.odyssee.tunnels", n=TUNNELS))
    wide = (ROW + 1) / 2 * EDGE
    left, top = (size[0] - wide) / 2, size[1] - MARGIN - 20
    gap = 14.0
    for j, seat in enumerate(seats):
        rows = 2 * TUNNELS // ROW
        start = top - j * (rows * TALL + gap)
        for i in range(2 * TUNNELS):
            row, column = divmod(i, ROW)
            name = _tunnel(press, seat, "s" if i < TUNNELS else "t", upright=column % 2 == 0)
            press.put(name, left + column * EDGE / 2, start - (row + 1) * TALL)
        canvas.setStrokeColor(CUT)
        canvas.setLineWidth(0.4)
        for row in range(rows + 1):
            for x, way in ((left, -1), (left + wide, 1)):
                canvas.line(x + way * APART, start - row * TALL, x + way * (APART + MARK), start - row * TALL)


def _tunnel(press: Press, seat: int, line: str, upright: bool) -> str:
    """A tunnel: the line runs along one edge of its cell; emblem, colour and stripes tell whose it is."""
    colour, pale = art.COLOURS[seat], art.PALE[seat]
    tall = UNIT * ROOT
    body = [
        polygon([(0, tall), (UNIT / 2, 0), (UNIT, tall)], f'fill="{pale}"'),
        railway(f"M0 {tall - SHIFT * UNIT:g}H{UNIT:g}", colour, line),
    ]
    body.append(art.emblem(seat, UNIT / 2, tall * 0.54, 0.12 * UNIT, colour))
    picture = svg("".join(body), 0, 0, UNIT, tall)

    def drawing(canvas: Canvas, size: Size) -> None:
        width, height = size
        if not upright:
            canvas.translate(width, height)
            canvas.rotate(180)
        path = canvas.beginPath()
        path.moveTo(0, 0)
        path.lineTo(width, 0)
        path.lineTo(width / 2, height)
        path.close()
        canvas.saveState()
        canvas.clipPath(path, stroke=0, fill=0)
        place_svg(canvas, picture, 0, 0, width, height)
        canvas.restoreState()
        canvas.setStrokeColor(CUT)
        canvas.setLineWidth(0.5)
        canvas.drawPath(path, stroke=1, fill=0)

    return press.stamp(f"tunnel-{seat + 1}{line}{'' if upright else '-turned'}", (EDGE, TALL), drawing)


def _markers(press: Press) -> None:
    """Stations, the same on both sides; houses, dark and lit; Father Christmas to fold."""
    station = press.stamp("station", STATION, _station)
    stations = [Piece(station, station)] * STATIONS
    houses = [Piece(_house(press, i, lit=False), _house(press, i, lit=True)) for i in range(1, HOUSES + 1)]
    one = block(press.size, STATION, STATIONS, 10)
    other = block(press.size, HOUSE, HOUSES, HOUSES, top=one.corner(STATIONS - 1)[1] - 38)
    foot = other.corner(HOUSES - 1)[1] - 40

    def beside(canvas: Canvas, size: Size) -> None:
        _standee(press, canvas, other.left, foot)
        words = Paragraph(say(press.language, "print.odyssee.setup", stations=STATIONS, houses=HOUSES), TEXT)
        _, tall = words.wrap(other.across * HOUSE[0] - STANDEE[0] + 70, 400)
        words.drawOn(canvas, other.left + STANDEE[0] + 34, foot - 30 - tall)

    together(press, say(press.language, "print.odyssee.markers"), (stations, one), (houses, other), beside=beside)


def _station(canvas: Canvas, size: Size) -> None:
    canvas.setFillColor(white)
    canvas.setStrokeColor(HexColor(art.INK))
    canvas.setLineWidth(4.6)
    canvas.circle(size[0] / 2, size[1] / 2, size[0] / 2 - 5, stroke=1, fill=1)


def _house(press: Press, number: int, lit: bool) -> str:
    picture = svg(art.house(number, lit), -1, -1.05, 2, 1.8)
    name = f"house-{number}{'-lit' if lit else ''}"
    return press.stamp(name, HOUSE, lambda canvas, size: place_svg(canvas, picture, 3, 3, size[0] - 6, size[1] - 6))


def _standee(press: Press, canvas: Canvas, left: float, top: float) -> None:
    """Twice the same figure, head to head: fold at the top, bend the flaps out, glue."""
    width, tall = STANDEE
    whole = 2 * (tall + FLAP)
    picture = svg(art.father_christmas(), -1.12, -1.12, 2.24, 2.24)
    canvas.setFillColor(white)
    _outline(canvas, [(left, top), (left + width, top), (left + width, top - whole), (left, top - whole)])
    canvas.setStrokeColor(CUT)
    canvas.setDash(4, 3)
    for y in (top - FLAP, top - FLAP - tall, top - FLAP - 2 * tall):
        canvas.line(left, y, left + width, y)
    canvas.setDash()
    for turned in (False, True):
        canvas.saveState()
        canvas.translate(left + width / 2, top - FLAP - tall)
        if turned:
            canvas.rotate(180)
        canvas.setFillColor(HexColor("#c8321f"))
        canvas.setStrokeColor(HexColor(art.INK))
        canvas.setLineWidth(1)
        path = canvas.beginPath()
        path.moveTo(-width / 2 + 12, -tall + 4)
        path.curveTo(-width / 2 + 14, -tall + 40, -18, -tall + 66, 0, -tall + 66)
        path.curveTo(18, -tall + 66, width / 2 - 14, -tall + 40, width / 2 - 12, -tall + 4)
        path.close()
        canvas.drawPath(path, stroke=1, fill=1)
        canvas.setFillColor(white)
        canvas.roundRect(-width / 2 + 10, -tall + 3, width - 20, 9, 4.5, stroke=1, fill=1)
        place_svg(canvas, picture, -width / 2 + 16, -tall + 40, width - 32, tall - 44)
        canvas.restoreState()
    canvas.setFillColor(SOFT)
    for y in (top - FLAP / 2 - 3, top - whole + FLAP / 2 - 3):
        centred(canvas, left + width / 2, y, say(press.language, "print.odyssee.flap"), 8, PLAIN, width - 10)
