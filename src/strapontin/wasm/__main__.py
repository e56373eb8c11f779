"""`python -m strapontin.wasm FOLDER [GAME ...]`: compile games for a page, unless nothing has changed.

Without a name it is every game of the collection, and what is told of them beside. With STRAPONTIN_JIT=0 only what is
told is written, which needs no compiler.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from strapontin.core.game import Game
from strapontin.core.kernel import JIT, PACKAGE, source_hash
from strapontin.core.registry import collection, game
from strapontin.wasm.description import source
from strapontin.wasm.settings import told

MADE, TOLD = ".made-from", "told-from"
"""The files that say which sources the module of a game, and what is told of all games, were made from."""
ANEW = "STRAPONTIN_WASM_ANEW"


def write(folder: Path, names: Sequence[str] = ()) -> None:
    """Write what is not there yet, or not as it would be now."""
    folder.mkdir(parents=True, exist_ok=True)
    if not names and _stale(folder / TOLD, sources := told_from()):
        for name in collection():
            tell(game(name), folder)
        (folder / TOLD).write_text(sources)
    for name in names or collection():
        stamp = folder / f"{name}{MADE}"
        if JIT and _stale(stamp, sources := made_from()):
            from strapontin.wasm.build import module

            _write(folder / f"{name}.wasm", module(game(name)))
            stamp.write_text(sources)


def tell(game: Game, folder: Path) -> None:
    """Write what a page has to know of a game: its description, its settings, and a file for every scene."""
    known, scenes = told(game)
    _write(folder / f"{game.id}.ts", source(game).encode())
    _write(folder / f"{game.id}.settings.json", msgspec.json.encode(known))
    for number, scene in enumerate(scenes):
        _write(folder / f"{game.id}.scene-{number}.json", scene)


def made_from() -> str:
    """A hash of the kernels, of what each game says of them, and of what compiles them."""
    return _hash(source_hash(), (*PACKAGE.glob("wasm/*.*"), *PACKAGE.glob("games/*/__init__.py")))


def told_from() -> str:
    """A hash of everything that what is told may depend on."""
    return _hash(
        "", (path for room in ("core/*.py", "bots/*.py", "wasm/*.py", "games/**/*.*") for path in PACKAGE.glob(room))
    )


def _hash(begin: str, paths: Iterable[Path]) -> str:
    digest = hashlib.sha256(begin.encode())
    for path in sorted(path for path in paths if path.suffix != ".pyc"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _stale(stamp: Path, sources: str) -> bool:
    return not stamp.exists() or stamp.read_text() != sources


def _write(path: Path, raw: bytes) -> None:
    """Write a file only if it differs, so that what is made of it stays as it is."""
    if not path.exists() or path.read_bytes() != raw:
        path.write_bytes(raw)


def main(folder: str, *names: str) -> None:
    """Write everything; where kernels are cached without what they were made from, compile them anew."""
    try:
        write(Path(folder), names)
    except FileNotFoundError:
        if ANEW in os.environ:
            raise
        with tempfile.TemporaryDirectory() as place:
            again = os.environ | {"STRAPONTIN_CACHE": place, ANEW: "1"}
            subprocess.run([sys.executable, "-m", "strapontin.wasm", folder, *names], env=again, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
