"""How wide text is, the same on every machine: the metrics of the Helvetica family, and how a name is broken."""

from __future__ import annotations

import unicodedata

FAMILY = "Helvetica, Arial, 'Liberation Sans', sans-serif"
HEIGHT = 1.16
"""From one row to the next, in font sizes."""

_WIDTHS = {
    278: " !,./:;[\\]It·’'`|",
    333: '()-"r',
    222: "ijl",
    500: "ckvxyzsJ",
    556: "0123456789abdeghnopquL?$_#–",
    584: "+<=>~×",
    611: "FTZ",
    667: "ABEKPSVXY&",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    944: "W",
}
_WIDTH = {char: width for width, chars in _WIDTHS.items() for char in chars} | {
    "f": 278,
    "ß": 611,
    "Æ": 1000,
    "Œ": 1000,
    "æ": 889,
    "œ": 944,
    "ø": 611,
    "Ø": 778,
    "-": 333,
}
_BOLD = 1.07
_PARTS = ("platz", "straße", "bahnhof", "plein", "straat", "gracht", "eiland")
"""Long German and Dutch names may be broken before these."""


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text in the unit of the size.

    >>> width("Opéra", 10) == width("Opera", 10)
    True
    """
    plain = (char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    return sum(_WIDTH.get(char, 700) for char in plain) * size / 1000 * (_BOLD if bold else 1.0)


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
