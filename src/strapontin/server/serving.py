"""Run a server: uvicorn, with a goodbye to everybody before the doors close."""

from __future__ import annotations

import argparse
import logging
import os
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn

from strapontin.core.errors import StrapontinError
from strapontin.server import listening, logs
from strapontin.server.app import application, web_directory
from strapontin.server.connection_limits import Configuration
from strapontin.server.settings import Settings, fields, from_environment
from strapontin.server.socket import FRAME_BYTES
from strapontin.server.wire import SocketConnection
from strapontin.server.wiring import House

log = logging.getLogger("strapontin.serving")


class Server(uvicorn.Server):
    """Says goodbye to every socket as soon as it is asked to stop."""

    house: House
    welcome: Callable[[str], None] | None = None
    """Called with the address once the doors are open."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors, and say where they are."""
        await super().startup(sockets)
        if self.started and self.welcome is not None:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self.welcome(f"http://{'localhost' if host in ('0.0.0.0', '127.0.0.1') else host}:{port}")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM or SIGINT: tell everybody first."""
        self.house.say_goodbye()
        super().handle_exit(sig, frame)


def configuration(settings: Settings, house: House) -> uvicorn.Config:
    """How uvicorn runs a house."""
    return Configuration(
        application(settings, house),
        house.doors,
        host=settings.host,
        port=settings.port,
        ws=SocketConnection,
        ws_max_size=4 * FRAME_BYTES,
        ws_per_message_deflate=False,  # a third of a megabyte a socket, to save a few kilobytes a move
        ws_ping_interval=25,
        ws_ping_timeout=25,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=int(settings.drain_seconds) + 1,
    )


def serve(
    settings: Settings,
    welcome: Callable[[str], None] | None = None,
    house: House | None = None,
    taken: socket.socket | None = None,
) -> int:
    """Serve until told to stop, at the door that was taken already if one was; the exit code."""
    logs.set_up(settings.log_level, settings.log_format)
    taken = taken or listening.take(settings)
    if web_directory(settings) is None:
        where = settings.web or "the package"
        log.warning("web: there is no page in %s, so only programs can play; `make web` builds it", where)
    house = house or House(settings)
    server = Server(configuration(settings, house))
    server.house, server.welcome = house, welcome
    server.run(sockets=[taken])
    return 0 if server.started else 1


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
