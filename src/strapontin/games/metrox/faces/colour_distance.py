"""How far apart two line colours look, to the usual eye, to colour-blind eyes, and in black and white."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

Rgb = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
_DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
_PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
_TRITANOPIA = ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900))
_GREYSCALE = ((0.2126, 0.7152, 0.0722),) * 3
_USUAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

EYES = {
    "usual": _USUAL,
    "deuteranopia": _DEUTERANOPIA,
    "protanopia": _PROTANOPIA,
    "tritanopia": _TRITANOPIA,
    "greyscale": _GREYSCALE,
}


def distance(one: str, other: str, eyes: str = "usual") -> float:
    """The CIE76 distance of two `#rrggbb` colours as those eyes see them; about 2 is just noticeable.

    >>> distance("#000000", "#ffffff") > 99
    True
    >>> distance("#d81e05", "#3a7d00", "deuteranopia") < distance("#d81e05", "#3a7d00")
    True
    """
    return math.dist(_lab(_seen(_linear(one), eyes)), _lab(_seen(_linear(other), eyes)))


def closest(colours: Iterable[str], eyes: str = "usual") -> float:
    """The smallest distance between any two of the colours."""
    palette = list(colours)
    return min(
        (distance(a, b, eyes) for i, a in enumerate(palette) for b in palette[:i]),
        default=math.inf,
    )


def is_colour(text: str) -> bool:
    """Whether a text is a colour in the one spelling maps use.

    >>> is_colour("#00ff9A"), is_colour("red")
    (True, False)
    """
    return re.fullmatch(r"#[0-9a-fA-F]{6}", text) is not None


def is_light(colour: str) -> bool:
    """Whether dark ink reads better than white on this colour."""
    return _lab(_linear(colour))[0] > 62


def _linear(colour: str) -> Rgb:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return _straighten(red), _straighten(green), _straighten(blue)


def _straighten(channel: float) -> float:
    return float(channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4)


def _seen(rgb: Rgb, eyes: str) -> Rgb:
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * channel for weight, channel in zip(row, rgb, strict=True))))
        for row in EYES[eyes]
    )
    return red, green, blue


def _lab(rgb: Rgb) -> Rgb:
    red, green, blue = rgb
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
