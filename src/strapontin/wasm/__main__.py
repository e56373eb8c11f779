"""`python -m strapontin.wasm [FOLDER [GAME ...]]`: compile games for a page, unless nothing has changed.

Without a name it is every game of the collection, and what is told of them beside. With STRAPONTIN_JIT=0 only what is
told is written, which needs no compiler. Without a folder every game is compiled ahead, side by side and while nobody
else wants the cores; modules then lie beside the kernels in the cache, where whoever wants them finds them.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from strapontin.core.game import Game
from strapontin.core.kernel import JIT, PACKAGE, cache_directory, source_hash
from strapontin.core.registry import collection, game
from strapontin.wasm.description import source
from strapontin.wasm.settings import told

MADE, TOLD = ".made-from", "told-from"
"""The files that say which sources the module of a game, and what is told of all games, were made from."""
MODULES = "modules"
"""Where modules lie in the cache of kernels; `server/late_modules.py` looks for them there."""
ANEW = "STRAPONTIN_WASM_ANEW"
"""Set where kernels are compiled anew in a cache of their own: where modules lie all the same."""
STAMP = 12
"""Letters of the hash of its sources in the name of a module."""


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
            _write(folder / f"{name}.wasm", kept(name).read_bytes())
            stamp.write_text(sources)


def kept(name: str) -> Path:
    """The module of a game in the cache, as it is and smaller; made if it is not there, by one process."""
    folder = Path(os.environ.get(ANEW) or cache_directory() / MODULES)
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / module_name(name)
    with _alone(place):
        if not place.exists():
            from strapontin.wasm.build import module

            raw = module(game(name))
            small, fresh = place.with_name(f"{place.name}.gz"), place.with_suffix(".fresh")
            small.write_bytes(gzip.compress(raw, mtime=0))
            fresh.write_bytes(raw)
            fresh.replace(place)
    return place


@contextlib.contextmanager
def _alone(place: Path) -> Iterator[None]:
    """Be the only process that makes this file, where files can be locked."""
    with place.with_suffix(".lock").open("ab") as lock:
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            fcntl.lockf(lock, fcntl.LOCK_EX)
        yield


def module_name(name: str) -> str:
    """What the module of a game is called; known before it is made."""
    return f"{name}-{made_from()[:STAMP]}.wasm"


def ahead() -> None:
    """Compile every game, as many side by side as there are cores, each in a process that gives way."""
    os.nice(19)
    command, environment = [sys.executable, "-m", "strapontin.wasm", ""], os.environ | {"STRAPONTIN_JIT": "1"}
    with ThreadPoolExecutor(os.cpu_count() or 1) as all_at_once:
        list(all_at_once.map(lambda name: subprocess.run([*command, name], env=environment, check=True), collection()))


def tell(game: Game, folder: Path) -> None:
    """Write what a page has to know of a game: its description, its settings, and a file for every scene."""
    known, scenes = told(game)
    known["module"] = module_name(game.id)
    _write(folder / f"{game.id}.ts", source(game).encode())
    _write(folder / f"{game.id}.settings.json", msgspec.json.encode(known))
    for number, scene in enumerate(scenes):
        _write(folder / f"{game.id}.scene-{number}.json", scene)


def made_from() -> str:
    """A hash of the kernels, of what each game says of them, and of what compiles them."""
    return _hash(source_hash(), (*PACKAGE.glob("wasm/*.*"), *PACKAGE.glob("games/*/__init__.py")))


def told_from() -> str:
    """A hash of everything that what is told may depend on."""
    rooms = ("core/*.py", "bots/*.py", "coach/*.py", "wasm/*.py", "games/**/*.*")
    return _hash(made_from(), (path for room in rooms for path in PACKAGE.glob(room)))


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


def main(folder: str | None = None, *names: str) -> None:
    """Write everything; where kernels are cached without what they were made from, compile them anew."""
    if folder is None:
        ahead()
        return
    try:
        for name in () if folder else names:
            kept(name)
        if folder:
            write(Path(folder), names)
    except FileNotFoundError:
        if ANEW in os.environ:
            raise
        with tempfile.TemporaryDirectory() as place:
            again = os.environ | {"STRAPONTIN_CACHE": place, ANEW: str(cache_directory() / MODULES)}
            subprocess.run([sys.executable, "-m", "strapontin.wasm", folder, *names], env=again, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
