"""The socket of a table: hello, then whatever the client does, each thing acknowledged or refused."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from strapontin.server import metrics, records
from strapontin.server.access import UNWATCHED, address_of, authorised, guest_of, may_watch, origin_allowed
from strapontin.server.clock import now
from strapontin.server.connection import BAD_HELLO, NOT_ALLOWED, TOO_MANY, UNKNOWN, Connection, encode
from strapontin.server.faults import Refusal, unreadable
from strapontin.server.frames import (
    Ack,
    Away,
    Back,
    ClientFrame,
    Hello,
    Hint,
    Move,
    Mute,
    Notice,
    Ping,
    Pong,
    Records,
    Refused,
    Rematch,
    Resign,
    Say,
    Tell,
    Undo,
    Welcome,
)
from strapontin.server.guests import hashed
from strapontin.server.live_table import Live
from strapontin.server.protocol import PROTOCOL, RECORDS, SUBPROTOCOL, Fault
from strapontin.server.rate_limits import CHAT, FRAMES, GUEST_FRAMES, HASTY, SOCKETS
from strapontin.server.storage.database import Unavailable
from strapontin.server.wiring import BACK_SECONDS, House

log = logging.getLogger("strapontin.socket")

FRAME_BYTES = 4096
HELLO_SECONDS = 10.0

RESUME = 200
"""Events that are told again; who missed more gets a snapshot."""

decoder = msgspec.json.Decoder(ClientFrame)


async def table_socket(socket: WebSocket) -> None:
    """One connection, from the handshake to the end."""
    house: House = socket.app.state.house
    if not origin_allowed(house.settings, socket):
        await socket.close(NOT_ALLOWED)
        return
    offered = socket.scope.get("subprotocols") or []
    spoken = next((one for one in (RECORDS, SUBPROTOCOL) if one in offered), None)
    if offered and spoken is None:
        await socket.close(BAD_HELLO)
        return
    await socket.accept(subprotocol=spoken)
    one = Connection(socket, guest_of(house.signer, socket), spoken == RECORDS)
    if house.closing:
        one.close(1012, encode(Notice(kind="back-in-a-moment", retry_after=BACK_SECONDS)))
        await one.finish()
        return
    address = address_of(socket)
    try:
        house.orders.check(one.guest, address)
        house.limits.check("connections", address, SOCKETS)
        _count(house, address)
    except Refusal as refusal:
        one.close(TOO_MANY, encode(Refused(id=None, error=refusal.fault)))
        await one.finish()
        return
    house.sockets.add(one)
    house.callers[address] += 1
    one.speaker = address
    metrics.SOCKETS.set(len(house.sockets))
    live: Live | None = None
    try:
        live = await _welcome(house, one, socket.path_params["table"])
        if live is not None:  # in a task of its own, for every frame wakes all there is from here to the wire
            await asyncio.create_task(_listen(house, live, one), name=f"socket at {live.id}")
    except WebSocketDisconnect:
        pass  # gone
    except Exception:
        metrics.FAULTS.inc()
        log.exception("a socket failed", extra={"table": live.id if live else None})
        one.close(1011)
    finally:
        if one.closing:
            await one.finish()
        house.sockets.discard(one)
        house.callers[address] -= 1
        if not house.callers[address]:
            del house.callers[address]
        metrics.SOCKETS.set(len(house.sockets))
        if live is not None:
            live.sockets.discard(one)
            live.used = time.monotonic()
            house.broadcast.presence(live)
            if not house.closing:
                house.broadcast.announce(live)


def _count(house: House, address: str) -> None:
    if len(house.sockets) >= house.settings.sockets:
        raise Refusal("too-fast", "this server has all the connections it can hold", retry_after=30)
    if house.callers[address] + house.crew.callers[address] >= house.settings.sockets_per_address:
        raise Refusal("too-fast", "too many connections from this address", retry_after=30)


async def _welcome(house: House, one: Connection, table_id: str) -> Live | None:
    """The first frame decides who looks; then what was missed, or everything."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            frame = _decode(await one.wire.hear())
        if not isinstance(frame, Hello):
            raise Refusal("wrong-protocol", "the first frame is hello")
        if frame.records:
            _tell_records(one)
    except TimeoutError:
        one.close(BAD_HELLO)
        return None
    except Refusal as refusal:
        one.close(BAD_HELLO, encode(Refused(id=None, error=refusal.fault)))
        return None
    try:
        live = await house.tables.find(table_id)
        table = live.table
        eye = authorised(table, one.guest, frame.token)
        if eye is None and not may_watch(table, one.guest):
            raise Refusal("no-spectators", UNWATCHED)
        said = frame.chat if frame.version is not None else 0
        chat = [] if live.silent else await house.store.chat_after(live.id, said)
    except Refusal as refusal:
        codes = {"unknown-table": UNKNOWN, "back-in-a-moment": 1013, "our-fault": 1011}
        one.close(codes.get(refusal.fault.kind, NOT_ALLOWED), _refused(None, refusal))
        return None
    except Unavailable:
        one.close(1013, encode(Notice(kind="back-in-a-moment", retry_after=BACK_SECONDS)))
        return None
    one.eye, one.token = eye, frame.token and hashed(frame.token)
    seen = None if frame.version is None else table.seen_since(eye, frame.version, RESUME)
    version = table.versions[eye]
    live.sockets.add(one)  # from here on without waiting, so that nothing falls between
    one.send(encode(Welcome(protocol=PROTOCOL, seat=eye, version=version, resumed=seen is not None, now=now())))
    lines = [line for line, _ in chat]
    if seen is None:
        house.broadcast.show(live, one, lines)
    else:
        house.broadcast.catch_up(live, one, seen)
        for line in lines:
            house.broadcast.hear_one(one, line)
    house.broadcast.presence(live)
    house.broadcast.announce(live)
    return live


