"""One seat at a game against bots, told in words: what it sees, what it may do, what comes of it.

Whatever is told comes from the view, the log and the picture of this seat. The match itself stays in here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from strapontin import bots
from strapontin.coach import review, telling
from strapontin.core.errors import BadOptions, StrapontinError, clip
from strapontin.core.levels import GENTLE, LEVELS, named
from strapontin.core.match import Match
from strapontin.core.record import Player
from strapontin.core.registry import game as game_of
from strapontin.words import Language, said, say
from strapontin.words.bot_names import bot_names

MOST_SECONDS = 5.0
"""Nobody waits longer for a move of a bot."""
COSTLIEST = 5
"""A review explains so many moves at most."""


class Voice(NamedTuple):
    """How a game is put into words; whoever has the words brings it."""

    language: Language
    board: Callable[[Match, int], str]
    """The table as a seat sees it, in lines of text."""
    news: Callable[[Match, int, int], list[str]]
    """What has happened since a position, as far as a seat knows, a sentence each."""
    does: Callable[[Match, int], dict[str, str]]
    """What each legal move of a seat would do, in a few words."""
    material: Callable[[str], list[str]]
    """The cards or signs of a game, a line each."""
    complaint: Callable[[str], str]
    """What is wrong, as a reader of this language wants it."""


class Sitting:
    """A match, one seat of it, and the bots in the others."""

    def __init__(self, match: Match, seat: int, voice: Voice, luck: object = None) -> None:
        self.match, self.seat, self.voice = match, seat, voice
        self._luck = secrets.token_hex(8) if luck is None else luck
        self._names = [one.bot for one in match.players]
        self._others()

    # playing

    def play(self, move: str) -> None:
        """A move of this seat, and all that happens until it may act again."""
        self.match.play(self.seat, move)
        self._others()

    def undo(self) -> str:
        """Take back the last move, if nobody has acted or learned anything since; return it."""
        return self.match.undo(self.seat)

    def _others(self) -> None:
        match = self.match
        while acting := [int(one) for one in match.to_act if one != "*" and one != self.seat]:
            seat = min(acting)
            name = self._names[seat] or LEVELS[0].name
            luck = bots.luck(self._luck, seat, len(match.moves))
            given = bots.seat_of(match, seat, bots.allowed(name), luck)
            match.play(seat, bots.ask(bots.player(name), given).move)

    # looking

    @property
    def lines(self) -> list[str]:
        """What has happened since this seat's last move, the table as it sees it, and how it stands."""
        voice, match = self.voice, self.match
        return [*self.news, voice.board(match, self.seat), *self._standing()]

    @property
    def news(self) -> list[str]:
        """What has happened from this seat's last move on."""
        plies = [ply for ply, (actor, _) in enumerate(self.match.moves) if actor == self.seat]
        return self.voice.news(self.match, self.seat, plies[-1] if plies else 0)

    def seen(self) -> dict[str, Any]:
        """The same for programs: the view without its moves, which are listed when asked for."""
        match = self.match
        view = {name: told for name, told in match.view(self.seat).items() if name != "moves"}
        told = {
            "players": [{"name": one.name, "bot": one.bot} for one in match.players],
            "options": match.setting.options,
            "news": self.news,
            "commitment": match.commitment,
            "view": view,
        }
        return told | ({"seed": match.seed.hex()} if match.over and match.seed is not None else {})

    def moves(self) -> dict[str, str]:
        """Every legal move, with what it would do."""
        return {} if self.match.over else self.voice.does(self.match, self.seat)

    def previews(self) -> list[dict[str, Any]]:
        """The same for programs."""
        found: list[dict[str, Any]] = self.match.view(self.seat)["moves"]
        return found

    def notation(self) -> list[str]:
        """How moves are written, and the material of the game."""
        name, language = self.match.game.id, self.voice.language
        told = said(language, f"{name}.notation", "")
        return [*([told] if told else []), *self.voice.material(name)]

    def picture(self) -> str:
        """The table as this seat sees it, as SVG."""
        return self.match.svg(self.seat)

    def record(self) -> dict[str, Any]:
        """The record with everything in it, once nothing is secret any more."""
        if not self.match.over:
            raise StrapontinError("record: the game is not over; until then it is secret")
        return self.match.record()

    def review(self, budget: int) -> list[str]:
        """What this seat's decisions so far were worth, from what it knew when it made them."""
        match, language = self.match, self.voice.language
        found = review(match, self.seat, budget).seats[0]
        alone, names = len(match.players) == 1, [one.name for one in match.players]
        told = [telling.headline(found, language), *telling.summary(found, alone, language)]
        told.append(say(language, "coach.costliest" if found.costliest else "coach.nothing"))
        for one in found.costliest[:COSTLIEST]:
            told += [telling.title(one, language), *(f"  {each}" for each in telling.costly(one, names, language))]
        return told

    def _standing(self) -> list[str]:
        match, language = self.match, self.voice.language
        if not match.over:
            return [say(language, "mcp.turn", n=len(match.legal(self.seat)))]
        told = [say(language, "mcp.over")]
        if len(match.players) > 1:
            names = [match.players[seat].name for seat in match.winners]
            told.append(say(language, "cli.won", n=len(names), players=names))
        if match.seed is not None:
            told.append(say(language, "mcp.seed", seed=match.seed.hex()))
        return told


def sit_down(
    game: str,
    voice: Voice,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    others: Sequence[str] | None = None,
    seat: int = 0,
    seed: int | str | None = None,
) -> Sitting:
    """Begin a game in one seat; bots of these levels take the others, in their order, or one level all of them."""
    found = game_of(game)
    count = players if players is not None else found.usual if others is None else len(others) + 1
    if count not in found.seats:
        raise BadOptions(f"players: {count}; {game} is for {found.seats.start} to {found.seats.stop - 1} players")
    if not 0 <= seat < count:
        raise BadOptions(f"seat: {seat}; this match has seats 0 to {count - 1}")
    levels = _levels(others, count - 1)
    sitting = [
        Player(name=name, bot=level) for name, level in zip(bot_names(levels, voice.language), levels, strict=True)
    ]
    sitting.insert(seat, Player(name=say(voice.language, "mcp.you")))
    return Sitting(Match(game, sitting, options, seed), seat, voice, seed)


def _levels(others: Sequence[str] | None, seats: int) -> list[str]:
    """A level for each seat; nothing but our own, for the other kinds of bots are programs somebody has to start."""
    levels = [GENTLE] if others is None else list(others)
    if len(levels) == 1:
        levels *= seats
    if len(levels) != seats:
        raise BadOptions(f"bots: {len(levels)} bots for {seats} seats")
    for one in levels:
        if named(one) is None:
            raise BadOptions(f"bots: {clip(one)}; it must be one of {', '.join(level.name for level in LEVELS)}")
        bots.bot(one)
        if bots.think_time(one) > MOST_SECONDS:
            raise BadOptions(f"bots: {clip(one)}; at most {MOST_SECONDS:g} seconds a move")
    return levels
