"""`python -m strapontin.server.carried FOLDER`: what the page carries for when no server answers.

That is the collection as `GET /api/v1/games` tells it, without what is installed beside it (a page is built once, for
every machine), and the customs of the house, so that a table on a device is kept as one on a server.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from strapontin.core.levels import STAND_IN
from strapontin.core.registry import collection
from strapontin.server.games import games
from strapontin.server.table import MOST_UNDOS


def write(folder: Path) -> None:
    """Write the files, each only if it differs, so that what is made of them stays as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    told: dict[str, Any] = {
        "collection": [game for game in games() if game.id in collection()],
        "customs": {"standIn": STAND_IN, "mostUndos": MOST_UNDOS},
    }
    for name, content in told.items():
        path, raw = folder / f"{name}.json", msgspec.json.format(msgspec.json.encode(content))
        if not path.exists() or path.read_bytes() != raw:
            path.write_bytes(raw)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
