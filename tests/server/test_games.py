"""What is told of the games before one is played: what a page asks about them, and their words."""

from __future__ import annotations

import asyncio
from importlib import resources
from typing import Any

import msgspec
import pytest

from strapontin.server import lessons
from tests.server.client import Person, serving


def test_words_are_told_by_subject(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            everything = await ana.ask("GET", "/words/fr")
            told = await ana.ask("GET", "/words/fr?subject=metrox")
            assert told == {key: said for key, said in everything.items() if key.startswith("metrox.")}
            assert told
            assert await ana.ask("GET", "/words/fr?subject=nothing") == {}
            games = (await ana.ask("GET", "/games"))["games"]
            assert [one["about"]["fr"] for one in games] == [everything[f"{one['id']}.about"] for one in games]

    asyncio.run(main())


@pytest.mark.parametrize("game", lessons.lessons())
def test_a_lesson_has_a_word_of_its_own_where_it_plays_on_for_the_learner(game: str) -> None:
    plan = msgspec.json.decode((resources.files(lessons) / f"{game}.json").read_bytes(), type=lessons.Plan)
    leaps = [step for step in plan.steps if any(seat == plan.seat for seat, _ in step.moves)]
    assert [step.say for step in leaps if step.tries is not None] == []
