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
from tests.wasm.node import BUILT, bundled
from tests.wasm.tab import Tab

pytestmark = pytest.mark.skipif(not JIT, reason="plain Python compiles nothing")

LONG, EVERY = 60, 12
"""Steps of a game, and from one look to the next."""


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
