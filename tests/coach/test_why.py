"""What scores are made of, and when a difference is spoken of."""

from __future__ import annotations

import numpy as np
import pytest

from strapontin.bots.default_insight import account_of
from strapontin.coach.telling import explained
from strapontin.coach.trying import FEWEST, PARTS
from strapontin.coach.why import differences, reasons
from strapontin.core.game import Entry
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.registry import collection, game
from strapontin.words import LANGUAGES, catalogue, say
from tests.coach.games import WHOLE, begun
from tests.coach.test_review import lost
from tests.games.metrox.variants import TINY

ENOUGH = WHOLE if JIT else 60
POINTS = Entry("metrox.why.transfers", "points", 1)
EMPTY = Entry("metrox.why.empty", "number", -1)


def counted(match: Match, seat: int) -> dict[str, float]:
    """What the account of a game counts in its position, by key; of several with one key the first."""
    account = account_of(match.game)
    parts = account.parts(match.setting, seat)
    row = np.full(len(parts) + 1, -77.0)
    account.counts.parts(match.setting.board, match.state, seat, row[: len(parts)])
    assert row[len(parts)] == -77.0
    assert -77.0 not in row[: len(parts)]
    found: dict[str, float] = {}
    for part, value in zip(parts, row, strict=False):
        found.setdefault(part.key, float(value))
    return found


@pytest.mark.parametrize("name", collection())
def test_every_part_has_a_sentence_for_more_and_for_less(name: str) -> None:
    for players in game(name).seats:
        setting = game(name).setting({}, players)
        for part in account_of(game(name)).parts(setting, 0):
            for language in LANGUAGES:
                for way in ("more", "less"):
                    assert f"{part.key}.{way}" in catalogue(language)


def test_a_score_of_metrox_is_the_sum_of_its_parts() -> None:
    match = begun("metrox", 2, ENOUGH)
    for seat in range(2):
        parts = counted(match, seat)
        lines = parts["metrox.why.first"] + parts["metrox.why.later"]
        empty = parts["metrox.why.empty"] // 2
        assert lines + parts["metrox.why.transfers"] - empty == match.scores[seat]


def test_a_line_of_metrox_is_completed_in_the_round_of_its_last_mark() -> None:
    match = begun("metrox", 2, WHOLE, seed=1, map=TINY)
    parts = account_of(match.game).parts(match.setting, 1)
    rounds = {part.params["line"]: i for i, part in enumerate(parts) if part.key == "metrox.why.round"}
    row = np.zeros(len(parts))
    done: dict[str, int] = {}
    past = match.at(0)
    for actor, text in match.moves:
        past.follow(actor, text)
        for line, value in past.game.tally(past.setting, past.state)["lines"][1].items():
            if value:
                done.setdefault(line, int(past.state.turn))
    account_of(match.game).counts.parts(match.setting.board, match.state, 1, row)
    for line, i in rounds.items():
        assert row[i] == done[line] if line in done else np.isnan(row[i])
    assert done


def test_a_score_of_odyssee_is_the_sum_of_its_parts() -> None:
    match = begun("odyssee", 2, ENOUGH)
    for seat in range(2):
        parts = counted(match, seat)
        told = [parts[f"odyssee.why.{name}"] for name in ("stations", "sections", "presents")]
        assert np.isnan([*told[1:], parts["odyssee.why.rivals"]]).all() or match.over
        if match.over:
            assert sum(told) == match.scores[seat]
            assert parts["odyssee.why.rivals"] == match.scores[1 - seat]
            assert parts["odyssee.why.minutes"] == sum(stop["minutes"] or 0 for stop in match.view("*")["tour"][1:])


def test_a_round_of_correspondances_is_trip_and_stretch() -> None:
    match = begun("correspondances", 2, ENOUGH, seed=4)
    last = match.view("*")["last"]
    if last is None:
        assert not JIT
        return
    for seat, result in enumerate(last["results"]):
        parts = counted(match, seat)
        assert parts["correspondances.why.trip"] + parts["correspondances.why.longest"] == result["points"]
        assert parts["correspondances.why.arrived"] == result["arrived"]
        assert parts["correspondances.why.stretch"] == result["stretch"]
        changes = parts["correspondances.why.changes"]
        assert np.isnan(changes) if result["changes"] is None else changes == result["changes"]


