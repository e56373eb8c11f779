"""The two plots a report needs, as SVG: bars with their intervals, and distributions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from strapontin.arena.ratings import Figure

COLOURS = ("#c8452f", "#2f6bb3", "#d9a016", "#3d8a4e", "#7b4fa3", "#5f6b7a")
WIDE, ROW, LEFT = 720, 30, 170


def bars(rows: Sequence[tuple[str, Figure, int]], mark: float | None, unit: str) -> str:
    """Horizontal bars of shares with 95 % whiskers, and a mark where all would be equal."""
    high = len(rows) * ROW + 30
    most = max([figure.high for _, figure, _ in rows] + [mark or 0.0, 0.1])
    scale = (WIDE - LEFT - 70) / most
    parts = []
    for i, (name, figure, colour) in enumerate(rows):
        y = i * ROW + 6
        middle = y + 9
        low, top = LEFT + figure.low * scale, LEFT + figure.high * scale
        parts.append(f'<text x="{LEFT - 8}" y="{middle + 5}" text-anchor="end">{escape(name)}</text>')
        width = max(0.0, figure.mean * scale)
        parts.append(f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="18" fill="{COLOURS[colour % 6]}"/>')
        parts.append(
            f'<path d="M{low:.1f} {middle}H{top:.1f}M{low:.1f} {y + 4}v10M{top:.1f} {y + 4}v10" stroke="#1d2433"/>'
        )
        parts.append(f'<text x="{top + 6:.1f}" y="{middle + 5}">{100 * figure.mean:.1f} {unit}</text>')
    if mark is not None:
        x = LEFT + mark * scale
        parts.append(f'<path d="M{x:.1f} 0V{high - 24}" stroke="#1d2433" stroke-dasharray="4 4"/>')
    return _svg(high, parts)


def distribution(rows: Sequence[tuple[str, Sequence[float], int]]) -> str:
    """Histograms on one scale, one line each, with their means."""
    rows = [(name, values, colour) for name, values, colour in rows if len(values)]
    every = np.concatenate([np.asarray(values, float) for _, values, _ in rows])
    low, high = float(every.min()), float(every.max())
    bins = int(min(40, max(1, high - low + 1)))
    edges = np.linspace(low - 0.5, high + 0.5, bins + 1)
    scale = (WIDE - LEFT - 70) / (edges[-1] - edges[0])
    tall = 70
    parts = []
    for i, (name, values, colour) in enumerate(rows):
        counts, _ = np.histogram(values, edges)
        floor = (i + 1) * (tall + 14)
        parts.append(f'<text x="{LEFT - 8}" y="{floor - 4}" text-anchor="end">{escape(name)}</text>')
        for j, count in enumerate(counts):
            if count:
                x, up = LEFT + (edges[j] - edges[0]) * scale, tall * count / counts.max()
                width = max(1.0, (edges[j + 1] - edges[j]) * scale - 1)
                box = f'x="{x:.1f}" y="{floor - up:.1f}" width="{width:.1f}" height="{up:.1f}"'
                parts.append(f'<rect {box} fill="{COLOURS[colour % 6]}"/>')
        mean = float(np.mean(values))
        x = LEFT + (mean - edges[0]) * scale
        parts.append(f'<path d="M{x:.1f} {floor - tall}V{floor}" stroke="#1d2433"/>')
        parts.append(f'<text x="{x + 4:.1f}" y="{floor - tall + 10}">{mean:.1f}</text>')
    foot = len(rows) * (tall + 14) + 18
    parts.append(f'<text x="{LEFT}" y="{foot}">{low:g}</text>')
    parts.append(f'<text x="{WIDE - 70}" y="{foot}" text-anchor="end">{high:g}</text>')
    return _svg(foot + 8, parts)


def _svg(high: float, parts: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {WIDE} {high:g}" width="{WIDE}" role="img" font-size="14">{"".join(parts)}</svg>'
