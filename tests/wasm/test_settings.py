"""Settings ready made: every choice of options, for every number of players, as Python makes it."""

from __future__ import annotations

import json

import msgspec
import pytest

from strapontin.core.registry import collection, game
from strapontin.wasm.settings import counts, settings, told


@pytest.mark.parametrize("name", collection())
def test_boards_and_scenes_come_out_as_they_went_in(name: str) -> None:
    found = game(name)
    known, scenes = told(found)
    board = bytearray(found.board_type.dtype.itemsize)
    for setting, here in zip(settings(found), known["settings"], strict=True):
        for at, part in here["board"]:
            board[at : at + len(part) // 2] = bytes.fromhex(part)
        assert bytes(board) == setting.board.tobytes()
        assert (here["options"], here["players"]) == (setting.options, setting.players)
        assert [known["parts"][one] for one in here["parts"]] == [
            counts(found, setting, seat) for seat in range(setting.players)
        ]
        assert json.loads(scenes[here["scene"]]) == json.loads(msgspec.json.encode(found.scene(setting)))


def test_every_choice_by_name_is_made_ready() -> None:
    made = [(one.options, one.players) for one in settings(game("metrox"))]
    assert len(made) == 4 * 2 * 6
    assert ({"map": "berlin", "special": True}, 3) in made
    assert ({"map": "berlin"}, 3) in made
