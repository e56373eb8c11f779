"""The door of a server, taken before anything else is loaded: who cannot have it is told at once."""

from __future__ import annotations

import errno
import socket

from strapontin.core.errors import StrapontinError, reason
from strapontin.server.settings import Settings

BACKLOG = 2048
"""Connections that may wait at the door, as many as uvicorn lets wait."""


def take(settings: Settings) -> socket.socket:
    """The socket to listen on."""
    door = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    where = f"{settings.host}:{settings.port}"
    try:
        door.bind((settings.host, settings.port))
        door.listen(BACKLOG)
    except OSError as error:
        door.close()
        if error.errno == errno.EADDRINUSE:
            raise StrapontinError(f"port: {where} is in use already; give another --port, or 0 for any") from None
        raise StrapontinError(f"host: cannot listen on {where}: {reason(error)}") from None
    return door


def address(door: socket.socket) -> str:
    """Where a door is, as people write it."""
    host, port = door.getsockname()[:2]
    return f"http://{'localhost' if host in ('0.0.0.0', '127.0.0.1') else host}:{port}"
