"""What the foreman and the workers of one house tell each other, as types."""

from __future__ import annotations

import msgspec

from strapontin.server.bots.question import Question
from strapontin.server.settings import Settings

Spent = tuple[str, str, float, float]
"""Of a rate limit: what is limited, who, how much of it they took, and how much they may take at once."""


class Message(msgspec.Struct, array_like=True, tag=True, frozen=True):
    """Something said between two processes of a house."""


# from the foreman


class Begin(Message, frozen=True):
    """The first word to a worker: how the house is set up, and which of how many it is."""

    settings: Settings
    number: int


class Listening(Message, frozen=True):
    """From here on a worker is told about a table."""

    n: int


class Thought(Message, frozen=True):
    """What a bot says, or why it says nothing."""

    n: int
    move: str | None
    why: str = ""


class State(Message, frozen=True):
    """How the house is, told a few times a second: what a worker cannot see by itself."""

    alive: int
    bots_well: bool
    bots_alive: int
    bots_idle: bool
    callers: dict[str, int]
    """Connections that an address holds at other workers, of addresses that hold many."""
    spent: list[Spent]
    """What was taken of rate limits at other workers since the last time."""


class Left(Message, frozen=True):
    """A worker is gone, and so is everybody who was connected to it."""

    process: str


class Measure(Message, frozen=True):
    """A worker is asked for its figures."""

    n: int


class Figures(Message, frozen=True):
    """The figures of all, each with whose they are."""

    n: int
    told: list[tuple[str, bytes]]


class Pong(Message, frozen=True):
    """The foreman is there."""

    n: int


# from a worker


class Ready(Message, frozen=True):
    """A worker can take connections; by which name it speaks on the bus."""

    process: str


class Leaving(Message, frozen=True):
    """A worker takes no more connections."""


class Listen(Message, frozen=True):
    """A worker wants to be told about a table."""

    n: int
    topic: str


class Deaf(Message, frozen=True):
    """It no longer does."""

    topic: str


class Nudge(Message, frozen=True):
    """What a worker tells the others about a table; passed on as it is."""

    topic: str
    message: bytes


class Ask(Message, frozen=True):
    """A question to the bots of the house."""

    n: int
    table: str
    question: Question


class Census(Message, frozen=True):
    """How a worker is, a few times a second."""

    connections: int
    taken: int
    """Connections it has taken over since it began."""
    callers: dict[str, int]
    spent: list[Spent]


class Measured(Message, frozen=True):
    """The figures of a worker, as it was asked."""

    n: int
    told: bytes


class Gather(Message, frozen=True):
    """A worker wants the figures of all."""

    n: int


class Ping(Message, frozen=True):
    """A worker asks whether the foreman is there."""

    n: int


ToWorker = Begin | Listening | Nudge | Thought | State | Left | Measure | Figures | Pong
ToForeman = Ready | Leaving | Listen | Deaf | Nudge | Ask | Census | Measured | Gather | Ping