def _tell_records(one: Connection) -> None:
    """From here on this connection is told records."""
    if not one.may_have_records:
        raise Refusal("wrong-protocol", f"records are for those who speak {RECORDS}")
    one.records = True


def _decode(text: str | bytes) -> ClientFrame:
    if len(text) > FRAME_BYTES:
        raise Refusal("too-large", f"a frame of {len(text)} characters; at most {FRAME_BYTES}")
    try:
        frame: ClientFrame = decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise unreadable(error) from None
    return frame


def _refused(frame_id: str | None, refusal: Refusal) -> str:
    metrics.REFUSALS.labels(refusal.fault.kind).inc()
    return encode(Refused(id=frame_id, error=refusal.fault))


async def _listen(house: House, live: Live, one: Connection) -> None:
    """All frames of the client after the first."""
    while not one.closing:
        await _serve(house, live, one, await one.wire.hear())


async def _serve(house: House, live: Live, one: Connection, text: str | bytes) -> None:
    """One frame of the client."""
    started = time.perf_counter()
    frame_id: str | None = None
    one.acked = None
    try:
        _check_pace(house, live, one)
        frame = _decode(text)
        frame_id = getattr(frame, "id", None)
        kind = type(frame).__struct_config__.tag
        metrics.FRAMES_IN.counts[str(kind)] += 1
        answer = await _do(house, live, one, frame)
        if answer is not None and (one.acked is None or one.acked != frame_id):
            one.send(encode(answer))
        if isinstance(frame, Move):
            metrics.APPEND_SECONDS.observe(time.perf_counter() - started)
    except Refusal as refusal:
        one.send(_refused(frame_id, refusal))
    except Unavailable:
        fault = Fault(kind="back-in-a-moment", message="the database does not answer; try again", retry_after=2)
        one.send(encode(Refused(id=frame_id, error=fault)))


def _check_pace(house: House, live: Live, one: Connection) -> None:
    """As fast as a seat may act, however many sockets it has; whoever does not mind being told so is hung up on."""
    who = one.guest or one.speaker
    try:
        house.limits.check("frames", who if one.eye is None else f"{live.id}/{one.eye}", FRAMES)
        house.limits.check("frames of a guest", who, GUEST_FRAMES)
    except Refusal as refusal:
        try:
            house.limits.check("frames beyond that", who, HASTY)
        except Refusal:
            one.close(TOO_MANY, encode(Refused(id=None, error=refusal.fault)))
        raise


async def _do(house: House, live: Live, one: Connection, frame: ClientFrame) -> Any:
    match frame:
        case Move(id=frame_id, move=move):
            version, repeated = await house.play.move(live, _still_seated(live, one), move, frame_id)
            return Ack(id=frame_id, version=version, repeated=repeated)
        case Ping(n=n):
            return Pong(n=n, now=now(), version=live.table.versions[one.eye])
        case Mute(seat=seat, muted=muted):
            (one.muted.add if muted else one.muted.discard)(seat)
            return None
        case Say():
            return await _say(house, live, one, frame)
        case Hello():
            raise Refusal("wrong-protocol", "hello is said once, at the beginning")
        case Records():
            _tell_records(one)
            one.send(records.whole(live, one.eye))
            return None
    seat = _still_seated(live, one)
    play = house.play
    match frame:
        case Tell(id=frame_id, draw=draw):
            version, repeated = await play.tell(live, seat, draw, frame_id)
        case Undo(id=frame_id):
            version, repeated = await play.undo(live, seat, frame_id)
        case Resign(id=frame_id):
            version, repeated = await play.resign(live, seat, frame_id)
        case Away(id=frame_id):
            version, repeated = await play.away(live, seat, frame_id)
        case Back(id=frame_id):
            version, repeated = await play.back(live, seat, frame_id)
        case Hint(id=frame_id):
            version, repeated = await play.hint(live, seat, frame_id)
        case Rematch(id=frame_id):
            await house.seating.rematch(live, seat, f"{seat}:{frame_id}", house.signer.address(one.speaker))
            version, repeated = live.table.versions[seat], False
    return Ack(id=frame_id, version=version, repeated=repeated)


def _still_seated(live: Live, one: Connection) -> int:
    """The seat of a connection; somebody else may have it by now."""
    if one.eye is None:
        raise Refusal("not-your-seat", "you are watching; take a seat first")
    if live.table.seats[one.eye].kind != "guest":
        raise Refusal("not-your-seat", "this seat is no longer yours; say hello again")
    return one.eye


async def _say(house: House, live: Live, one: Connection, frame: Say) -> Ack:
    house.limits.check("chat lines", one.guest or one.speaker, CHAT)
    if one.eye is None and one.guest is None:
        raise Refusal("no-guest", "say who you are first: POST /api/v1/guest")
    key, name, live.silent = f"{one.guest if one.eye is None else one.eye}:{frame.id}", "", False
    if one.eye is None and one.guest is not None:
        known = await house.guests.find(one.guest)
        name = known.name if known and known.name else ""
    line, repeated = await house.play.say(live, one.eye, one.guest, name, key, frame.text, frame.phrase)
    if not repeated:
        house.broadcast.chat(live, line)
    return Ack(id=frame.id, version=live.table.versions[one.eye], repeated=repeated)
