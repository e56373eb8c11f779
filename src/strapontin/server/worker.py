"""One of several processes of a house: it takes connections from the foreman, and asks him for what there is once."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import socket
import sys
from types import FrameType
from typing import Any

import msgspec
import uvicorn

from strapontin.core.errors import StrapontinError
from strapontin.server import logs
from strapontin.server.process import Server, configuration
from strapontin.server.wiring import House
from strapontin.server.workers.foreman_services import Foreman, HubBus, LentBots
from strapontin.server.workers.link import SIZE
from strapontin.server.workers.messages import Begin, Census, Leaving, Ready

TELL_SECONDS = 0.25
"""How often the foreman is told how a worker is."""

AT_ONCE = 16
"""Connections that are taken over in one go."""


class WorkerServer(Server):
    """A server whose door is kept by the foreman."""

    foreman: Foreman
    door: socket.socket
    _coming: set[asyncio.Task[Any]]
    _taken = 0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Get ready, say so, and take over whoever comes."""
        await super().startup([])
        self._coming = set()
        self.door.setblocking(False)
        asyncio.get_running_loop().add_reader(self.door, self._come)
        self.foreman.link.send(Ready(self.house.broadcast.process))
        self._telling = asyncio.create_task(self._tell(), name="census")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Let nobody else come, then tell everybody."""
        self.foreman.link.send(Leaving())
        super().handle_exit(sig, frame)

    def _come(self) -> None:
        """Somebody was shown in."""
        try:
            told, callers, _, _ = socket.recv_fds(self.door, AT_ONCE, AT_ONCE)
        except OSError:
            return
        if not told:
            asyncio.get_running_loop().remove_reader(self.door)
        self._taken += len(told)  # one byte each, also of those for whom no descriptor was left
        for one in callers:
            task = asyncio.create_task(self._take_over(socket.socket(fileno=one)))
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)

    async def _take_over(self, caller: socket.socket) -> None:
        loop, config = asyncio.get_running_loop(), self.config

        def protocol() -> asyncio.Protocol:
            made: Any = config.http_protocol_class
            answers: asyncio.Protocol = made(
                config=config, server_state=self.server_state, app_state=self.lifespan.state, _loop=loop
            )
            return answers

        try:
            caller.setblocking(False)
            caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await loop.connect_accepted_socket(protocol, caller)
        except OSError:  # gone already
            caller.close()

    async def _tell(self) -> None:
        """Tell the foreman how we are; of addresses, those that hold a good part of what they may."""
        house = self.house
        many = house.settings.sockets_per_address / (2 * self.foreman.wanted)
        while True:
            callers = {who: count for who, count in house.callers.items() if count >= many}
            self.foreman.link.send(Census(len(house.doors.inside), self._taken, callers, house.limits.told()))
            await asyncio.sleep(TELL_SECONDS)


async def work(begin: Begin, talk: socket.socket, door: socket.socket) -> int:
    """Serve as one of several until told to stop; the exit code."""
    settings = begin.settings
    foreman = Foreman(settings)
    await foreman.link.open(talk)
    settings = msgspec.structs.replace(settings, sockets=math.ceil(settings.sockets / settings.workers))
    bus = None if settings.bus else HubBus(foreman)
    house = House(settings, bus=bus, bots=LentBots(foreman, settings.bots))
    house.crew, house.limits.shared = foreman, True
    server = WorkerServer(configuration(settings, house))
    server.house, server.foreman, server.door = house, foreman, door
    foreman.on_state = lambda state: house.limits.hear(state.spent)
    foreman.on_nudge = house.receive
    foreman.on_measure = house.measure
    foreman.on_gone = lambda: server.handle_exit(signal.SIGTERM, None)
    await server.serve()
    return 0 if server.started else 1


def begun(talk: socket.socket) -> Begin:
    """The first word of the foreman."""

    def read(size: int) -> bytes:
        told = b""
        while len(told) < size:
            if not (more := talk.recv(size - len(told))):
                sys.exit(0)  # he is gone already
            told += more
        return told

    return msgspec.msgpack.decode(read(int.from_bytes(read(SIZE), "little")), type=Begin)


def main() -> int:
    """`python -m strapontin.server.worker TALK DOOR`: the numbers of the sockets to the foreman."""
    talk, door = (socket.socket(fileno=int(one)) for one in sys.argv[1:3])
    os.set_inheritable(talk.fileno(), False)
    os.set_inheritable(door.fileno(), False)
    begin = begun(talk)
    talk.setblocking(False)
    logs.set_up(begin.settings.log_level, begin.settings.log_format, str(begin.number))
    try:
        with asyncio.Runner(loop_factory=uvicorn.Config("", log_config=None).get_loop_factory()) as runner:
            return runner.run(work(begin, talk, door))
    except StrapontinError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
