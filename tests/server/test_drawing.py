"""Positions as games draw them: for one pair of eyes, from what those eyes know, and nothing but a picture."""

from __future__ import annotations

import asyncio
import random
from typing import Any
from xml.etree import ElementTree

import pytest

from strapontin.core import registry
from strapontin.core.contract import SPECTATOR
from strapontin.core.kernel import copy_of
from strapontin.core.match import Match
from strapontin.core.rng import generator
from strapontin.server import answers
from tests.server.client import Person, Refused, serving
from tests.server.test_replay import played


@pytest.mark.parametrize("game", registry.games())
def test_a_drawing_is_the_same_in_another_truth_its_eyes_hold_possible(game: str) -> None:
    match, rng = played(game), generator("another truth")
    for eyes in (0, 2, None):
        other, truth = match.copy(), copy_of(match.concealed(eyes))
        match.game.rules.imagine(match.setting.board, truth, SPECTATOR if eyes is None else eyes, rng)
        other.state = truth
        told = answers.drawing(match, eyes)
        assert told == answers.drawing(other, eyes)
        assert ElementTree.fromstring(told).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_drawing_shows_a_legal_move_of_its_own_eyes_and_no_other() -> None:
    match = Match("metrox", 2, {"map": "berlin"}, seed=1)
    move = match.legal(0)[0]
    plain = answers.drawing(match, 0)
    assert answers.drawing(match, 0, move) != plain
    assert answers.drawing(match, 0, "?") == plain
    assert answers.drawing(match, None, move) == answers.drawing(match, None)


def test_nobody_is_named_in_a_drawing() -> None:
    match = Match("odyssee", ["Ana <b>", "Zacharias"], seed=1)
    assert not any(name in answers.drawing(match, "*") for name in ("Ana", "Zacharias"))


def test_a_drawing_is_asked_for_by_who_may_look(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as stranger:
            table = (await ana.table("metrox", 1, spectators=False))["table"]["id"]
            path = f"/tables/{table}/drawing.svg"

            async def refusal(person: Person, query: str = "") -> str:
                with pytest.raises(Refused) as refused:
                    await person.ask("GET", path + query)
                return str(refused.value.kind)

            assert await refusal(ana) == "not-started"
            await ana.ask("POST", f"/tables/{table}/start", {})
            assert await refusal(stranger) == "no-spectators"
            assert await refusal(ana, "?ply=0") == "not-over"
            match = house.tables.open[table].table.match
            assert match is not None
            mine = await ana.http.get(f"/api/v1{path}", params={"move": match.legal(0)[0]})
            assert mine.text == answers.drawing(match, 0, match.legal(0)[0])
            assert mine.headers["content-type"] == "image/svg+xml"
            assert mine.headers["cache-control"] == "no-store"
            assert mine.headers["content-security-policy"].endswith("; sandbox")
            async with ana.socket(table) as a:
                await a.play_out(random.Random(1))
            match = house.tables.open[table].table.match
            assert match is not None
            past = await stranger.http.get(f"/api/v1{path}?ply=3&seat=spectator")
            assert past.text == answers.drawing(match.at(3), None)
            assert await refusal(stranger, f"?ply={len(match.moves) + 1}") == "unknown-position"

    asyncio.run(main())
