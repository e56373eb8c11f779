"""A train and the platform, the circle, a turn, how one wins, and two players' trains."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from strapontin.games.jeudumetro.faces.draw import COATS, COLOURS, GOLD, INK, SIGNS, STRIPES, art
from strapontin.games.jeudumetro.kernels.state import START
from strapontin.print.ink import moved, svg

TRAIN = 160, 64
"""How large a train is drawn."""
SLAB = f'stroke="{INK}" stroke-width="12"'
"""The edge of the platform."""
CIRCLE = 190.0, 80.0
"""From the middle of the table to the trains."""


def coated(i: int) -> str:
    """A passenger in one of the coats."""
    return art()["passenger"].replace(COATS[0], COATS[i % len(COATS)])


def train(i: int) -> str:
    """A train by colour and stripe."""
    stripe = f' stroke-dasharray="{STRIPES[i]}"' if STRIPES[i] else ""
    picture = art()["train"].replace("currentColor", COLOURS[i])
    return picture.replace('stroke="#fff" stroke-width="2.4"', f'stroke="#fff" stroke-width="3.2"{stripe}')


def sign(i: int) -> str:
    """The sign of a train."""
    return f'<g fill="{COLOURS[i]}" stroke="{INK}" stroke-width="1">{SIGNS[i]}</g>'


def pictures() -> dict[str, str]:
    """By their names."""
    aboard = "".join(_put(coated(i), 8 + 18 * i, 74, 0.75) for i in range(START))
    waiting = "".join(_put(coated(i), 292 + 18 * i, 50, 0.9) for i in range(6))
    platform = f'<path d="M282 79H408" stroke="{GOLD}" stroke-width="6"/><path d="M282 88H408" {SLAB}/>'
    secret, card, back, empty, full = (_put(art()[one], 0, 0) for one in ("secret", "V2", "back", "0", "20"))
    return {
        "train": svg(_put(train(0), 0, 0, 1.15) + aboard + moved(secret, 208, 8) + waiting + platform, 0, 0, 408, 100),
        "turn": svg(card + _put(train(0), 78, 4, 1.2) + moved(back, 290, 0), 0, 0, 352, 86),
        "win": svg(
            empty + _put(train(2), 78, 12, 0.9) + moved(full, 244, 0) + _put(train(1), 318, 12, 0.9), 0, 0, 464, 86
        ),
        "circle": _around([(i, "") for i in range(5)], -pi / 2),
        "pairs": _around([(0, "1A"), (1, "2B"), (1, "2A"), (0, "1B")], -3 * pi / 4),
    }


def _around(trains: Sequence[tuple[int, str]], first: float) -> str:
    """Trains around a table, each with its sign or its name, and the way turns go: to the left, so clockwise."""
    across, down = CIRCLE
    line = f'fill="none" stroke="{INK}" stroke-linecap="round" stroke-linejoin="round"'
    body = f'<ellipse rx="{across:g}" ry="{down:g}" {line} stroke-width="2" stroke-dasharray="3 8"/>'
    for k, (i, name) in enumerate(trains):
        angle = first + 2 * pi * k / len(trains)
        x, y = across * cos(angle), down * sin(angle)
        told = f'<text y="6.5" font-size="18" font-weight="700" text-anchor="middle" fill="{INK}">{name}</text>'
        disc = f'<circle r="16" fill="#fff" stroke="{INK}" stroke-width="2"/>{told if name else sign(i)}'
        body += _put(train(i), x - TRAIN[0] / 2, y - TRAIN[1] / 2) + moved(disc, x, y - 5)
    body += f'<path d="M-52 -6A52 30 0 0 1 52 -6M40 -16L53 -4L60 -20" {line} stroke-width="5"/>'
    return svg(body, -280, -120, 560, 240)


def _put(picture: str, x: float, y: float, scale: float = 1.0) -> str:
    """A picture inside another."""
    return moved(picture[picture.index(">") + 1 : picture.rindex("</svg>")], x, y, scale)
