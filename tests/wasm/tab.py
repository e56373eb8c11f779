"""A tab of a browser whose worker holds the page's engine, asked as a process of Node is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.wasm.node import BUILT, coded

ADDRESS = "http://engine.test/"

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
