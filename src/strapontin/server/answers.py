"""Tables in words of the protocol, each for the eyes it is meant for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from strapontin.core import registry
from strapontin.core.game import Note
from strapontin.core.match import Eyes, Match
from strapontin.core.record import Record
from strapontin.server.clock import now
from strapontin.server.connection import encoder
from strapontin.server.frames import Event, Happening, RecordEvent
from strapontin.server.guest_protocol import Device, QuietHours
from strapontin.server.live_table import Live
from strapontin.server.play_protocol import Position
from strapontin.server.protocol import Line
from strapontin.server.storage.store import clock_of
from strapontin.server.table import Eye, SeatState, Table, Told, seat_of
from strapontin.server.table_protocol import Asked, ChatLine, Outcome, SeatInfo, Snapshot, TableInfo, TableLine

Happened = TypeVar("Happened", bound=Happening)


def seat_infos(
    seats: Sequence[SeatState], here: Sequence[int], hints: Callable[[int], int] = lambda seat: 0
) -> list[SeatInfo]:
    """Who sits where; no guest's id and no token ever leaves."""
    return [
        SeatInfo(
            seat=i,
            kind=seat.kind,
            name=seat.name,
            level=seat.level,
            present=seat.kind == "bot" or i in here,
            away=seat.away,
            resigned=seat.resigned,
            bot=seat.bot,
            nonce=seat.nonce,
            hints=hints(i),
        )
        for i, seat in enumerate(seats)
    ]


def table_info(live: Live, guest: str | None, you: int | None) -> TableInfo:
    """A table as a guest may know it."""
    table, head = live.table, live.table.header
    return TableInfo(
        id=head.id,
        game=head.game,
        options=head.options,
        state=table.state,
        seats=seat_infos(table.seats, live.here()[0], table.hints),
        you=you,
        owner=guest is not None and guest == head.owner,
        listed=head.listed,
        spectators=head.spectators,
        chat_open=head.chat_open,
        clock=head.clock,
        absence=head.absence,
        commitment=table.commitment,
        to_act=table.waits,
        created_at=head.created_at,
        started_at=head.started_at,
        finished_at=head.finished_at,
        result=head.result,
        rematch=head.rematch,
        link=f"/t/{head.id}",
        programs=head.programs,
        rules=head.rules or registry.game(head.game).version,
        line=head.line,
        told=head.told,
    )


def table_line(row: Any, seats: Sequence[SeatState], guest: str | None, here: Sequence[int]) -> TableLine:
    """A table in a list, from its row alone."""
    you = seat_of(seats, guest)
    waiting = you is not None and bool(row.waits >> you & 1) and not seats[you].resigned
    deadlines = msgspec.json.decode(row.deadlines) if waiting and row.deadlines else None
    options = msgspec.json.decode(row.options)
    return TableLine(
        id=row.id,
        game=row.game,
        map=options.get("map") if isinstance(options.get("map"), str) else None,
        state=row.state,
        seats=seat_infos(seats, here),
        you=you,
        owner=guest is not None and guest == row.owner,
        waiting=waiting,
        due=deadlines[you] if deadlines and you is not None else None,
        clock=clock_of(row.clock),
        created_at=row.created_at,
        touched_at=row.touched_at,
        result=msgspec.json.decode(row.result, type=Outcome) if row.result else None,
        line=row.line,
    )


def device(row: Any) -> Device:
    """A device as its guest may know it."""
    quiet = None if row.quiet_from is None else QuietHours(start=row.quiet_from, end=row.quiet_until)
    return Device(
        id=row.id,
        service=urlsplit(row.endpoint).hostname or "",
        language=row.language,
        zone=row.zone,
        quiet=quiet,
        created_at=row.created_at,
    )


def lines(notes: Sequence[Note]) -> list[Line]:
    """Log lines, without the list of those who may read them."""
    return [Line(key=note.key, params=note.params) for note in notes]


def said(told: Told, eye: Eye) -> list[Any]:
    """What a row tells these eyes, as it is sent: put into JSON once for everybody."""
    if not told.notes:
        return []
    if told.said is None:
        told.said = [_said(note) for note in told.notes]
    pairs = zip(told.notes, told.said, strict=True)
    return [line for note, line in pairs if note.seats is None or (eye is not None and eye in note.seats)]


def _said(note: Note) -> msgspec.Raw:
    """A line of the log as JSON."""
    params = msgspec.structs.asdict(note)
    del params["key"], params["seats"]
    return msgspec.Raw(encoder.encode({"key": note.key, "params": params}))


def view_of(table: Table, eye: Eye) -> Any:
    """The view of an eye, ready to be encoded; a finished game is still seen by its own eyes."""
    match = table.match
    return None if match is None else match.game.view(match.setting, table.known(eye), eye)


