"""A review in the page beside Python's: the same questions, the same figures, the same reasons."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

from strapontin.coach import review, telling
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.registry import collection
from strapontin.wasm import __main__ as command
from strapontin.wasm.settings import counts
from strapontin.words import LANGUAGES, catalogue
from tests.coach.games import WHOLE, altered, begun, of_others, swap
from tests.wasm.faces import apart, plain
from tests.wasm.node import BUILT, Node, bundled

pytestmark = pytest.mark.skipif(not JIT, reason="plain Python compiles nothing")

BUDGET = 130
"""Enough for reasons to be told, and for sums of more numbers than are added up at once."""


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    command.write(BUILT)
    found = Node(bundled(tmp_path_factory.mktemp("node")))
    yield found
    found.close()


def in_the_page(node: Node, match: Match, seat: int, budget: int = BUDGET) -> Any:
    words = {language: catalogue(language) for language in LANGUAGES}
    return asked(node, match, what="review", moves=match.moves, seat=seat, simulations=budget, words=words)


def asked(node: Node, match: Match, **question: Any) -> Any:
    setting = match.setting
    node.ask(
        game=match.game.id,
        board=setting.board.tobytes(),
        scene=plain(match.game.scene(setting)),
        options=setting.options,
        players=setting.players,
        parts=[counts(match.game, setting, each) for each in range(setting.players)],
        **question,
    )
    return node.answer()


def hint(node: Node, match: Match, seat: int) -> Any:
    """A hint, of what a page is given for it: the position concealed for the seat, and the history as it saw it."""
    assert seat in match.to_act
    state, history = match.concealed(seat).tobytes(), list(match.history(seat))
    found = asked(
        node, match, what="hint", state=state, history=history, seat=seat, seed=f"hint/{seat}", simulations=BUDGET
    )
    assert found["move"] in match.legal(seat)
    return found


def in_python(match: Match, seat: int, budget: int = BUDGET) -> Any:
    one = review(match, seat, budget).seats[0]
    found = msgspec.to_builtins(one)
    del found["name"]  # a page knows the names
    names, told = [player.name for player in match.players], {}
    for tongue in LANGUAGES:
        whole = [telling.headline(one, tongue), telling.counts(one, tongue), telling.luck(one, len(names) == 1, tongue)]
        whole += telling.possible(one, tongue)
        told[tongue] = [whole] + [
            [telling.title(each, tongue), telling.better(each, tongue), telling.explained(each, names, tongue)]
            for each in one.decisions
        ]
    return {"found": found, "told": told}


@pytest.mark.parametrize("name", collection())
def test_a_page_comes_to_the_figures_python_comes_to_and_says_the_same(node: Node, name: str) -> None:
    for players, choices, seat in ((2, 14, 0), (3, 9, 2)):
        match = begun(name, players, choices, seed=players)
        here, there = in_python(match, seat), in_the_page(node, match, seat)
        assert here == there, apart(here, there)
        assert any(one["played"]["move"] != one["best"]["move"] for one in here["found"]["decisions"])


def test_alone_to_the_end_it_is_about_points(node: Node) -> None:
    match = begun("metrox", 1, WHOLE)
    here, there = in_python(match, 0), in_the_page(node, match, 0)
    assert here == there, apart(here, there)
    assert match.over
    assert here["found"]["curve"][-1]["points"] == match.scores[0] == here["found"]["hindsight"]["score"]
    assert any(one["why"] for one in here["found"]["decisions"])
    assert any(reason for _, _, reason in here["told"]["fr"][1:])


def test_a_large_budget_is_tried_in_several_calls_as_in_one(node: Node) -> None:
    match = begun("metrox", 2, 3)
    here, there = in_python(match, 0, 4000), in_the_page(node, match, 0, 4000)
    assert here == there, apart(here, there)


def test_other_secrets_of_the_others_change_nothing_in_the_page_either(node: Node) -> None:
    match = begun("correspondances", 3)
    other = altered(match, lambda moves: swap(moves, *of_others(match, "line")))
    assert other.concealed(0).tobytes() == match.concealed(0).tobytes()
    assert in_the_page(node, other, 0) == in_the_page(node, match, 0)
    assert in_the_page(node, other, 1) != in_the_page(node, match, 1)


def test_what_others_have_chosen_in_an_open_round_changes_nothing_there_either(node: Node) -> None:
    match, reviews = begun("metrox", 3, 3), []
    for move in (match.legal(1)[0], match.legal(1)[-1]):
        other = match.copy()
        other.play(1, move)
        other.play(0, match.legal(0)[-1])
        assert other.choosing
        reviews.append(in_the_page(node, other, 0))
    assert reviews[0] == reviews[1]


@pytest.mark.parametrize(("name", "verb"), [("correspondances", "line"), ("jeudumetro", "obj")])
def test_other_secrets_of_the_others_give_the_same_hint(node: Node, name: str, verb: str) -> None:
    match, other = with_other_secrets(name, verb, 0)
    assert other.state.tobytes() != match.state.tobytes()
    assert hint(node, other, 0) == hint(node, match, 0)
    match, other = with_other_secrets(name, verb, 1)
    assert hint(node, other, 1) != hint(node, match, 1)  # whose secret it is, for them it is another position


def with_other_secrets(name: str, verb: str, seat: int) -> tuple[Match, Match]:
    """A choice of a seat, and the same with secrets of the others swapped, of which seat 0 has noticed nothing."""
    for seed, choices in product(range(1, 20), range(6, 10)):
        match = begun(name, 3, choices, seed)
        hidden = of_others(match, verb)[:2]
        if match.to_act != {seat} or match.moves[hidden[0]][1][-2:] == match.moves[hidden[1]][1][-2:]:
            continue
        other = altered(match, lambda moves, places=tuple(hidden): swap(moves, *places))
        if other.to_act == {seat} and other.concealed(0).tobytes() == match.concealed(0).tobytes():
            return match, other
    raise AssertionError("no such game")


def test_what_others_have_chosen_in_an_open_round_gives_the_same_hint(node: Node) -> None:
    match, hints = begun("metrox", 3, 3), []
    for move in (match.legal(1)[0], match.legal(1)[-1]):
        other = match.copy()
        other.play(1, move)
        assert other.choosing
        hints.append(hint(node, other, 0))
    assert hints[0] == hints[1]
