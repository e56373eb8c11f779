"""How good was possible: what a clairvoyant would have scored with the cards of a solo game of metroX."""

from __future__ import annotations

import msgspec

from strapontin.core.errors import BadRecord
from strapontin.core.game import CHANCE
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
    """Look back on a finished solo game of metroX."""
    if match.game.id != "metrox" or len(match.players) != 1:
        raise BadRecord(f"hindsight is for solo games of metrox; this is {match.game.id} with {len(match.players)}")
    if match.setting.options.get("special"):
        raise BadRecord("hindsight: with special stations the cards of a game depend on what is played")
    if not match.over:
        raise BadRecord(f"hindsight: the game is not over after {len(match.moves)} moves")
    from strapontin.games.metrox import beam

    game, setting = match.game, match.setting
    cards = [game.read(setting, match.state, CHANCE, text)[0] for seat, text in match.moves if seat == "*"]
    best, rides, exact = beam.best(setting, cards, width)
    score = match.scores[0]
    if score > best:  # a beam may miss what was played
        return Hindsight(score, score, width, exact, [text for seat, text in match.moves if seat == 0])
    return Hindsight(score, best, width, exact, [game.text(setting, match.state, 0, (ride,)) for ride in rides])
