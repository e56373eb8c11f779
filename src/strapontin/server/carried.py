"""`python -m strapontin.server.carried FOLDER`: what the page carries for when no server answers.

That is the collection as `GET /api/v1/games` tells it, without what is installed beside it: a page is built once, for
every machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from strapontin.core.registry import collection
from strapontin.server.games import games


def write(folder: Path) -> None:
    """Write the files, each only if it differs, so that what is made of them stays as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    told = [game for game in games() if game.id in collection()]
    path, raw = folder / "collection.json", msgspec.json.format(msgspec.json.encode(told))
    if not path.exists() or path.read_bytes() != raw:
        path.write_bytes(raw)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
