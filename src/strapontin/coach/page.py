"""A review as one page of HTML: the curve, the costliest moves on their boards, all decisions; nothing is fetched."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape

from strapontin.arena.plots import COLOURS, INK
from strapontin.arena.report import STYLE
from strapontin.coach import telling
from strapontin.coach.findings import Decision, Review, SeatReview
from strapontin.core.match import Match
from strapontin.words import Language, say

COSTLIEST = 3
"""So many moves are shown on the board, and marked on the curve."""
WIDE, TALL, EDGE = 640, 200, 46
"""The size of a curve, and the room for its figures."""
MORE = """
svg.curve { max-width: 48rem; } figure { margin: 0; flex: 1 1 20rem; } img { width: 100%; }
.boards { display: flex; flex-wrap: wrap; gap: 1rem; }
"""
TONES = {"best": "#3d8a4e", "good": "#5f6b7a", "inaccuracy": "#d9a016", "mistake": "#c8452f", "blunder": "#8f1d1d"}


def page(match: Match, found: Review, tongue: Language) -> str:
    """The whole page as text."""
    heading = escape(say(tongue, "coach.title", game=match.game.name))
    body = [f"<h1>{heading}</h1>", f"<p>{escape(say(tongue, 'coach.intro', budget=f'{found.budget:,}'))}</p>"]
    for one in found.seats:
        body += _seat(match, one, tongue)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{heading}</title>'
    top = f'<!doctype html>\n<html lang="{tongue}"><head>{head}<style>{STYLE}{MORE}</style></head>'
    return f"{top}<body>{''.join(body)}</body></html>\n"


def _seat(match: Match, one: SeatReview, tongue: Language) -> list[str]:
    alone = len(match.players) == 1
    worst = one.costliest[:COSTLIEST]
    parts = [f"<h2>{escape(telling.headline(one, tongue))}</h2>"]
    parts += [
        _paragraph(telling.counts(one, tongue) if one.decisions else ""),
        _paragraph(telling.luck(one, alone, tongue)),
    ]
    parts += [_paragraph(line) for line in telling.extremes(one, alone, tongue)]
    parts += [_paragraph(line) for line in telling.possible(one, tongue)]
    if len(one.curve) > 1:
        parts += [f"<h3>{escape(_caption(alone, tongue))}</h3>", curve(one, worst, alone, _caption(alone, tongue))]
    parts.append(f"<h3>{escape(say(tongue, 'coach.costliest'))}</h3>")
    if not worst:
        parts.append(_paragraph(say(tongue, "coach.nothing")))
    for each in worst:
        parts += _shown(match, one.seat, each, tongue)
    return [*parts, _table(one, tongue)]


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>" if text else ""


def _caption(alone: bool, tongue: Language) -> str:
    return say(tongue, "coach.curve.points" if alone else "coach.curve.win")


def _shown(match: Match, seat: int, one: Decision, tongue: Language) -> list[str]:
    """A move that cost something: what was played and what was better, on the board as the seat saw it."""
    names = [player.name for player in match.players]
    parts = [f"<h4>{escape(telling.title(one, tongue))}</h4>", _paragraph(telling.better(one, tongue))]
    parts.append(_paragraph(telling.explained(one, names, tongue)))
    past = match.at(one.ply)
    boards = []
    for key, move in (("coach.picture.played", one.played.move), ("coach.picture.best", one.best.move)):
        told = escape(say(tongue, key, move=move))
        source = b64encode(
            past.svg(seat, move).encode()
        ).decode()  # apart, for boards call their parts by the same names
        image = f'<img alt="{told}" src="data:image/svg+xml;base64,{source}">'
        boards.append(f"<figure>{image}<figcaption>{told}</figcaption></figure>")
    return [*parts, f'<div class="boards">{"".join(boards)}</div>']


def curve(one: SeatReview, worst: Sequence[Decision], alone: bool, caption: str) -> str:
    """What the game was worth to a seat, move by move, with a dot at each of the costliest."""
    values = [(each.ply, (each.points if alone else each.win) or 0.0) for each in one.curve]
    low, high = (0.0, 1.0) if not alone else (min(v for _, v in values) - 1.0, max(v for _, v in values) + 1.0)
    last = max(1, values[-1][0])

    def at(ply: int, value: float) -> str:
        x, y = EDGE + (WIDE - EDGE - 8) * ply / last, 8 + (TALL - 30) * (1.0 - (value - low) / (high - low))
        return f"{x:.1f} {y:.1f}"

    parts = [f'<path d="M{EDGE} 8V{TALL - 22}H{WIDE - 8}" fill="none" stroke="{INK}"/>']
    for value in (low, (low + high) / 2.0, high):
        x, y = at(0, value).split()
        told = f"{value:.0f}" if alone else f"{100 * value:.0f} %"
        parts.append(f'<text x="{EDGE - 6}" y="{float(y) + 4:.1f}" text-anchor="end">{told}</text>')
        parts.append(f'<path d="M{x} {y}H{WIDE - 8}" stroke="{INK}" stroke-opacity="0.2"/>')
    line = "L".join(at(*each) for each in values)
    parts.append(f'<path d="M{line}" fill="none" stroke="{COLOURS[1]}" stroke-width="2.5" stroke-linejoin="round"/>')
    for each in worst:
        mean = ((each.played.points if alone else each.played.win) or each.played.value).mean
        x, y = at(each.ply + 1, mean).split()
        title = f"<title>{each.ply + 1}: {escape(each.played.move)}</title>"
        parts.append(f'<circle cx="{x}" cy="{y}" r="6" fill="{TONES[each.verdict]}">{title}</circle>')
    parts.append(f'<text x="{EDGE}" y="{TALL - 6}">1</text>')
    parts.append(f'<text x="{WIDE - 8}" y="{TALL - 6}" text-anchor="end">{last}</text>')
    label = f'role="img" aria-label="{escape(caption)}"'
    return f'<svg class="curve" viewBox="0 0 {WIDE} {TALL}" font-size="13" {label}>{"".join(parts)}</svg>'


def _table(one: SeatReview, tongue: Language) -> str:
    heads = ("head.move", "head.played", "head.best", "head.loss", "head.verdict")
    head = "".join(f"<th>{escape(say(tongue, f'coach.{key}'))}</th>" for key in heads)
    rows = []
    for each in one.decisions:
        verdict = escape(say(tongue, f"coach.verdict.{each.verdict}"))
        cells = [str(each.ply + 1), escape(each.played.move), escape(each.best.move), telling.loss(each, tongue)]
        cells.append(f'<span style="color:{TONES[each.verdict]}">{verdict}</span>')
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    title = escape(say(tongue, "coach.all"))
    table = f'<div class="figures"><table><tr>{head}</tr>{"".join(rows)}</table></div>'
    return f"<details><summary>{title}</summary>{table}</details>"
