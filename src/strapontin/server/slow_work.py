"""A quiet room for slow work: laying out a map, replaying a game, checking its draws; never on the event loop.

Two people at most work there, one on maps that guests drew themselves, one on everything else: so a map that takes
long to lay out keeps only its like waiting. Whoever asks for what is being made waits for the same; when too many
wait, the others are asked to come back, and so is a client who would fill the room alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from strapontin.server.faults import Refusal

MOST_WAITING = 16
"""Pieces of work that may wait for each of the two."""

MOST_EACH = 4
"""Of these, pieces that one client may have waiting."""

MOST_KEPT = 64
"""Results that are kept for whoever asks next."""

Result = TypeVar("Result")


class SlowWork:
    """Slow work, one piece after the other."""

    def __init__(self) -> None:
        self._people = {own: ThreadPoolExecutor(1, "slow work") for own in (False, True)}
        self._waiting = dict.fromkeys((False, True), 0)
        self._askers: Counter[str] = Counter()
        self._kept: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()

    async def ask(self, work: Callable[..., Result], *given: Any, who: str, own: bool = False) -> Result:
        """Have something done for a client; `own` work is about what a guest drew. Refused when too much waits."""
        if self._waiting[own] >= MOST_WAITING:
            raise Refusal("back-in-a-moment", "too many ask for slow work at once; try again", retry_after=5)
        if self._askers[who] >= MOST_EACH:
            raise Refusal("too-fast", "wait until some of the slow work you asked for is done", retry_after=5)
        self._waiting[own] += 1
        self._askers[who] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._people[own], work, *given)
        finally:
            self._waiting[own] -= 1
            self._askers[who] -= 1
            if not self._askers[who]:
                del self._askers[who]

    async def ask_once(
        self, key: Hashable, work: Callable[..., Result], *given: Any, who: str, own: bool = False
    ) -> Result:
        """The same for what is asked again and again: it is done once, and kept for a while."""
        kept = self._kept.get(key)
        if kept is None or (kept.done() and (kept.cancelled() or kept.exception())):
            kept = self._kept[key] = asyncio.ensure_future(self.ask(work, *given, who=who, own=own))
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        found: Result = await asyncio.shield(kept)
        return found

    @property
    def waiting(self) -> int:
        """Pieces asked for and not yet made."""
        return sum(self._waiting.values())

    def close(self) -> None:
        """Let nobody begin anything more."""
        for person in self._people.values():
            person.shutdown(wait=False, cancel_futures=True)
