"""The plots of a report, as SVG: shares and ratings with their intervals, and distributions.

Names stand above what they name, so that a phone has room for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from strapontin.arena.ratings import Figure
from strapontin.arena.telling import percent
from strapontin.words import Language

COLOURS = ("#c8452f", "#2f6bb3", "#d9a016", "#3d8a4e", "#7b4fa3", "#5f6b7a")
INK = "#1d2433"
WIDE, RIGHT = 440, 372
"""How wide a plot is, and where room for a figure begins."""
ROW, TALL = 42, 56

Row = tuple[str, Figure, int]


def bars(rows: Sequence[Row], tongue: Language, mark: float | None = None) -> str:
    """Shares as bars with 95 % whiskers, and a mark where all would be equal."""
    scale = RIGHT / max([figure.high for _, figure, _ in rows] + [mark or 0.0, 0.1])
    parts = []
    for i, (name, figure, colour) in enumerate(rows):
        y = i * ROW
        width = max(0.0, figure.mean * scale)
        parts.append(f'<text y="{y + 14}">{escape(name)}</text>')
        parts.append(f'<rect y="{y + 19}" width="{width:.1f}" height="16" fill="{_colour(colour)}"/>')
        parts += _whisker(y + 27, figure.low * scale, figure.high * scale, percent(figure.mean, tongue))
        if mark is not None:
            parts.append(_mark(mark * scale, y))
    return _svg(len(rows) * ROW, parts)


def dots(rows: Sequence[Row], mark: float, form: str) -> str:
    """Ratings as dots with 95 % whiskers, and a mark where everybody begins."""
    least = min([figure.low for _, figure, _ in rows] + [mark])
    most = max([figure.high for _, figure, _ in rows] + [mark, least + 1.0])
    scale = (RIGHT - 8) / (most - least)
    parts = []
    for i, (name, figure, colour) in enumerate(rows):
        y = i * ROW
        low, mean, high = (8 + (value - least) * scale for value in (figure.low, figure.mean, figure.high))
        parts.append(f'<text y="{y + 14}">{escape(name)}</text>')
        parts.append(_mark(8 + (mark - least) * scale, y))
        parts += _whisker(y + 27, low, high, format(figure.mean, form))
        parts.append(f'<circle cx="{mean:.1f}" cy="{y + 27}" r="7" fill="{_colour(colour)}"/>')
    return _svg(len(rows) * ROW, parts)


def distribution(rows: Sequence[tuple[str, Sequence[float], int]]) -> str:
    """Histograms on one scale under their names, with a line where the mean is."""
    every = np.concatenate([np.asarray(values, float) for _, values, _ in rows])
    low, high = float(every.min()), float(every.max())
    bins = int(min(40, max(1, high - low + 1)))
    edges = np.linspace(low - 0.5, high + 0.5, bins + 1)
    scale = RIGHT / (edges[-1] - edges[0])
    parts = []
    for i, (name, values, colour) in enumerate(rows):
        counts, _ = np.histogram(values, edges)
        floor = (i + 1) * (TALL + 26)
        parts.append(f'<text y="{floor - TALL - 8}">{escape(name)}</text>')
        for j, count in enumerate(counts):
            if count:
                x, up = (edges[j] - edges[0]) * scale, TALL * count / counts.max()
                width = max(1.0, (edges[j + 1] - edges[j]) * scale - 1)
                box = f'x="{x:.1f}" y="{floor - up:.1f}" width="{width:.1f}" height="{up:.1f}"'
                parts.append(f'<rect {box} fill="{_colour(colour)}"/>')
        x = (float(np.mean(values)) - edges[0]) * scale
        parts.append(f'<path d="M{x:.1f} {floor - TALL}V{floor}" stroke="{INK}" stroke-width="2"/>')
    foot = len(rows) * (TALL + 26) + 18
    parts.append(f'<text y="{foot}">{low:g}</text><text x="{RIGHT}" y="{foot}" text-anchor="end">{high:g}</text>')
    return _svg(foot + 8, parts)


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _mark(x: float, y: float) -> str:
    return f'<path d="M{x:.1f} {y + 17}v22" stroke="{INK}" stroke-dasharray="3 3"/>'


def _whisker(y: float, low: float, high: float, figure: str) -> list[str]:
    """An interval, and the figure beside it."""
    return [
        f'<path d="M{low:.1f} {y}H{high:.1f}M{low:.1f} {y - 5}v10M{high:.1f} {y - 5}v10" stroke="{INK}"/>',
        f'<text x="{high + 6:.1f}" y="{y + 5}">{figure}</text>',
    ]


def _svg(high: float, parts: Sequence[str]) -> str:
    return f'<svg viewBox="-4 0 {WIDE} {high:g}" font-size="13">{"".join(parts)}</svg>'
