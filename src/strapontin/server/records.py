"""What eyes know as a record: frames for whoever has the rules and makes their own views of it.

Such a frame is binary: the length of its JSON in 32 bits, the lowest byte first, the JSON, and what leads to the record
(`core/changes.py`). It is made from the concealed record alone, so equal knowledge gives equal frames.
"""

from __future__ import annotations

from typing import Any

from strapontin.core.changes import changes
from strapontin.server import answers
from strapontin.server.connection import encode, encoder
from strapontin.server.frames import RecordEvent, SnapshotFrame, WholeRecord
from strapontin.server.live_table import Live
from strapontin.server.step_visibility import Eye
from strapontin.server.table_protocol import ChatLine


def snapshot(live: Live, eye: Eye, guest: str | None, chat: list[ChatLine]) -> str | bytes:
    """Everything these eyes may know."""
    return _with_record(live, eye, answers.snapshot(live, eye, guest, chat, SnapshotFrame, seen=False))


def whole(live: Live, eye: Eye) -> str | bytes:
    """What these eyes know now, and no more."""
    return _with_record(live, eye, WholeRecord(version=live.table.versions[eye]))


def _with_record(live: Live, eye: Eye, head: Any) -> str | bytes:
    """A frame with the whole record; before the start there is none."""
    if live.table.match is None:
        return encode(head)
    known = live.table.known(eye)
    live.told[eye] = (live.table.versions[eye], known)
    return framed(head, changes(None, known, live.table.match.setting.extent))


def events(live: Live, seen: list[int], eye: Eye, *, resumed: bool = False) -> tuple[list[RecordEvent], bytes]:
    """The events of these rows for an eye, and what leads to its record with the last of them.

    That is what is new since the version before, if it was told, and all of it to whoever comes back.
    """
    table = live.table
    version = table.versions[eye]
    first, last = version - len(seen) + 1, len(seen) - 1
    told = [answers.record_event(table, index, eye, first + i, last=i == last) for i, index in enumerate(seen)]
    match = table.match
    if not told or match is None:
        return told, b""
    (since, before), known = live.told.get(eye, (None, None)), table.known(eye)
    live.told[eye] = (version, known)
    told[-1].whole = whole = resumed or last > 0 or since != version - 1
    return told, changes(None if whole else before, known, match.setting.extent)


def frames(live: Live, told: list[RecordEvent], runs: bytes) -> list[str | bytes]:
    """These events as they are sent: text but for the last, which has the record; before the start there is none."""
    last = encode(told[-1]) if live.table.match is None else framed(told[-1], runs)
    return [last] if len(told) == 1 else [*map(encode, told[:-1]), last]


def framed(head: Any, runs: bytes) -> bytes:
    """A frame of JSON and what leads to a record."""
    told = encoder.encode(head)
    return b"".join((len(told).to_bytes(4, "little"), told, runs))
