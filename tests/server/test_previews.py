"""What a link shows of itself: a title, a sentence and a picture, and never what a stranger may not see."""

from __future__ import annotations

import asyncio
import re
import struct
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from strapontin.server import answers, preview_api
from strapontin.server.previews import picture as pictures
from tests.server.client import Person, Refused, serving

FRONT = "<!doctype html><html><head><title>Strapontin</title></head><body></body></html>"


@pytest.fixture
def web(tmp_path: Path) -> str:
    folder = tmp_path / "web"
    folder.mkdir()
    (folder / "index.html").write_text(FRONT)
    return str(folder)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What pictures were made of, instead of the pictures."""
    made: list[Any] = []

    def make(heading: str, lines: list[str], drawing: str | None = None) -> bytes:
        made.append((heading, lines, drawing))
        return b"PNG %d" % len(made)

    monkeypatch.setattr(preview_api, "picture", make)
    return made


async def head(person: Person, path: str, **headers: str) -> dict[str, str]:
    """What the page says of itself."""
    answer = await person.http.get(path, headers=headers)
    assert answer.status_code == 200
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', answer.text)
    return {key: unescape(text) for key, text in found}


async def picture_of(person: Person, told: dict[str, str]) -> bytes:
    answer = await person.http.get(told["og:image"].partition(person.base)[2])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    return answer.content


def test_a_table_introduces_itself_in_the_language_of_whoever_set_it_up(tmp_path: Path, web: str, drawn: Any) -> None:
    async def main() -> None:
        async with (
            serving(tmp_path, web=web) as (base, house),
            Person(base, "Ana <b>") as ana,
            Person(base, "Bo") as stranger,
        ):
            await ana.ask("POST", "/guest", {"name": ana.name, "language": "fr"})
            table = (await ana.table(players=2))["table"]["id"]
            told = await head(stranger, f"/t/{table}", **{"accept-language": "en"})
            assert told["og:title"] == "Une place pour vous\u202f: metroX"
            assert told["og:description"].startswith("Ana <b> vous attend.")
            assert (told["og:url"], told["robots"]) == (f"{base}/t/{table}", "noindex")
            assert told["twitter:card"] == "summary_large_image"
            await picture_of(stranger, told)
            assert drawn[-1][2] is None
            await stranger.sit(table, 1)
            await ana.ask("POST", f"/tables/{table}/start", {})
            told = await head(stranger, f"/t/{table}")
            assert told["og:title"] == "metroX\u202f: Ana <b> et Bo"
            assert await picture_of(stranger, told) == await picture_of(stranger, told)
            live = await house.tables.find(table)
            assert live.table.match is not None
            assert drawn[1:] == [("metroX", ["Amsterdam", "Partie en cours"], answers.drawing(live.table.match, None))]

    asyncio.run(main())


def test_addresses_are_whole_and_those_of_the_proxy_in_front(tmp_path: Path, web: str) -> None:
    async def main() -> None:
        async with serving(tmp_path, web=web) as (base, _), Person(base) as ana:
            told = await head(ana, "/", host="metro.example", **{"x-forwarded-proto": "https"})
            assert told["og:url"] == "https://metro.example/"
            assert told["og:image"] == "https://metro.example/api/v1/preview.png?language=en"
            assert told["twitter:image"] == told["og:image"]

    asyncio.run(main())


@pytest.mark.parametrize("secret", ["unwatched", "counted", "counted yesterday"])
def test_what_a_stranger_may_not_see_is_in_no_preview(tmp_path: Path, web: str, drawn: Any, secret: str) -> None:
    async def main() -> None:
        async with serving(tmp_path, web=web) as (base, house), Person(base) as ana, Person(base) as stranger:
            if secret == "unwatched":
                table = await ana.table(players=2, bots={1: "novice"}, spectators=False, start=True)
            else:
                table = await ana.ask("POST", "/daily/metrox", {"name": "Ana"})
            if secret == "counted yesterday":
                after = house.daily.calendar.now() + 2 * 86_400_000
                house.daily.calendar.now = lambda: after
            told = await head(stranger, f"/t/{table['table']['id']}")
            assert told["og:title"] == "A table of metroX"
            assert "Ana" not in str(told)
            await picture_of(stranger, told)
            ((heading, lines, drawing),) = drawn
            assert (heading, lines[-1], drawing) == ("metroX", "Among friends", None)

    asyncio.run(main())


def test_a_finished_game_says_who_won_and_its_replay_the_same(tmp_path: Path, web: str, drawn: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path, web=web) as (base, house), Person(base) as ana, Person(base) as stranger:
            table = (await ana.table("odyssee", players=2, bots={1: "novice"}, start=True))["table"]["id"]
            live = await house.tables.find(table)
            await house.play.resign(live, 0, "enough")
            while live.table.state == "playing":
                await asyncio.sleep(0)
            told = await head(stranger, f"/replay/{table}")
            assert re.match(r".* wins?, Ana −?\d+ and novice 2 −?\d+\.", told["og:description"])
            assert told["og:title"] == (await head(stranger, f"/t/{table}"))["og:title"]
            await picture_of(stranger, told)
            assert drawn[0][2] == answers.drawing(live.table.match, None)  # type: ignore[arg-type]

    asyncio.run(main())


def test_the_line_of_the_day_says_how_many_have_arrived_and_nothing_of_its_cards(
    tmp_path: Path, web: str, drawn: Any
) -> None:
    async def main() -> None:
        async with serving(tmp_path, web=web) as (base, house), Person(base) as ana:
            house.daily.calendar.now = lambda: 1_795_003_200_000  # 2026-11-18, at noon
            told = await head(ana, "/daily/metrox")
            assert told["og:title"] == "Line of the day: metroX · Paris"
            assert told["og:description"].endswith("Nobody has arrived yet.")
            for statement, _ in house.daily.store.add("2026-11-18", "metrox", "0" * 32, 42, 42 << 48):
                await house.database.changed(statement)
            house.daily._counts.clear()
            told = await head(ana, "/daily/metrox/2026-11-18", **{"accept-language": "fr"})
            assert told["og:description"].startswith("18 novembre. Une donne")
            assert told["og:description"].endswith("1 arrivée, avec 42 points.")
            await picture_of(ana, told)
            assert drawn == [("metroX", ["Paris", "Ligne du jour, 18 novembre", "1 arrivée, 42 points"], None)]

    asyncio.run(main())


@pytest.mark.parametrize(
    "path", ["/t/0123456789abcdef", "/daily/metrox/1999-01-01", "/daily/nothing", "/x/y", "/t/%00"]
)
def test_a_link_that_leads_nowhere_is_the_page_as_it_is(tmp_path: Path, web: str, path: str) -> None:
    async def main() -> None:
        async with serving(tmp_path, web=web) as (base, _), Person(base) as ana:
            assert (await ana.http.get(path)).text == FRONT

    asyncio.run(main())


def test_a_picture_is_a_png_of_the_size_that_is_told_whatever_the_game_draws(tmp_path: Path) -> None:
    async def main() -> bytes:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            table = (await ana.table("jeudumetro", players=2, bots={1: "novice"}, start=True))["table"]["id"]
            asked = [ana.http.get(f"/api/v1/tables/{table}/preview.png?language=fr&v={i}") for i in range(3)]
            answers = await asyncio.gather(*asked)
            assert len({one.content for one in answers}) == 1
            assert answers[0].headers["cross-origin-resource-policy"] == "cross-origin"
            return answers[0].content

    made = asyncio.run(main())
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", made[16:24]) == (1200, 630)


def test_what_cannot_be_drawn_is_refused_and_nothing_else_suffers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(pictures.NoPicture, match="a picture cannot be made"):
        pictures.png("this is no picture")

    def tired(*_: Any) -> bytes:
        raise pictures.NoPicture("no")

    monkeypatch.setattr(preview_api, "picture", tired)

    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            for _ in range(2):
                with pytest.raises(Refused) as told:
                    await ana.ask("GET", "/preview.png")
                assert told.value.kind == "back-in-a-moment"
            with pytest.raises(Refused) as told:
                await ana.ask("GET", "/preview.png?language=xx")
            assert told.value.kind == "bad-field"

    asyncio.run(main())