def test_objectives_of_jeudumetro_are_counted_as_they_lie() -> None:
    match = begun("jeudumetro", 3, ENOUGH)
    for place in match.view("*")["places"]:
        parts = counted(match, place["seat"])
        assert parts["jeudumetro.why.away"] == place["missing"]
        assert parts["jeudumetro.why.reached"] == (place["missing"] == 0)


def results(*pairs: tuple[float, float], spread: float = 1.0, streams: int = 400) -> np.ndarray:
    """Results of a move played and of a best one, whose parts have these means, and differ by chance so much."""
    rng = np.random.default_rng(1)
    found = np.zeros((streams, 2, PARTS + len(pairs)))
    for i, (played, best) in enumerate(pairs):
        found[:, 0, PARTS + i] = played
        found[:, 1, PARTS + i] = best + rng.normal(0.0, spread, streams)
    return found


def test_a_difference_within_its_interval_is_not_spoken_of() -> None:
    parts = [POINTS, EMPTY]
    assert reasons(differences(parts, results((4.0, 4.1), (2.0, 2.0)), 0, 1), "A1", "B2") == []
    told = reasons(differences(parts, results((4.0, 6.0), (2.0, 2.0)), 0, 1), "A1", "B2")
    assert [one.key for one in told] == ["metrox.why.transfers.more"]
    assert told[0].params["n"] == pytest.approx(2.0, abs=0.2)
    assert (told[0].params["move"], told[0].params["other"], told[0].good) == ("B2", "A1", 1)


def test_what_speaks_for_a_move_comes_before_what_it_costs() -> None:
    told = reasons(differences([POINTS, EMPTY], results((4.0, 3.0), (6.0, 3.0)), 0, 1), "A1", "B2")
    assert [(one.key, one.good) for one in told] == [("metrox.why.empty.less", 1), ("metrox.why.transfers.less", -1)]


def test_a_part_counts_only_where_both_moves_have_it() -> None:
    found = results((4.0, 6.0))
    found[FEWEST - 1 :, 1, PARTS] = np.nan
    assert differences([POINTS], found, 0, 1) == []
    found = results((4.0, 6.0))
    found[FEWEST:, 0, PARTS] = np.nan
    ((_, one),) = differences([POINTS], found, 0, 1)
    assert one.played == 4.0


def test_the_sentence_in_both_languages() -> None:
    one = lost(0.1, 0.3)
    one.why = reasons(differences([POINTS, EMPTY], results((4, 3), (6, 3), spread=1e-6), 0, 1), "A1", "B2")
    assert explained(one, ["Ana"], "en") == "B2 leaves 3 fewer stations empty, but B2 gives up 1 point of transfers."
    assert explained(one, ["Ana"], "fr") == (
        "B2 laisse 3 stations vides de moins, mais B2 renonce à 1 point de correspondances."
    )
    one.why = []
    assert explained(one, ["Ana"], "en") == ""


def test_when_a_line_is_completed_and_in_how_many_futures() -> None:
    part = Entry("metrox.why.round", "number", -1, {"line": "B"})
    found = results((9.0, 9.0), spread=0.0)
    found[:244, 1, PARTS] = 7.0  # of 400 futures, 244 two rounds earlier
    found[244:300, 1, PARTS] = np.nan  # and 56 without the line: they are not earlier
    one = lost(0.1, 0.3)
    one.why = reasons(differences([part], found, 0, 1), "A1", "B3")
    assert explained(one, ["Ana"], "en") == "B3 completes line B 2 rounds earlier in 61% of the futures."
    assert explained(one, ["Ana"], "fr") == "B3 termine la ligne B 2 tours plus tôt dans 61\u202f% des avenirs."
    found[:, 1, PARTS] = 9.0 + 2.0 * np.sign(np.arange(400) % 2 - 0.5)  # as often earlier as later
    assert reasons(differences([part], found, 0, 1), "A1", "B3") == []


def test_others_are_called_by_their_names() -> None:
    part = Entry("jeudumetro.why.rival", "share", -1, {"seat": 1})
    one = lost(0.1, 0.3)
    one.why = reasons(differences([part], results((0.5, 0.25), spread=0.01), 0, 1), "HP", "CS")
    assert explained(one, ["Ana", "Bo"], "en") == ("After CS Bo wins in only 25% of the futures, after HP in 50%.")
    assert say("fr", "coach.verdict.blunder") == "gaffe"
