"""The report of an arena: one page of HTML with its plots drawn in it, nothing fetched from anywhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from html import escape
from pathlib import Path

import numpy as np

from strapontin.arena.plan import Plan
from strapontin.arena.play import Outcome
from strapontin.arena.plots import COLOURS, bars, distribution
from strapontin.arena.ratings import Figure, Results, by_deal
from strapontin.words import Language, say

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       color: #1d2433; background: #fbfaf7; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; }
td, th { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid #d9d5ca; }
th { white-space: pre-line; vertical-align: bottom; }
.figures { overflow-x: auto; } .figures td { white-space: nowrap; }
td:first-child, th:first-child { text-align: left; }
svg { max-width: 100%; height: auto; } code { overflow-wrap: anywhere; }
"""


def write(directory: Path, plan: Plan, outcomes: Sequence[Outcome], found: Results, tongue: Language) -> Path:
    """Write the page and return where it is."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "index.html"
    path.write_text(page(plan, outcomes, found, tongue), encoding="utf-8")
    return path


def page(plan: Plan, outcomes: Sequence[Outcome], found: Results, tongue: Language) -> str:
    """The whole page as text."""
    title = escape(say(tongue, "arena.title", game=plan.game, n=found.games))
    facts = {"n": found.games, "game": plan.game, "players": plan.players, "think": plan.think}
    body = [f"<h1>{title}</h1>", f"<p>{escape(say(tongue, 'arena.report.intro', **facts))}</p>"]
    body += [f"<p>{escape(say(tongue, 'arena.report.command'))} <code>{escape(command(plan))}</code></p>"]
    body += [_table(found, tongue), _pairs(found, tongue), *_plots(plan, outcomes, found, tongue)]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    top = f'<!doctype html>\n<html lang="{tongue}"><head>{head}<style>{STYLE}</style></head>'
    return f"{top}<body>{''.join(body)}</body></html>\n"


def command(plan: Plan) -> str:
    """The command that plays the same games again."""
    words = [f"strapontin arena {plan.game} --bots {','.join(plan.bots)} --games {plan.games}"]
    words += [f"--players {plan.players} --seed {plan.seed} --think {plan.think:g}"]
    words += [f"--option {key}={value}" for key, value in plan.options.items() if isinstance(value, str | int | bool)]
    return " ".join(words)


def _table(found: Results, tongue: Language) -> str:
    keys = ("bot", "games", "wins", "fair", "score", "rating", "seconds", "over")
    head = "".join(f"<th>{escape(say(tongue, f'arena.{key}'))}</th>" for key in keys)
    rows = []
    for one in found.standings:
        cells = [
            escape(one.bot),
            str(one.games),
            _percent(one.wins),
            f"{100 * one.fair:.1f} %",
            f"{one.score.mean:.2f} ({one.score.low:.2f}-{one.score.high:.2f})",
            "" if one.rating is None else f"{one.rating:.1f}",
            f"{one.seconds:.3f}",
            "" if one.over is None else f"{one.over:+.3f}",
        ]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f'<div class="figures"><table><tr>{head}</tr>{"".join(rows)}</table></div>'


def _pairs(found: Results, tongue: Language) -> str:
    if not found.pairings:
        return ""
    lines = []
    for pair in found.pairings:
        params = {"one": pair.one, "other": pair.other, "won": pair.won, "lost": pair.lost, "shared": pair.shared}
        figures = {k: f"{100 * getattr(pair.share, k):.1f}" for k in ("mean", "low", "high")}
        lines.append(f"<li>{escape(say(tongue, 'arena.pair', **params, **figures))}</li>")
    return f"<h2>{escape(say(tongue, 'arena.heading.pairs'))}</h2><ul>{''.join(lines)}</ul>"


def _plots(plan: Plan, outcomes: Sequence[Outcome], found: Results, tongue: Language) -> list[str]:
    """All plots under their headings."""
    rng = np.random.default_rng(1)
    names = list(plan.bots)
    made: list[tuple[str, str]] = []
    if plan.players > 1:
        shares = [(one.bot, one.wins, i) for i, one in enumerate(found.standings)]
        made.append(("ratings", bars(shares, found.standings[0].fair, "%")))
    scores: dict[int, list[float]] = defaultdict(list)
    for outcome in outcomes:
        for seat, who in enumerate(outcome.seating):
            scores[who].append(outcome.scores[seat])
    made.append(("scores", distribution([(names[who], values, who) for who, values in sorted(scores.items())])))
    if plan.players > 1:
        made.append(("seats", bars(_by_seat(plan, outcomes, tongue, rng), 1 / plan.players, "%")))
    made.append(("length", distribution([(plan.game, [o.moves for o in outcomes], 0)])))
    for key, rows in (("lines", _lines(plan, outcomes, rng)), ("objectives", _objectives(outcomes, rng))):
        if rows:
            made.append((key, bars(rows, None, "%")))
    return [f"<h2>{escape(say(tongue, f'arena.heading.{key}'))}</h2>{svg}" for key, svg in made]


Row = tuple[str, Figure, int]


def _by_seat(plan: Plan, outcomes: Sequence[Outcome], tongue: Language, rng: object) -> list[Row]:
    rows = []
    for seat in range(plan.players):
        won: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for outcome in outcomes:
            won[outcome.deal].append((1 / len(outcome.winners) if seat in outcome.winners else 0.0, 1.0))
        rows.append((say(tongue, "arena.report.seat", n=seat + 1), by_deal(won, rng), seat))
    return rows


def _lines(plan: Plan, outcomes: Sequence[Outcome], rng: object) -> list[Row]:
    """How often each bot completed each line of metroX."""
    found: dict[tuple[str, int], dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for outcome in outcomes:
        for seat, lines in enumerate(outcome.facts.get("lines", [])):
            for line, value in lines.items():
                found[line, outcome.seating[seat]][outcome.deal].append((float(value > 0), 1.0))
    return [(f"{line} {plan.bots[who]}", by_deal(deals, rng), who) for (line, who), deals in sorted(found.items())]


def _objectives(outcomes: Sequence[Outcome], rng: object) -> list[Row]:
    """How often who held which objectives at the end of Le Jeu du Metro had won."""
    found: dict[str, dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for outcome in outcomes:
        for seat, held in enumerate(outcome.facts.get("objectives", [])):
            found[held][outcome.deal].append((float(seat in outcome.winners), 1.0))
    return [(held, by_deal(deals, rng), i % len(COLOURS)) for i, (held, deals) in enumerate(sorted(found.items()))]


def _percent(figure: Figure) -> str:
    return f"{100 * figure.mean:.1f} % ({100 * figure.low:.1f}-{100 * figure.high:.1f})"
