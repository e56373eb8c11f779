"""Letters, pictures and a few shapes on a page."""

from __future__ import annotations

import io
from importlib import resources

from reportlab.graphics import renderPDF
from reportlab.lib.colors import Color, HexColor, white
from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from svglib.fonts import FontMap
from svglib.svglib import svg2rlg

INK: Color = HexColor("#1b2430")
ENAMEL: Color = HexColor("#10306b")
PALE: Color = HexColor("#e8edf4")
SOFT: Color = HexColor("#5b6575")
MARGIN = 24.0
PLAIN, BOLD = "Signika", "Signika-Bold"
"""The typeface of the page, which goes into the file: what is printed looks the same everywhere."""

for _name, _file in ((PLAIN, "Signika-Regular.ttf"), (BOLD, "Signika-Bold.ttf")):
    registerFont(TTFont(_name, str(resources.files(__package__) / "fonts" / _file)))
registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=BOLD, boldItalic=BOLD)  # it has no italic


class _OneFace(FontMap):
    """Whatever face a picture asks for, it gets ours, light or bold."""

    def find_font(self, font_name: str, weight: str = "normal", style: str = "normal") -> tuple[str, bool]:
        heavy = int(weight) >= 550 if str(weight).isdecimal() else weight in ("bold", "bolder")
        return BOLD if heavy else PLAIN, True


_FACES = _OneFace()


def place_svg(canvas: Canvas, svg: str, left: float, bottom: float, width: float, height: float) -> None:
    """Draw an SVG picture as large as it fits into a box, in its middle."""
    drawing = svg2rlg(io.BytesIO(svg.encode()), font_map=_FACES)
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


def svg(body: str, left: float, top: float, width: float, height: float) -> str:
    """A picture of what lies in a box, y downwards."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">{body}</svg>'
    )


def moved(body: str, x: float, y: float, scale: float = 1.0) -> str:
    """A part of a picture, elsewhere and in another size."""
    larger = "" if scale == 1 else f" scale({scale:g})"
    return f'<g transform="translate({x:g} {y:g}){larger}">{body}</g>'


def centred(canvas: Canvas, x: float, y: float, text: str, size: float, face: str = PLAIN, most: float = 0.0) -> None:
    """A line of text around x; smaller where it would be wider than `most`."""
    if most:
        size = min(size, size * most / max(stringWidth(text, face, size), 1.0))
    canvas.setFont(face, size)
    canvas.drawCentredString(x, y, text)


def plate(canvas: Canvas, text: str, left: float, top: float, size: float = 18.0) -> None:
    """A heading as an enamel plate: white letters on blue with a white rim."""
    width = canvas.stringWidth(text, BOLD, size) + 2 * size
    height = size * 2
    canvas.setFillColor(ENAMEL)
    canvas.roundRect(left, top - height, width, height, 4, stroke=0, fill=1)
    canvas.setStrokeColor(white)
    canvas.setLineWidth(1.2)
    canvas.roundRect(left + 3, top - height + 3, width - 6, height - 6, 3, stroke=1, fill=0)
    canvas.setFillColor(white)
    canvas.setFont(BOLD, size)
    canvas.drawString(left + size, top - height / 2 - size * 0.35, text)
    canvas.setFillColor(INK)
