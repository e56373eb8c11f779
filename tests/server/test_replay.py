"""A finished game seen again: all open, or exactly as one pair of eyes saw it then."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import msgspec
import pytest

from strapontin.core import registry
from strapontin.core.contract import SPECTATOR
from strapontin.core.kernel import JIT, copy_of
from strapontin.core.match import Match
from strapontin.core.rng import generator
from strapontin.server import answers
from tests.server.client import Person, Refused, serving

MOST = 60 if JIT else 12


def everything_on(game: str) -> dict[str, Any]:
    """Every switch of a game, on the first map where it changes anything."""
    options: dict[str, Any] = {}
    for option in registry.game(game).options:
        if option.default is False:
            options[option.name] = True
            if fitting := registry.game(game).fitting(option):
                options["map"] = fitting[0]
    return options


def played(game: str, seed: int = 3, most: int = MOST) -> Match:
    match, rng = Match(game, 3, everything_on(game), seed=seed), random.Random(seed)
    while match.to_act and len(match.moves) < most:
        seat = rng.choice(sorted(match.to_act, key=str))
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def told(match: Match, eyes: int | str | None, most: int = 1000) -> list[Any]:
    found = answers.positions(match, 0, most, eyes)  # type: ignore[arg-type]
    plain: list[Any] = json.loads(msgspec.json.encode(found))
    return plain


@pytest.mark.parametrize("game", registry.games())
def test_a_seat_sees_no_secret_it_did_not_know_at_that_step(game: str) -> None:
    """Every view is the same in another truth the seat held possible then; so it cannot tell which one is true."""
    match, rng = played(game), generator("another truth")
    for eyes in (0, 2, None):
        for position in told(match, eyes)[:: 1 if JIT else 4]:
            past = match.at(position["ply"])
            truth, number = copy_of(past.concealed(eyes)), SPECTATOR if eyes is None else eyes
            match.game.rules.imagine(match.setting.board, truth, number, rng)
            past.state = truth
            assert position["view"] == past.view(eyes)
            assert position["view"]["seat"] == eyes
            assert [line["key"] for line in position["log"]] == [
                note.key for note in past.log(eyes, position["ply"] - 1) if position["ply"]
            ]


@pytest.mark.parametrize("game", registry.games())
def test_what_others_drew_unseen_leaves_no_trace(game: str) -> None:
    """Deals that differ in hidden draws alone look the same to those who did not draw."""
    seen = set()
    for seed in range(6):
        match, rng = Match(game, 3, everything_on(game), chance="manual"), random.Random(seed)
        while match.to_act == {"*"}:
            outcomes = match.legal("*")
            unseen = [text for text in outcomes if "?" in match.shown("*", text, 0)]
            match.play("*", rng.choice(unseen) if unseen else outcomes[0])
        seen.add(json.dumps([told(match, 0), told(match, None)]))
    assert len(seen) == 1


def test_choices_of_an_open_round_leave_no_trace() -> None:
    seen = set()
    for seed in range(6):
        match, rng = Match("metrox", 3, {"map": "berlin"}, seed=1), random.Random(seed)
        for seat in (1, 2):
            match.play(seat, rng.choice(match.legal(seat)))
        seen.add(json.dumps([told(match, 0), told(match, None)]))
    assert len(seen) == 1
    done = told(match, 0)[-1]
    assert (done["actor"], done["move"], done["noticed"]) == (2, None, True)
    assert told(match, 2)[-1]["move"] == match.moves[-1][1]
    assert told(match, "*")[-1]["move"] == match.moves[-1][1]


def test_a_part_of_a_replay_is_a_part_of_the_whole() -> None:
    match = played("jeudumetro")
    whole = told(match, 1)
    assert len(whole) == len(match.moves) + 1
    part = json.loads(msgspec.json.encode(answers.positions(match, 4, 3, 1)))
    assert part == whole[4:7]


def test_a_replay_of_every_so_many_steps_ends_with_the_last_and_leaves_out_no_line_of_the_log() -> None:
    match = played("jeudumetro")
    whole, last = told(match, "*"), len(match.moves)
    few = json.loads(msgspec.json.encode(answers.positions(match, 0, 100, "*", 7)))
    assert [one["ply"] for one in few] == sorted({*range(0, last, 7), last})
    assert [one["view"] for one in few] == [whole[one["ply"]]["view"] for one in few]
    assert [line for one in few for line in one["log"]] == [line for one in whole for line in one["log"]]


def test_a_replay_is_asked_for_by_seat(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as anybody:
            table = (await ana.table("metrox", 1))["table"]["id"]
            await ana.ask("POST", f"/tables/{table}/start", {})
            async with ana.socket(table) as a:
                with pytest.raises(Refused) as refused:
                    await anybody.ask("GET", f"/tables/{table}/replay?seat=0")
                assert refused.value.kind == "not-over"
                await a.play_out(random.Random(1))
            path = f"/tables/{table}/replay?start=1&count=2"
            seen = [
                (await anybody.ask("GET", path + more))["seat"]
                for more in ("", "&seat=*", "&seat=0", "&seat=spectator")
            ]
            assert seen == ["*", "*", 0, None]
            mine = (await anybody.ask("GET", path + "&seat=0"))["positions"][0]
            assert mine["view"]["moves"]
            assert (await anybody.ask("GET", path + "&seat=spectator"))["positions"][0]["view"]["moves"] == []
            for wrong in ("1", "-1", "x", "", "00"):
                with pytest.raises(Refused) as refused:
                    await anybody.ask("GET", f"{path}&seat={wrong}")
                assert (refused.value.kind, refused.value.fault["field"]) == ("bad-field", "seat")

    asyncio.run(main())
