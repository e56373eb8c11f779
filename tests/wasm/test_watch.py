"""The page's engine beside the compiled one: games, and searches, that are the same to the last bit."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from strapontin.bots.levels import evidence_of
from strapontin.bots.search import searcher
from strapontin.bots.seat import seat_of
from strapontin.conformance.driver import steps
from strapontin.conformance.playing import NONSENSE
from strapontin.core.game import Game, Setting
from strapontin.core.kernel import JIT
from strapontin.core.registry import collection, game
from strapontin.wasm import __main__ as command
from tests.conformance.variants import variants
from tests.wasm.faces import apart, digests, faces
from tests.wasm.node import BUILT, Node, bundled
from tests.wasm.walk import walk

pytestmark = pytest.mark.skipif(not JIT, reason="plain Python compiles nothing")

SOAK = "STRAPONTIN_SOAK" in os.environ
GAMES = 200 if SOAK else 24
"""Games of every kind, over all variants and numbers of players."""
LONG = 5000 if SOAK else 100
"""Steps of a game: those of Correspondances are very long at random."""
LOOKED_AT = 200 if SOAK else 12
"""Games of every kind that all eyes look at."""
EVERY = 1 if SOAK else 7
"""Steps from one look to the next."""
THOUGHTS = 40 if SOAK else 3
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


def tables(name: str) -> list[Setting]:
    """A setting for every variant, and for every number of players."""
    found = game(name)
    settings = [found.setting(one.options, one.players) for one in variants(name)]
    known = {one.players for one in settings}
    return settings + [found.setting({}, n) for n in found.seats if n not in known]


def compare(node: Node, found: Game, setting: Setting, seed: str) -> None:
    """Play a game here and there, and say where they part."""
    board = setting.board.tobytes()
    node.ask(what="walk", game=found.id, board=board, players=setting.players, seed=seed, most=LONG)
    here = walk(found, setting, seed, LONG)
    there = node.answer()
    for step, (native, page) in enumerate(zip(here, there, strict=False)):
        apart = [what for what in native if native[what] != page.get(what)]
        assert not apart, f"{found.id} {setting.options} {seed}: step {step}: {', '.join(apart)}"
    assert len(here) == len(there)


@pytest.mark.parametrize("name", collection())
def test_games_are_the_same_to_the_bit(node: Node, name: str) -> None:
    found, settings = game(name), tables(name)
    assert len(settings) <= GAMES
    for number in range(GAMES):
        compare(node, found, settings[number % len(settings)], f"{name}/{number}")


def compare_faces(node: Node, found: Game, setting: Setting, seed: str) -> int:
    """Look at a game here and there, with all eyes, and say where what they are told differs; how many looks."""
    asked = {
        "what": "faces",
        "game": found.id,
        "board": setting.board.tobytes(),
        "scene": msgspec.to_builtins(found.scene(setting)),
        "options": setting.options,
        "players": setting.players,
        "seed": seed,
        "most": LONG,
        "every": EVERY,
        "nonsense": NONSENSE,
    }
    node.ask(**asked, whole=None)
    here = faces(found, setting, seed, LONG, EVERY, NONSENSE)
    there = node.answer()
    for step, (native, page) in enumerate(zip(here, there, strict=True)):
        if digests(native) != page:
            node.ask(**asked, whole=step)
            pytest.fail(f"{found.id} {setting.options} {seed}: step {step}: {apart(native, node.answer()[step])}")
    return sum(map(bool, here))


@pytest.mark.parametrize("name", collection())
def test_everybody_is_told_the_same(node: Node, name: str) -> None:
    found, settings = game(name), tables(name)
    looks = [compare_faces(node, found, settings[i % len(settings)], f"{name}/{i}") for i in range(LOOKED_AT)]
    assert min(looks) > 1


@pytest.mark.parametrize("name", collection())
def test_searches_come_to_the_same_choice_with_the_same_values(node: Node, name: str) -> None:
    search, thought_about = searcher(game(name)), 0
    for variant in variants(name)[: None if SOAK else 2]:
        for number, match in enumerate(steps(variant, 1)):
            if match.over or number % 7:
                continue
            asking, expected = question(match, search, f"{variant}/{number}")
            node.ask(**asking)
            told = node.answer()
            assert told["action"] == expected.action
            assert told["simulations"] == expected.simulations
            assert dict(told["values"]) == expected.values
            assert dict(told["visits"]) == expected.visits
            thought_about += 1
            if number >= 7 * THOUGHTS:
                break
    assert thought_about > THOUGHTS


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
        compare(node, found, found.setting({}, 2), "mutated")
    node.close()


def question(match: Any, search: Any, seed: str) -> tuple[dict[str, Any], Any]:
    """A position for whoever is to act, as a question to Node, and what is answered here."""
    seat = seat_of(match, min(match.to_act))
    board, state, evidence = seat.setting.board, seat.state, evidence_of(seat)
    simulations = search.insight.regular if SOAK else min(search.insight.regular, 100)
    thought = search.think(board, state, seat.seat, seed, evidence, simulations)
    actions = match.game.actions(seat.setting, state, seat.seat) if evidence is not None else []
    discretion = {a: search.insight.discretion(board, state, seat.seat, a, evidence) for a in actions}
    asked = {
        "what": "think",
        "game": match.game.id,
        "board": board.tobytes(),
        "state": state.tobytes(),
        "seat": seat.seat,
        "seed": seed,
        "evidence": None if evidence is None else [float(one) for one in evidence],
        "discretion": {str(action): float(one) for action, one in discretion.items()},
        "simulations": simulations,
    }
    return asked, thought
