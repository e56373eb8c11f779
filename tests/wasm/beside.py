"""The page's engine beside the compiled one: the same game here and there, and where they part."""

from __future__ import annotations

from typing import Any, Protocol

from strapontin.conformance.playing import NONSENSE
from strapontin.core.game import Game, Setting
from strapontin.core.registry import game
from tests.conformance.variants import variants
from tests.wasm.faces import apart, digests, faces, plain
from tests.wasm.walk import walk


class Page(Protocol):
    """Whatever runs the page's engine: Node, or a browser."""

    def ask(self, **question: Any) -> None:
        """Ask something; the answer can be waited for later."""

    def answer(self) -> Any:
        """What it says to the oldest question without an answer."""


def tables(name: str) -> list[Setting]:
    """A setting for every variant, and for every number of players."""
    found = game(name)
    settings = [found.setting(one.options, one.players) for one in variants(name)]
    known = {one.players for one in settings}
    return settings + [found.setting({}, n) for n in found.seats if n not in known]


def compare(page: Page, found: Game, setting: Setting, seed: str, most: int) -> None:
    """Play a game here and there, and say where they part."""
    board = setting.board.tobytes()
    page.ask(what="walk", game=found.id, board=board, players=setting.players, seed=seed, most=most)
    here = walk(found, setting, seed, most)
    there = page.answer()
    for step, (native, told) in enumerate(zip(here, there, strict=False)):
        differs = [what for what in native if native[what] != told.get(what)]
        assert not differs, f"{found.id} {setting.options} {seed}: step {step}: {', '.join(differs)}"
    assert len(here) == len(there)


def compare_faces(page: Page, found: Game, setting: Setting, seed: str, most: int, every: int) -> int:
    """Look at a game here and there, with all eyes, and say where what they are told differs; how many looks."""
    asked = {
        "what": "faces",
        "game": found.id,
        "board": setting.board.tobytes(),
        "scene": plain(found.scene(setting)),
        "options": setting.options,
        "players": setting.players,
        "seed": seed,
        "most": most,
        "every": every,
        "nonsense": NONSENSE,
    }
    page.ask(**asked, whole=None)
    here = faces(found, setting, seed, most, every, NONSENSE)
    there = page.answer()
    for step, (native, told) in enumerate(zip(here, there, strict=True)):
        if digests(native) != told:
            page.ask(**asked, whole=step)
            where = apart(native, page.answer()[step])
            raise AssertionError(f"{found.id} {setting.options} {seed}: step {step}: {where}")
    return sum("view *" in told for told in here)
