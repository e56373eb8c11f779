"""Chance told by people who draw real cards: who may say what came, and what it can have been for all they know."""

from __future__ import annotations

from strapontin.core.contract import CHANCE, SPECTATOR
from strapontin.core.kernel import copy_of
from strapontin.core.match import Match
from strapontin.core.rng import generator

ENOUGH = 120
"""After so many imagined truths in which nothing new could be drawn, all is found that can be."""

MOST = 5_000
"""So many truths are imagined at most."""


def tellers(match: Match) -> frozenset[int] | None:
    """The seats that may tell what chance has just drawn; None where everybody sees it, spectators too."""
    game, setting, state = match.game, match.setting, match.state
    text = min(game.outcomes(setting, state))

    def sees(seat: int) -> bool:
        return game.witness(setting, state, CHANCE, text, seat) == text

    if sees(SPECTATOR):
        return None
    return frozenset(seat for seat in range(setting.players) if sees(seat)) or frozenset({holder(match)})


def holder(match: Match) -> int:
    """Whose a draw is that nobody sees when it is made."""
    found = match.game.faces.holder(match.setting, match.state)
    assert found is not None, f"{match.game.id} does not say who tells what nobody sees"
    return found


def drawable(match: Match, seat: int) -> list[str]:
    """What chance can have drawn for all that a seat knows, in a stable order.

    What is left is no secret where everybody sees the draw. Where it is hidden, what others hold is not left, and a
    list without it would give it away: so whatever is left in any truth this seat holds possible is in it.
    """
    game, setting = match.game, match.setting
    if tellers(match) is None:
        return sorted(game.outcomes(setting, match.state))
    known, rng = match.concealed(seat), generator(f"{len(match.moves)}/{seat}")
    found: set[str] = set()
    quiet = 0
    for _ in range(MOST):
        truth = copy_of(known)
        game.rules.imagine(setting.board, truth, seat, rng)
        new = game.outcomes(setting, truth).keys() - found
        found |= new
        quiet = 0 if new else quiet + 1
        if quiet == ENOUGH:
            break
    return sorted(found)
