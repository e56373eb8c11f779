"""Pieces to cut out: edge to edge in a block, crop marks around it, and on the other side their backs, mirrored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from strapontin.print.ink import MARGIN
from strapontin.print.press import Drawing, Press, Size

MARK = 8.0
"""The length of a crop mark."""
APART = 3.0
"""From the block to its marks."""
HEAD = 16.0
"""What a heading takes at the top."""


class Piece(NamedTuple):
    """A piece by the names of its stamps; one without a back has a white one."""

    front: str
    back: str | None = None


Pieces = Sequence[Piece | None]
"""Piece by piece; None leaves a place empty."""


class Block(NamedTuple):
    """Where pieces of a size lie on a page: in the middle of it, below the heading."""

    left: float
    top: float
    across: int
    down: int
    piece: Size

    def corner(self, i: int) -> tuple[float, float]:
        """The lower left corner of a place, counted from the top left."""
        row, column = divmod(i, self.across)
        return self.left + column * self.piece[0], self.top - (row + 1) * self.piece[1]


def block(page: Size, piece: Size, most: int = 10_000, across: int = 0, top: float | None = None) -> Block:
    """As many places as a page has room for, and no more rows than so many pieces need."""
    width, height = page
    room = 2 * (MARK + APART + 6)
    across = across or int((width - room) // piece[0])
    below = height - MARGIN - HEAD if top is None else top
    down = min(int((below - MARGIN) // piece[1]), -(-most // across))
    return Block((width - across * piece[0]) / 2, below, across, down, piece)


def mirrored(left: float, width: float, page: Size) -> float:
    """Where the back of something lies, once the leaf is turned over."""
    return page[0] - left - width


def lay(press: Press, heading: str, *groups: Sequence[Piece], size: Size) -> None:
    """As many leaves as the pieces need, each group from a row of its own on; the heading tells which leaf it is."""
    across = block(press.size, size).across
    pieces = [piece for group in groups for piece in (*group, *[None] * (-len(group) % across))]
    place = block(press.size, size, len(pieces))
    each = place.across * place.down
    leaves = [pieces[i : i + each] for i in range(0, len(pieces), each)]
    for i, some in enumerate(leaves):
        one = place._replace(down=-(-len(some) // place.across))
        told = heading if len(leaves) == 1 else f"{heading} · {i + 1}/{len(leaves)}"
        together(press, told, (some, one))


def together(press: Press, heading: str, *blocks: tuple[Pieces, Block], beside: Drawing | None = None) -> None:
    """A leaf with several blocks, and perhaps something else on its front."""

    def front(canvas: Canvas, page: Size) -> None:
        press.heading(heading)
        for pieces, place in blocks:
            _fronts(press, pieces, place)
        if beside is not None:
            beside(canvas, page)

    def back(canvas: Canvas, page: Size) -> None:
        for pieces, place in blocks:
            _backs(press, pieces, place)

    behind = any(piece and piece.back for pieces, _ in blocks for piece in pieces)
    press.leaf(front, back if behind else None)


def _fronts(press: Press, pieces: Pieces, place: Block) -> None:
    crop_marks(press.canvas, place)
    for i, piece in enumerate(pieces):
        if piece is not None:
            press.put(piece.front, *place.corner(i))


def _backs(press: Press, pieces: Pieces, place: Block) -> None:
    crop_marks(press.canvas, place._replace(left=mirrored(place.left, place.across * place.piece[0], press.size)))
    for i, piece in enumerate(pieces):
        if piece is not None and piece.back is not None:
            left, bottom = place.corner(i)
            press.put(piece.back, mirrored(left, place.piece[0], press.size), bottom)


def crop_marks(canvas: Canvas, place: Block) -> None:
    """Short lines outside the block, in line with every cut."""
    canvas.setStrokeColor(HexColor("#5b6575"))
    canvas.setLineWidth(0.4)
    width, height = place.across * place.piece[0], place.down * place.piece[1]
    for i in range(place.across + 1):
        x = place.left + i * place.piece[0]
        canvas.line(x, place.top + APART, x, place.top + APART + MARK)
        canvas.line(x, place.top - height - APART, x, place.top - height - APART - MARK)
    for i in range(place.down + 1):
        y = place.top - i * place.piece[1]
        canvas.line(place.left - APART, y, place.left - APART - MARK, y)
        canvas.line(place.left + width + APART, y, place.left + width + APART + MARK, y)
