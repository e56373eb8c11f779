"""Where the bytes of every record lie, as in saved states; `python -m tests.core.layouts` writes it down anew."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from strapontin.bots import tree
from strapontin.core.layout import layout
from strapontin.core.registry import collection, game

PATH = Path(__file__).with_name("layouts.json")


def layouts() -> dict[str, dict[str, Any]]:
    """The board and the state of every game, and what a search grows."""
    found = {
        name: {"board": layout(game(name).board_type), "state": layout(game(name).state_type)} for name in collection()
    }
    return found | {"search": {"node": layout(tree.Node), "edge": layout(tree.Edge)}}


def written() -> str:
    """All of them as JSON, a line for each field."""
    text = json.dumps(layouts(), indent=1).replace("\n ", "\n")
    for leaf in (r"\[[^][{}]*\]", r"\{[^{}]*\}"):
        text = re.sub(leaf, lambda found: re.sub(r"\s+", " ", found[0]), text)
    return text.replace("[ ", "[").replace(" ]", "]").replace("{ ", "{").replace(" }", "}") + "\n"


if __name__ == "__main__":
    PATH.write_text(written(), encoding="utf-8")
