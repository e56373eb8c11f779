"""What a simulation that stops is worth: the forecast counts what the booklet pays for."""

from __future__ import annotations

import numpy as np
import pytest

from strapontin.core.match import Match
from strapontin.core.rng import below, generator
from strapontin.games.odyssee.kernels.forecast import (
    AHEAD,
    BLOCKED,
    COUNTS,
    DUG,
    LEFT,
    PRESENTS,
    SCORED,
    SECTIONS,
    STATIONS,
    WAITING,
    forecast,
    survey,
)
from strapontin.games.odyssee.kernels.insight import worth
from strapontin.games.odyssee.kernels.judge import judge
from strapontin.games.odyssee.kernels.outlook import OUTLOOK
from strapontin.games.odyssee.kernels.tour import supplies
from tests.games.odyssee.table import Network


def counted(network: Network, seat: int = 0) -> dict[int, float]:
    out = np.zeros(COUNTS)
    survey(network.board, network.state, seat, np.empty(OUTLOOK, np.int64), out)
    return dict(enumerate(out.tolist()))


def test_sections_count_from_the_first_house_of_a_line_to_the_last() -> None:
    stops = ["-2,0", "-1,0", "0,0", "1,0", "2,0"]
    found = counted(Network({"1s": stops}, {1: ["-1,0"], 2: ["2,0"]}))
    assert (found[STATIONS], found[SECTIONS], found[DUG]) == (5, 3, 5)


def test_a_line_that_serves_one_house_has_no_sections_to_ride() -> None:
    found = counted(Network({"1s": ["-2,0", "-1,0", "0,0"]}, {1: ["-1,0"]}))
    assert (found[SECTIONS], found[STATIONS]) == (0, 3)


def test_presents_are_those_the_tour_would_bring() -> None:
    network = Network({"1s": ["-2,0", "-1,0", "0,0"]}, {1: ["-1,0"]}, {1: ["-2,0"], 2: ["0,0"]})
    assert counted(network)[PRESENTS] == int(supplies(network.state, 0, 1)).bit_count() == 2


def test_lines_wait_are_under_way_blocked_or_out_of_the_city() -> None:
    match, rng = Match("odyssee", 2, seed=2), generator(2)
    out, work, seen = np.zeros(COUNTS), np.empty(OUTLOOK, np.int64), set()
    while not match.over and match.view("*")["phase"] == "build":
        (seat,) = match.to_act
        moves = match.legal(seat)
        match.play(seat, moves[below(rng, len(moves))])
        for one in range(2):
            survey(match.setting.board, match.state, one, work, out)
            waiting, left, blocked = out[WAITING], out[LEFT], out[BLOCKED]
            assert waiting + left + blocked <= 2
            assert out[SCORED] == match.scores[one]
            seen |= {WAITING} if waiting else set()
            seen |= ({LEFT} if left else set()) | ({BLOCKED} if blocked else set())
            assert out[AHEAD] == 0 or waiting + left + blocked < 2
    assert {WAITING, BLOCKED} <= seen


@pytest.mark.parametrize("players", [2, 3])
def test_before_the_end_worth_is_the_lead_that_is_forecast(players: int) -> None:
    match, rng = Match("odyssee", players, seed=4), generator(4)
    board, out, work = match.setting.board, np.zeros(COUNTS), np.empty(OUTLOOK, np.int64)
    for _ in range(25):
        seat = min(match.to_act)
        moves = match.legal(seat)
        match.play(seat, moves[below(rng, len(moves))])
        hopes = [forecast(board, match.state, one, work, out) for one in range(players)]
        values = [worth(board, match.state, one) for one in range(players)]
        assert all(0.0 < value < 1.0 for value in values)
        assert values.index(max(values)) == hopes.index(max(hopes))
        if players == 2:
            assert sum(values) == pytest.approx(1.0)


def test_in_little_where_no_tour_follows_worth_is_what_judge_says() -> None:
    match, rng = Match("odyssee", 2, {"mode": "little"}, seed=4), generator(4)
    for _ in range(20):
        (seat,) = match.to_act
        moves = match.legal(seat)
        match.play(seat, moves[below(rng, len(moves))])
    board = match.setting.board
    ahead = judge(board, match.state, 0) - judge(board, match.state, 1)
    assert worth(board, match.state, 0) == pytest.approx(1.0 / (1.0 + np.exp(-ahead / 5.0)))
