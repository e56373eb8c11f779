"""How a question to a bot is answered: a concealed state in, the notation of a legal move out."""

from __future__ import annotations

from strapontin import bots
from strapontin.core.levels import STAND_IN, offered
from strapontin.core.match import Match
from strapontin.server.bots.question import Question


def stand_in(level: str) -> str:
    """The level itself, or another if it is not known here."""
    return level if level in offered() else STAND_IN


def choose(question: Question) -> str:
    """Think about a question; the answer is a legal move of the seat."""
    return bots.choose(
        question.game,
        question.options,
        question.players,
        question.state,
        question.history,
        question.seat,
        stand_in(question.level),
        question.seconds,
        question.seed,
        question.rules,
        question.simulations,
    )


def safe_move(match: Match, seat: int, seed: str) -> str:
    """The move that looks best at first glance, for a bot that failed: no search, and nothing its seat cannot know."""
    return bots.player("greedy")(bots.seat_of(match, seat, seed=seed))


def warm(game: str) -> None:
    """Load or compile all a bot will need for a game."""
    bots.warm(game)
