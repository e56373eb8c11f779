"""One process that serves: uvicorn, with a goodbye to everybody before the doors close."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn

from strapontin.core.errors import StrapontinError
from strapontin.server.app import application
from strapontin.server.connection_limits import Configuration
from strapontin.server.listening import address
from strapontin.server.settings import Settings
from strapontin.server.socket import FRAME_BYTES
from strapontin.server.websocket_transport import SocketConnection
from strapontin.server.wiring import House


class Server(uvicorn.Server):
    """Says goodbye to every socket as soon as it is asked to stop."""

    house: House
    welcome: Callable[[str], None] | None = None
    """Called with the address once the doors are open."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors, and say where they are; or in one line what keeps them shut."""
        try:
            await self.house.open()
        except StrapontinError as error:
            print(error, file=sys.stderr, flush=True)
            sys.exit(1)
        await super().startup(sockets)
        if self.started and self.welcome is not None:
            self.welcome(address(self.servers[0].sockets[0]))

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


def run(
    settings: Settings, taken: socket.socket, welcome: Callable[[str], None] | None = None, house: House | None = None
) -> int:
    """Serve in this process until told to stop; the exit code."""
    house = house or House(settings)
    server = Server(configuration(settings, house))
    server.house, server.welcome = house, welcome
    server.run(sockets=[taken])
    return 0 if server.started else 1
