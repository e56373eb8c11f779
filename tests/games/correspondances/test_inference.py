"""What placements tell about the line their player holds, and how a player keeps that to itself."""

from __future__ import annotations

from strapontin.bots import seat_of
from strapontin.bots.levels import evidence_of
from strapontin.games.correspondances.kernels import insight
from strapontin.games.correspondances.kernels.state import LINES
from tests.games.correspondances.tabletop import BLUE_OVER_THE_TOP, Tabletop

RED, BLUE, YELLOW, GREEN = range(LINES)


def logits(table: Tabletop, player: int) -> list[float]:
    """What the public history tells of a player's line."""
    seat = table.seat
    found = insight.evidence(table.match.setting, table.match.history(seat), seat, table.match.game.read)
    return found.reshape(-1, LINES)[player].tolist()  # type: ignore[no-any-return]


def discretions(table: Tabletop) -> dict[str, float]:
    """What each placement is worth to the player on turn for what it keeps secret."""
    seat = seat_of(table.match, table.seat)
    evidence = evidence_of(seat)
    return {
        text: insight.discretion(seat.setting.board, seat.state, seat.seat, action, evidence)
        for text, (action,) in seat.moves.items()
    }


def test_who_builds_along_a_line_is_taken_to_hold_it() -> None:
    table = Tabletop(2, 4)
    table.lay(BLUE_OVER_THE_TOP[0])
    table.draw("34+")
    told = logits(table, 0)
    assert told[BLUE] > 0
    assert told[BLUE] > max(told[YELLOW], told[GREEN])
    assert logits(table, 1) == [0.0] * LINES


def test_who_bars_a_line_for_good_is_not_taken_to_hold_it() -> None:
    barred, mean, served = insight.FAINT**2, 0.2, 0.4
    assert insight.told(barred, mean) < 0 < insight.told(served, mean)


def test_a_placement_that_serves_only_the_own_line_gives_it_away() -> None:
    table = Tabletop(2, 4)
    table.draw("12+")
    worth = discretions(table)
    assert worth[BLUE_OVER_THE_TOP[0].split()[1]] == min(worth.values())
    assert max(worth.values()) > min(worth.values())


def test_a_secret_is_never_worth_more_than_a_few_hundredths_of_a_win() -> None:
    table = Tabletop(2, 4)
    table.draw("12+")
    assert all(-insight.SECRET <= value <= 0 for value in discretions(table).values())


def test_who_arrives_has_nothing_left_to_hide() -> None:
    table = Tabletop(2, 4, first=2).lay(*BLUE_OVER_THE_TOP)
    table.draw("12)")
    worth = discretions(table)
    assert worth["5,1:2211"] == 0.0
    assert min(worth.values()) < 0.0
