"""Le Jeu du Métro on paper: action cards, objectives, trains, passengers, and mats for the tracks and the platform."""

from __future__ import annotations

from functools import partial

from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from strapontin.games.jeudumetro.faces.draw import COATS, COLOURS, GOLD, art
from strapontin.games.jeudumetro.kernels.board import board
from strapontin.games.jeudumetro.kernels.state import (
    COPIES,
    CROWD,
    FACE_COPIES,
    NAMES,
    OBJECTIVES,
    PASSENGERS,
    PLACES,
    SEATS,
    START,
)
from strapontin.print.ink import BOLD, ENAMEL, INK, PALE, PLAIN, SOFT, centred, moved, place_svg, svg
from strapontin.print.pictures.jeudumetro import coated, sign, train
from strapontin.print.pieces import Piece, block, lay, together
from strapontin.print.press import Press, Size
from strapontin.words import Language, say

CARD = 60 * mm, 84 * mm
INNER = 2.5 * mm
FIGURE = 11 * mm, 11 * mm
RAIL = 190 * mm, 127 * mm
QUAY = 190 * mm, 254 * mm
PITCH = 32.6
"""From one passenger's place to the next."""
ROW = 10
"""Places of passengers in a row of a track."""
WORDS = ParagraphStyle("card", fontName=PLAIN, fontSize=9.4, leading=11.2, textColor=INK, alignment=1)
SMALL = ParagraphStyle("mat", parent=WORDS, leading=11.6, alignment=0)
YELLOW: Color = HexColor(GOLD)


def draw(press: Press, chart: None, copies: int) -> None:
    """All cards with their backs, the passengers, a track for every train, the platform."""
    say_ = partial(say, press.language)
    back = press.stamp("back", CARD, partial(_art, "back"))
    cards = [_card(press, name, back) for name, n in zip(NAMES, COPIES, strict=True) for _ in range(n)]
    lay(press, say_("print.jeudumetro.cards"), cards, size=CARD)
    _objectives(press)
    _trains(press)
    rail = press.stamp("rail", RAIL, partial(_rail, press.language))
    lay(press, say_("print.jeudumetro.rails"), [Piece(rail)] * PLACES, size=RAIL)
    quay = press.stamp("quay", QUAY, partial(_quay, press.language))
    lay(press, say_("print.jeudumetro.quay"), [Piece(quay)], size=QUAY)


def _objectives(press: Press) -> None:
    secret = press.stamp("secret", CARD, partial(_art, "secret"))
    faces = [name for name, n in zip(OBJECTIVES, FACE_COPIES, strict=True) for _ in range(n)]
    cards = [
        Piece(press.stamp(f"objective-{name}", CARD, partial(_face, press.language, "objective", name)), secret)
        for name in faces
    ]
    lay(press, say(press.language, "print.jeudumetro.objectives"), cards, size=CARD)


def _trains(press: Press) -> None:
    """The trains, and below them all passengers."""
    shed = press.stamp("train-back", CARD, _train_back)
    trains = [
        Piece(press.stamp(f"train-{i + 1}", CARD, partial(_train, press.language, i)), shed) for i in range(PLACES)
    ]
    crowd = [_passenger(press, i) for i in range(PASSENGERS)]
    one = block(press.size, CARD, len(trains))
    other = block(press.size, FIGURE, len(crowd), top=one.corner(len(trains) - 1)[1] - 26)

    together(press, say(press.language, "print.jeudumetro.trains"), (trains, one), (crowd, other))


def _card(press: Press, name: str, back: str) -> Piece:
    return Piece(press.stamp(f"card-{name}", CARD, partial(_face, press.language, "card", name)), back)


def _frame(canvas: Canvas, size: Size) -> None:
    canvas.setFillColor(white)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.1)
    canvas.roundRect(INNER, INNER, size[0] - 2 * INNER, size[1] - 2 * INNER, 8, stroke=1, fill=1)
    canvas.setFillColor(INK)


def _art(name: str, canvas: Canvas, size: Size) -> None:
    """A picture of the screen that fills the card."""
    place_svg(canvas, art()[name], INNER, INNER, size[0] - 2 * INNER, size[1] - 2 * INNER)


def _face(language: Language, kind: str, name: str, canvas: Canvas, size: Size) -> None:
    """The picture of the screen, and below it what it is called and what it does."""
    width, height = size
    _frame(canvas, size)
    picture = height * 0.62
    place_svg(canvas, art()[name], INNER, height - INNER - 6 - picture, width - 2 * INNER, picture)
    title = say(language, f"jeudumetro.card.{name}" if kind == "card" else f"jeudumetro.objective.{name}")
    told = say(language, f"jeudumetro.text.{name}" if kind == "card" else f"jeudumetro.goal.{name}")
    canvas.setFillColor(INK)
    centred(canvas, width / 2, height - picture - INNER - 20, title, 12, BOLD, width - 2 * INNER - 12)
    words = Paragraph(told[0].upper() + told[1:], WORDS)
    _, tall = words.wrap(width - 2 * INNER - 18, 60)
    words.drawOn(canvas, INNER + 9, height - picture - INNER - 27 - tall)


