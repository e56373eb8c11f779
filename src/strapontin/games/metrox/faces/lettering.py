"""How wide text is, the same on every machine: the metrics of the Helvetica family, and how a name is broken."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

FAMILY = "Helvetica, Arial, 'Liberation Sans', sans-serif"
HEIGHT = 1.16
"""From one row to the next, in font sizes."""

_PARTS = ("platz", "straße", "bahnhof", "plein", "straat", "gracht", "eiland")
"""Long German and Dutch names may be broken before these."""


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text in the unit of the size.

    >>> width("Opéra", 10) == width("Opera", 10)
    True
    """
    return _units(text, "Helvetica-Bold" if bold else "Helvetica") * size / 1000


@lru_cache(4096)
def _units(text: str, font: str) -> int:
    """The width of a text in thousandths of its size; an accent adds nothing to its letter."""
    from reportlab.pdfbase.pdfmetrics import stringWidth  # takes a while to load, and only pictures need it

    plain = "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    return round(float(stringWidth(plain, font, 1000)))


def rows(name: str) -> list[tuple[str, ...]]:
    """The ways to write a name: in one row, and broken in two where that helps.

    >>> rows("Gare du Nord")
    [('Gare du Nord',), ('Gare', 'du Nord')]
    >>> rows("Nollendorfplatz")
    [('Nollendorfplatz',), ('Nollendorf-', 'platz')]
    >>> rows("Sol")
    [('Sol',)]
    """
    breaks = [
        (name[: i + 1].rstrip(" "), name[i + 1 :])
        for i, char in enumerate(name)
        if char in " -–" and 2 <= i < len(name) - 3
    ]
    breaks += [
        (f"{name[: -len(part)]}-", name[-len(part) :])
        for part in _PARTS
        if name.endswith(part) and len(name) > len(part) + 4 and name[-len(part) - 1].isalpha()
    ]
    ways: list[tuple[str, ...]] = [(name,)]
    if breaks and len(name) > 8:
        ways.append(min(breaks, key=lambda two: max(width(row, 1) for row in two)))
    return ways
