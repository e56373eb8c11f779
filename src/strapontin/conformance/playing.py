"""What must hold for kernels, notation and records: every match can be played, written down and read again."""

from __future__ import annotations

import json

import numpy as np

import strapontin
from strapontin.conformance.assertions import hold, refused
from strapontin.conformance.driver import begin, steps, whole
from strapontin.conformance.variant import Variant
from strapontin.core.contract import CHANCE
from strapontin.core.errors import CannotUndo, IllegalMove, MoveError, NotToAct, UnreadableMove
from strapontin.core.kernel import JIT
from strapontin.core.match import Match, Seat, verify
from strapontin.core.rng import generator

GAMES, MOST = (3, 10_000) if JIT else (1, 60)
"""Whole games when compiled; the first decisions of one game in plain Python."""

NONSENSE = ("", " ", "nonsense", "\n", "é" * 5000, "0" * 400, "?", "A1 ", "none", "1,1", "H9:x")
"""Texts that are moves of no game, or of few."""

AMPLE = 1 << 14
"""Room for a list that is longer than its game says."""


def the_same_seed_gives_the_same_game(variant: Variant) -> None:
    """Nothing but the seed and the moves decides."""
    hold(whole(variant, 5, MOST).record() == whole(variant, 5, MOST).record(), "two records of one seed differ")


def record_load_record_is_the_identity(variant: Variant) -> None:
    """A record read again is the same record, and its draws were committed to."""
    for seed in range(GAMES):
        record = whole(variant, seed, MOST).record(reveal=True)
        again = strapontin.load(json.loads(json.dumps(record)))
        hold(again.record(reveal=True) == record, f"the record of seed {seed} read again is another one")
        verify(again)


def scores_recomputed_from_the_record_equal_the_incremental_ones(variant: Variant) -> None:
    """Whoever reads a record comes to the same end."""
    match = whole(variant, 1, MOST)
    again = strapontin.load(match.record(reveal=True))
    hold((again.scores, again.winners) == (match.scores, match.winners), f"{again.scores}, not {match.scores}")
    hold(again.state.tobytes() == match.state.tobytes(), "the state differs")


def every_game_ends_with_winners(variant: Variant) -> None:
    """Random play comes to an end, and somebody has won."""
    if not JIT:
        return
    for seed in range(20):
        match = begin(variant, 100 + seed)
        match.game.playout(match.setting.board, match.state, generator(f"ends of {variant}, {seed}"))
        hold(match.over, "a match played out is not over")
        hold(match.winners, "nobody has won")
        hold(match.winners == sorted(set(match.winners)), f"winners {match.winners}")


def kernels_list_distinct_actions_within_their_bounds(variant: Variant) -> None:
    """Whoever may act can, by actions below `width` and no more of them than `most`."""
    ample = np.empty(AMPLE, np.int64)
    for match in steps(variant, 2, MOST):
        for seat in match.to_act:
            n = match.game.rules.legal(match.setting.board, match.state, int(seat), ample)
            hold(n <= match.game.most, f"{n} actions; `most` is {match.game.most}")
            actions = match.game.actions(match.setting, match.state, int(seat))
            hold(actions, f"seat {seat} may act, but has no action")
            hold(len(actions) == len(set(actions)), f"an action is listed twice: {actions}")
            hold(all(0 <= one < match.game.width for one in actions), f"not all below {match.game.width}: {actions}")


def chance_lists_distinct_outcomes_with_positive_weights(variant: Variant) -> None:
    """A draw is one of those listed before it, each once."""
    match = whole(variant, 3, MOST)
    for ply, (seat, text) in enumerate(match.moves):
        if seat != "*" or ply > 200:
            continue
        past = match.at(ply)
        out, weights = np.empty(match.game.most, np.int64), np.empty(match.game.most, np.int64)
        n = match.game.rules.chances(past.setting.board, past.state, out, weights)
        outcomes = match.game.outcomes(past.setting, past.state)
        hold(len(outcomes) == n == len(set(out[:n].tolist())), f"an outcome is listed twice: {out[:n].tolist()}")
        hold(all(weight > 0 for _, weight in outcomes.values()), f"a weight is not positive: {outcomes}")
        hold(text in outcomes, f"{text} was drawn, but is not listed")


