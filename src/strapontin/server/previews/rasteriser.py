"""A process of its own that makes one picture: SVG on standard input, PNG on standard output.

It is run as a file, so that it loads nothing but what draws. Drawing holds Python's lock for as long as it takes: among
the threads of a server that would be everybody's time. What is too much for it ends it, and nothing else.
"""

import contextlib
import os
import resource
import sys
from pathlib import Path

import resvg_py

SECONDS = 20
"""Of its own processor time, after which it is ended."""

MEMORY = 1 << 30
"""Bytes it may have."""


def main() -> int:
    """Draw what comes in, in the faces that are named by their files."""
    with contextlib.suppress(OSError, ValueError):  # a system may allow less
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with contextlib.suppress(OSError):
        os.nice(10)
    faces = [str(path) for path in sorted(Path(sys.argv[1]).glob("*.ttf"))]
    made = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        skip_system_fonts=True,
        font_files=faces,
        font_family=sys.argv[2],
        sans_serif_family=sys.argv[2],
    )
    sys.stdout.buffer.write(bytes(made))
    return 0


if __name__ == "__main__":
    sys.exit(main())
