"""Every game has a guided first game that works by keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest

from strapontin.core.registry import games
from strapontin.server.lessons import lesson, lessons
from strapontin.words import LANGUAGES, catalogue


def test_every_game_has_a_lesson() -> None:
    assert lessons() == list(games())


@pytest.mark.parametrize("game", games())
def test_lessons_have_6_to_12_steps_and_words_in_both_languages(game: str) -> None:
    steps = lesson(game).steps
    assert 6 <= len(steps) <= 12
    for language in LANGUAGES:
        assert [step.say for step in steps if step.say not in catalogue(language)] == []


@pytest.mark.parametrize("game", games())
def test_a_lesson_is_done_by_keyboard_alone(visit: Any, game: str) -> None:
    learner = visit()
    learner.go(f"/learn/{game}")
    page = learner.page
    page.locator(".lesson").wait_for()
    for n in range(1, len(lesson(game).steps)):
        explained = page.get_by_role("button", name="Next", exact=True).count() > 0
        for name in ("Next",) if explained else ("Show me the move", "Play"):
            tab_to(page, name)
            page.keyboard.press("Enter")
        page.get_by_role("list", name=f"Step {n + 1} of").wait_for()
    assert page.get_by_role("button", name="Play for real").is_visible()


def tab_to(page: Any, name: str) -> None:
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == name:
            return
    raise AssertionError(f"Tab never reaches {name!r}")
