"""Draws are nobody's choice; and what tests play is the same every time."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from strapontin.core.kernel import JIT
from strapontin.server.chance import Chance
from strapontin.server.settings import Settings, fields, from_environment
from strapontin.server.wiring import House
from tests.server.client import Person, Refused, serving
from tests.server.rehearsal import rehearsal


def test_no_flag_no_variable_and_no_request_can_choose_a_seed(tmp_path: Any) -> None:
    assert [name for name in fields() if "seed" in name or "chance" in name] == []
    environment = {"STRAPONTIN_DATA": str(tmp_path), "STRAPONTIN_SEED": "7", "STRAPONTIN_CHANCE": "known"}
    house = House(from_environment(environment, {"seed": "7", "chance": "known"}))
    assert type(house.chance) is type(house.seating.chance) is type(house.bot_turns.chance) is Chance
    dealt = {house.chance.seed("metrox", 2, {}) for _ in range(20)}
    assert {len(seed) for seed in dealt} == {32}
    assert len(dealt) == 20

    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            for more in ({"seed": "0" * 64}, {"chance": "known"}):
                with pytest.raises(Refused) as refused:
                    await ana.table(players=2, **more)
                assert (refused.value.status, refused.value.kind) == (400, "bad-field")

    asyncio.run(main())


@pytest.mark.parametrize("loud", [True, False])
def test_a_house_whose_draws_are_known_says_so_when_it_opens(
    loud: bool, tmp_path: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(data=str(tmp_path), bots=0)

    async def main() -> None:
        house = rehearsal(settings) if loud else House(settings)
        await house.open()
        await house.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())
    assert ("A REHEARSAL" in caplog.text) is loud


@pytest.mark.parametrize("game", ["metrox", "odyssee"])
def test_in_rehearsal_bots_that_search_play_the_same_game_twice(game: str, tmp_path: Any) -> None:
    level = "regular" if JIT else "novice"  # plain Python has too little time for a search

    async def main() -> list[Any]:
        async with serving(tmp_path, bots=1) as (base, _), Person(base) as ana:
            records = []
            for _ in range(2):
                seats = {"0": level, "1": level}
                made = await ana.table(game, 2, bots=seats, seat=None, start=True)
                async with ana.socket(made["table"]["id"]) as watching:
                    await watching.until(lambda watching=watching: watching.over)
                records.append(await ana.ask("GET", f"/tables/{made['table']['id']}/record"))
            return records

    first, second = asyncio.run(main())
    # in an open round either bot may be the quicker one
    assert sorted(map(str, first["moves"])) == sorted(map(str, second["moves"]))
    assert (first["seed"], first["result"]) == (second["seed"], second["result"])
