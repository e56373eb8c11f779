"""Below the rules of a game: what it takes to play it on paper."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from strapontin.core.registry import collection


def printed(page: Any) -> list[str]:
    """The words of every page of the file that is fetched."""
    with page.expect_download() as fetched:
        page.locator("a[download]").click()
    return [one.extract_text() for one in PdfReader(io.BytesIO(Path(fetched.value.path()).read_bytes())).pages]


@pytest.mark.parametrize("game", collection())
def test_every_game_is_offered_on_paper(visit: Any, game: str) -> None:
    ana = visit()
    ana.go(f"/rules/{game}")
    link = ana.page.locator("a[download]")
    link.wait_for()
    assert f"/api/v1/games/{game}/print.pdf?" in link.get_attribute("href")
    assert ana.page.locator("input[name=print-map]").count() == (4 if game == "metrox" else 0)


def test_a_city_is_fetched_in_ones_language_with_a_sheet_for_everybody(visit: Any) -> None:
    ana = visit()
    ana.go("/rules/metrox")
    page = ana.page
    for label in ("Paris", "3", "US Letter", "on one side"):
        page.locator("section[aria-labelledby=print-and-play] .choice", has_text=label).first.click()
    words = printed(page)
    assert ["PARIS" in one for one in words[:4]] == [True, True, True, False]
    assert any("the rules" in one for one in words)
