"""`strapontin arena`: many games between bots, and what they say about strength."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from pathlib import Path

import msgspec

from strapontin.arena.plan import Plan
from strapontin.arena.play import Outcome
from strapontin.arena.ratings import Results, results
from strapontin.arena.run import Ledger
from strapontin.arena.run import run as run_here
from strapontin.arena.telling import interval, pairing, rating_form, title
from strapontin.bots import bot, think_time
from strapontin.cli.language import language
from strapontin.cli.reading import options
from strapontin.core.errors import BadOptions
from strapontin.core.registry import game as game_of
from strapontin.words import Language, say


def run(args: argparse.Namespace) -> int:
    """Play what is missing, then tell the figures; Ctrl-C tells those of the games played so far."""
    plan = _plan(args)
    ledger = Ledger(plan, Path(args.resume) if args.resume else None)
    interrupted = False
    try:
        _play(args, ledger)
    except KeyboardInterrupt:
        interrupted = True
    outcomes = sorted(ledger.outcomes.values(), key=lambda outcome: outcome.number)
    tongue = language(args.language)
    if interrupted:
        left = len(ledger.missing())
        key = "arena.interrupted" if args.resume else "arena.interrupted_lost"
        print(say(tongue, key, played=len(outcomes), left=left, file=args.resume), file=sys.stderr)
    if not outcomes:
        return 1
    found = results(plan, outcomes)
    if args.report:
        from strapontin.arena.report import write

        page = write(Path(args.report), plan, outcomes, found, tongue)
        print(say(tongue, "arena.report", file=page), file=sys.stderr)
    if args.json:
        print(json.dumps(msgspec.to_builtins(found), ensure_ascii=False))
    else:
        _tell(found, tongue)
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
    if args.think <= 0:
        raise BadOptions(f"--think: {args.think}; it must be above 0 seconds")
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

        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, stop)

        if args.on:
            from strapontin.arena.cluster import run as run_there

            run_there(ledger, args.on, args.records, told)
        else:
            run_here(ledger, args.jobs, args.records, told)


def _tell(found: Results, tongue: Language) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console()
    heading = title(found, tongue)
    if found.players > 1:
        heading += say(tongue, "arena.title.fair", share=f"{100 / found.players:.1f}")
    form = rating_form(found)
    table = Table(title=heading, box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))  # 80 columns hold it whole
    for key in ("bot", "games", "wins", "score", "rating", "seconds", "over"):
        name = key == "bot"
        table.add_column(say(tongue, f"arena.{key}"), justify="left" if name else "right", overflow="fold")
    for one in found.standings:
        wins, score = one.wins, one.score
        table.add_row(
            one.bot,
            str(one.games),
            f"{100 * wins.mean:.1f} %\n{interval(wins, '.1f', tongue, 100)}",
            f"{score.mean:.2f}\n{interval(score, '.2f', tongue)}",
            "" if one.rating is None else f"{one.rating.mean:{form}}\n{interval(one.rating, form, tongue)}",
            f"{one.seconds:.3f}",
            "" if one.over is None else f"{one.over:+.3f}",
        )
    console.print(table)
    for pair in found.pairings:
        console.print(pairing(pair, tongue), highlight=False)
    for one in found.standings:
        if one.faulty or one.late:
            console.print(say(tongue, "arena.trouble", bot=one.bot, faulty=one.faulty, late=one.late), highlight=False)
    for fault in found.faults:
        console.print(f"  {fault}", highlight=False, markup=False)
