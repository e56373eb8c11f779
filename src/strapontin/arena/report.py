"""The report of an arena: one page of HTML with its plots drawn in it, nothing fetched from anywhere."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from strapontin.arena.plan import Plan
from strapontin.arena.play import Outcome
from strapontin.arena.plots import Row, bars, distribution, dots
from strapontin.arena.ratings import Results, by_deal
from strapontin.arena.telling import beyond, interval, pairing, percent, rating_form, title
from strapontin.core.game import Fact
from strapontin.core.registry import game
from strapontin.words import Language, decimal, said, say

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       color: #1d2433; background: #fbfaf7; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; }
td, th { padding: .3rem .6rem; text-align: right; vertical-align: top; border-bottom: 1px solid #d9d5ca; }
th { white-space: pre-line; vertical-align: bottom; }
.figures { overflow-x: auto; } .figures td { white-space: nowrap; }
td:first-child, th:first-child { text-align: left; }
svg { display: block; width: 100%; max-width: 34rem; } code { overflow-wrap: anywhere; }
"""


def write(directory: Path, plan: Plan, outcomes: Sequence[Outcome], found: Results, tongue: Language) -> Path:
    """Write the page and return where it is."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "index.html"
    path.write_text(page(plan, outcomes, found, tongue), encoding="utf-8")
    return path


def page(plan: Plan, outcomes: Sequence[Outcome], found: Results, tongue: Language) -> str:
    """The whole page as text."""
    heading = escape(title(found, tongue))
    planned = len(plan.fixtures())
    whole = "whole" if len(outcomes) == planned else "partial"
    facts = {"game": game(plan.game).name, "players": plan.players, "think": f"{plan.think:g}"}
    facts["whole"] = say(tongue, f"arena.report.{whole}", played=len(outcomes), planned=planned)
    body = [f"<h1>{heading}</h1>", f"<p>{escape(say(tongue, 'arena.report.intro', **facts))}</p>"]
    body += [f"<p>{escape(say(tongue, 'arena.report.command'))} <code>{escape(command(plan))}</code></p>"]
    body += [_table(found, tongue), _pairs(found, tongue)]
    body += [f"<h2>{escape(said(tongue, key, key))}</h2>{svg}" for key, svg in _plots(plan, outcomes, found, tongue)]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{heading}</title>'
    top = f'<!doctype html>\n<html lang="{tongue}"><head>{head}<style>{STYLE}</style></head>'
    return f"{top}<body>{''.join(body)}</body></html>\n"


def command(plan: Plan) -> str:
    """The command that plays the same games again."""
    words = [f"strapontin arena {plan.game} --bots {shlex.quote(','.join(plan.bots))} --games {plan.games}"]
    words += [f"--players {plan.players} --seed {plan.seed} --think {plan.think:g}"]
    for key, value in plan.options.items():
        if isinstance(value, str | int):
            told = str(value).lower() if isinstance(value, bool) else str(value)
            words.append(f"--option {shlex.quote(f'{key}={told}')}")
        else:  # a map of one's own: too long for a line
            words.append("--options FILE")
    return " ".join(words)


def _table(found: Results, tongue: Language) -> str:
    keys = ("bot", "games", "wins", "fair", "score", "rating", "seconds", "over")
    head = "".join(f"<th>{escape(say(tongue, f'arena.{key}'))}</th>" for key in keys)
    rows, form = [], rating_form(found)
    for one in found.standings:
        cells = [
            escape(one.bot),
            str(one.games),
            f"{percent(one.wins.mean, tongue)}{_small(interval(one.wins, '.1f', tongue, 100))}",
            percent(one.fair, tongue),
            f"{decimal(tongue, one.score.mean, '.2f')}{_small(interval(one.score, '.2f', tongue))}",
            ""
            if one.rating is None
            else f"{decimal(tongue, one.rating.mean, form)}{_small(interval(one.rating, form, tongue))}",
            f"{one.seconds:.3f}",
            beyond(one.over),
        ]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f'<div class="figures"><table><tr>{head}</tr>{"".join(rows)}</table></div>'


def _small(words: str) -> str:
    return f"<br><small>{words}</small>"


def _pairs(found: Results, tongue: Language) -> str:
    if not found.pairings:
        return ""
    lines = []
    for pair in found.pairings:
        lines.append(f"<li>{escape(pairing(pair, tongue))}</li>")
    return f"<h2>{escape(say(tongue, 'arena.heading.pairs'))}</h2><ul>{''.join(lines)}</ul>"


def _plots(plan: Plan, outcomes: Sequence[Outcome], found: Results, tongue: Language) -> list[tuple[str, str]]:
    """All plots, each with the key of its heading; those of one game only where there is anything to tell."""
    if not outcomes:
        return []
    rng, equal = np.random.default_rng(1), 1 / plan.players
    made: list[tuple[str, str]] = []
    ratings = [(one.bot, one.rating, i) for i, one in enumerate(found.standings) if one.rating is not None]
    if ratings:
        made.append(("arena.heading.ratings", dots(ratings, 0.0 if plan.players == 2 else 25.0, rating_form(found))))
    if plan.players > 1:
        wins = [(one.bot, one.wins, i) for i, one in enumerate(found.standings)]
        made.append(("arena.heading.wins", bars(wins, tongue, equal)))
    made.append(("arena.heading.scores", _by_bot(plan, outcomes, [outcome.scores for outcome in outcomes], tongue)))
    if plan.players > 1:
        made.append(("arena.heading.seats", bars(_by_seat(plan, outcomes, tongue, rng), tongue, equal)))
    moves = [outcome.moves for outcome in outcomes]
    one = game(plan.game)
    made.append(("arena.heading.length", distribution([(_mean(one.name, moves, tongue), moves, 0)])))
    for fact in one.facts:
        told = [outcome.facts.get(fact.name, []) for outcome in outcomes]
        if all(told):  # a ledger may be older than what is counted today
            made.append((f"{one.id}.fact.{fact.name}", _fact(fact, plan, outcomes, told, tongue, rng)))
    return made


def _fact(
    fact: Fact, plan: Plan, outcomes: Sequence[Outcome], told: Sequence[list[Any]], tongue: Language, rng: object
) -> str:
    """What a game counts besides its result, drawn as its kind is best seen."""
    if fact.kind == "number":
        return _by_bot(plan, outcomes, told, tongue)
    if fact.kind == "reached":
        return bars(_reached(plan, outcomes, told, rng), tongue)
    return bars(_held(fact, outcomes, told, tongue, rng), tongue, 1 / plan.players)


def _mean(name: str, values: Sequence[float], tongue: Language) -> str:
    return say(tongue, "arena.report.mean", name=name, mean=decimal(tongue, float(np.mean(values)), ".1f"))


def _by_bot(plan: Plan, outcomes: Sequence[Outcome], values: Sequence[Sequence[float]], tongue: Language) -> str:
    """The distribution, bot by bot, of what is told of every seat of every game."""
    found: dict[int, list[float]] = defaultdict(list)
    for outcome, seats in zip(outcomes, values, strict=True):
        for who, value in zip(outcome.seating, seats, strict=True):
            found[who].append(value)
    return distribution([(_mean(plan.bots[who], told, tongue), told, who) for who, told in sorted(found.items())])


def _by_seat(plan: Plan, outcomes: Sequence[Outcome], tongue: Language, rng: object) -> list[Row]:
    rows = []
    for seat in range(plan.players):
        won: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for outcome in outcomes:
            won[outcome.deal].append((1 / len(outcome.winners) if seat in outcome.winners else 0.0, 1.0))
        rows.append((say(tongue, "arena.report.seat", n=seat + 1), by_deal(won, rng), seat))
    return rows


def _reached(plan: Plan, outcomes: Sequence[Outcome], told: Sequence[list[Any]], rng: object) -> list[Row]:
    """How often each bot reached each of several things, such as a line completed."""
    found: dict[tuple[str, int], dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for outcome, seats in zip(outcomes, told, strict=True):
        for who, things in zip(outcome.seating, seats, strict=True):
            for thing, value in things.items():
                found[thing, who][outcome.deal].append((float(value > 0), 1.0))
    return [(f"{thing} {plan.bots[who]}", by_deal(deals, rng), who) for (thing, who), deals in sorted(found.items())]


def _held(
    fact: Fact, outcomes: Sequence[Outcome], told: Sequence[list[Any]], tongue: Language, rng: object
) -> list[Row]:
    """How often whoever held something at the end had won; one may have held several things."""
    found: dict[str, dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for outcome, seats in zip(outcomes, told, strict=True):
        for seat, held in enumerate(seats):
            share = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
            found[held][outcome.deal].append((share, 1.0))
    rows = []
    for i, (held, deals) in enumerate(sorted(found.items())):
        name = " + ".join(said(tongue, f"{fact.words}.{one}", one) if fact.words else one for one in held.split("+"))
        rows.append((name, by_deal(deals, rng), i))
    return rows
