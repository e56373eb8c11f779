"""Which bus a server has: none but itself, or Redis, which is loaded only then."""

from __future__ import annotations

from strapontin.server.bus import Bus, LocalBus


def bus_of(url: str) -> Bus:
    """The bus of a server."""
    if not url:
        return LocalBus()
    from strapontin.server.redis_bus import RedisBus  # half a second that a server alone does without

    return RedisBus(url)
