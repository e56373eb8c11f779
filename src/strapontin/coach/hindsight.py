"""How good was possible: what a clairvoyant would have scored with the draws of a game alone."""

from __future__ import annotations

import msgspec

from strapontin.core.contract import CHANCE
from strapontin.core.errors import BadRecord
from strapontin.core.match import Match

WIDTH = 300
"""Sheets kept after every card."""


class Hindsight(msgspec.Struct):
    """The score reached, and the best one found with the cards known beforehand.

    A beam search keeps the best-looking sheets only, so the best found is a lower bound of the best possible, unless
    there never were more to keep.
    """

    score: int
    best: int
    width: int
    exact: bool
    """Whether no ride at all could have done better."""
    moves: list[str]
    """Rides that reach the best."""

    @property
    def share(self) -> float:
        """The score as a share of the best found; nothing below 0, and of nothing only the best itself is all."""
        return max(0.0, self.score / self.best) if self.best > 0 else float(self.score == self.best)


def hindsight(match: Match, width: int = WIDTH) -> Hindsight:
    """Look back on a finished game of one player, where the next draw does not depend on what is played."""
    game, setting, players = match.game, match.setting, len(match.players)
    if not match.over:
        raise BadRecord(f"hindsight: the game is not over after {len(match.moves)} moves")
    draws = [game.read(setting, match.state, CHANCE, text)[0] for seat, text in match.moves if seat == "*"]
    found = game.clairvoyant(setting, draws, width) if players == 1 else None
    if found is None:
        raise BadRecord(f"hindsight: none for {game.id} with {players}; it is for metroX alone")
    best, rides, exact = found
    score = match.scores[0]
    if score > best:  # a beam may miss what was played
        return Hindsight(score, score, width, exact, [text for seat, text in match.moves if seat == 0])
    return Hindsight(score, best, width, exact, [game.text(setting, match.state, 0, (ride,)) for ride in rides])