def notation_round_trips(variant: Variant) -> None:
    """Every move and every first draw is read as what it was written from."""
    for match in steps(variant, 4, MOST):
        for seat in match.to_act:
            for text, actions in match.game.moves(match.setting, match.state, int(seat)).items():
                read = match.game.read(match.setting, match.state, int(seat), text)
                hold(read == actions, f"{text} is read as {read}, not as {actions}")
                written = match.game.text(match.setting, match.state, int(seat), actions)
                hold(written == text, f"{text} is written again as {written}")
    opening = begin(variant, 4, chance="manual")
    for text, (action, _) in opening.game.outcomes(opening.setting, opening.state).items():
        read = opening.game.read(opening.setting, opening.state, CHANCE, text)
        hold(read == (action,), f"the draw {text} is read as {read}, not as {action}")


def every_listed_move_can_be_played_and_every_other_is_refused(variant: Variant) -> None:
    """Legal is what is listed, and nothing else."""
    seen: dict[str, None] = {}
    for ply, match in enumerate(steps(variant, 6, MOST)):
        for seat in match.to_act:
            legal = match.legal(seat)
            seen |= dict.fromkeys(legal)
            if ply % (4 * variant.players - 1):
                continue
            record = match.as_record(reveal=True)
            for move in legal[:: max(1, len(legal) // 6)]:
                Match.from_record(record).play(seat, move)
            for move in list(seen)[:: max(1, len(seen) // 150)]:
                if move not in legal:
                    error = refused(MoveError, match.play, seat, move)
                    hold(isinstance(error, IllegalMove | UnreadableMove), f"{move} is refused by {error!r}")


def text_outside_the_notation_is_refused_in_one_line(variant: Variant) -> None:
    """Nonsense of a seat and of chance is told what would have been right."""
    match = begin(variant, 8)
    seat = min(match.to_act)
    for text in NONSENSE:
        if text not in match.legal(seat):
            error = refused(MoveError, match.play, seat, text)
            hold(isinstance(error, IllegalMove | UnreadableMove), f"{text[:20]!r} is refused by {error!r}")
            refused(MoveError, begin(variant, 8, chance="manual").play, "*", text)


def a_seat_that_may_not_act_is_told_who_may(variant: Variant) -> None:
    """Moves out of turn are refused as that."""
    match = begin(variant, 9)
    anybody: list[Seat] = [*range(len(match.players)), 11, "*"]
    for seat in anybody:
        if seat not in match.to_act:
            error = refused(NotToAct, match.play, seat, "anything")
            hold("to act" in str(error), f"not told who may: {error}")


def playing_never_changes_an_older_copy_of_a_state(variant: Variant) -> None:
    """A state once handed out stays as it was."""
    kept = []
    for match in steps(variant, 10, MOST if JIT else 20):
        kept.append((match.state, match.state.tobytes()))
    hold(all(state.tobytes() == before for state, before in kept), "an older state has changed")


def a_position_can_be_reached_again(variant: Variant) -> None:
    """Any moment of a record is where it was."""
    match = whole(variant, 11, MOST)
    states = [match.at(ply).state.tobytes() for ply in range(0, len(match.moves) + 1, 9)]
    again = strapontin.load(match.record(reveal=True))
    reached = [again.at(ply).state.tobytes() for ply in range(0, len(match.moves) + 1, 9)]
    hold(reached == states, "a position reached again differs")


def undo_takes_back_only_what_nobody_has_seen(variant: Variant) -> None:
    """A move can be taken back until others act or learn, and leaves no trace."""
    for match in steps(variant, 20, 40):
        if match.over:
            continue
        seat = int(min(match.to_act))
        record = match.as_record(reveal=True)
        after = Match.from_record(record)
        after.play(seat, after.legal(seat)[-1])
        if after.moves[-1][0] == seat and not after.over and after.to_act <= match.to_act:
            after.undo(seat)
            hold(after.as_record(reveal=True) == record, "what was taken back is still in the record")
            hold(after.state.tobytes() == match.state.tobytes(), "what was taken back is still in the state")
        else:
            refused(CannotUndo, after.undo, seat)


CHECKS = (
    the_same_seed_gives_the_same_game,
    record_load_record_is_the_identity,
    scores_recomputed_from_the_record_equal_the_incremental_ones,
    every_game_ends_with_winners,
    kernels_list_distinct_actions_within_their_bounds,
    chance_lists_distinct_outcomes_with_positive_weights,
    notation_round_trips,
    every_listed_move_can_be_played_and_every_other_is_refused,
    text_outside_the_notation_is_refused_in_one_line,
    a_seat_that_may_not_act_is_told_who_may,
    playing_never_changes_an_older_copy_of_a_state,
    a_position_can_be_reached_again,
    undo_takes_back_only_what_nobody_has_seen,
)
