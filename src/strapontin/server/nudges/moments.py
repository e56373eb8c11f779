"""When a device is told something: not at once, not in its quiet hours, and once more before time runs out."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from strapontin.server.clock import DAY
from strapontin.server.table_protocol import Clock, DaysClock, MinutesClock

MINUTE = 60_000
LONG = 30 * MINUTE
"""What a clock of minutes has to have left at the beginning of a turn, so that a reminder makes sense."""

BEFORE = 10 * MINUTE
"""So long before its end comes the reminder."""

Quiet = tuple[int, int]
"""From which minute of the day to which other nobody wants to hear anything; it may go over midnight."""


def known_zone(zone: str) -> bool:
    """Whether there is such a time zone."""
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        return False
    return True


def awake(at: int, zone: str, quiet: Quiet | None) -> int:
    """The first instant from this one on that lies outside of quiet hours.

    >>> awake(1_795_042_800_000, "Europe/Paris", (22 * 60, 8 * 60))  # midnight there
    1795071600000
    """
    if quiet is None or quiet[0] == quiet[1]:
        return at
    begin, end = quiet
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    minute = local.hour * 60 + local.minute
    inside = begin <= minute < end if begin < end else minute >= begin or minute < end
    if not inside:
        return at
    morning = local.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0, fold=0)
    if morning <= local:
        morning += timedelta(days=1)
    return int(morning.timestamp() * 1000)


def reminder(rule: Clock, since: int, deadline: int | None) -> int | None:
    """When to remind a seat whose turn began then; None where its clock is too short for that, or there is none."""
    if deadline is None:
        return None
    if isinstance(rule, DaysClock):
        return deadline - rule.days * DAY // 4
    if isinstance(rule, MinutesClock) and deadline - since >= LONG:
        return deadline - BEFORE
    return None
