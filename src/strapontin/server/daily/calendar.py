"""Which day it is where the server is said to be, when it ends, and the weeks and months it lies in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from strapontin.core.errors import StrapontinError, clip
from strapontin.server.clock import now

GRACE = 60_000
"""Milliseconds after the end of a day until its seeds are shown: no clock of several machines is so early."""

PERIODS = ("day", "week", "month")


class Calendar:
    """The days of a time zone, each by its date: `2026-11-18`."""

    def __init__(self, zone: str) -> None:
        self.zone = zone
        self._zone = _known(zone)
        self.now: Callable[[], int] = now

    def today(self) -> str:
        """The day it is now."""
        return datetime.fromtimestamp(self.now() / 1000, self._zone).date().isoformat()

    def end(self, day: str) -> int:
        """The instant a day ends."""
        following = date.fromisoformat(day) + timedelta(days=1)
        return int(datetime.combine(following, time(), self._zone).timestamp() * 1000)

    def over(self, day: str) -> bool:
        """Whether a day is over for everybody, so that what was secret about it no longer is."""
        return self.now() >= self.end(day) + GRACE


def period(kind: str, day: str) -> str:
    """The day itself, or the week or month it lies in.

    >>> period("week", "2026-11-18"), period("month", "2026-11-18")
    ('2026-W47', '2026-11')
    """
    if kind == "day":
        return day
    if kind == "month":
        return day[:7]
    year, week, _ = date.fromisoformat(day).isocalendar()
    return f"{year}-W{week:02}"


def streaks(days: Sequence[str], today: str) -> tuple[int, int]:
    """How many days in a row up to today (or yesterday, while today is open), and the most there ever were.

    >>> streaks(["2026-11-17", "2026-11-16", "2026-11-12", "2026-11-11", "2026-11-10"], "2026-11-18")
    (2, 3)
    """
    running = longest = length = 0
    present = date.fromisoformat(today)
    before: date | None = None
    for one in sorted({date.fromisoformat(day) for day in days}):
        length = length + 1 if before is not None and one - before == timedelta(days=1) else 1
        longest = max(longest, length)
        before = one
    if before is not None and present - before <= timedelta(days=1):
        running = length
    return running, longest


def _known(zone: str) -> tzinfo:
    if zone == "UTC":
        return UTC  # needs no database of zones
    try:
        return ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        raise StrapontinError(f"daily-zone: {clip(zone)} is not known; give a time zone such as Europe/Paris") from None
