"""Pictograms of L'Odyssée: house, shop, office, fir, ice, Father Christmas; each drawn around 0,0, about 2 wide."""

from __future__ import annotations

from collections.abc import Sequence

INK = "#1d2a44"
SNOW = "#ffffff"
GOLD = "#f2b705"
FONT = "'Overpass','Frutiger','Noto Sans','DejaVu Sans',Verdana,sans-serif"

COLOURS = ("#c8321f", "#0067b1", "#00875f", "#9a6a00")
PALE = ("#f7d9d3", "#d3e4f4", "#d0ebe1", "#f4e6c2")
EMBLEMS = ("disc", "square", "triangle", "diamond")


def n(value: float) -> str:
    """A coordinate, short."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if "." in f"{value:.2f}" else f"{value:.2f}"


def at(x: float, y: float, scale: float, body: str, more: str = "") -> str:
    """A pictogram moved to its place."""
    return f'<g transform="translate({n(x)} {n(y)}) scale({n(scale)})"{more}>{body}</g>'


def polygon(points: Sequence[tuple[float, float]], more: str) -> str:
    """A polygon with attributes."""
    return f'<polygon points="{" ".join(f"{n(x)},{n(y)}" for x, y in points)}" {more}/>'


def text(x: float, y: float, size: float, words: str, fill: str = INK, more: str = "") -> str:
    """Centred figures or letters."""
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" font-family="{FONT}" font-weight="700" '
        f'text-anchor="middle" fill="{fill}" {more}>{words}</text>'
    )


def emblem(seat: int, x: float, y: float, r: float, fill: str = SNOW) -> str:
    """A player's own shape, so that colour is never alone."""
    if seat == 0:
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"/>'
    if seat == 1:
        s = r * 0.88
        return f'<rect x="{n(x - s)}" y="{n(y - s)}" width="{n(2 * s)}" height="{n(2 * s)}" fill="{fill}"/>'
    if seat == 2:
        return polygon([(x, y - 1.15 * r), (x + 1.1 * r, y + 0.8 * r), (x - 1.1 * r, y + 0.8 * r)], f'fill="{fill}"')
    d = 1.3 * r
    return polygon([(x, y - d), (x + d, y), (x, y + d), (x - d, y)], f'fill="{fill}"')


def house(number: int | None, lit: bool) -> str:
    """A house under snow with its number, if it has one; its window is lit once Father Christmas has come."""
    window = GOLD if lit else "#8c4a2f"
    return (
        f'<rect x="-.62" y="-.22" width="1.24" height=".86" rx=".06" fill="#b5532f" stroke="{INK}" stroke-width=".07"/>'
        f'<rect x=".3" y="-.92" width=".2" height=".5" fill="#8c4a2f" stroke="{INK}" stroke-width=".06"/>'
        f'<path d="M-.86-.16 0-.94.86-.16Z" fill="{SNOW}" stroke="{INK}" stroke-width=".08" stroke-linejoin="round"/>'
        f'<rect x="-.34" y="-.08" width=".68" height=".62" rx=".08" fill="{window}"/>'
        + ("" if number is None else text(0, 0.43, 0.62, str(number), INK if lit else SNOW))
    )


def shop(number: int | None) -> str:
    """A toy shop under its awning, with its number, or with a present where it has none."""
    present = (
        '<path d="M-.3 0h.6v.46h-.6ZM0 0v.46M-.3.18h.6M0 0c-.3-.02-.3-.26-.12-.22L0 0l.12-.22C.3-.26.3-.02 0 0" '
        'fill="none" stroke="#4a2580" stroke-width=".09" stroke-linejoin="round"/>'
    )
    stripes = "".join(
        f'<path d="M{n(-0.72 + 0.288 * i)}-.72h.288v.34a.144.144 0 0 1-.288 0Z" fill="{("#6b3fa0", SNOW)[i % 2]}"/>'
        for i in range(5)
    )
    return (
        f'<rect x="-.6" y="-.5" width="1.2" height="1.14" rx=".05" fill="#efe3ff" stroke="{INK}" stroke-width=".07"/>'
        f"{stripes}"
        f'<path d="M-.72-.72h1.44" stroke="{INK}" stroke-width=".09" stroke-linecap="round"/>'
        + (present if number is None else text(0, 0.5, 0.62, str(number), "#4a2580"))
    )


def office(open_: bool) -> str:
    """An office; at Christmas a pale one with its shutters down."""
    rows = "".join(
        f'<rect x="{n(-0.3 + 0.36 * i)}" y="{n(-0.58 + 0.34 * j)}" width=".22" height=".18" fill="{SNOW}"/>'
        for i in range(2)
        for j in range(3)
    )
    look = f'fill="#5b6b83" stroke="{INK}"' if open_ else 'fill="#d3d9e3" stroke="#a9b3c4"'
    return f'<rect x="-.44" y="-.76" width=".88" height="1.38" rx=".05" {look} stroke-width=".06"/>{rows}'


def fir() -> str:
    """A fir of the Park."""
    return (
        '<rect x="-.1" y=".42" width=".2" height=".3" fill="#7a4b2a"/>'
        '<path d="M0-.86.5-.1H.24L.62.46H-.62L-.24-.1H-.5Z" fill="#1f7a46" stroke="#0f4f2c" stroke-width=".06"'
        ' stroke-linejoin="round"/>'
        f'<path d="M0-.86.2-.54H-.2Z" fill="{SNOW}"/>'
    )


def ice() -> str:
    """Skate marks on the Lake."""
    return (
        f'<g fill="none" stroke="{SNOW}" stroke-width=".12" stroke-linecap="round">'
        '<path d="M-.6.25c.3-.5.7.3 1.1-.25"/><path d="M-.35.55c.25-.2.4.05.7-.1"/>'
        '<path d="M-.2-.2c.2-.25.3 0 .5-.15"/></g>'
    )


def father_christmas() -> str:
    """Father Christmas himself."""
    return (
        f'<circle r="1.02" fill="{SNOW}" stroke="{GOLD}" stroke-width=".16"/>'
        '<circle cy=".12" r=".5" fill="#f4c9a8"/>'
        f'<path d="M-.56.1c-.1.5.2.8.56.8s.66-.3.56-.8c-.2.22-.36.1-.56.1s-.36.12-.56-.1Z" fill="{SNOW}"'
        f' stroke="{INK}" stroke-width=".07"/>'
        f'<circle cx="-.18" cy=".02" r=".07" fill="{INK}"/><circle cx=".18" cy=".02" r=".07" fill="{INK}"/>'
        '<circle cy=".17" r=".1" fill="#d9694a"/>'
        f'<path d="M-.56-.16C-.5-.8.1-.98.62-.5L.5-.3c-.1-.08-.2-.06-.06.14Z" fill="#c8321f" stroke="{INK}"'
        ' stroke-width=".07" stroke-linejoin="round"/>'
        f'<rect x="-.62" y="-.28" width="1.2" height=".22" rx=".11" fill="{SNOW}" stroke="{INK}" stroke-width=".06"/>'
        f'<circle cx=".6" cy="-.42" r=".15" fill="{SNOW}" stroke="{INK}" stroke-width=".06"/>'
    )
