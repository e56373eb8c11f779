"""`python -m strapontin.wasm FOLDER`: compile every game of the collection for a page, unless nothing has changed.

With STRAPONTIN_JIT=0 only what the page's types are made of is written, which needs no compiler.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from strapontin.core.kernel import JIT, PACKAGE, source_hash
from strapontin.core.registry import collection, game
from strapontin.wasm.description import source

MADE = "made-from"
"""The file that says which sources the modules beside it were made from."""
ANEW = "STRAPONTIN_WASM_ANEW"


def write(folder: Path) -> None:
    """Write what is not there yet, or not as it would be now."""
    folder.mkdir(parents=True, exist_ok=True)
    made, now = folder / MADE, made_from()
    if JIT and made.exists() and made.read_text() == now:
        return
    for name in collection():
        _write(folder / f"{name}.ts", source(game(name)).encode())
    if JIT:
        from strapontin.wasm.build import module

        for name in collection():
            _write(folder / f"{name}.wasm", module(game(name)))
        made.write_text(now)


def made_from() -> str:
    """A hash of the kernels, of what each game says of them, and of what compiles them."""
    digest = hashlib.sha256(source_hash().encode())
    for path in sorted((*PACKAGE.glob("wasm/*.*"), *PACKAGE.glob("games/*/__init__.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _write(path: Path, raw: bytes) -> None:
    """Write a file only if it differs, so that what is made of it stays as it is."""
    if not path.exists() or path.read_bytes() != raw:
        path.write_bytes(raw)


def main(folder: str) -> None:
    """Write everything; where kernels are cached without what they were made from, compile them anew."""
    try:
        write(Path(folder))
    except FileNotFoundError:
        if ANEW in os.environ:
            raise
        with tempfile.TemporaryDirectory() as place:
            again = os.environ | {"STRAPONTIN_CACHE": place, ANEW: "1"}
            subprocess.run([sys.executable, "-m", "strapontin.wasm", folder], env=again, check=True)


if __name__ == "__main__":
    main(sys.argv[1])
