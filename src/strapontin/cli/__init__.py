"""The command line: every command is a module of its own, imported only when it is asked for.

Exit codes: 0 done, 1 the input is wrong (said in one clear line), 2 usage.
"""

from __future__ import annotations

import io
import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from strapontin.core.errors import BadOptions, StrapontinError, reason

SERVER, EXTRAS = "server", {"mcp": "mcp", "sit": "client"}
"""What a package that is missing comes with: the extra of a command, or else the one of the server."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; whatever the input, never a traceback."""
    from strapontin.cli.parser import parser

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot write é shows ? instead
            stream.reconfigure(errors="replace")
    asked, module = None, ""
    try:
        args = parser().parse_args(language_behind(sys.argv[1:] if argv is None else argv))
        asked, module = getattr(args, "language", None), args.module
        if module != "serve":  # which keeps a log of its own
            logging.getLogger("strapontin.games").handlers = [Complaints(asked)]
        code = int(import_module(f"strapontin.cli.{module}").run(args))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read us has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return complain("interrupted", asked=asked)
    except BadOptions as error:
        return complain(*error.told, asked=asked)
    except StrapontinError as error:
        return complain(str(error), asked=asked)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("strapontin"):
            raise
        comes = f"pip install 'strapontin[{EXTRAS.get(module, SERVER)}]'"
        return complain(f"{error.name} is not installed; it comes with: {comes}", asked=asked)
    except OSError as error:
        return complain(f"{error.filename or 'input'}: {reason(error)}", asked=asked)
    return code


def language_behind(argv: Sequence[str]) -> list[str]:
    """The language belongs to a command, but people also name it before one.

    >>> language_behind(["--language", "fr", "games", "--json"])
    ['games', '--language', 'fr', '--json']
    """
    flag, *rest = [*argv] or [""]
    taken = [flag, *rest[:1]] if flag == "--language" else [flag] if flag.startswith("--language=") else []
    command = argv[len(taken) :]
    return [*command[:1], *taken, *command[1:]] if taken and command else [*argv]


class Complaints(logging.Handler):
    """Tells of plug-ins that cannot be played, as every other complaint."""

    def __init__(self, asked: str | None) -> None:
        super().__init__()
        self.asked = asked

    def emit(self, record: logging.LogRecord) -> None:
        """Say what is wrong, and go on."""
        complain(record.getMessage(), asked=self.asked)


def complain(*lines: str, asked: str | None = None) -> int:
    """Say what is wrong on standard error, a line each, and return the exit code for it."""
    from strapontin.cli.error_words import spoken
    from strapontin.cli.language import language

    for line in lines:
        print("strapontin:", spoken(" ".join(line.split()), language(asked)), file=sys.stderr)
    return 1
