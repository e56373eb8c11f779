"""What a caller shows, for phones that follow it: kept in memory for an evening, and nothing of anybody who looks.

Whoever calls writes with a token, which follows from the code by the server's own key: any process can check it, and
one that has just started takes up the call with the next word of its caller. The processes tell each other by the bus.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass, field

import msgspec

from strapontin.server.bus import Bus
from strapontin.server.call_protocol import Called, Following
from strapontin.server.faults import Refusal
from strapontin.server.guests import ALPHABET, Signer

log = logging.getLogger("strapontin.calls")

TOPIC = "calls"
CODE = 8
"""Letters of a code: 40 random bits for one evening."""

MOST = 1_000
"""Calls that are kept at a time; the one that has been silent longest is forgotten first."""

HOURS = 6
"""After so many silent hours a call is over."""

SILENT = 45.0
"""Seconds after which a caller is taken to have gone: it says every 15 that it is there."""

PATIENCE = 20.0
"""Seconds a phone waits for the next card before it asks again."""


MOST_FOLLOWING = 200
"""Phones of one network that may wait at a time: a hall full."""


@dataclass(slots=True)
class Kept:
    """One call."""

    called: Called
    heard: float
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Calls:
    """All calls this process knows of."""

    def __init__(self, bus: Bus, signer: Signer) -> None:
        self.bus, self.signer = bus, signer
        self.kept: OrderedDict[str, Kept] = OrderedDict()
        self._waiting: Counter[str] = Counter()
        """Phones that wait, by their networks."""
        self.closing = False

    async def open(self) -> None:
        """Hear of those of the other processes."""
        await self.bus.subscribe(TOPIC)

    def new(self) -> tuple[str, str]:
        """The code of a new call, and the token its caller writes with."""
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE))
        return code, self.signer.call(code)

    def write(self, code: str, token: str | None, called: Called | None) -> None:
        """Show something from now on; nothing any more: the call is over."""
        if token is None or not hmac.compare_digest(token.encode(), self.signer.call(code).encode()):
            raise Refusal("not-your-seat", "this call is somebody else's")
        self._take(code, called)
        if self.bus.shared:
            self.bus.publish(TOPIC, msgspec.json.encode((code, called)))

    def receive(self, message: bytes) -> None:
        """What another process was told."""
        try:
            code, called = msgspec.json.decode(message, type=tuple[str, Called | None])
        except msgspec.MsgspecError:
            log.warning("the bus carries something unknown")
            return
        self._take(code, called)

    def _take(self, code: str, called: Called | None) -> None:
        now = time.monotonic()
        one = self.kept.pop(code, None)
        if called is not None:
            late = one is not None and one.called.n > called.n
            self.kept[code] = Kept(one.called if one is not None and late else called, now)
        if one is not None:
            one.changed.set()
        while self.kept and (len(self.kept) > MOST or self._over(next(iter(self.kept.values())), now)):
            self.kept.popitem(last=False)[1].changed.set()

    def _over(self, one: Kept, now: float) -> bool:
        return now - one.heard > 3600 * HOURS

    async def follow(self, code: str, after: int | None, who: str) -> Following:
        """What is shown; for whoever has seen it already, what comes next, or the same after a while."""
        if self._waiting[who] >= MOST_FOLLOWING:
            raise Refusal("too-fast", f"{MOST_FOLLOWING} phones of this network wait already", retry_after=5)
        self._waiting[who] += 1
        try:
            return await self._followed(code, after)
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]

    async def _followed(self, code: str, after: int | None) -> Following:
        deadline = time.monotonic() + PATIENCE
        while True:
            one = self.kept.get(code)
            if one is None or self._over(one, time.monotonic()):
                raise Refusal("unknown-table", "nobody calls cards under this code (any more)")
            left = deadline - time.monotonic()
            silent = time.monotonic() - one.heard > SILENT
            if one.called.n != after or left <= 0 or self.closing:
                return Following(called=one.called, silent=silent)
            try:
                async with asyncio.timeout(left):
                    await one.changed.wait()
            except TimeoutError:
                continue

    def close(self) -> None:
        """Let nobody wait any longer."""
        self.closing = True
        for one in self.kept.values():
            one.changed.set()
