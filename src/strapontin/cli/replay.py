"""`strapontin replay`: a record read again, in words or as JSON."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from strapontin.cli.inputs import named, read_match
from strapontin.cli.language import language
from strapontin.words import Language, figure, say

if TYPE_CHECKING:
    from strapontin.core.match import Match


def run(args: argparse.Namespace) -> int:
    """Print the position after some moves: its story in words, or what a program needs."""
    match = read_match(args.file)
    length = len(match.moves)
    with named(args.file):
        if args.at is not None:
            match = match.at(args.at)
        if args.json:
            print(json.dumps(position(match, args.seat), ensure_ascii=False, allow_nan=False))
            return 0
        match.view(args.seat)  # refuses a seat that is not there
    spoken = language(args.language)
    tell_story(match, args.seat, spoken)
    print()
    if len(match.moves) < length:
        print(say(spoken, "cli.position", n=len(match.moves), all=length))
    print(closing(match, args.seat, spoken))
    return 0


def position(match: Match, seat: int | None) -> dict[str, Any]:
    """The position as JSON; through the eyes of a seat it holds nothing that seat does not know."""
    view = match.view("*" if seat is None else seat)
    eyes = match.to_act if seat is None else match.to_act & {seat}
    return {
        "moves": len(match.moves),
        "over": view["over"],
        "to_act": view["to_act"],
        "legal": {str(one): match.legal(one) for one in sorted(eyes, key=str)},
        "scores": view["scores"],
        "winners": view["winners"],
        "view": view,
    }


def tell_story(match: Match, seat: int | None, spoken: Language) -> None:
    """The log in words, a line each."""
    from strapontin.cli.boards import tell

    for note in match.log("*" if seat is None else seat):
        print(tell(note, match, spoken))


def closing(match: Match, seat: int | None, spoken: Language) -> str:
    """How things stand: the score of everybody, and who is to act or who has won."""
    view = match.view("*" if seat is None else seat)
    scores = ", ".join(f"{one.name} {figure(score)}" for one, score in zip(match.players, view["scores"], strict=True))
    standing = say(spoken, "cli.of", what=say(spoken, "cli.standing"), told=scores)
    if view["over"]:
        names = [match.players[one].name for one in view["winners"]]
        return f"{standing}\n{say(spoken, 'cli.won', n=len(names), players=names)}"
    waiting = [say(spoken, "cli.chance") if one == "*" else match.players[one].name for one in view["to_act"]]
    return f"{standing}\n{say(spoken, 'cli.waiting', players=waiting)}"
