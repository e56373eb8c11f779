"""`strapontin serve`: tables for a browser, on this machine or on many."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import webbrowser
from typing import Any

from strapontin.cli.language import language
from strapontin.words import say

FLAGS = (
    *("host", "port", "database", "bus", "data", "secret", "origins", "proxies", "web"),
    *("bots", "bot_seconds", "bot_pause", "rate", "tables_per_guest", "tables_per_address"),
    *("sockets", "sockets_per_address", "keep_open_days", "keep_playing_days", "keep_over_days"),
    *("drain_seconds", "log_level", "log_format", "metrics"),
)
"""The settings of a server, by name; known here so that help needs nothing of the server installed."""


def add(subparsers: Any) -> None:
    """Add the command to `strapontin`."""
    speech = language()
    parser = subparsers.add_parser("serve", help=say(speech, "server.help"), description=say(speech, "server.about"))
    for name in FLAGS:
        what = name.rpartition("_")[2].upper()
        parser.add_argument(
            f"--{name.replace('_', '-')}", dest=name, metavar=what, help=say(speech, f"server.flag.{name}")
        )
    parser.add_argument("--open", action="store_true", help=say(speech, "server.flag.open"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    from strapontin.server.serving import serve
    from strapontin.server.settings import from_environment

    given = vars(args)
    if not args.open:
        return serve(from_environment(os.environ, given))
    if args.port is None and "STRAPONTIN_PORT" not in os.environ and taken(8000):
        given["port"] = "0"
    print(say(language(), "cli.serve.opening"), flush=True)
    return serve(from_environment(os.environ, given), welcome)


def taken(port: int) -> bool:
    """Whether somebody listens on this port already."""
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


def welcome(address: str) -> None:
    """Say where the game is, and show it where there is a screen."""
    print(say(language(), "cli.serve.open", address=address), flush=True)
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
