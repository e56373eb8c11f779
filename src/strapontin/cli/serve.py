"""`strapontin serve`: tables for a browser, on this machine or on many."""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import sys
import webbrowser

from strapontin.cli.language import language
from strapontin.words import say

FLAGS = {
    **{"host": "HOST", "port": "PORT", "database": "URL", "bus": "URL", "workers": "N"},
    **{
        "data": "DIRECTORY",
        "secret": "SECRET",
        "origins": "ORIGIN,...",
        "proxies": "ADDRESS,...",
        "web": "DIRECTORY",
        "rules": "compiled|plain",
        "bots": "N",
    },
    **{"bot_seconds": "SECONDS", "bot_pause": "SECONDS", "rate": "FACTOR"},
    **{"tables_per_guest": "N", "tables_per_address": "N", "sockets": "N", "sockets_per_address": "N"},
    **{"keep_open_days": "DAYS", "keep_playing_days": "DAYS", "keep_over_days": "DAYS", "daily_zone": "ZONE"},
    **{"contact": "MAILTO", "nudge_seconds": "SECONDS", "loopback": "true|false"},
    **{"drain_seconds": "SECONDS"},
    **{"log_level": "LEVEL", "log_format": "FORMAT", "metrics": "true|false"},
}
"""The settings of a server by name, and what each takes; known here so that help needs nothing of the server."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its flags to the command."""
    speech = language()
    for name, what in FLAGS.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}", dest=name, metavar=what, help=say(speech, f"server.flag.{name}")
        )
    parser.add_argument("--open", action="store_true", help=say(speech, "server.flag.open"))


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop; what is wrong with the settings or the door is told before the server is loaded."""
    from strapontin.server import listening
    from strapontin.server.settings import from_environment

    given = vars(args)
    if args.open and args.port is None and "STRAPONTIN_PORT" not in os.environ:
        given["port"] = str(free_port(args.host or os.environ.get("STRAPONTIN_HOST") or "127.0.0.1", 8000))
    if args.open and args.rules is None and "STRAPONTIN_RULES" not in os.environ:
        given["rules"] = "plain"  # one household is served by Python well enough, and from the first second on
    settings = from_environment(os.environ, given)
    taken = listening.take(settings)
    if args.open:
        print(say(language(), "cli.serve.opening"), flush=True)
    from strapontin.server.serving import serve

    return serve(settings, welcome if args.open else None, taken=taken)


def free_port(host: str, first: int) -> int:
    """The first port from this one on that nobody listens on; any, if many are taken."""
    for port in range(first, first + 100):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as trial, contextlib.suppress(OSError):
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
            return port
    return 0


def welcome(address: str) -> None:
    """Say where the game is, and show it where there is a screen."""
    print(say(language(), "cli.serve.open", address=address), flush=True)
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