def _train(language: Language, i: int, canvas: Canvas, size: Size) -> None:
    """A train by number, sign, stripe and colour."""
    width, height = size
    _frame(canvas, size)
    place_svg(canvas, train(i), INNER + 5, height * 0.3, width - 2 * INNER - 10, height * 0.32)
    place_svg(canvas, svg(moved(sign(i), 0, 0, 1.5), -16, -16, 32, 32), width / 2 - 24, height - INNER - 62, 48, 48)
    centred(canvas, width / 2, INNER + 20, f"{say(language, 'jeudumetro.train')} {i + 1}", 20, BOLD)


def _train_back(canvas: Canvas, size: Size) -> None:
    """The back of a train: a tunnel."""
    _frame(canvas, size)
    width, height = size
    canvas.setFillColor(ENAMEL)
    canvas.roundRect(INNER, INNER, width - 2 * INNER, height - 2 * INNER, 8, stroke=0, fill=1)
    canvas.setStrokeColor(white)
    canvas.setLineWidth(1.4)
    canvas.roundRect(INNER + 8, INNER + 8, width - 2 * INNER - 16, height - 2 * INNER - 16, 6, stroke=1, fill=0)
    place_svg(
        canvas, art()["train"].replace("currentColor", "#ffffff"), INNER + 16, height * 0.32, width - 2 * INNER - 32, 90
    )


def _passenger(press: Press, i: int) -> Piece:
    """A passenger, the same from behind; the colour of a coat has no effect."""

    def drawing(canvas: Canvas, size: Size) -> None:
        canvas.setStrokeColor(HexColor("#c3cad4"))
        canvas.setLineWidth(0.3)
        canvas.rect(0, 0, *size, stroke=1, fill=0)
        place_svg(canvas, coated(i), 0, 2.5, size[0], size[1] - 5)

    name = press.stamp(f"passenger-{i % len(COATS) + 1}", FIGURE, drawing)
    return Piece(name, name)


def _places(canvas: Canvas, left: float, top: float, numbers: range, across: int, strong: tuple[int, ...] = ()) -> None:
    """Places for passengers, counted."""
    for i, number in enumerate(numbers):
        row, column = divmod(i, across)
        x, y = left + column * PITCH, top - (row + 1) * PITCH
        marked = number in strong
        canvas.setFillColor(YELLOW if marked else white)
        canvas.setStrokeColor(INK if marked else HexColor("#9aa3b0"))
        canvas.setLineWidth(2 if marked else 0.7)
        canvas.roundRect(x + 1.2, y + 1.2, PITCH - 2.4, PITCH - 2.4, 4, stroke=1, fill=1)
        canvas.setFillColor(INK if marked else SOFT)
        centred(canvas, x + PITCH / 2, y + PITCH / 2 - 4, str(number), 12 if marked else 10, BOLD if marked else PLAIN)


def _slot(canvas: Canvas, left: float, bottom: float, size: Size, label: str) -> None:
    """Where a card lies."""
    canvas.setStrokeColor(INK)
    canvas.setFillColor(white)
    canvas.setLineWidth(1)
    canvas.setDash(5, 4)
    canvas.roundRect(left, bottom, *size, 8, stroke=1, fill=1)
    canvas.setDash()
    canvas.setFillColor(SOFT)
    centred(canvas, left + size[0] / 2, bottom + size[1] / 2 - 4, label, 12, BOLD, size[0] - 16)


def _mat(canvas: Canvas, size: Size, title: str) -> None:
    """A mat with its enamel plate."""
    width, height = size
    canvas.setFillColor(PALE)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.1)
    canvas.roundRect(3, 3, width - 6, height - 6, 10, stroke=1, fill=1)
    canvas.setFillColor(ENAMEL)
    canvas.roundRect(10, height - 40, width - 20, 30, 6, stroke=0, fill=1)
    canvas.setFillColor(white)
    canvas.setFont(BOLD, 15)
    canvas.drawString(24, height - 30.5, title)


def _rails(canvas: Canvas, left: float, right: float, y: float) -> None:
    """A piece of track: sleepers under two rails."""
    canvas.setStrokeColor(HexColor("#9aa3b0"))
    canvas.setLineWidth(3)
    x = left + 5
    while x < right:
        canvas.line(x, y - 2, x, y + 10)
        x += 12
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1.5)
    for up in (0, 8):
        canvas.line(left, y + up, right, y + up)


