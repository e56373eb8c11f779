"""The leaves of a PDF: a front and, unless one prints on one side only, a back that lies behind it when turned over.

A leaf is turned about its long edge, like a page of a book: what stands on the left of the front has its back on the
right of the other side. All leaves are turned the same way, so that one setting of a printer serves the whole file.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Literal, get_args

from reportlab.lib.pagesizes import A4, landscape, letter
from reportlab.pdfgen.canvas import Canvas

from strapontin.print.ink import INK, MARGIN, PLAIN, SOFT
from strapontin.words import Language, say

Paper = Literal["a4", "letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
SIZES: dict[str, tuple[float, float]] = {"a4": A4, "letter": letter}

Size = tuple[float, float]
Drawing = Callable[[Canvas, Size], None]
"""Draws something into a box of this size whose lower left corner is 0, 0."""


class Press:
    """A PDF in the making."""

    def __init__(self, name: str, paper: Paper, language: Language, single_sided: bool) -> None:
        self.name = name
        """Of the game."""
        self.size = SIZES[paper]
        self.language = language
        self.single_sided = single_sided
        self._stream = io.BytesIO()
        self._stamps: set[str] = set()
        self.canvas = Canvas(self._stream, pagesize=self.size, invariant=1, pageCompression=1, lang=language)
        self.entitle(say(language, "print.title", game=name))
        self.canvas.setCreator("strapontin")

    def entitle(self, *parts: str) -> None:
        """What a reader of the file has above its pages."""
        self.canvas.setTitle(" · ".join(parts))

    def leaf(self, front: Drawing, back: Drawing | None = None, lying: bool = False) -> None:
        """One leaf; a back that is None stays white."""
        for drawing in (front,) if self.single_sided else (front, back):
            size = landscape(self.size) if lying else self.size
            self.canvas.setPageSize(size)
            self.canvas.setFillColor(INK)
            if drawing is not None:
                drawing(self.canvas, size)
            self.canvas.showPage()

    def stamp(self, name: str, size: Size, drawing: Drawing) -> str:
        """Something drawn once and put down as often as needed, by its name."""
        if name not in self._stamps:
            self._stamps.add(name)
            self.canvas.beginForm(name, 0, 0, *size)
            drawing(self.canvas, size)
            self.canvas.endForm()
        return name

    def put(self, name: str, left: float, bottom: float) -> None:
        """Put down a stamp."""
        self.canvas.saveState()
        self.canvas.translate(left, bottom)
        self.canvas.doForm(name)
        self.canvas.restoreState()

    def heading(self, text: str) -> None:
        """What is on this side and what to do with it, in small letters at the top."""
        width, height = self.size
        self.canvas.setFillColor(SOFT)
        self.canvas.setFont(PLAIN, 8.5)
        self.canvas.drawCentredString(width / 2, height - MARGIN + 4, text)
        self.canvas.setFillColor(INK)

    def pages(self) -> bytes:
        """The whole file; nothing can be added afterwards."""
        self.canvas.save()
        return self._stream.getvalue()
