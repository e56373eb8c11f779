"""Games on paper from the server: each in its language, on its paper; made once, off the loop, and within limits."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
from pypdf import PdfReader

from strapontin.core.registry import collection
from strapontin.server import api
from tests.server.client import Person, serving


def test_every_game_is_told_to_be_printable_and_is_printed(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            told = (await ana.ask("GET", "/games"))["games"]
            assert [one["id"] for one in told if one["printable"]] == list(collection())
            for name in collection():
                asked = {"language": "fr", "paper": "letter", "sides": "one"}
                answer = await ana.http.get(f"/api/v1/games/{name}/print.pdf", params=asked)
                assert answer.status_code == 200
                assert answer.headers["content-type"] == "application/pdf"
                assert answer.headers["content-disposition"] == f'attachment; filename="{name}-letter-fr.pdf"'
                assert "max-age" in answer.headers["cache-control"]
                pages = PdfReader(io.BytesIO(answer.content)).pages
                assert {round(float(min(page.mediabox[2:]))) for page in pages} == {612}
                assert "les règles" in pages[-1].extract_text()

    asyncio.run(main())


def test_a_city_is_printed_with_so_many_sheets(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[Any, ...]] = []

    def work(*asked: Any) -> bytes:
        made.append(asked)
        return b"%PDF"

    monkeypatch.setattr(api, "_printed", work)

    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            path = "/api/v1/games/metrox/print.pdf?map=paris&copies=4"
            answers = [await ana.http.get(path) for _ in range(3)]
            assert [one.content for one in answers] == [b"%PDF"] * 3
            assert answers[0].headers["content-disposition"] == 'attachment; filename="metrox-paris-a4-en.pdf"'
            assert made == [("metrox", "paris", 4, "a4", "en", "both")]  # made once, and kept
            await ana.http.get("/api/v1/games/odyssee/print.pdf?copies=4")
            assert made[1:] == [("odyssee", None, 1, "a4", "en", "both")]  # it has no sheets to copy

    asyncio.run(main())


REFUSED = {
    "chess/print.pdf": (404, "unknown-game"),
    "metrox/print.pdf?map=nowhere": (400, "bad-field"),
    "odyssee/print.pdf?map=paris": (400, "bad-field"),
    "metrox/print.pdf?copies=7": (400, "bad-field"),
    "metrox/print.pdf?paper=a3": (400, "bad-field"),
    "metrox/print.pdf?language=xx": (400, "bad-field"),
    "metrox/print.pdf?sides=three": (400, "bad-field"),
}


def test_what_cannot_be_printed_is_refused(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            for path, expected in REFUSED.items():
                answer = await ana.http.get(f"/api/v1/games/{path}")
                assert (answer.status_code, answer.json()["error"]["kind"]) == expected, path

    asyncio.run(main())