def _rail(language: Language, canvas: Canvas, size: Size) -> None:
    """A track: the train's card, its passengers in places that count them, the cards attached to it."""
    height = size[1]
    _mat(canvas, size, say(language, "print.jeudumetro.rail"))
    slot = CARD[0] + 4, CARD[1] + 4
    _slot(canvas, 14, 42, slot, say(language, "jeudumetro.train"))
    _rails(canvas, 14, 14 + slot[0], 22)
    left = 14 + slot[0] + 12
    top = height - 50
    _places(canvas, left, top, range(1, CROWD + 1), ROW, (START, CROWD))
    below = top - PITCH * (CROWD // ROW) - 6
    canvas.setFillColor(white)
    canvas.setStrokeColor(HexColor("#9aa3b0"))
    canvas.setLineWidth(0.7)
    canvas.roundRect(left + 1, below - 40, ROW * PITCH - 2, 38, 4, stroke=1, fill=1)
    canvas.setFillColor(SOFT)
    centred(
        canvas,
        left + ROW * PITCH / 2,
        below - 25,
        say(language, "print.jeudumetro.standing", n=CROWD),
        10,
        PLAIN,
        ROW * PITCH - 16,
    )
    attached = CARD[1] - 18, CARD[0] - 16
    bottom = 16
    _slot(canvas, left + 1, bottom, attached, say(language, "jeudumetro.attachedcards"))
    words = Paragraph(say(language, "print.jeudumetro.switch"), SMALL)
    room = ROW * PITCH - attached[0] - 12
    _, tall = words.wrap(room, attached[1])
    words.drawOn(canvas, left + attached[0] + 12, bottom + (attached[1] - tall) / 2)


def _quay(language: Language, canvas: Canvas, size: Size) -> None:
    """The platform: a place for every passenger, the pile, the discard, and how near the last train is."""
    width, height = size
    _mat(canvas, size, say(language, "jeudumetro.quay"))
    across = 16
    left = (width - across * PITCH) / 2
    top = height - 50
    _places(canvas, left, top, range(1, PASSENGERS + 1), across)
    edge = top - PITCH * (PASSENGERS // across) - 22
    canvas.setFillColor(YELLOW)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(1)
    canvas.rect(10, edge, width - 20, 14, stroke=1, fill=1)
    canvas.setStrokeColor(white)
    canvas.setLineWidth(3)
    canvas.setDash(2, 8)
    canvas.setLineCap(1)
    canvas.line(18, edge + 7, width - 18, edge + 7)
    canvas.setDash()
    canvas.setLineCap(0)
    place_svg(canvas, art()["train"].replace("currentColor", COLOURS[0]), 30, edge - 124, width - 60, 116)
    _rails(canvas, 10, width - 10, edge - 138)
    slot = CARD[0] + 4, CARD[1] + 4
    bottom = (edge - 140 - slot[1]) / 2
    gap = (width - 2 * slot[0]) / 8
    _slot(canvas, gap, bottom, slot, say(language, "jeudumetro.pile"))
    _slot(canvas, 2 * gap + slot[0], bottom, slot, say(language, "jeudumetro.discard"))
    _last_train(language, canvas, 3 * gap + 2 * slot[0], bottom + slot[1], width - 4 * gap - 2 * slot[0])


def _last_train(language: Language, canvas: Canvas, left: float, top: float, width: float) -> None:
    """A box to tick for every refill of the pile, up to the last train."""
    few, many = int(board(2).refills), int(board(SEATS).refills)
    middle = left + width / 2
    canvas.setFillColor(white)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(3.5)
    canvas.circle(middle, top - 32, 26, stroke=1, fill=1)
    canvas.setLineCap(1)
    canvas.line(middle, top - 32, middle, top - 14)
    canvas.line(middle, top - 32, middle + 12, top - 39)
    canvas.setLineCap(0)
    canvas.setLineWidth(1.2)
    for i in range(many):
        canvas.setFillColor(YELLOW if i + 1 in (few, many) else white)
        canvas.rect(middle - many * 12 + i * 24 + 2, top - 92, 20, 20, stroke=1, fill=1)
        canvas.setFillColor(INK)
        centred(canvas, middle - many * 12 + i * 24 + 12, top - 86, str(i + 1), 11, BOLD)
    words = Paragraph(say(language, "print.jeudumetro.last", few=few, many=many), SMALL)
    _, tall = words.wrap(width, 200)
    words.drawOn(canvas, left, top - 104 - tall)
