"""Run a server: in this process, or as the foreman of several."""

from __future__ import annotations

import argparse
import logging
import os
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from strapontin.core.errors import StrapontinError
from strapontin.server import listening, logs
from strapontin.server.settings import Settings, fields, from_environment

if TYPE_CHECKING:
    from strapontin.server.wiring import House

log = logging.getLogger("strapontin.serving")


def serve(
    settings: Settings,
    welcome: Callable[[str], None] | None = None,
    house: House | None = None,
    taken: socket.socket | None = None,
) -> int:
    """Serve until told to stop, at the door that was taken already if one was; the exit code."""
    logs.set_up(settings.log_level, settings.log_format)
    if settings.rules == "plain":  # before anything is imported that would compile them
        os.environ.setdefault("STRAPONTIN_JIT", "0")
    taken = taken or listening.take(settings)
    if settings.web_directory() is None:
        where = settings.web or "the package"
        log.warning("web: there is no page in %s, so only programs can play; `make web` builds it", where)
    if settings.workers > 1 and house is None:  # a foreman needs next to nothing of what a server does
        from strapontin.server.workers.foreman import lead

        return lead(settings, taken, welcome)
    from strapontin.server.process import run

    return run(settings, taken, welcome, house)


def main() -> int:
    """`python -m strapontin.server.serving --port 8000 ...`: the server without the rest of the command line."""
    parser = argparse.ArgumentParser(prog="strapontin serve")
    for name in fields():
        parser.add_argument(f"--{name.replace('_', '-')}", dest=name)
    try:
        return serve(from_environment(os.environ, vars(parser.parse_args())))
    except StrapontinError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
