"""Putting SVG pictures and a few shapes on a page."""

from __future__ import annotations

import io

from reportlab.graphics import renderPDF
from reportlab.lib.colors import Color, HexColor, white
from reportlab.pdfgen.canvas import Canvas
from svglib.svglib import svg2rlg

INK: Color = HexColor("#1b2430")
ENAMEL: Color = HexColor("#10306b")
PALE: Color = HexColor("#e8edf4")
MARGIN = 24.0


def place_svg(canvas: Canvas, svg: str, left: float, bottom: float, width: float, height: float) -> None:
    """Draw an SVG picture as large as it fits into a box, in its middle."""
    drawing = svg2rlg(io.BytesIO(svg.encode()))
    if drawing is None:
        raise ValueError("this is no SVG picture")
    scale = min(width / drawing.width, height / drawing.height)
    canvas.saveState()
    canvas.translate(left + (width - drawing.width * scale) / 2, bottom + (height - drawing.height * scale) / 2)
    canvas.scale(scale, scale)
    frame = canvas.beginPath()
    frame.rect(0, 0, drawing.width, drawing.height)
    canvas.clipPath(frame, stroke=0, fill=0)  # a river does not run into the margin
    renderPDF.draw(drawing, canvas, 0, 0)
    canvas.restoreState()


def plate(canvas: Canvas, text: str, left: float, top: float, size: float = 18.0) -> None:
    """A heading as an enamel plate: white letters on blue with a white rim."""
    width = canvas.stringWidth(text, "Helvetica-Bold", size) + 2 * size
    height = size * 2
    canvas.setFillColor(ENAMEL)
    canvas.roundRect(left, top - height, width, height, 4, stroke=0, fill=1)
    canvas.setStrokeColor(white)
    canvas.setLineWidth(1.2)
    canvas.roundRect(left + 3, top - height + 3, width - 6, height - 6, 3, stroke=1, fill=0)
    canvas.setFillColor(white)
    canvas.setFont("Helvetica-Bold", size)
    canvas.drawString(left + size, top - height / 2 - size * 0.35, text)
    canvas.setFillColor(INK)
