"""The page's engine beside the compiled one: games, and searches, that are the same to the last bit."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from strapontin.bots.levels import evidence_of
from strapontin.bots.levels import level as level_of
from strapontin.bots.search import searcher
from strapontin.bots.seat import Seat, seat_of
from strapontin.conformance import Variant
from strapontin.conformance.driver import steps
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.registry import collection, game
from strapontin.wasm import __main__ as command
from tests.conformance.variants import variants
from tests.wasm.beside import compare, compare_faces, tables
from tests.wasm.faces import plain
from tests.wasm.node import BUILT, Node, bundled

pytestmark = pytest.mark.skipif(not JIT, reason="plain Python compiles nothing")

SOAK = "STRAPONTIN_SOAK" in os.environ
GAMES = 200 if SOAK else 24
"""Games of every kind, over all variants and numbers of players."""
LONG = 5000 if SOAK else 100
"""Steps of a game: those of Correspondances are very long at random."""
LOOKED_AT = 200 if SOAK else 12
"""Games of every kind that all eyes look at."""
EVERY = 4 if SOAK else 7
"""Steps from one look to the next; the log is read after every one."""
SEEN = 1200 if SOAK else 100
"""Steps of a game that is looked at."""
THOUGHTS = 40 if SOAK else 4
"""Positions of every variant that are thought about."""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    command.write(BUILT)
    return bundled(tmp_path_factory.mktemp("node"))


@pytest.fixture(scope="module")
def node(script: Path) -> Iterator[Node]:
    found = Node(script)
    yield found
    found.close()


@pytest.mark.parametrize("name", collection())
def test_games_are_the_same_to_the_bit(node: Node, name: str) -> None:
    found, settings = game(name), tables(name)
    assert len(settings) <= GAMES
    for number in range(GAMES):
        compare(node, found, settings[number % len(settings)], f"{name}/{number}", LONG)


@pytest.mark.parametrize("name", collection())
def test_everybody_is_told_the_same(node: Node, name: str) -> None:
    found, settings = game(name), tables(name)
    looks = [
        compare_faces(node, found, settings[i % len(settings)], f"{name}/{i}", SEEN, EVERY) for i in range(LOOKED_AT)
    ]
    assert min(looks) > 1


@pytest.mark.parametrize("name", collection())
def test_searches_come_to_the_same_choice_with_the_same_values(node: Node, name: str) -> None:
    search, among = searcher(game(name)), variants(name)[: None if SOAK else 2]
    thought_about = 0
    for variant in among:
        for number, match in enumerate(islice(positions(variant), THOUGHTS)):
            asking, evidence, expected = question(match, search, f"{variant}/{number}")
            node.ask(**asking)
            told = node.answer()
            assert told["action"] == expected.action
            assert told["evidence"] == (None if evidence is None else evidence.tolist())
            assert told["simulations"] == expected.simulations
            assert dict(told["values"]) == expected.values
            assert dict(told["visits"]) == expected.visits
            thought_about += 1
    assert thought_about == len(among) * THOUGHTS


def positions(variant: Variant) -> Iterator[Match]:
    """Every seventh position of one game of a variant after another."""
    for seed in count(1):
        for number, match in enumerate(steps(variant, seed)):
            if not match.over and number % 7 == 0:
                yield match


def test_a_kernel_that_differs_by_one_bit_is_noticed(
    script: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from strapontin.wasm import build, linking

    right, mutations = linking.retargeted, []

    def mutated(text: str) -> str:
        changed = re.sub(r"(shl i64 %\S+), 9$", r"\1, 8", text, flags=re.MULTILINE)  # a step of the generator
        mutations.append(changed != text)
        return right(changed)

    monkeypatch.setattr(linking, "retargeted", mutated)
    found = game("correspondances")
    (tmp_path / "correspondances.wasm").write_bytes(build.module(found))
    assert sum(mutations) == 1
    node = Node(script, tmp_path)
    with pytest.raises(AssertionError, match="step 0: rollout"):
        compare(node, found, found.setting({}, 2), "mutated", LONG)
    node.close()


@pytest.mark.parametrize("level", ["random", "novice"])
@pytest.mark.parametrize("name", collection())
def test_bots_that_play_dice_play_the_same(node: Node, name: str, level: str) -> None:
    play, moves = level_of(level), 0
    for variant in variants(name)[: None if SOAK else 3]:
        for number, match in enumerate(steps(variant, 2)):
            if match.over or number >= LONG:
                break
            if number % 5 == 0:
                seat = seat_of(match, min(match.to_act), seed=f"{variant}/{number}")
                node.ask(**told_to(seat), what="choose", level=level, seed=seat.seed)
                assert node.answer()["move"] == play(seat)
                moves += 1
    assert moves > 0


def question(match: Any, search: Any, seed: str) -> tuple[dict[str, Any], Any, Any]:
    """A position for whoever is to act, as a question to Node; what its history tells here, and what is answered."""
    seat = seat_of(match, min(match.to_act))
    board, state, evidence = seat.setting.board, seat.state, evidence_of(seat)
    simulations = search.insight.regular if SOAK else min(search.insight.regular, 100)
    thought = search.think(board, state, seat.seat, seed, evidence, simulations)
    asked = {"what": "think", "seed": seed, "history": seat.history, "simulations": simulations}
    return asked | told_to(seat), evidence, thought


def told_to(seat: Seat) -> dict[str, Any]:
    """What a bot is told, for Node: its seat, and what is set up."""
    setting = seat.setting
    return {
        "game": seat.game.id,
        "board": setting.board.tobytes(),
        "state": seat.state.tobytes(),
        "seat": seat.seat,
        "scene": plain(seat.game.scene(setting)),
        "options": setting.options,
        "players": setting.players,
    }
