"""`strapontin coach`: what a game teaches, decision by decision."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from strapontin.cli.inputs import named, read_match
from strapontin.cli.language import language
from strapontin.coach import telling
from strapontin.coach.findings import Review, SeatReview
from strapontin.coach.page import COSTLIEST, page
from strapontin.coach.reviewing import review
from strapontin.core.match import Match
from strapontin.words import Language, say

BARS = "▁▂▃▄▅▆▇█"
COLUMNS = 60
"""The curve takes so many columns at most."""


def run(args: argparse.Namespace) -> int:
    """Review and tell."""
    tongue = language(args.language)
    match = read_match(args.file)
    with named(args.file):
        match.view(args.seat)  # refuses a seat that is not there
    if args.html:
        Path(args.html).touch()  # refused before the first question, not after the last
    with _progress(tongue) as told:
        found = review(match, args.seat, args.budget, told)
    if args.html:
        Path(args.html).write_text(page(match, found, tongue), encoding="utf-8")
    if args.json:
        print(json.dumps(msgspec.to_builtins(found), ensure_ascii=False, allow_nan=False))
        return 0
    _tell(match, found, tongue)
    if args.html:
        print(say(tongue, "coach.written", file=args.html), file=sys.stderr)
    return 0


@contextmanager
def _progress(tongue: Language) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    shown = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as progress:
        task = progress.add_task(say(tongue, "coach.progress"), total=None)
        yield lambda done, asked: progress.update(task, completed=done, total=asked)


def _tell(match: Match, found: Review, tongue: Language) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    names, alone = [player.name for player in match.players], len(match.players) == 1

    def line(text: str, style: str = "") -> None:
        console.print(Text(text, style=style))

    line(say(tongue, "coach.title", game=match.game.name), "bold")
    line(say(tongue, "coach.intro", budget=f"{found.budget:,}"), "dim")
    for one in found.seats:
        console.print()
        line(telling.headline(one, tongue), "bold")
        for text in telling.summary(one, alone, tongue):
            line(text)
        if one.curve:
            line(say(tongue, "coach.curve.points" if alone else "coach.curve.win"))
            line(spark(one, alone))
        line(say(tongue, "coach.costliest" if one.costliest else "coach.nothing"))
        for each in one.costliest[:COSTLIEST]:
            line(telling.title(each, tongue), "bold")
            for text in telling.costly(each, names, tongue):
                line(text)


def spark(one: SeatReview, alone: bool) -> str:
    """The curve in a line of bars."""
    values = [(each.points if alone else each.win) or 0.0 for each in one.curve]
    step = max(1, -(-len(values) // COLUMNS))
    values = values[::step]
    low, high = (min(values), max(values)) if alone else (0.0, 1.0)
    scale = (len(BARS) - 1) / max(1e-9, high - low)
    return "".join(BARS[min(len(BARS) - 1, max(0, round((value - low) * scale)))] for value in values)
