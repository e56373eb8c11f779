"""What is done in rounds: looked for every second or so, and done by tasks of its own, so many at a time."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Coroutine
from typing import Any, ClassVar

from strapontin.server.faults import Refusal
from strapontin.server.storage.database import Unavailable

log = logging.getLogger("strapontin.rounds")

LOOK_SECONDS = 1.0


class Rounds:
    """Somebody who looks again and again for what is due."""

    name: ClassVar[str]
    most: ClassVar[int]
    """Tasks under way; what else is due waits in the database."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin the rounds."""
        self._looking = asyncio.create_task(self._rounds(), name=self.name)

    async def close(self) -> None:
        """Let go; what is still due is found by the next who looks."""
        tasks = [*([self._looking] if self._looking else []), *self._under_way]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def room(self) -> int:
        """How many more tasks may begin."""
        return self.most - len(self._under_way)

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._under_way)

    def begin(self, work: Coroutine[Any, Any, None], table: str) -> None:
        """Have something done beside the rounds, about a table."""
        task = asyncio.create_task(work, name=f"{self.name} {table}")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def look(self) -> None:
        """One round."""
        raise NotImplementedError

    async def _rounds(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS * random.uniform(0.8, 1.2))
            try:
                await self.look()
            except (Unavailable, Refusal):
                log.warning("%s wait for the database", self.name)
            except Exception:
                log.exception("a round of %s went wrong", self.name)
