"""What the transport alone costs a move: our wire beside uvicorn's own protocol, granian and picows, in one run.

    python -m benchmarks.transports [--seconds 4] [--tables 100] [--rounds 3] [--python PATH]

Two sockets a table; whoever is to move sends a frame as large as a move of metroX, and the server sends both a frame as
large as what they are told of one (with the acknowledgement in it), and does nothing else. Counted is the server's
processor time, the system's part of it included. granian and picows go into an environment of their own that is thrown
away afterwards (--python names one that has them already). Servers take turns, `--rounds` times.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

from benchmarks.server import cpu_seconds, free_port

MOVE = b'{"type":"move","id":"1234","move":"A3"}'
TOLD = bytes(330)
"""What comes in of a move, and what goes out of it to each of two: some 780 bytes both ways with their heads."""

# A server that answers each frame by one to everybody at its table, as an application of ASGI.
ASGI = """
import sys
TOLD, tables = bytes(int(sys.argv[2])), {}
async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            kind = (await receive())["type"]
            await send({"type": kind + ".complete"})
            if kind.endswith("shutdown"):
                return
    await receive()
    await send({"type": "websocket.accept"})
    both = tables.setdefault(scope["path"], [])
    both.append(send)
    while (await receive())["type"] == "websocket.receive":
        for one in both:
            await one({"type": "websocket.send", "bytes": TOLD})
"""
UVICORN = (
    ASGI
    + """
import uvicorn
config = {"ws": "websockets-sansio", "ws_per_message_deflate": False, "log_level": "error", "loop": "uvloop"}
uvicorn.run(app, port=int(sys.argv[1]), **config)
"""
)
GRANIAN = (
    ASGI
    + """
from granian.constants import Interfaces
from granian.server.embed import Server
import asyncio, uvloop
uvloop.run(Server(app, port=int(sys.argv[1]), interface=Interfaces.ASGI, log_enabled=False).serve())
"""
)
PICOWS = """
import asyncio, sys, uvloop
from picows import WSListener, WSMsgType, ws_create_server
TOLD, tables = bytes(int(sys.argv[2])), {}
class Table(WSListener):
    def __init__(self, path):
        self.both = tables.setdefault(path, [])
    def on_ws_connected(self, transport):
        self.both.append(transport)
    def on_ws_frame(self, transport, frame):
        if frame.msg_type == WSMsgType.TEXT:
            frame.get_payload_as_utf8_text()
            for one in self.both:
                one.send(WSMsgType.BINARY, TOLD)
async def main():
    server = await ws_create_server(lambda request: Table(request.path), "127.0.0.1", int(sys.argv[1]))
    await server.serve_forever()
uvloop.run(main())
"""
OURS = """
import sys, uvicorn
from strapontin.server.connection_limits import Configuration, Doors
from strapontin.server.websocket_transport import WIRE, SocketConnection
from starlette.websockets import WebSocketDisconnect
TOLD, tables = bytes(int(sys.argv[2])), {}
async def app(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    wire = scope[WIRE]
    both = tables.setdefault(scope["path"], [])
    both.append(wire)
    try:
        while True:
            await wire.hear()
            for one in both:
                one.say(TOLD)
    except (OSError, WebSocketDisconnect):
        pass
flags = {"ws": SocketConnection, "ws_per_message_deflate": False, "log_config": None, "lifespan": "off"}
uvicorn.Server(Configuration(app, Doors(10000), port=int(sys.argv[1]), **flags)).run()
"""


class Seat(asyncio.Protocol):
    """Somebody at a table, who moves whenever the other one did."""

    def __init__(self, path: str, first: bool, moves: list[int]) -> None:
        self.path, self.turn, self.moves = path, first, moves
        self.seated, self.left = asyncio.get_running_loop().create_future(), 0
        self.move = bytes((0x81, 0x80 | len(MOVE), 0, 0, 0, 0)) + MOVE

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport: asyncio.Transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        asked = f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self.transport.write(f"{asked}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Whatever is told passes the turn on."""
        if not self.seated.done():
            self.seated.set_result(None)  # the answer to the handshake; nothing is told before everybody sits
            return
        self.left += len(data)
        while self.left >= len(TOLD) + 4:
            self.left -= len(TOLD) + 4
            self.turn = not self.turn
            self.act()

    def act(self) -> None:
        """Move, if it is this seat's turn."""
        if self.turn:
            self.moves[0] += 1
            self.transport.write(self.move)


async def load(port: int, tables: int, seconds: float, pid: int) -> float:
    """Microseconds of processor time a move of the server, with everybody moving as fast as they may."""
    loop, moves = asyncio.get_running_loop(), [0]
    seats = [Seat(f"/{table}", first, moves) for table in range(tables) for first in (True, False)]
    for one in seats:
        await loop.create_connection(lambda seat=one: seat, "127.0.0.1", port)
        await one.seated
    for one in seats:
        one.act()
    await asyncio.sleep(1)
    begun, used = moves[0], cpu_seconds(pid)
    await asyncio.sleep(seconds)
    used, made = cpu_seconds(pid) - used, moves[0] - begun
    for one in seats:
        one.transport.abort()
    return 1e6 * used / made


def measure(python: str, code: str, tables: int, seconds: float) -> float:
    """The same of a server that is begun for it."""
    port = free_port()
    process = subprocess.Popen([python, "-c", code, str(port), str(len(TOLD))])
    try:
        for _ in range(200):
            time.sleep(0.1)
            with asyncio.Runner() as runner:
                try:
                    return runner.run(load(port, tables, seconds, process.pid))
                except ConnectionRefusedError:
                    continue
        raise SystemExit("a server did not open its doors")
    finally:
        process.kill()
        process.wait()


def installed(folder: str) -> str:
    """A Python that has the others."""
    venv.create(folder, with_pip=True)
    python = str(Path(folder) / "bin" / "python")
    packages = ("granian", "picows", "uvloop")
    command = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", *packages]
    if subprocess.run(command, check=False).returncode:
        sys.exit("granian and picows cannot be installed here, so there is nothing to compare with")
    return python


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--python", help="a Python that has granian and picows already")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        theirs = args.python or installed(folder)
        servers = {
            "uvicorn's own": (sys.executable, UVICORN),
            "granian": (theirs, GRANIAN),
            "picows": (theirs, PICOWS),
            "our wire": (sys.executable, OURS),
        }
        found: dict[str, list[float]] = {name: [] for name in servers}
        for _ in range(args.rounds):
            for name, (python, code) in servers.items():
                found[name].append(measure(python, code, args.tables, args.seconds))
    print("| transport | µs a move, median | range |\n| --- | ---: | ---: |")
    for name, each in found.items():
        print(f"| {name} | {statistics.median(each):.1f} | {min(each):.1f}-{max(each):.1f} |")


if __name__ == "__main__":
    main()
