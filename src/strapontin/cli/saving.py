"""Saved games: written whole or not at all, so that a power cut costs nothing."""

from __future__ import annotations

import os
import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from strapontin.core.errors import BadRecord
from strapontin.core.record import decode, encode

if TYPE_CHECKING:
    from strapontin.core.match import Match


def place() -> Path:
    """Where games are kept when no file is named."""
    root = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(root) / "strapontin" / "games"


def fresh(game: str) -> Path:
    """A file of its own for a game that begins now."""
    begun = datetime.now().strftime("%Y%m%d-%H%M%S")
    names = (place() / f"{game}-{begun}{suffix}.json" for suffix in ("", *(f"-{i}" for i in range(2, 1000))))
    return next(path for path in names if not path.exists())


def latest(game: str | None = None) -> Path:
    """The game played last that is not over (of this game, if one is named); what is no record is passed by."""
    kept = sorted(place().glob("*.json"), key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    for path in kept:
        try:
            record = decode(path.read_bytes())
        except (BadRecord, OSError):
            continue
        if record.result is None and game in (None, record.game):
            return path
    if not kept:
        raise BadRecord(f"--resume: no game is kept in {place()}; name a file")
    if game is None:
        raise BadRecord(f"--resume: no game that is not over is kept in {place()}; name a file")
    raise BadRecord(f"--resume: no game of {game} that is not over is kept in {place()}; name a file")


def save(match: Match, path: Path) -> None:
    """Write the record with its seed, so that the draws go on where they stopped."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(encode(match.as_record(reveal=True)) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise
