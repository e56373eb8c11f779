"""What always holds in metroX, on maps and games made at random; and the counts of positions on a tiny map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from strapontin.core.contract import CHANCE
from strapontin.core.kernel import JIT, copy_of
from strapontin.core.match import Match
from tests.games.metrox.sheets import city, line
from tests.games.metrox.variants import TINY

PERFT = Path(__file__).with_name("perft.txt")


@st.composite
def maps(draw: st.DrawFn) -> dict[str, Any]:
    """Any small map: crossing lines, loops, special stations, odd decks."""
    stations = "abcdefghijkl"[: draw(st.integers(3, 12))]
    lines = []
    for name in "ABCDE"[: draw(st.integers(1, 5))]:
        path = draw(st.permutations(stations))[: draw(st.integers(1, len(stations)))]
        later = draw(st.integers(0, 5))
        more = {"loop": draw(st.booleans())} if len(path) > 2 else {}
        lines.append(line(name, "".join(path), draw(st.integers(1, 4)), later + draw(st.integers(0, 3)), later, **more))
    deck = draw(st.lists(st.sampled_from(["1", "3", "5", "2E", "4E", "+", "*"]), max_size=8))
    return city(*lines, special="".join(draw(st.sets(st.sampled_from(stations)))), deck=["6", *deck])


@settings(max_examples=60 if JIT else 5, deadline=None)
@given(maps(), st.integers(1, 4), st.booleans(), st.randoms(use_true_random=False))
def test_the_books_balance(chosen: dict[str, Any], players: int, special: bool, random: Any) -> None:
    match = Match("metrox", players, {"map": chosen, "special": special}, seed=random.randrange(10**6))
    lines = {one["id"]: one for one in chosen["lines"]}
    served = {name: [x["id"] for x in chosen["lines"] if name in x["stations"]] for name in "abcdefghijkl"}
    in_all = sum(one["windows"] for one in chosen["lines"])
    while not match.over:
        seat = random.choice(sorted(match.to_act))
        before = match.view(seat)
        move = random.choice(before["moves"])
        match.play(seat, move["move"])
        closed = len(match.to_act) == 0 or match.moves[-1][0] == "*"
        sheet = match.view("*")["sheets"][seat]
        marked = {mark["station"] for mark in sheet["marks"]}
        assert marked - {mark["station"] for mark in before["sheets"][seat]["marks"]} == set(move["marks"])
        assert sheet["empty"] == len(chosen["stations"]) - len(marked)
        assert sheet["vacant"] == in_all - sum(len(one["windows"]) for one in sheet["lines"])
        for one in sheet["lines"]:
            path = lines[one["line"]]["stations"]
            assert one["missing"] == len(set(path) - marked)
            assert len(one["windows"]) <= lines[one["line"]]["windows"]
            assert bool(one["value"]) == (one["missing"] == 0) or not closed
        for mark in sheet["marks"]:
            assert mark["transfer"] in (None, len(served[mark["station"]]))
    for seat, sheet in enumerate(match.view("*")["sheets"]):
        points = sum(lines[one["line"]][one["value"]] for one in sheet["lines"] if one["value"])
        points += 2 * sum(mark["transfer"] or 0 for mark in sheet["marks"])
        points -= sheet["empty"] if players == 1 else sheet["empty"] // 2
        assert match.scores[seat] == points == sheet["score"]["total"]
        assert sheet["vacant"] == 0


def perft(match: Match, state: Any, depth: int) -> int:
    """How many positions lie exactly this many steps ahead, chance counted as a step."""
    game, setting = match.game, match.setting
    acting = game.actors(setting, state)
    if depth == 0 or not acting:
        return int(depth == 0)
    if acting == [CHANCE]:
        steps = [action for action, _ in game.outcomes(setting, state).values()]
    else:
        steps = game.actions(setting, state, acting[0])
    if depth == 1:
        return len(steps)
    total = 0
    for action in steps:
        after = copy_of(state)
        game.rules.apply(setting.board, after, acting[0], action)
        total += perft(match, after, depth - 1)
    return total


def counted(most: int) -> list[int]:
    """The counts up to a depth from the opening of a solo game on the tiny map."""
    match = Match("metrox", 1, {"map": TINY}, chance="manual")
    return [perft(match, match.state, depth) for depth in range(most + 1)]


def test_counts_of_positions_on_a_tiny_map() -> None:
    expected = [int(text.split()[1]) for text in PERFT.read_text(encoding="utf-8").splitlines()]
    most = 5 if JIT else 3
    assert counted(most) == expected[: most + 1]
