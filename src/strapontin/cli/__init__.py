"""The command line: every command is a module of its own, imported only when it is asked for.

Exit codes: 0 done, 1 the input is wrong (said in one clear line), 2 usage.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from strapontin.core.errors import BadOptions, StrapontinError

MOST_FAULTS = 20
"""A map with more faults than this has the first ones named and the rest counted."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; whatever the input, never a traceback."""
    from strapontin.cli.parser import parser

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot write é shows ? instead
            stream.reconfigure(errors="replace")
    try:
        args = parser().parse_args(argv)
        code = int(import_module(f"strapontin.cli.{args.module}").run(args))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read us has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return complain("interrupted")
    except BadOptions as error:
        more = len(error.faults) - MOST_FAULTS
        return complain(*error.faults[:MOST_FAULTS], *([f"and {more} more faults"] if more > 0 else []))
    except StrapontinError as error:
        return complain(str(error))
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("strapontin"):
            raise
        return complain(f"{error.name} is not installed; it comes with: pip install 'strapontin[server]'")
    except OSError as error:
        return complain(f"{error.filename or 'input'}: {error.strerror or error}")
    return code


def complain(*lines: str) -> int:
    """Say what is wrong on standard error, a line each, and return the exit code for it."""
    for line in lines:
        print("strapontin:", " ".join(line.split()), file=sys.stderr)
    return 1
