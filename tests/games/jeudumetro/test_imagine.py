"""What a seat may imagine: every deal that fits what it knows, equally likely; counted by hand here."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
import pytest

from strapontin.core.contract import SPECTATOR
from strapontin.core.kernel import JIT, copy_of
from strapontin.core.match import Match
from strapontin.core.rng import generator
from strapontin.games.jeudumetro.kernels import knowledge
from strapontin.games.jeudumetro.kernels.state import COPIES, NAMES, OBJECTIVES, WORLDS
from tests.games.jeudumetro.table import draw, passes, plays, riding, table

CARDS = ["0", "0", "20", "20", "R0", "L20"]
PAIRS_ON_ONE_TRAIN = {("R0", "0"), ("R0", "20"), ("0", "L20"), ("20", "L20")}


def worlds(match: Match, eyes: int | None) -> Counter[tuple[str, ...]]:
    """How many deals lead to each possible world, by the card dealt to each place."""
    state = match.concealed(eyes)
    out, weights = np.zeros(WORLDS, np.int64), np.zeros(WORLDS, np.int64)
    n = knowledge.worlds(match.setting.board, state, out, weights)
    places = match.setting.board.places
    return Counter(
        {
            tuple(OBJECTIVES[int(code) >> 3 * card & 7] for card in range(places)): int(weight)
            for code, weight in zip(out[:n], weights[:n], strict=True)
        }
    )


def deals(places: int) -> Counter[tuple[str, ...]]:
    """Every deal of the six cards, copies told apart."""
    found: Counter[tuple[str, ...]] = Counter()
    for dealt in permutations(CARDS, places):
        found[dealt] += 1
    return found


def deals_of_two_players() -> Counter[tuple[str, ...]]:
    """The same for two players, who exchange a pair that bears on one train."""
    found: Counter[tuple[str, ...]] = Counter()
    for dealt in permutations(CARDS, 4):
        first, second = dealt[:2], dealt[2:]
        lying = [pair[::-1] if pair in PAIRS_ON_ONE_TRAIN else pair for pair in (first, second)]
        found[lying[0] + lying[1]] += 1
    return found


def proportional(one: Counter[tuple[str, ...]], two: Counter[tuple[str, ...]]) -> bool:
    return one.keys() == two.keys() and all(one[k] * two.total() == two[k] * one.total() for k in one)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_at_the_start_every_deal_with_ones_own_objective_is_possible(players: int) -> None:
    match = table(" ".join(["0", "20", "R0", "L20", "0", "20"][:players]), *[""] * players)
    counted = deals(players)
    assert proportional(worlds(match, None), counted)
    mine = Counter({world: n for world, n in counted.items() if world[1] == "20"})
    assert proportional(worlds(match, 1), mine)


def test_two_players_imagine_the_exchange_at_set_up() -> None:
    match = table("0 R0 20 L20", "", "")
    counted = deals_of_two_players()
    assert proportional(worlds(match, None), counted)
    lying = tuple(one["objective"] for one in match.view("*")["places"])
    for seat in range(2):
        own = slice(2 * seat, 2 * seat + 2)
        mine = Counter({world: n for world, n in counted.items() if world[own] == lying[own]})
        assert proportional(worlds(match, seat), mine)


def test_an_objective_seen_in_a_changement_is_certain() -> None:
    match = plays(table("0 20 R0 L20", "CC", "", "", ""), "CC 1<>3")
    assert {(world[0], world[2]) for world in worlds(match, 0)} == {("0", "R0")}
    assert {(world[0], world[2]) for world in worlds(match, 2)} == {("0", "R0")}
    assert len({(world[0], world[2]) for world in worlds(match, 1)}) > 1


def test_that_nobody_won_tells_what_objectives_are_not() -> None:
    match = plays(riding(table("0 R0 0 20", "V2", "", "", ""), p2=18), "V2>2")
    expected = Counter({w: n for w, n in deals(4).items() if w[1] != "20" and w[0] != "L20" and w[3] == "20"})
    assert proportional(worlds(match, 3), expected)


def test_what_an_objective_is_not_travels_with_it() -> None:
    match = plays(riding(table("0 R0 0 20", "V2", "CC", "", ""), p2=18), "V2>2")
    riding(match, p2=10)
    plays(match, "CC 2<>3")
    # the card dealt to 2 lies at 3 now and is still no 20
    assert {world[1] for world in worlds(match, 3)} == {"0", "R0", "L20"}


def test_two_players_are_told_apart_by_a_test_that_nobody_wins() -> None:
    match = plays(riding(table("0 20 0 20", "V2", ""), p2A=18, p2B=0), "V2>2A")
    assert not match.over
    before = Counter({w: n for w, n in deals_of_two_players().items() if w[:2] == ("0", "20")})
    # fulfilled at 2A: 20, R0 (2B is empty); at 2B: 0, L20 (left of 2B is 2A)
    expected = Counter({w: n for w, n in before.items() if not (w[2] in ("20", "R0") and w[3] in ("0", "L20"))})
    assert expected.total() < before.total()
    assert proportional(worlds(match, 0), expected)


def imagined(match: Match, eyes: int | None, times: int) -> list[Any]:
    rng, made = generator("imagine"), []
    for _ in range(times):
        state = match.concealed(eyes)
        match.game.rules.imagine(match.setting.board, state, SPECTATOR if eyes is None else eyes, rng)
        made.append(state)
    return made


def test_objectives_are_imagined_in_proportion() -> None:
    match = table("0 20 R0 L20", "", "", "", "")
    times = 6000 if JIT else 300
    chances = worlds(match, 0)
    drawn = Counter(tuple(OBJECTIVES[int(f)] for f in one.face[:4]) for one in imagined(match, 0, times))
    assert drawn.keys() <= chances.keys()
    for world, weight in chances.items():
        share = weight / chances.total()
        assert abs(drawn[world] / times - share) < 5 * (share / times) ** 0.5


def test_hands_are_imagined_from_the_unseen_cards_evenly_over_copies() -> None:
    match = table("0 20 R0", "V2 V2 M1 HP", "", "")
    times = 4000 if JIT else 200
    held = np.zeros(len(NAMES))
    for state in imagined(match, 0, times):
        held += state.hand[1][: len(NAMES)]
    unseen = match.view(0)["unseen"]
    for kind, name in enumerate(NAMES):
        share = 4 * unseen.get(name, 0) / 39
        assert abs(held[kind] / times - share) < 6 * (max(share, 0.05) / times) ** 0.5


def test_every_imagined_truth_holds_all_cards_and_what_is_certain() -> None:
    match = table("0 20 R0 L20", "PP V1", "AI CO M1 M2", "", "")
    match.play(0, "PP>2")
    match.play("*", "steal AI")
    passes(draw(match, "V2"), 7)
    for eyes in (None, 0, 1, 2, 3):
        for state in imagined(match, eyes, 20):
            total = state.hand.astype(int).sum(0) + state.pile + state.discard
            assert total[: len(NAMES)].tolist() == list(COPIES)
            assert [int(one.sum()) for one in state.hand[:4].astype(int)] == [5, 3, 4, 4]
            assert int(state.pile.sum()) == int(state.stock)
            if eyes == 1:
                assert state.hand[0][NAMES.index("AI")] >= 1


def test_after_a_refill_everybody_knows_the_pile() -> None:
    match = table("0 20 R0", "", "", "")
    while match.state.stock:
        passes(match)
    (seat,) = match.to_act
    match.play(seat, f"-{match.view(seat)['hands'][seat]['cards'][0]}")
    truth = match.state.pile.tolist()
    for eyes in (None, 0, 1, 2):
        assert all(one.pile.tolist() == truth for one in imagined(match, eyes, 10))


def test_later_the_pile_is_the_refill_less_what_was_drawn() -> None:
    match = table("0 20 R0", "", "", "")
    while match.state.refills == 0 or match.state.stock > 20:
        passes(match)
    fresh = match.state.fresh.astype(int)
    for eyes in (None, 0, 1, 2):
        drawn = match.state.drawn[eyes].astype(int) if eyes is not None else 0
        for one in imagined(match, eyes, 50):
            assert (one.pile <= fresh - drawn).all()
            assert int(one.pile.sum()) == int(match.state.stock)


def test_the_pile_after_a_refill_is_imagined_evenly() -> None:
    match = table("0 20 R0", "", "", "")
    while match.state.refills == 0 or match.state.stock > 24:
        passes(match)
    times = 4000 if JIT else 150
    found = Counter(tuple(one.pile.tolist()) for one in imagined(match, 0, times))
    # by hand: every way to choose the pile among the unseen copies, no kind above what the refill had
    unseen = match.view(0)["unseen"]
    most = match.state.fresh.astype(int) - match.state.drawn[0].astype(int)
    shares = choices([unseen.get(name, 0) for name in NAMES], most.tolist(), int(match.state.stock))
    assert set(found) <= set(shares)
    total = sum(shares.values())
    common = sorted(shares, key=lambda pile: shares[pile])[-5:]
    for pile in common:
        share = shares[pile] / total
        assert abs(found[pile] / times - share) < 5 * (share / times) ** 0.5


def choices(unseen: list[int], most: list[int], size: int) -> dict[tuple[int, ...], int]:
    """Every pile of this size and the number of ways to choose its copies."""
    found: dict[tuple[int, ...], int] = {(): 1}
    for kind, copies in enumerate(unseen):
        room = sum(min(u, m) for u, m in zip(unseen[kind + 1 :], most[kind + 1 :], strict=False))
        found = {
            (*pile, n): ways * comb(copies, n)
            for pile, ways in found.items()
            for n in range(min(copies, most[kind]) + 1)
            if size - room <= sum(pile) + n <= size
        }
    return {(*pile, 0): ways for pile, ways in found.items()}


def test_what_is_imagined_conceals_to_what_was_known() -> None:
    match = passes(table("0 20 R0", "", "", ""), 40)
    for eyes in (None, 0, 1, 2):
        known = match.concealed(eyes)
        for state in imagined(match, eyes, 5):
            again = copy_of(state)
            match.game.rules.conceal(match.setting.board, again, SPECTATOR if eyes is None else eyes)
            assert again.tobytes() == known.tobytes()
