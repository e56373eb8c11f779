"""The compiler is not needed once all rules are loaded, and what came from its file is let go of: 90 MB a process.

Those are pages nobody has written to. Whoever calls the compiler after all finds them again where they were, in the
file. What it has asked for and given back goes as well, instead of waiting for whoever asks next.
"""

from __future__ import annotations

import contextlib
import ctypes
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MAPPED = Path("/proc/self/smaps")
"""What this process has in memory, on Linux; elsewhere all stays as it is."""

COMPILER = "libllvmlite"
"""The file all of the compiler comes from."""

HEAD = re.compile(r"([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ \S+ +(.*)")
CHANGED = re.compile(r"(Private_Dirty|Shared_Dirty|Anonymous|Swap): +([0-9]+) kB")
"""Of what is told about a stretch, that which says that it is no longer as it is in the file, wherever it is now."""

NOT_NEEDED = 4
"""MADV_DONTNEED: of pages that lie in a file unchanged, let go."""


class Piece(NamedTuple):
    """A stretch of memory that came from a file."""

    begin: int
    end: int
    file: str
    written: bool
    """Whether anything in it is not as it is in the file."""


def let_go() -> None:
    """Give back what the compiler takes of the memory and could be read again."""
    with contextlib.suppress(OSError, AttributeError):  # no such system: then not
        library = ctypes.CDLL(None)
        library.malloc_trim(0)
        for piece in pieces(MAPPED.read_text()):
            if COMPILER in piece.file and not piece.written:
                library.madvise(
                    ctypes.c_void_p(piece.begin), ctypes.c_size_t(piece.end - piece.begin), ctypes.c_int(NOT_NEEDED)
                )


def pieces(told: str) -> Iterator[Piece]:
    r"""What a process has mapped and cannot write to, as Linux tells it.

    >>> list(pieces("7f00-7f10 r-xp 0 0:0 1 /lib/one.so\nPrivate_Dirty:  0 kB"))
    [Piece(begin=32512, end=32528, file='/lib/one.so', written=False)]
    """
    head, written = None, False
    for line in (*told.splitlines(), ""):
        if (found := HEAD.fullmatch(line)) or not line:
            if head is not None and "w" not in head[3]:
                yield Piece(int(head[1], 16), int(head[2], 16), head[4], written)
            head, written = found, False
        elif changed := CHANGED.fullmatch(line):
            written = written or changed[2] != "0"
