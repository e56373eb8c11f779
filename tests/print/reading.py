"""What a printed file holds: its pages, and which pieces lie where on them."""

import io
from functools import cache
from typing import NamedTuple

from pypdf import PdfReader
from pypdf.generic import ContentStream

from strapontin.print import booklet
from strapontin.print.pieces import MARK

STAMP = "/FormXob."


class Put(NamedTuple):
    """Something drawn once and put down here, by its name and its lower left corner."""

    name: str
    left: float
    bottom: float
    width: float
    height: float


@cache
def reader(game, **given):
    return PdfReader(io.BytesIO(booklet(game, **given)))


def pages(game, **given):
    return reader(game, **given).pages


def printed(page):
    """Every stamp on a page, in order; a stamp moves by its own matrix alone."""
    found, moved = [], [(0.0, 0.0)]
    forms = page["/Resources"].get("/XObject", {})
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        if operator == b"q":
            moved.append(moved[-1])
        elif operator == b"Q":
            moved.pop()
        elif operator == b"cm":
            x, y = moved[-1]
            moved[-1] = (x + float(operands[4]), y + float(operands[5]))
        elif operator == b"Do" and operands[0].startswith(STAMP):
            size = map(float, forms[operands[0]]["/BBox"][2:])
            found.append(Put(operands[0].removeprefix(STAMP), *moved[-1], *size))
    return found


def marks(page):
    """The crop marks on a page: the abscissas of those that stand, and the ordinates of those that lie."""
    standing, lying, start = set(), set(), (0.0, 0.0)
    for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
        if operator == b"m":
            start = tuple(map(float, operands))
        elif operator == b"l":
            (x, y), (u, v) = start, map(float, operands)
            if x == u and abs(abs(y - v) - MARK) < 0.01:
                standing.add(round(x, 1))
            elif y == v and abs(abs(x - u) - MARK) < 0.01:
                lying.add(round(y, 1))
    return standing, lying


def near(place, found):
    """Whether something lies there, but for what rounding does."""
    return any(abs(place - one) < 0.15 for one in found)


def fonts(page):
    """The fonts in which words of a page are set, of what is put down on it too, by name."""
    found, waiting = {}, [(page["/Resources"], page.get_contents())]
    while waiting:
        resources, content = waiting.pop()
        named = None
        for operands, operator in ContentStream(content, page.pdf).operations:
            if operator == b"Tf":
                named = resources["/Font"][operands[0]].get_object()
            elif operator == b"Tj" and named is not None:
                found[named["/BaseFont"]] = named
            elif operator == b"Do":
                form = resources["/XObject"][operands[0]].get_object()
                waiting.append((form["/Resources"], form))
    return found


@cache
def words(game, language):
    """Everything that is written on the fronts of a game, without spaces and line ends, which setting changes.

    Fronts with the same stamps say the same.
    """
    fronts = {frozenset(one.name for one in printed(page)) or i: page for i, page in enumerate(told(game, language))}
    return joined("".join(page.extract_text() for page in fronts.values()))


def told(game, language):
    return pages(game, language=language, single_sided=True)


def joined(text):
    """Letters alone."""
    return "".join(text.split())
