"""`strapontin arena`: many games between bots, and what they say about strength."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import msgspec

from strapontin.arena.plan import Plan
from strapontin.arena.play import Outcome
from strapontin.arena.ratings import Results, results
from strapontin.arena.run import Ledger
from strapontin.arena.run import run as run_here
from strapontin.arena.telling import beyond, interval, pairing, percent, rating_form, title
from strapontin.bots import bot, cores, think_time
from strapontin.cli.inputs import options
from strapontin.cli.language import language
from strapontin.core.errors import BadOptions
from strapontin.core.registry import game as game_of
from strapontin.words import Language, decimal, say

LONGEST_NAME = 16
"""Names of bots up to this length have room beside their figures in 80 columns."""


def run(args: argparse.Namespace) -> int:
    """Play what is missing, then tell the figures; Ctrl-C tells those of the games played so far."""
    plan = _plan(args)
    # refused before the first game, not after the last
    for place in filter(None, (args.report, args.records, args.dataset)):
        Path(place).mkdir(parents=True, exist_ok=True)
    if args.dataset:
        from strapontin.arena.dataset import checked

        checked()
    path = Path(args.resume) if args.resume else None
    ledger = Ledger(plan, path)
    interrupted = False
    try:
        with _aside():
            _play(args, ledger)
    except KeyboardInterrupt:
        interrupted = True
        if path is not None:  # a game may have been written and not yet counted: what is on disk counts
            ledger = Ledger(plan, path)
    outcomes = sorted(ledger.outcomes.values(), key=lambda outcome: outcome.number)
    tongue = language(args.language)
    if interrupted:
        left = len(ledger.missing())
        key = "arena.interrupted" if args.resume else "arena.interrupted_lost"
        print(say(tongue, key, played=len(outcomes), left=left, file=args.resume), file=sys.stderr)
    if not outcomes:
        return 1
    found = results(plan, outcomes)
    if args.json:
        told = msgspec.to_builtins(found) | {"outcomes": msgspec.to_builtins(outcomes)}
        print(json.dumps(told, ensure_ascii=False))
    else:
        _tell(found, tongue)
    if args.report:
        from strapontin.arena.report import write

        page = write(Path(args.report), plan, outcomes, found, tongue)
        print(say(tongue, "arena.report", file=page), file=sys.stderr)
    if args.dataset:
        from strapontin.arena import dataset

        decisions = dataset.write(Path(args.dataset), plan, outcomes)
        print(say(tongue, "arena.dataset", n=decisions, directory=args.dataset), file=sys.stderr)
    return 1 if interrupted else 0


def _plan(args: argparse.Namespace) -> Plan:
    """What was asked for, checked as far as it can be before the first game."""
    game = game_of(args.game)
    bots = tuple(name.strip() for name in args.bots.split(",") if name.strip())
    players = args.players if args.players is not None else max(2, game.seats.start)
    if players not in game.seats:
        raise BadOptions(f"--players: {players}; {game.id} is for {game.seats.start} to {game.seats.stop - 1} players")
    for name in bots:
        think_time(name)
        bot(name)
    if not 0.001 <= args.think <= 3600:
        raise BadOptions(f"--think: {args.think:g}; it must be 0.001 to 3600 seconds")
    if args.jobs < 1:
        raise BadOptions(f"--jobs: {args.jobs}; at least one is needed")
    if args.seed < 0:
        raise BadOptions(f"--seed: {args.seed}; it must not be below 0")
    cores.allowed()
    chosen = options(args)
    game.setting(chosen, players)
    plan = Plan(game.id, bots, players, args.games, args.seed, args.think, chosen)
    plan.tables()
    plan.deals()
    return plan


def _play(args: argparse.Namespace, ledger: Ledger) -> None:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    shown = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=shown, disable=not shown.is_terminal) as progress:
        total = len(ledger.plan.fixtures())
        task = progress.add_task(ledger.plan.game, total=total, completed=len(ledger.outcomes))

        stopped: list[int] = []

        def stop(number: int, _: object) -> None:
            stopped.append(number)
            raise KeyboardInterrupt

        def told(_: Outcome) -> None:
            progress.advance(task)
            if stopped:  # compiled code may have swallowed the interruption
                raise KeyboardInterrupt

        with _on_interrupt(stop):
            if args.on:
                from strapontin.arena.cluster import run as run_there

                run_there(ledger, args.on, args.records, told, bool(args.dataset))
            else:
                run_here(ledger, args.jobs, args.records, told, bool(args.dataset))


@contextmanager
def _aside() -> Iterator[None]:
    """Send whatever bots print, and the processes they play in, to standard error: the figures stay readable."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


@contextmanager
def _on_interrupt(stop: Callable[[int, object], None]) -> Iterator[None]:
    """Let Ctrl-C do something else for a while, where it can be told to."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _tell(found: Results, tongue: Language) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    heading = title(found, tongue)
    if found.players > 1:
        heading += say(tongue, "arena.title.fair", share=decimal(tongue, 100 / found.players, ".1f"))
    form = rating_form(found)
    table = Table(title=heading, box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))  # 80 columns hold it whole
    keys = ["bot", "games", "wins", "score", "rating", "seconds", "over"]
    if found.players == 1:  # who plays alone wins always, over nobody
        keys = [key for key in keys if key not in ("wins", "rating")]
    for key in keys:
        table.add_column(say(tongue, f"arena.{key}"), justify="left" if key == "bot" else "right", no_wrap=True)
    long = max(len(one.bot) for one in found.standings) > LONGEST_NAME
    for number, one in enumerate(found.standings, 1):
        wins, score = one.wins, one.score
        cells = {
            "bot": str(number) if long else one.bot,
            "games": str(one.games),
            "wins": f"{percent(wins.mean, tongue)}\n{interval(wins, '.1f', tongue, 100)}",
            "score": f"{decimal(tongue, score.mean, '.2f')}\n{interval(score, '.2f', tongue)}",
            "rating": ""
            if one.rating is None
            else f"{decimal(tongue, one.rating.mean, form)}\n{interval(one.rating, form, tongue)}",
            "seconds": f"{one.seconds:.3f}",
            "over": beyond(one.over),
        }
        table.add_row(*(Text(cells[key]) for key in keys))
    console.print(table)
    if long:  # too long for a column: numbers stand for them
        for number, one in enumerate(found.standings, 1):
            console.print(Text(f"{number}  {one.bot}"), soft_wrap=True)
    said = [pairing(pair, tongue) for pair in found.pairings]
    for one in found.standings:
        if one.faulty or one.late:
            said.append(say(tongue, "arena.trouble", bot=one.bot, faulty=one.faulty, late=one.late))
    for line in (*said, *(f"  {fault}" for fault in found.faults)):
        console.print(Text(line), soft_wrap=True)
