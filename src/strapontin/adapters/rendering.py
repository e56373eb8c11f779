"""Pictures of a table, in the modes environments know."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from strapontin.adapters.table import Table
from strapontin.core.errors import BadOptions, StrapontinError

MODES = ["ansi", "rgb_array", "svg", "human"]
"""Lines of text, a picture as numbers, a picture as SVG, lines on standard output."""

RECENT = 5
WIDTH = 800
"""Of a picture as numbers, in pixels."""


def checked(mode: str | None) -> str | None:
    """A mode there is, or none."""
    if mode is not None and mode not in MODES:
        raise BadOptions(f"render_mode: {mode!r}; it must be one of {', '.join(MODES)}")
    return mode


def render(table: Table, mode: str | None, eyes: int | None) -> Any:
    """The table as one seat, or a spectator, sees it."""
    if mode == "svg":
        return svg(table, eyes)
    if mode == "rgb_array":
        return pixels(svg(table, eyes))
    if mode == "ansi":
        return lines(table, eyes)
    if mode == "human":
        print(lines(table, eyes))
    return None


def svg(table: Table, eyes: int | None) -> str:
    """The position as a picture."""
    return table.match.svg(eyes)


def lines(table: Table, eyes: int | None) -> str:
    """The position in a few lines: who stands how, what happened last, what can be done."""
    match = table.match
    told = [repr(match).strip("<>")]
    told += [f"{seat}: {text}" for seat, text in match.history(eyes)[-RECENT:]]
    if isinstance(eyes, int) and eyes in match.to_act:
        told.append("legal: " + " ".join(match.legal(eyes)))
    return "\n".join(told)


def pixels(picture: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A picture as rows of red, green and blue."""
    made = png(picture, "rgb_array")
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(made)).convert("RGB"))


def png(picture: str, asked: str) -> bytes:
    """A picture as PNG; where that cannot be, the error begins with what was asked for."""
    try:
        import resvg_py
    except ImportError:
        raise StrapontinError(f"{asked}: resvg-py is not installed; pip install 'strapontin[research]'") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=WIDTH, background="white"))
