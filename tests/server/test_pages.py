"""The browser's files: compressed once, kept for ever where their name says what they hold, else asked for again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from strapontin.core.kernel import cache_directory
from strapontin.server import late_modules
from tests.server.client import Person, serving

SCRIPT = b"console.log('a train');" * 99


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A page as the build leaves it: a file that would not compress has no smaller copies."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>")
    (folder / "assets" / "first-1a2b.js").write_bytes(SCRIPT)
    (folder / "assets" / "first-1a2b.js.br").write_bytes(b"as brotli")
    (folder / "assets" / "first-1a2b.js.gz").write_bytes(b"as gzip")
    (folder / "assets" / "sign-3c4d.woff2").write_bytes(b"wOF2")
    return folder


def visit(tmp_path: Path, web: Path, *asked: tuple[str, dict[str, str]]) -> list[httpx.Response]:
    """The answers to these requests, their bodies as they were sent."""
    found = []

    async def main() -> None:
        async with serving(tmp_path, web=str(web)) as (base, _), httpx.AsyncClient(base_url=base) as client:
            for path, headers in asked:
                request = client.build_request("GET", path, headers={"accept-encoding": "identity"} | headers)
                answer = await client.send(request, stream=True)
                answer.extensions["raw"] = b"".join([part async for part in answer.aiter_raw()])
                await answer.aclose()
                found.append(answer)

    asyncio.run(main())
    return found


@pytest.mark.parametrize(
    ("takes", "encoding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", b"as brotli"),
        ("gzip, br;q=0", "gzip", b"as gzip"),
        ("identity", None, SCRIPT),
    ],
)
def test_a_file_is_sent_in_the_best_encoding_the_browser_takes(
    tmp_path: Path, web: Path, takes: str, encoding: str | None, body: bytes
) -> None:
    (answer,) = visit(tmp_path, web, ("/assets/first-1a2b.js", {"accept-encoding": takes}))
    assert answer.headers.get("content-encoding") == encoding
    assert answer.extensions["raw"] == body
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-type"].startswith("text/javascript")


def test_what_is_named_after_its_contents_is_kept_for_ever_and_the_page_asked_for_again(
    tmp_path: Path, web: Path
) -> None:
    script, font, page = visit(tmp_path, web, ("/assets/first-1a2b.js", {}), ("/assets/sign-3c4d.woff2", {}), ("/", {}))
    for hashed in (script, font):
        assert hashed.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert page.headers["cache-control"] == "no-cache"
    known = {"if-none-match": page.headers["etag"]}
    again, other = visit(tmp_path, web, ("/", known), ("/assets/first-1a2b.js", known))
    assert (again.status_code, again.extensions["raw"]) == (304, b"")
    assert other.status_code == 200


def test_a_file_of_an_older_page_is_refused_and_not_kept(tmp_path: Path, web: Path) -> None:
    (gone,) = visit(tmp_path, web, ("/assets/first-0000.js", {}))
    assert gone.status_code == 404
    assert gone.headers["cache-control"] == "no-store"
    assert b"unknown-route" in gone.extensions["raw"]


@pytest.mark.parametrize("path", ["/%", "//", "/learn/metrox/3", "/t/0123456789abcdef/x/y", "/a/b/c/d"])
def test_every_address_is_the_pages_to_read(tmp_path: Path, web: Path, path: str) -> None:
    (answer,) = visit(tmp_path, web, (f"{path}", {}))
    assert answer.extensions["raw"] == b"<!doctype html>"


def test_an_unknown_path_of_the_api_stays_a_refusal(tmp_path: Path, web: Path) -> None:
    (answer,) = visit(tmp_path, web, ("/api/v1/nothing", {}))
    assert answer.status_code == 404
    assert b"unknown-route" in answer.extensions["raw"]


def test_large_answers_of_the_api_are_compressed_for_whoever_takes_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            for path, large in (("/api/v1/schema", True), ("/api/v1/games", True), ("/healthz", False)):
                plain = await ana.http.get(path, headers={"accept-encoding": "identity"})
                small = await ana.http.get(path, headers={"accept-encoding": "gzip"})
                assert "content-encoding" not in plain.headers
                assert small.headers.get("content-encoding") == ("gzip" if large else None)
                assert ("vary" in small.headers, "vary" in plain.headers) == (large, large)
                assert small.json() == plain.json()
                assert (int(small.headers["content-length"]) < len(plain.content)) is large

    asyncio.run(main())


def test_a_module_that_is_not_made_yet_is_waited_for_and_one_that_cannot_be_is_not(
    tmp_path: Path, web: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for compiled rules has them made; a name of other sources leads nowhere."""
    monkeypatch.setenv("STRAPONTIN_CACHE", str(tmp_path / "cache"))
    made: list[Path] = []

    class Maker:
        returncode: int | None = None

        async def wait(self) -> None:
            """It has ended."""

        def terminate(self) -> None:
            """It ends by itself."""

    async def make(_: object) -> Maker:
        async def work() -> None:
            (place := cache_directory() / late_modules.MODULES).mkdir(parents=True)
            (place / "metrox-0123456789ab.wasm").write_bytes(b"the rules")
            maker.returncode = 0
            made.append(place)

        maker = Maker()
        working.append(asyncio.create_task(work()))
        return maker

    working: list[asyncio.Task[None]] = []
    monkeypatch.setattr(late_modules.LateModules, "_make", make)
    names = ("metrox-0123456789ab", "metrox-ba9876543210", "metrox-0123456789ab", "monopoly-0123456789ab")
    answers = visit(tmp_path, web, *((f"/assets/{name}.wasm", {}) for name in names))
    assert [answer.status_code for answer in answers] == [200, 404, 200, 404]
    assert answers[0].extensions["raw"] == b"the rules"
    assert answers[0].headers["content-type"] == "application/wasm"
    assert "immutable" in answers[0].headers["cache-control"]
    assert len(made) == 1
