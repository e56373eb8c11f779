"""`strapontin serve`: tables for a browser, on this machine or on many."""

from __future__ import annotations

import argparse
import os
from typing import Any

HELP = {
    "host": "address to listen on; 0.0.0.0 lets others in (default 127.0.0.1)",
    "port": "port to listen on (default 8000)",
    "database": "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME (default: a file in the data directory)",
    "bus": "redis://HOST:PORT/0, for more than one process (default: this process alone)",
    "data": "data directory (default ~/.local/share/strapontin)",
    "secret": "signs the cookies, at least 32 characters, the same for all processes; better given by environment "
    "(default: made once, kept in the data directory)",
    "origins": "further origins whose pages may use this server, separated by commas",
    "proxies": "addresses of reverse proxies whose X-Forwarded headers are believed (default 127.0.0.1)",
    "web": "directory of the browser's files (default: those in the package)",
    "bots": "processes in which bots think (default 1)",
    "bot_seconds": "seconds a bot may think about a move (default 1.5)",
    "bot_pause": "seconds a bot waits before it moves (default 0.6)",
    "rate": "factor on all rate limits, 0 for none (default 1)",
    "tables_per_guest": "unfinished tables a guest may own (default 50)",
    "tables_per_address": "unfinished tables set up from one address (default 200)",
    "sockets": "connections this process holds (default 10000)",
    "sockets_per_address": "connections from one address (default 500)",
    "keep_open_days": "days after which an open table nobody touched is removed (default 14)",
    "keep_playing_days": "days after which a game nobody touched is abandoned (default 90)",
    "keep_over_days": "days after which a finished table is removed, 0 for never (default 365)",
    "drain_seconds": "seconds a shutdown waits for what is under way (default 5)",
    "log_level": "debug, info, warning or error (default info)",
    "log_format": "json or text (default json)",
    "metrics": "whether /metrics answers, true or false (default true)",
}


def add(subparsers: Any) -> None:
    """Add the command to `strapontin`."""
    parser = subparsers.add_parser(
        "serve",
        help="serve tables to browsers",
        description="Serve tables to browsers. Every flag can also be an environment variable: --bot-seconds is "
        "STRAPONTIN_BOT_SECONDS.",
    )
    for name, text in HELP.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}", dest=name, metavar=name.rpartition("_")[2].upper(), help=text
        )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    from strapontin.server.serving import serve
    from strapontin.server.settings import from_environment

    return serve(from_environment(os.environ, vars(args)))
