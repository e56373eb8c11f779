"""Pictures for notebooks: SVG that shows itself, and a curve with levels to compare it with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDE, TALL, LEFT, RIGHT, EDGE = 640, 260, 40, 500, 20


class Picture(str):
    """An SVG that a notebook draws."""

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"<Picture of {len(self)} letters>"


def curve(values: Sequence[float], levels: Mapping[str, float]) -> Picture:
    """How a number grew, beside what others reach."""
    every = [*values, *levels.values()]
    low, high = min(every), max(every)

    def y(value: float) -> float:
        return TALL - EDGE - (value - low) / (high - low) * (TALL - 2 * EDGE)

    points = " ".join(f"{LEFT + i / (len(values) - 1) * (RIGHT - LEFT):.1f},{y(v):.1f}" for i, v in enumerate(values))
    parts = [f'<polyline points="{points}" fill="none" stroke="#2f6bb3" stroke-width="3"/>']
    for name, value in levels.items():
        parts.append(f'<path d="M{LEFT} {y(value):.1f}H{RIGHT}" stroke="#5f6b7a" stroke-dasharray="4 4"/>')
        parts.append(f'<text x="{RIGHT + 8}" y="{y(value) + 4:.1f}">{escape(name)} {value:.1f}</text>')
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {TALL}"'
    return Picture(f'<svg {head} font-family="sans-serif" font-size="13" fill="#1d2433">{"".join(parts)}</svg>')
