"""`python -m tests.server.mortal EVERY`: a server that kills itself in the writing of what is played, and is back.

It serves by the settings of the environment. A row that starts or ends a game, and of the others every so many, is its
death three times: before anything of it is written, amid its transaction, and when it is durable and nobody has heard
of it. Each death is told by a line: when, and in which row. What is born again is a copy of a process that has loaded
everything, so that a death costs little.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from itertools import cycle
from typing import Any

from strapontin.server import listening
from strapontin.server.serving import serve
from strapontin.server.settings import Settings, from_environment
from strapontin.server.storage import database
from strapontin.server.storage.database import JOURNAL, Unit
from strapontin.server.wiring import House, warm_games
from tests.server.rehearsal import far_from_midnight, rehearsal

DEATHS = ("before", "amid", "after")
N = JOURNAL.index("n")


def die(when: str, row: int) -> None:
    """kill -9."""
    os.write(sys.stdout.fileno(), f"{when} {row}\n".encode())
    os.kill(os.getpid(), signal.SIGKILL)


def doom(house: House, when: str, every: int) -> None:
    """Have a house die in the next row that is due."""
    transact, write = database._transact, house.database.engine.write
    durable: list[int] = []

    def due(unit: Unit) -> bool:
        return bool(unit.rows) and (bool(unit.others) or unit.rows[0][N] % every == 0)

    def dying(connection: Any, units: Any) -> Any:
        rows = [unit.rows[0][N] for unit in units if due(unit)]
        if rows and when == "before":
            die(when, rows[0])
        counts = transact(connection, units)
        if rows and when == "amid":
            die(when, rows[0])
        durable.extend(rows)
        return counts

    async def written(work: Any) -> Any:
        done = await write(work)
        if durable:
            die(when, durable[0])
        return done

    database._transact = dying
    house.database.engine.write = written  # type: ignore[method-assign]


def live(settings: Settings, door: socket.socket, when: str, every: int) -> int:
    """One life; the process that leads it, for whoever waits for its end."""
    child = os.fork()
    if child:
        return child
    house = rehearsal(settings)
    doom(house, when, every)
    os._exit(serve(settings, None, house, door))


def main() -> None:
    """One life after the other, until told to stop."""
    settings = from_environment(os.environ, {"daily_zone": far_from_midnight()})
    door = listening.take(settings)
    warm_games()
    child = 0

    def stop(*_: Any) -> None:
        os.kill(child, signal.SIGKILL)
        os._exit(0)

    signal.signal(signal.SIGTERM, stop)
    print(listening.address(door), flush=True)
    for when in cycle(DEATHS):
        child = live(settings, door, when, int(sys.argv[1]))
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != -signal.SIGKILL:
            sys.exit(1)  # its log says why


if __name__ == "__main__":
    main()
