"""The seat of a bot from what its player was told: moves, log and view, and nothing else.

Whoever follows a table from outside has no state. But what a seat knows follows from what it has seen: the history
says what happened, with `?` for what was hidden, and the log what was shown. So the game is played again from its
opening, each step in an imagined truth in which the seat would have been told the same, and after every step all is
wiped that the seat cannot know. Which truth it was makes no difference then: games that differ only in hidden things
are the same bytes to a seat. In the end the view must be the one that is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from strapontin.bots.seat import Seat
from strapontin.core.errors import MoveError, StrapontinError
from strapontin.core.kernel import copy_of
from strapontin.core.match import Match, closed_rounds
from strapontin.core.rng import below, generator

Step = tuple[int | Literal["*"], str]
Line = tuple[str, Mapping[str, Any]]
"""A line of the log: its key and its parameters."""

MOST_TRIES = 20_000
"""Truths imagined for one step before it is said that it cannot have happened."""

CHECKED_TRIES = 30
"""Of these, how many must allow the step. A rare hand is not met by chance; the table has checked the move, and the
cards it takes out of a hand nobody sees are wiped again."""


class Inconsistent(StrapontinError):
    """What a seat was told does not fit together."""


class Witness:
    """What a seat knows of a game, kept up with what it is told."""

    def __init__(
        self, game: str, options: Mapping[str, Any], players: int, seat: int, rules: int | None = None
    ) -> None:
        self.seat = seat
        self._match = Match(game, players, dict(options), chance="manual", rules=rules)
        self._rng = generator(f"witness/{game}/{seat}")
        self._steps: list[Step] = []
        self._known: list[tuple[Any, int]] = [(self._match.state, 0)]
        """The position after each step as the seat knows it, and how many lines of the log are explained by then."""

    def question(
        self,
        history: Sequence[Step],
        log: Sequence[Line],
        view: Mapping[str, Any],
        seconds: float = 1.0,
        seed: str = "",
    ) -> Seat:
        """What a bot is asked where it has seen this; Inconsistent if no game would look so to the seat."""
        state = self.known(history, log, view)
        past = closed_rounds(history, self.seat, False) if self._match.game.simultaneous else list(history)
        return Seat(self._match.game, self._match.setting, state, self.seat, seconds, seed, lambda: past)

    def known(self, history: Sequence[Step], log: Sequence[Line], view: Mapping[str, Any]) -> Any:
        """The position as the seat knows it."""
        same = 0
        while same < min(len(self._steps), len(history)) and self._steps[same] == tuple(history[same]):
            same += 1
        if same < len(self._steps):  # taken back, or an open round told anew: the last step may have meant another
            same = max(0, same - 1)
            del self._steps[same:], self._known[same + 1 :]
        for i in range(same, len(history)):
            following = history[i + 1] if i + 1 < len(history) else None
            self._known.append(self._after(*self._known[-1], history[i], log, following, view))
            self._steps.append((history[i][0], history[i][1]))
        now = self._at(self._known[-1][0])
        for other in sorted(_seats(now) - set(view["to_act"])):  # done in an open round, whatever it was
            while other in now.to_act:
                now.play(other, now.legal(other)[0])
        state = now.concealed(self.seat)
        if self._at(state).view(self.seat) != view:
            raise Inconsistent("what happened leads to another view than the one that is shown")
        return state

    def _after(
        self,
        known: Any,
        told: int,
        step: Step,
        log: Sequence[Line],
        following: Step | None,
        view: Mapping[str, Any],
    ) -> tuple[Any, int]:
        """The position after one more step, in any truth in which the seat would have been told the same."""
        if self._match.game.simultaneous:  # only choices of the open round are hidden, and those are not told yet
            trial = self._at(known)
            self._play(trial, step)
            return trial.state, told
        for count in range(MOST_TRIES):
            trial = self._at(copy_of(known))
            trial.game.rules.imagine(trial.setting.board, trial.state, self.seat, self._rng)
            try:
                self._play(trial, step, followed=count >= CHECKED_TRIES and step[0] not in ("*", self.seat))
            except MoveError:
                continue
            lines = [(note.key, note.params) for note in trial.log(self.seat)]
            if lines != [(key, dict(params)) for key, params in log[told : told + len(lines)]]:
                continue
            after = trial.concealed(self.seat)
            if self._leads_to(trial, following) if following else self._at(after).view(self.seat) == view:
                return after, told + len(lines)
        raise Inconsistent(f"step {len(self._steps)}: {step[1]} cannot have happened")

    def _play(self, trial: Match, step: Step, followed: bool = False) -> None:
        """Take a step as it was told, checked or just followed; what was hidden of a draw is drawn here."""
        actor, text = step
        if actor == "*" and "?" in text:
            possible = [one for one in trial.legal("*") if trial.shown("*", one, self.seat) == text]
            text = possible[below(self._rng, len(possible))] if possible else text
        if followed and trial.game.secrets and actor in trial.to_act:
            trial.follow(actor, text)
        else:
            trial.play(actor, text)

    def _leads_to(self, trial: Match, step: Step) -> bool:
        """Whether what was told next can come next; a hand nobody sees is not looked into."""
        actor, text = step
        if actor != "*":
            return actor in trial.to_act
        return any(trial.shown("*", one, self.seat) == text for one in trial.legal("*"))

    def _at(self, state: Any) -> Match:
        """A match that stands at a position, with nothing behind it."""
        trial = self._match.copy()
        trial.state = state
        return trial


def _seats(match: Match) -> set[int]:
    return {seat for seat in match.to_act if isinstance(seat, int)}
