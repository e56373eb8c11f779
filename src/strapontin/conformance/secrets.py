"""What must hold for what seats know: nobody is shown what they cannot know, and all they know can be imagined."""

from __future__ import annotations

import json

import numpy as np

from strapontin.conformance.assertions import hold
from strapontin.conformance.driver import steps
from strapontin.conformance.playing import MOST
from strapontin.conformance.variant import Variant
from strapontin.core.contract import SPECTATOR
from strapontin.core.encoding import Encoding
from strapontin.core.kernel import JIT, copy_of
from strapontin.core.match import Eyes, Match
from strapontin.core.registry import game
from strapontin.core.rng import generator


def eyes(match: Match) -> list[int | None]:
    """Everybody who looks at a match without seeing everything."""
    return [None, *range(len(match.players))]


def all_eyes(match: Match) -> list[Eyes]:
    """Everybody who looks at a match."""
    return [*eyes(match), "*"]


def seats_know_different_things_where_a_game_has_secrets_or_all_choose_at_once(variant: Variant) -> None:
    """What a game says of its secrets is so."""
    apart = False
    for match in steps(variant, 3, MOST):
        apart = apart or len({match.concealed(eye).tobytes() for eye in eyes(match)}) > 1
    one = game(variant.game)
    said = one.secrets or (one.simultaneous and variant.players > 1)
    hold(apart == said, f"seats know {'different things' if apart else 'the same'}, which the game does not say")


def a_truth_imagined_from_a_concealed_state_conceals_to_the_same_bytes(variant: Variant) -> None:
    """What is imagined is what a seat could be looking at."""
    rng = generator(f"truths of {variant}")
    for ply, match in enumerate(steps(variant, 12, MOST)):
        if ply % 5 or match.over:
            continue
        for seat in eyes(match):
            number = SPECTATOR if seat is None else seat
            concealed = match.concealed(seat)
            view = match.game.view(match.setting, copy_of(concealed), seat)
            for _ in range(3):
                truth = copy_of(concealed)
                match.game.rules.imagine(match.setting.board, truth, number, rng)
                if seat in match.to_act:
                    mine = match.game.actions(match.setting, match.state, number)
                    hold(match.game.actions(match.setting, truth, number) == mine, "other actions in what is imagined")
                match.game.rules.conceal(match.setting.board, truth, number)
                hold(truth.tobytes() == concealed.tobytes(), f"what {seat} imagines conceals to something else")
                hold(match.game.view(match.setting, truth, seat) == view, f"what {seat} imagines looks different")


def equal_knowledge_is_told_in_equal_numbers(variant: Variant) -> None:
    """What programs that learn are told depends on nothing a seat cannot know, and keeps its bounds."""
    rng = generator(f"numbers of {variant}")
    encoding: Encoding | None = None
    for ply, match in enumerate(steps(variant, 18, MOST if JIT else 10)):
        if ply % 5 and not match.over:
            continue
        encoding = encoding or Encoding(match.game, match.setting)
        for seat in eyes(match):
            number = SPECTATOR if seat is None else seat
            told = encoding.observe(match.state, number)
            wrong = np.flatnonzero((told < encoding.low) | (told > encoding.high))
            hold(not len(wrong), f"beyond its bounds: {', '.join(encoding.names[i] for i in wrong[:3])}")
            truth = match.concealed(seat)
            hold(np.array_equal(encoding.observe(truth, number), told), f"{seat} is told what it cannot know")
            if not match.over:
                match.game.rules.imagine(match.setting.board, truth, number, rng)
                hold(np.array_equal(encoding.observe(truth, number), told), f"{seat} is told more than it knows")


def an_imagined_truth_can_be_played_to_its_end(variant: Variant) -> None:
    """A search can go on from what is imagined, at random and by `rollout`."""
    rng = generator(f"ends of {variant}")
    for ply, match in enumerate(steps(variant, 13, MOST if JIT else 10)):
        if ply % 11 or match.over:
            continue
        for seat in eyes(match):
            truth = match.concealed(seat)
            match.game.rules.imagine(match.setting.board, truth, SPECTATOR if seat is None else seat, rng)
            acting = match.game.actors(match.setting, truth)
            hold(acting == match.game.actors(match.setting, match.state), f"others act in what {seat} imagines")
            other = copy_of(truth)
            match.game.playout(match.setting.board, truth, rng)
            match.game.rules.rollout(match.setting.board, other, rng)
            hold(not match.game.actors(match.setting, truth), "random play does not come to an end")
            hold(not match.game.actors(match.setting, other), "`rollout` does not come to an end")


def concealing_twice_changes_nothing_more(variant: Variant) -> None:
    """What is wiped is wiped."""
    for match in steps(variant, 14, MOST if JIT else 30):
        for seat in eyes(match):
            once = match.concealed(seat)
            twice = copy_of(once)
            match.game.rules.conceal(match.setting.board, twice, SPECTATOR if seat is None else seat)
            hold(once.tobytes() == twice.tobytes(), f"concealed twice for {seat}, a state is another one")


def looking_changes_nothing(variant: Variant) -> None:
    """A view leaves its state alone, and is the same the next time."""
    for ply, match in enumerate(steps(variant, 17, MOST if JIT else 30)):
        if ply % 3:
            continue
        for seat in eyes(match):
            known = match.concealed(seat)
            before = known.tobytes()
            first = match.game.view(match.setting, known, seat)
            hold(known.tobytes() == before, "a view has changed its state")
            hold(match.game.view(match.setting, known, seat) == first, "two views of one state differ")


def simultaneous_choices_stay_hidden_until_the_round_closes(variant: Variant) -> None:
    """Whatever somebody has chosen in an open round, the others are told the same."""
    if not game(variant.game).simultaneous or variant.players == 1:
        return
    rng = np.random.default_rng(15)
    encoding: Encoding | None = None
    for ply, match in enumerate(steps(variant, 15, MOST)):
        if ply % 4 or match.over or len(match.to_act) < 2:
            continue
        record = match.as_record(reveal=True)
        actor, *watchers = (int(seat) for seat in sorted(match.to_act, key=str))
        seen = set()
        encoding = encoding or Encoding(match.game, match.setting)
        for move in rng.choice(match.legal(actor), 3):
            other = Match.from_record(record)
            other.play(actor, str(move))
            if actor in other.to_act:  # a special station: this seat still looks as if it had not finished
                hold(other.view(None) == match.view(None), f"half of the move {move} is seen")
                continue
            told = [
                (other.concealed(s).tobytes(), json.dumps(other.view(s)), repr(other.log(s)), repr(other.history(s)))
                for s in (None, *watchers)
            ]
            numbers = [encoding.observe(other.state, s).tobytes() for s in (SPECTATOR, *watchers)]
            seen.add(repr((told, numbers)))
        hold(len(seen) <= 1, f"others can tell what seat {actor} has chosen")


CHECKS = (
    seats_know_different_things_where_a_game_has_secrets_or_all_choose_at_once,
    a_truth_imagined_from_a_concealed_state_conceals_to_the_same_bytes,
    equal_knowledge_is_told_in_equal_numbers,
    an_imagined_truth_can_be_played_to_its_end,
    concealing_twice_changes_nothing_more,
    looking_changes_nothing,
    simultaneous_choices_stay_hidden_until_the_round_closes,
)
