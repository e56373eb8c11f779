"""The rules in a worker of a real browser: games that are the same to the bit, and told the same to everybody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from strapontin.core.kernel import JIT
from strapontin.core.registry import collection, game
from strapontin.wasm import __main__ as command
from tests.wasm.beside import compare, compare_faces, tables
from tests.wasm.node import BUILT, bundled, coded

pytestmark = pytest.mark.skipif(not JIT, reason="plain Python compiles nothing")

ADDRESS = "http://engine.test/"
LONG, EVERY = 60, 12
"""Steps of a game, and from one look to the next."""

ANSWER = """question => new Promise(answered => {
  globalThis.engine ??= new Worker('worker.mjs', {type: 'module'});
  engine.onmessage = ({data}) => answered(data);
  engine.postMessage(question);
})"""


class Tab:
    """A tab whose worker holds the engine; what it asks for is handed to it from these files, and nothing else."""

    def __init__(self, page: Any, script: Path) -> None:
        self.page, self.files = page, {script.name: script} | {one.name: one for one in BUILT.glob("*.wasm")}
        self.waiting: list[dict[str, Any]] = []
        page.route("**/*", self._hand)
        page.goto(ADDRESS)

    def _hand(self, route: Any) -> None:
        name = route.request.url.removeprefix(ADDRESS)
        if name in self.files:
            kind = "application/wasm" if name.endswith(".wasm") else "text/javascript"
            route.fulfill(body=self.files[name].read_bytes(), content_type=kind)
        else:
            route.fulfill(body="<!doctype html><title>engine</title>", content_type="text/html")

    def ask(self, **question: Any) -> None:
        self.waiting.append(coded(question))

    def answer(self) -> Any:
        told = self.page.evaluate(ANSWER, self.waiting.pop(0))
        assert "fault" not in told, told
        return told


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    command.write(BUILT)
    return bundled(tmp_path_factory.mktemp("worker"), "worker", "browser")


@pytest.fixture
def tab(chromium: Any, script: Path) -> Iterator[Tab]:
    context = chromium.new_context()
    yield Tab(context.new_page(), script)
    context.close()


@pytest.mark.parametrize("name", collection())
def test_a_worker_plays_and_tells_what_python_does(tab: Tab, name: str) -> None:
    found, settings = game(name), tables(name)
    for number, setting in enumerate(settings):
        compare(tab, found, setting, f"browser/{name}/{number}", LONG)
        assert compare_faces(tab, found, setting, f"browser/{name}/{number}", LONG, EVERY) > 1
