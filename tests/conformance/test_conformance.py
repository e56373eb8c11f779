"""What must hold for every game of the collection."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import msgspec
import numpy as np
import pytest

import strapontin
from strapontin.core.errors import BadOptions, IllegalMove, MoveError, NotToAct, UnreadableMove
from strapontin.core.game import CHANCE, SPECTATOR
from strapontin.core.kernel import JIT, copy_of
from strapontin.core.match import Match, Seat, verify
from strapontin.core.registry import game, games
from strapontin.core.rng import generator
from strapontin.core.schema import schemas
from tests.conformance.driver import begin, digests, steps, whole
from tests.conformance.variants import VARIANTS, Variant

ROOT = Path(__file__).resolve().parents[2]
GAMES, MOST = (3, 10_000) if JIT else (1, 60)
"""Whole games when compiled; the first decisions of one game in plain Python."""

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def eyes(match: Match) -> list[int | None]:
    return [None, *range(len(match.players))]


def test_every_registered_game_has_variants_here() -> None:
    assert {variant.game for variant in VARIANTS} == set(games())


def test_both_modes_of_kernels_give_the_same_records() -> None:
    script = [sys.executable, "-m", "tests.conformance.driver", "1", "40"]
    environment = os.environ | {"STRAPONTIN_JIT": "0" if JIT else "1"}
    other = subprocess.run(script, cwd=ROOT, env=environment, capture_output=True, check=True, text=True)
    assert json.loads(other.stdout) == digests(1, 40)


@every_variant
def test_the_same_seed_gives_the_same_game(variant: Variant) -> None:
    assert whole(variant, 5, MOST).record() == whole(variant, 5, MOST).record()


@every_variant
def test_record_load_record_is_the_identity(variant: Variant) -> None:
    for seed in range(GAMES):
        record = whole(variant, seed, MOST).record(reveal=True)
        again = strapontin.load(json.loads(json.dumps(record)))
        assert again.record(reveal=True) == record
        verify(again)


@every_variant
def test_scores_recomputed_from_the_record_equal_the_incremental_ones(variant: Variant) -> None:
    match = whole(variant, 1, MOST)
    again = strapontin.load(match.record(reveal=True))
    assert (again.scores, again.winners) == (match.scores, match.winners)
    assert again.state.tobytes() == match.state.tobytes()


@every_variant
def test_every_game_ends_with_winners(variant: Variant) -> None:
    if not JIT:
        return
    for seed in range(20):
        match = begin(variant, 100 + seed)
        match.game.playout(match.setting.board, match.state, generator(f"ends of {variant}, {seed}"))
        assert match.over
        assert match.winners
        assert match.winners == sorted(set(match.winners))


@every_variant
def test_kernels_list_distinct_actions_within_their_bounds(variant: Variant) -> None:
    for match in steps(variant, 2, MOST):
        for seat in match.to_act:
            actions = match.game.actions(match.setting, match.state, int(seat))
            assert len(actions) == len(set(actions)) <= match.game.most
            assert all(0 <= action < match.game.width for action in actions)
            assert actions


@every_variant
def test_chance_lists_distinct_outcomes_with_positive_weights(variant: Variant) -> None:
    match = whole(variant, 3, MOST)
    for ply, (seat, text) in enumerate(match.moves):
        if seat != "*" or ply > 200:
            continue
        past = match.at(ply)
        out, weights = np.empty(match.game.most, np.int64), np.empty(match.game.most, np.int64)
        n = match.game.rules.chances(past.setting.board, past.state, out, weights)
        outcomes = match.game.outcomes(past.setting, past.state)
        assert len(outcomes) == n == len(set(out[:n].tolist()))
        assert all(weight > 0 for _, weight in outcomes.values())
        assert text in outcomes


@every_variant
def test_notation_round_trips(variant: Variant) -> None:
    for match in steps(variant, 4, MOST):
        for seat in match.to_act:
            for text, actions in match.game.moves(match.setting, match.state, int(seat)).items():
                assert match.game.read(match.setting, match.state, int(seat), text) == actions
                assert match.game.text(match.setting, match.state, int(seat), actions) == text
    opening = begin(variant, 4, chance="manual")
    for text, (action, _) in opening.game.outcomes(opening.setting, opening.state).items():
        assert opening.game.read(opening.setting, opening.state, CHANCE, text) == (action,)


@every_variant
def test_every_listed_move_can_be_played_and_every_other_is_refused(variant: Variant) -> None:
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
                    with pytest.raises(MoveError) as caught:
                        match.play(seat, move)
                    assert isinstance(caught.value, (IllegalMove, UnreadableMove))
                    assert "\n" not in str(caught.value)


@every_variant
@pytest.mark.parametrize(
    "text", ["", " ", "nonsense", "\n", "é" * 5000, "0" * 400, "-", "?", "A1 ", "none", "1,1", "H9:x"]
)
def test_text_outside_the_notation_is_refused_in_one_line(variant: Variant, text: str) -> None:
    match = begin(variant, 8)
    seat = min(match.to_act)
    if text in match.legal(seat):
        return
    with pytest.raises(MoveError) as caught:
        match.play(seat, text)
    assert isinstance(caught.value, (IllegalMove, UnreadableMove))
    assert "\n" not in str(caught.value)
    with pytest.raises(MoveError):
        begin(variant, 8, chance="manual").play("*", text)


@every_variant
def test_a_seat_that_may_not_act_is_told_who_may(variant: Variant) -> None:
    match = begin(variant, 9)
    anybody: list[Seat] = [*range(len(match.players)), 11, "*"]
    for seat in anybody:
        if seat not in match.to_act:
            with pytest.raises(NotToAct, match="to act"):
                match.play(seat, "anything")


@every_variant
def test_playing_never_changes_an_older_copy_of_a_state(variant: Variant) -> None:
    kept = []
    for match in steps(variant, 10, MOST if JIT else 20):
        kept.append((match.state, match.state.tobytes()))
    assert all(state.tobytes() == before for state, before in kept)


@every_variant
def test_a_position_can_be_reached_again(variant: Variant) -> None:
    match = whole(variant, 11, MOST)
    states = [match.at(ply).state.tobytes() for ply in range(0, len(match.moves) + 1, 9)]
    again = strapontin.load(match.record(reveal=True))
    assert [again.at(ply).state.tobytes() for ply in range(0, len(match.moves) + 1, 9)] == states


@every_variant
def test_a_truth_imagined_from_a_concealed_state_conceals_to_the_same_bytes(variant: Variant) -> None:
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
                    assert match.game.actions(match.setting, truth, number) == mine
                match.game.rules.conceal(match.setting.board, truth, number)
                assert truth.tobytes() == concealed.tobytes()
                assert match.game.view(match.setting, truth, seat) == view


@every_variant
def test_an_imagined_truth_can_be_played_to_its_end(variant: Variant) -> None:
    rng = generator(f"ends of {variant}")
    for ply, match in enumerate(steps(variant, 13, MOST if JIT else 10)):
        if ply % 11 or match.over:
            continue
        for seat in eyes(match):
            truth = match.concealed(seat)
            match.game.rules.imagine(match.setting.board, truth, SPECTATOR if seat is None else seat, rng)
            assert match.game.actors(match.setting, truth) == match.game.actors(match.setting, match.state)
            other = copy_of(truth)
            match.game.playout(match.setting.board, truth, rng)
            match.game.rules.rollout(match.setting.board, other, rng)
            assert match.game.actors(match.setting, truth) == match.game.actors(match.setting, other) == []


@every_variant
def test_concealing_twice_changes_nothing_more(variant: Variant) -> None:
    for match in steps(variant, 14, MOST if JIT else 30):
        for seat in eyes(match):
            once = match.concealed(seat)
            twice = copy_of(once)
            match.game.rules.conceal(match.setting.board, twice, SPECTATOR if seat is None else seat)
            assert once.tobytes() == twice.tobytes()


@every_variant
def test_looking_changes_nothing(variant: Variant) -> None:
    for ply, match in enumerate(steps(variant, 17, MOST if JIT else 30)):
        if ply % 3:
            continue
        for seat in eyes(match):
            known = match.concealed(seat)
            before = known.tobytes()
            first = match.game.view(match.setting, known, seat)
            assert known.tobytes() == before
            assert match.game.view(match.setting, known, seat) == first


@every_variant
def test_simultaneous_choices_stay_hidden_until_the_round_closes(variant: Variant) -> None:
    if not game(variant.game).simultaneous or variant.players == 1:
        return
    rng = np.random.default_rng(15)
    for ply, match in enumerate(steps(variant, 15, MOST)):
        if ply % 4 or match.over or len(match.to_act) < 2:
            continue
        record = match.as_record(reveal=True)
        actor, *watchers = (int(seat) for seat in sorted(match.to_act, key=str))
        seen = set()
        for move in rng.choice(match.legal(actor), 3):
            other = Match.from_record(record)
            other.play(actor, str(move))
            if actor in other.to_act:  # a special station: this seat still looks as if it had not finished
                assert other.view(None) == match.view(None)
                continue
            told = [
                (other.concealed(s).tobytes(), json.dumps(other.view(s)), repr(other.log(s)), repr(other.history(s)))
                for s in (None, *watchers)
            ]
            seen.add(repr(told))
        assert len(seen) <= 1


@every_variant
def test_views_and_records_are_valid_against_their_published_schemas(variant: Variant) -> None:
    published = schemas()
    record = jsonschema.Draft202012Validator(published["record.json"])
    view = jsonschema.Draft202012Validator(published[f"view-{variant.game}.json"])
    for ply, match in enumerate(steps(variant, 16, MOST)):
        if ply % (3 * variant.players):
            continue
        record.validate(match.record())
        for seat in (*eyes(match), "*"):
            view.validate(json.loads(json.dumps(match.view(seat))))


def test_the_published_schemas_in_docs_are_those_of_the_code() -> None:
    for name, schema in schemas().items():
        assert json.loads((ROOT / "docs" / "schema" / name).read_text(encoding="utf-8")) == schema


@every_variant
def test_previews_name_exactly_the_legal_moves(variant: Variant) -> None:
    for ply, match in enumerate(steps(variant, 17, MOST)):
        if ply % (4 * variant.players):
            continue
        for seat in range(len(match.players)):
            view = match.view(seat)
            legal = match.legal(seat) if seat in match.to_act else []
            assert [move["move"] for move in view["moves"]] == legal


@every_variant
def test_spectators_and_logs_know_every_key_in_both_languages(variant: Variant) -> None:
    from strapontin.words import LANGUAGES, catalogue

    match = whole(variant, 18, MOST)
    assert match.log(None)
    for note in match.log("*"):
        msgspec.json.encode(note)
        for language in LANGUAGES:
            assert note.key in catalogue(language)


@every_variant
def test_pictures_are_drawn_for_every_pair_of_eyes(variant: Variant) -> None:
    import xml.etree.ElementTree as ElementTree

    *_, match = steps(variant, 19, 12)
    for seat in (*eyes(match), "*"):
        assert ElementTree.fromstring(match.svg(seat)).tag.endswith("svg")


@every_variant
def test_undo_takes_back_only_what_nobody_has_seen(variant: Variant) -> None:
    from strapontin.core.errors import CannotUndo

    for match in steps(variant, 20, 40):
        if match.over:
            continue
        seat = int(min(match.to_act))
        record = match.as_record(reveal=True)
        after = Match.from_record(record)
        after.play(seat, after.legal(seat)[-1])
        if after.moves[-1][0] == seat and not after.over and after.to_act <= match.to_act:
            after.undo(seat)
            assert after.as_record(reveal=True) == record
            assert after.state.tobytes() == match.state.tobytes()
        else:
            with pytest.raises(CannotUndo):
                after.undo(seat)


@pytest.mark.parametrize("name", games())
def test_a_game_describes_the_options_it_takes(name: str) -> None:
    one = game(name)
    completed = one.setting({}, one.seats.start).options
    assert {option.name: option.default for option in one.options if option.name in completed} == completed
    for option in one.options:
        values = (True, False) if isinstance(option.default, bool) else option.values
        for value in values:
            assert one.setting({option.name: value}, one.seats.start).options[option.name] == value
        with pytest.raises(BadOptions):
            one.setting({option.name: "no such value"}, one.seats.start)
