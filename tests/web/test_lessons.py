"""Every game has a guided first game that works by keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest

from strapontin.core.registry import games
from strapontin.server.lessons import lesson, lessons
from strapontin.words import LANGUAGES, catalogue
from tests.web.boards import board
from tests.web.waiting import settle


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
            if page.get_by_role("button", name=name, exact=True).count():  # what is the only move is shown already
                tab_to(page, name)
                page.keyboard.press("Enter")
        page.get_by_role("list", name=f"Step {n + 1} of").wait_for()
    assert page.get_by_role("button", name="Play for real").is_visible()


@pytest.mark.parametrize("game", games())
def test_what_a_lesson_asks_for_pulses_is_named_and_is_seen_on_a_small_phone(visit: Any, game: str) -> None:
    learner = visit(viewport={"width": 360, "height": 640}, locale="fr")
    learner.go(f"/learn/{game}")
    page = learner.page
    page.locator(".lesson").wait_for()
    for n, step in enumerate(lesson(game).steps[:-1], 2):
        if step.tries is not None:
            page.locator(".hinted:visible, .confirm").first.wait_for()  # what is the only move is chosen already
            box = page.locator(".hinted:visible, .confirm").first.bounding_box()
            assert 0 <= box["x"] < 360, (n, box)
            told = page.locator(".lesson .target, .lesson [role=status]").first.inner_text()
            assert len(told.partition(":")[2].strip() or told) > 2
            show(page)
        settle(page)
        assert page.locator(board(game).BOARD).bounding_box()["height"] > 100, n
        page.locator(".lesson .gold").click()
        page.get_by_role("list", name=f"Étape {n} sur").wait_for()


def show(page: Any) -> None:
    """The move a lesson proposes, which is chosen already where there is no other."""
    page.locator(".lesson .show, .lesson .confirm").first.wait_for()
    if page.locator(".lesson .show").count():
        page.locator(".lesson .show").click()
    page.locator(".lesson .confirm").wait_for()


def tab_to(page: Any, name: str) -> None:
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == name:
            return
    raise AssertionError(f"Tab never reaches {name!r}")
