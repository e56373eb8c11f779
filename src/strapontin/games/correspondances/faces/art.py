"""The tiles of Correspondances as SVG: thick tracks told apart by colour, pattern and number, white stations.

A tile is a square of SIDE; its ports are in the middle of its sides. Each line has its own colour and its own
mark along the track: 1 plain, 2 with a white core, 3 with dark dashes, 4 with white dots.
"""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

SIDE = 100
TRACK = 30
INK = "#1b2430"
PLATE = "#123a7a"
PAPER = "#fffdf7"
FONT = "'Hind','Noto Sans','Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

COLOURS = {1: "#cf2e2e", 2: "#1d5fc4", 3: "#f5b800", 4: "#0f8f6b"}
ON_COLOUR = {1: "#fff", 2: "#fff", 3: INK, 4: "#fff"}
MARKS = {
    1: "",
    2: 'stroke="#fff" stroke-width="8"',
    3: f'stroke="{INK}" stroke-width="8" stroke-dasharray="10 10" stroke-dashoffset="5"',
    4: 'stroke="#fff" stroke-width="11" stroke-linecap="round" stroke-dasharray="0.1 20" stroke-dashoffset="-10"',
}

PORTS = ((50, 0), (100, 50), (50, 100), (0, 50))
"""The middles of the sides N E S W, y downwards."""

CROSSING = {0: "M50 0V100", 1: "M0 50H100"}
ARMS = ("M50 0V24", "M100 50H76", "M50 100V76", "M0 50H24")
BENDS = ("M50 0V24L76 50H100", "M100 50H76L50 76V100", "M50 100V76L24 50H0", "M0 50H24L50 24V0")
"""The bend from each side to the next one clockwise."""


def track(path: str, line: int) -> str:
    """A stretch of track in a line's colour, with its mark."""
    base = f'<path d="{path}" fill="none" stroke="{COLOURS[line]}" stroke-width="{TRACK}" stroke-linejoin="round"/>'
    mark = f'<path d="{path}" fill="none" stroke-linejoin="round" {MARKS[line]}/>' if MARKS[line] else ""
    return base + mark


def letters(x: float, y: float, size: float, text: str, fill: str, anchor: str = "middle") -> str:
    """A short text, centred on its height."""
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:g}" font-family={quoteattr(FONT)} font-size="{size:g}" '
        f'font-weight="700" text-anchor="{anchor}" fill="{fill}">{text}</text>'
    )


def bullet(x: float, y: float, line: int | str, radius: float = 17) -> str:
    """A line's number in its colour; M, the joker, in all four."""
    if isinstance(line, str):
        quarters = "".join(
            f'<path d="M0 0V-{radius}A{radius} {radius} 0 0 1 {radius} 0Z" transform="rotate({90 * i})" '
            f'fill="{COLOURS[i + 1]}"/>'
            for i in range(4)
        )
        return (
            f'<g transform="translate({x:g} {y:g})"><circle r="{radius + 3:g}" fill="#fff"/>{quarters}'
            f'<circle r="{radius * 0.72:g}" fill="#fff"/>{letters(0, 0, radius * 1.15, line, INK)}</g>'
        )
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{COLOURS[line]}" stroke="#fff" stroke-width="3"/>'
        + letters(x, y, radius * 1.4, str(line), ON_COLOUR[line])
    )


def paper(fill: str = PAPER, edge: str = "#c9c3b4") -> str:
    """The square a section is printed on."""
    return f'<rect x="1.5" y="1.5" width="97" height="97" rx="9" fill="{fill}" stroke="{edge}" stroke-width="2"/>'


def section(ports: str, bridge: bool = False) -> str:
    """A section as it lies: `2121`, `2211`, `3333`; a bridge has no station and one line passes over the other."""
    lines = [int(port) for port in ports]
    if len(set(lines)) == 1:
        body = f'<path d="M50 20V80M20 50H80" stroke="{COLOURS[lines[0]]}" stroke-width="{TRACK}"/>'
        arms = "".join(track(path, lines[0]) for path in ARMS)
        return paper() + body + arms + bullet(50, 50, lines[0], 25)
    if lines[0] == lines[2]:
        if bridge:
            rails = '<path d="M31 22V78M69 22V78" stroke="#1b2430" stroke-width="5" stroke-linecap="round"/>'
            under = track(CROSSING[1], lines[1])
            deck = f'<path d="M50 14V86" stroke="{PAPER}" stroke-width="{TRACK + 12}"/>'
            return paper() + under + deck + track(CROSSING[0], lines[0]) + rails
        station = f'<circle cx="50" cy="50" r="21" fill="#fff" stroke="{INK}" stroke-width="7"/>'
        return paper() + track(CROSSING[1], lines[1]) + track(CROSSING[0], lines[0]) + station
    first = next(side for side in range(4) if lines[side] == lines[(side + 1) % 4])
    # a station for two lines that do not touch: the corridor between its platforms
    ends = "M64 36L36 64" if first % 2 == 0 else "M64 64L36 36"
    corridor = "".join(
        f'<path d="{ends}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
        for colour, width in ((INK, 34), ("#fff", 20))
    )
    far = (first + 2) % 4
    return paper() + track(BENDS[first], lines[first]) + track(BENDS[far], lines[far]) + corridor


def straight(line: int) -> str:
    """A tile of the row: one line through, the row's enamel on both sides."""
    return (
        f'<rect width="100" height="100" fill="{PLATE}"/><rect x="22" width="56" height="100" fill="{PAPER}"/>'
        + track(CROSSING[0], line)
        + bullet(50, 50, line, 23)
    )


def end(ports: str) -> str:
    """An end tile: an enamel plate with three points, a number in its colour or M."""
    shape = "M14 0H100V100H14A14 14 0 0 1 0 86V14A14 14 0 0 1 14 0Z"
    mirror = ' transform="matrix(-1 0 0 1 100 0)"' if ports[3] == "-" else ""
    parts = [f'<path d="{shape}"{mirror} fill="{PLATE}"/>']
    letter = "B" if mirror else "A"
    for side, port in enumerate(ports):
        x, y = PORTS[side]
        inward = (x + (50 - x) * 0.42, y + (50 - y) * 0.42)
        if port == "M":
            parts.append(f'<path d="M{x} {y}L{inward[0]:g} {inward[1]:g}" stroke="#fff" stroke-width="{TRACK}"/>')
            parts.append(bullet(*inward, "M", 16))
        elif port != "-":
            parts.append(track(f"M{x} {y}L{inward[0]:g} {inward[1]:g}", int(port)))
            parts.append(bullet(*inward, int(port), 16))
    return "".join(parts) + letters(66 if letter == "A" else 34, 50, 30, letter, "#fff")


def tile(ports: str, kind: str) -> str:
    """Any tile by its ports and kind."""
    if kind == "end":
        return end(ports)
    if kind == "straight":
        return straight(int(ports[0]))
    return section(ports, kind == "bridge")
