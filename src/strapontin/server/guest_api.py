"""Guests over HTTP: who I am, all that is kept about me, my tables, and being forgotten."""

from __future__ import annotations

import msgspec

from strapontin.server import answers
from strapontin.server.api import AFTER, STATES, cookie_of, table_lines
from strapontin.server.clock import now
from strapontin.server.faults import SHUT, Refusal
from strapontin.server.guest_protocol import Guest, GuestData, GuestRequest
from strapontin.server.journal import abandonment
from strapontin.server.journey_api import all_journeys
from strapontin.server.protocol import Done
from strapontin.server.routing import Call, route
from strapontin.server.storage.store import PAGE
from strapontin.server.table import seat_of
from strapontin.server.table_protocol import Tables
from strapontin.server.wiring import House


@route("GET", "/api/v1/guest", answer=Guest)
async def me(call: Call) -> Guest:
    """Who I am."""
    return await _guest(call, call.known_guest())


@route("POST", "/api/v1/guest", body=GuestRequest, answer=Guest)
async def hello(call: Call) -> Guest:
    """Say hello, or change name or language; sets the cookie."""
    guest = cookie_of(call)
    await call.house.guests.hello(guest, now(), call.body.name, call.body.language)
    return await _guest(call, guest)


@route("DELETE", "/api/v1/guest", answer=Done)
async def erase_me(call: Call) -> Done:
    """Erase all that is kept about me; running seats go to bots."""
    guest, house = call.known_guest(), call.house
    while rows := await house.store.of_guest(guest, STATES, None):
        for row in rows:
            await _leave_for_good(house, row.id, guest)
    await house.guests.erase(guest)
    call.cookie = ""
    return Done()


@route("GET", "/api/v1/guest/data", answer=GuestData)
async def my_data(call: Call) -> GuestData:
    """All that is kept about me."""
    guest = call.known_guest()
    known = await call.house.guests.find(guest)
    about = {k: getattr(known, k) for k in ("name", "language", "created_at", "seen_at")} if known else {}
    tables, after = [], None
    while rows := await call.house.store.of_guest(guest, STATES, after):
        tables += await table_lines(call, rows, guest)
        after = (rows[-1].touched_at, rows[-1].id)
    chat = [line for _, line in await call.house.guests.chat(guest)]
    daily = [dict(row._mapping) | {"guest": None} for row in await call.house.daily.store.tries_of(guest)]
    return GuestData(
        guest=about,
        tables=[msgspec.to_builtins(one) for one in tables],
        chat=chat,
        daily=daily,
        webhooks=await call.house.hooks.named_by(guest),
        devices=[answers.device(row) for row in await call.house.devices.of(guest)],
        journeys=await all_journeys(call, guest),
    )


@route(
    "GET",
    "/api/v1/guest/tables",
    answer=Tables,
    query={"state": {"type": "string", "enum": list(STATES)}, "after": AFTER},
)
async def my_tables(call: Call) -> Tables:
    """My tables, those that wait for me first."""
    guest = call.known_guest()
    state = call.one_of("state", STATES)
    rows = await call.house.store.of_guest(guest, (state,) if state else STATES, call.cursor("after"))
    found = await table_lines(call, rows, guest)
    following = f"{rows[-1].touched_at}-{rows[-1].id}" if len(rows) == PAGE else None
    found.sort(key=lambda one: (not one.waiting, one.due or 1 << 60, -one.touched_at))
    return Tables(tables=found, next=following)


async def _leave_for_good(house: House, table_id: str, guest: str) -> None:
    try:
        live = await house.tables.find(table_id)
    except Refusal as refusal:
        if refusal.fault.kind not in SHUT:
            raise
        await house.guests.erase_at(table_id, guest)
        return
    seat = seat_of(live.table.seats, guest)
    if seat is not None and live.table.state == "open":
        await house.seating.leave(live, guest, None, seat)
    elif seat is not None and live.table.state == "playing" and not live.table.seats[seat].resigned:
        try:
            await house.play.resign(live, seat, f"erased-{now()}")
        except Refusal as refusal:
            if refusal.fault.kind != "real-cards":
                raise
            await house.journal.act(live, abandonment)  # nobody can hold their cards in their place
    await house.seating.forget(live, guest)


async def _guest(call: Call, guest: str) -> Guest:
    known = await call.house.guests.find(guest)
    mine = await table_lines(call, await call.house.store.of_guest(guest, ("open", "playing"), None), guest)
    waiting = sum(one.waiting for one in mine)
    language = known.language if known else None
    return Guest(name=known.name if known else None, language=language, tables=len(mine), waiting=waiting)
