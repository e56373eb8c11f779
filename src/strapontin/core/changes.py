"""What differs between two records of a kind, as bytes: whoever has the one and these has the other.

They are runs. Each says in two numbers of 16 bits, the lower byte first, how many bytes stay as they are and how many
are new; then come the new ones. Behind the last run everything stays.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

import numpy as np

from strapontin.core.kernel import kernel
from strapontin.core.layout import Record, Row, uint8

HEAD = 4
"""Bytes before the new ones of a run; fewer that stay than that are told again with those around them."""

LONGEST = (1 << 16) - 1


@kernel
def put_head(out: Row[uint8], place: int, same: int, new: int) -> int:
    """Write the two numbers of a run; where to go on."""
    out[place], out[place + 1] = same & 255, same >> 8
    out[place + 2], out[place + 3] = new & 255, new >> 8
    return place + HEAD


@kernel
def write_changes(before: Row[uint8], after: Row[uint8], out: Row[uint8]) -> int:
    """Write the runs that lead from one record to another; how many bytes they take."""
    size, told, place, at = len(after), 0, 0, 0
    while at < size:
        if before[at] == after[at]:
            at += 1
            continue
        end = look = at + 1
        while look < size and look - end < HEAD and look - at < LONGEST:
            look += 1
            if before[look - 1] != after[look - 1]:
                end = look
        while at - told > LONGEST:
            place = put_head(out, place, LONGEST, 0)
            told += LONGEST
        place = put_head(out, place, at - told, end - at)
        for i in range(at, end):
            out[place] = after[i]
            place += 1
        told = at = end
    return place


def changes(before: Record | None, after: Record, most: int = -1) -> bytes:
    """What leads from one record to another of its kind; from none, to all of it from zeros.

    Where only the first bytes can be anything but zero, `most` of them are looked at.
    """
    new = np.frombuffer(after.data, np.uint8, most)
    blank, out = _desk(len(new))
    old = blank if before is None else np.frombuffer(before.data, np.uint8, most)
    told: bytes = out[: write_changes(old, new, out)].tobytes()
    return told


@cache
def _desk(size: int) -> tuple[Any, Any]:
    """Zeros, and room to write in: a run takes no more than twice the bytes it leads over, and its head."""
    return np.zeros(size, np.uint8), np.empty(2 * size + HEAD, np.uint8)


def change(memory: bytearray, runs: bytes) -> None:
    """Make of the bytes of one record those of the other; ValueError if these are no changes of it."""
    at = place = 0
    while place < len(runs):
        if place + HEAD > len(runs):
            raise ValueError("a run is cut off")
        same, new = struct.unpack_from("<HH", runs, place)
        place, at = place + HEAD, at + same
        if at + new > len(memory) or place + new > len(runs):
            raise ValueError("a run leads beyond its record")
        memory[at : at + new] = runs[place : place + new]
        place, at = place + new, at + new
