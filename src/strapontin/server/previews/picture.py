"""The picture of a link: the plate of the house, what it is about, and the position as a spectator may see it."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import resources
from pathlib import Path
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 1200, 630
"""What those who show links ask for."""

MOST_SVG = 8 << 20
"""Characters of a drawing that is still made into a picture: a map of somebody's own may be anything."""

PATIENCE = 60
"""Seconds of waiting, on a machine that has other things to do."""

FACE = "Signika"
ENAMEL, DEEP, GOLD, SKY, INK = "#14387f", "#0d2759", "#ffcd00", "#6ec4e8", "#14203a"
LEFT, BOARD = 396, (432, 36, 732, 558)
"""Where the column of words ends, and the box of the position: x, y, width, height."""

LETTER = 0.56
"""How wide a bold letter of ours is at most on average, for its size."""

YELLOW = "M396 470h100l150 -150h150l80 80h120l130 -130h90"
BLUE = "M396 180h120l210 210h120l100 -100h100l100 100h70"
STATIONS = ((446, 470), (456, 180), (656, 320), (736, 320), (786, 390), (856, 380), (936, 400), (996, 290), (1076, 320))


class NoPicture(Exception):
    """A picture that cannot be made."""


def picture(title: str, lines: list[str], drawing: str | None = None) -> bytes:
    """A picture as PNG; without a drawing, that of the house."""
    return png(composed(title, lines, drawing))


def composed(title: str, lines: list[str], drawing: str | None = None) -> str:
    """The same as SVG."""
    words = [_plate(title)]
    y = 318.0
    for line in lines:
        for part in _wrapped(line, (LEFT - 72) / (30 * 0.5)):
            words.append(f'<text x="40" y="{y:g}" font-size="30" fill="#fff">{escape(part)}</text>')
            y += 40
        y += 8
    body = _position(drawing) if drawing is not None else _house()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="{FACE}, sans-serif">{_wall()}{body}'
        f'<rect width="{LEFT}" height="{HEIGHT}" fill="{ENAMEL}"/>'
        f'<rect x="{LEFT}" width="6" height="{HEIGHT}" fill="{GOLD}"/>'
        f"{_sign()}{''.join(words)}</svg>"
    )


def png(svg: str) -> bytes:
    """A picture in a process of its own; NoPicture where it cannot be made."""
    if len(svg) > MOST_SVG:
        raise NoPicture("a drawing is too large for a picture")
    faces = str(resources.files("strapontin.print") / "fonts")
    program = [sys.executable, "-I", str(Path(__file__).with_name("rasteriser.py")), faces, FACE]
    try:
        done = subprocess.run(program, input=svg.encode(), capture_output=True, timeout=PATIENCE, check=True)
    except (subprocess.SubprocessError, OSError) as error:
        raise NoPicture(f"a picture cannot be made: {type(error).__name__}") from None
    return done.stdout


def _wall() -> str:
    """A tiled wall, as a platform has it."""
    tiles = []
    for row, y in enumerate(range(0, HEIGHT, 42)):
        tiles.append(f"M0 {y}H{WIDTH}")
        tiles += [f"M{x} {y}v42" for x in range(LEFT - 42 * (row % 2), WIDTH, 84)]
    grout = f'<path d="{"".join(tiles)}" stroke="#dde1dc" stroke-width="3"/>'
    return f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbfbf9"/>{grout}'


def _sign() -> str:
    """The house's own sign and name."""
    return (
        '<svg x="40" y="40" width="64" height="64" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" rx="12" fill="{DEEP}"/>'
        f'<path d="M6 46h14l18-18h20" fill="none" stroke="{GOLD}" stroke-width="9" stroke-linejoin="round"/>'
        f'<path d="M6 18h16l20 20v20" fill="none" stroke="{SKY}" stroke-width="9" stroke-linejoin="round"/>'
        f'<circle cx="32" cy="32" r="9" fill="#fff" stroke="{INK}" stroke-width="5"/></svg>'
        '<text x="122" y="86" font-size="40" font-weight="bold" fill="#fff">Strapontin</text>'
    )


def _plate(title: str) -> str:
    """What it is about, as an enamel plate: white letters and a white rim."""
    rows = _wrapped(title, 14)[:3]
    size = min(46.0, (LEFT - 96) / (LETTER * max(map(len, rows))))
    height = 30 + size * 1.16 * len(rows)
    top = 270 - height
    letters = "".join(
        f'<text x="{LEFT / 2:g}" y="{top + 15 + size * (0.92 + 1.16 * i):g}" font-size="{size:g}" font-weight="bold" '
        f'fill="#fff" text-anchor="middle">{escape(row)}</text>'
        for i, row in enumerate(rows)
    )
    box = f'x="30" y="{top:g}" width="{LEFT - 60}" height="{height:g}" rx="10"'
    rim = f'x="36" y="{top + 6:g}" width="{LEFT - 72}" height="{height - 12:g}" rx="6"'
    return f'<rect {box} fill="{DEEP}"/><rect {rim} fill="none" stroke="#fff" stroke-width="3"/>{letters}'


def _house() -> str:
    """Two lines that meet, for what has no position to show."""
    lines = "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="26" stroke-linejoin="round"/>'
        for path, colour in ((YELLOW, GOLD), (BLUE, SKY))
    )
    stations = "".join(
        f'<circle cx="{x}" cy="{y}" r="20" fill="#fff" stroke="{INK}" stroke-width="9"/>' for x, y in STATIONS
    )
    return lines + stations


def _position(drawing: str) -> str:
    """The drawing of a game, as large as it fits, on paper."""
    x, y, width, height = BOARD
    start = drawing.index("<svg ")
    end = drawing.index(">", start)
    tag = re.sub(r'\s(x|y|width|height)="[^"]*"', "", drawing[start:end])
    inner = f'<svg x="{x + 12}" y="{y + 12}" width="{width - 24}" height="{height - 24}"{tag[4:]}{drawing[end:]}'
    return (
        f'<rect x="{x}" y="{y + 4}" width="{width}" height="{height}" rx="18" fill="{INK}" opacity="0.18"/>'
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="18" fill="#fdfcf8"/>{_ticked(inner)}'
    )


def _ticked(drawing: str) -> str:
    """Our face has no tick: it is drawn where one stands."""
    return re.sub(r'<text x="([-\d.]+)" y="([-\d.]+)" font-size="([\d.]+)"([^>]*)>✓</text>', _tick, drawing)


def _tick(found: re.Match[str]) -> str:
    x, y, size = (float(found[i]) for i in (1, 2, 3))
    left = x - (0.32 * size if "middle" in found[4] else 0)
    path = f"M{left:g} {y - 0.35 * size:g}l{0.22 * size:g} {0.27 * size:g}l{0.42 * size:g} {-0.55 * size:g}"
    return f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="{0.14 * size:g}" stroke-linecap="round"/>'


def _wrapped(text: str, most: float) -> list[str]:
    """A text in rows of so many letters, broken between words."""
    rows = [""]
    for word in text.split(" "):
        if rows[-1] and len(rows[-1]) + 1 + len(word) > most:
            rows.append(word)
        else:
            rows[-1] = f"{rows[-1]} {word}".strip()
    return rows