def drawing(match: Match, eyes: Eyes, move: str | None = None) -> str:
    """The position as the game draws it for these eyes, with one of their legal moves as if it were made.

    It is drawn from what a screen with these eyes is sent, so it shows no more; and from nobody's name.
    """
    legal = move is not None and isinstance(eyes, int) and move in match.legal(eyes)
    view = match.game.view(match.setting, match.concealed(eyes), eyes)
    return match.game.draw(match.setting, view, move if legal else None)


def snapshot(
    live: Live,
    eye: Eye,
    guest: str | None,
    chat: list[ChatLine],
    kind: type[Snapshot] = Snapshot,
    *,
    seen: bool = True,
) -> Snapshot:
    """Everything these eyes may know; the view only if they are to be shown one."""
    table = live.table
    match = table.match
    return kind(
        version=table.versions[eye],
        seat=eye,
        table=table_info(live, guest, eye),
        view=view_of(table, eye) if seen else None,
        log=lines(match.log(eye)) if match else [],
        history=list(match.history(eye)) if match else [],
        chat=chat,
        clock=table.clocks.state(now()) if table.state == "playing" else None,
        watching=live.here()[1],
        can_undo=can_undo(table, eye),
        asked=asked(table, eye),
    )


def can_undo(table: Table, eye: Eye) -> bool:
    """Whether these eyes' seat could take back its last move."""
    return eye is not None and table.can_undo(eye)


def asked(table: Table, eye: Eye) -> Asked | None:
    """With real cards: what these eyes are asked to tell, or that others are."""
    question = table.asked()
    if question is None:
        return None
    return Asked(by=question.by, draws=[] if eye is None else table.drawable(eye))


def event(table: Table, index: int, eye: Eye, version: int, *, last: bool = True) -> Event:
    """What a row of the journal tells an eye; the caller adds the table where it matters."""
    return _happening(Event, table, index, eye, version, last, view=view_of(table, eye) if last else None)


def record_event(table: Table, index: int, eye: Eye, version: int, *, last: bool = True) -> RecordEvent:
    """The same for whoever makes their own view, acknowledged to the seat that asked for it."""
    event, key = _happening(RecordEvent, table, index, eye, version, last), table.rows[index].key
    if key and eye is not None and eye == event.by:
        event.ack = key.partition(":")[2]
    return event


def _happening(
    kind: type[Happened], table: Table, index: int, eye: Eye, version: int, last: bool, **more: Any
) -> Happened:
    row, told = table.rows[index], table.told[index]
    what: Any = row.kind
    hidden = told.open_round and (eye is None or eye != row.seat)
    event = kind(
        version=version,
        kind="done" if hidden and what == "move" else what,
        by=row.seat,
        steps=told.steps.get(eye, []),
        log=said(told, eye) if told.notes else [],
        table=None,
        clock=None,
        over=told.over and what in ("start", "move", "tell"),
        rewind=0 if hidden else told.rewind,
        **more,
    )
    if last:
        if table.clocks.limited and table.state == "playing":
            event.clock = table.clocks.state(max(row.at, now()))
        if eye is not None:
            event.can_undo = table.can_undo(eye)
        if table.header.told:
            event.asked = asked(table, eye)
    return event


def record_of(table: Table) -> Record:
    """The record of a finished game, with the names of its seats as they are now."""
    assert table.match is not None
    record = table.match.as_record()
    record.players = table.players()
    return record


def positions(match: Match, start: int, count: int, eyes: Eyes = "*", every: int = 1) -> list[Position]:
    """Positions of a finished game as these eyes saw them then, one for each step of the record, or each `every` steps.

    The last position is never left out; what happened in those between is told by the log of the next one.
    """
    found: list[Position] = []
    last = len(match.moves)
    past = match.at(max(0, min(start, last) - 1))
    for ply in range(start, last + 1):
        if len(found) == count:
            break
        if (ply - start) % every and ply < last:
            past.follow(*match.moves[ply - 1])
            continue
        if not ply:
            found.append(Position(ply=0, actor=None, move=None, log=[], view=past.view(eyes)))
            continue
        actor, text = match.moves[ply - 1]
        known, shown = _known(past, eyes), past.shown(actor, text, eyes)
        past.follow(actor, text)
        log = lines(past.log(eyes, found[-1].ply if found else ply - 1))
        noticed = eyes == "*" or actor in (eyes, "*") or bool(log) or _known(past, eyes) != known
        step: Any = {"actor": actor, "move": shown} if noticed else {"actor": None, "move": None}
        if noticed and past.choosing and actor not in (eyes, "*") and eyes != "*":
            step["move"] = None  # that this seat is done is all that shows
        found.append(Position(ply=ply, log=log, view=past.view(eyes), noticed=noticed, **step))
    return found


def _known(match: Match, eyes: Eyes) -> bytes:
    known: bytes = match.concealed(eyes).tobytes()
    return known
