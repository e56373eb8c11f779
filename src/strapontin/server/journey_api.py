"""My journeys over HTTP: the games I have finished, what reviews found, and the pass that takes me along."""

from __future__ import annotations

from typing import Any

from strapontin.server.api import AFTER, cookie_of
from strapontin.server.clock import now
from strapontin.server.faults import Refusal
from strapontin.server.guest_protocol import (
    Companion,
    Journey,
    Journeys,
    Pass,
    PassState,
    Rating,
    Reviewed,
    UsePass,
)
from strapontin.server.protocol import Done
from strapontin.server.routing import Call, route
from strapontin.server.storage.journeys import PAGE
from strapontin.server.storage.store import Cursor, DataRow

JOURNEYS = "/api/v1/guest/journeys"
PASS = "/api/v1/guest/pass"


@route("GET", JOURNEYS, answer=Journeys, query={"after": AFTER})
async def my_journeys(call: Call) -> Journeys:
    """The games I have finished, the latest first."""
    told, following = await _page(call, call.known_guest(), call.cursor("after"))
    return Journeys(games=told, next=None if following is None else f"{following[0]}-{following[1]}")


@route("PUT", JOURNEYS + "/{table}", body=Reviewed, answer=Done)
async def keep_review(call: Call) -> Done:
    """Keep how accurate a review found my play, with the game."""
    table = call.request.path_params["table"]
    if not await call.house.journeys.keep_accuracy(call.known_guest(), table, round(10 * call.body.accuracy)):
        raise Refusal("unknown-table", "you have finished no game at such a table")
    return Done()


@route("POST", PASS, answer=Pass, status=201)
async def give_pass(call: Call) -> Pass:
    """A pass with which another device becomes me, once; in the place of the one before."""
    code, expires_at = await call.house.passes.give(cookie_of(call), now())
    return Pass(code=code, expires_at=expires_at)


@route("GET", PASS, answer=PassState)
async def pass_state(call: Call) -> PassState:
    """What has become of my last pass."""
    found = await call.house.passes.of(call.known_guest())
    if found is None:
        return PassState(state="none", expires_at=None)
    state: Any = "used" if found.used_at is not None else "waiting" if found.expires_at > now() else "expired"
    return PassState(state=state, expires_at=found.expires_at)


@route("DELETE", PASS, answer=Done)
async def withdraw_pass(call: Call) -> Done:
    """Let my pass be worth nothing."""
    await call.house.passes.withdraw(call.known_guest())
    return Done()


@route("POST", "/api/v1/guest/along", body=UsePass, answer=Done)
async def use_pass(call: Call) -> Done:
    """Become the guest of a pass on this device; sets the cookie."""
    guest = await call.house.passes.use(call.body.code, now())
    call.house.orders.check(guest, call.address)
    call.cookie = call.house.signer.cookie(guest)
    return Done()


async def all_journeys(call: Call, guest: str) -> list[Journey]:
    """Every game a guest has finished."""
    told, after = await _page(call, guest, None)
    while after is not None:
        more, after = await _page(call, guest, after)
        told += more
    return told


async def _page(call: Call, guest: str, after: Cursor | None) -> tuple[list[Journey], Cursor | None]:
    rows = await call.house.journeys.page(guest, after)
    seats = await call.house.journeys.seats([row.table_id for row in rows])
    following = (rows[-1].finished_at, rows[-1].table_id) if len(rows) == PAGE else None
    return [_told(call, guest, row, seats[row.table_id]) for row in rows], following


def _told(call: Call, guest: str, row: DataRow, seats: list[DataRow]) -> Journey:
    others = [
        Companion(
            seat=one.seat,
            who=call.house.signer.alias(guest, one.guest) if one.guest else None,
            name=one.name,
            level=one.level,
            bot=one.bot,
            score=one.score,
            rank=one.rank,
            given_up=one.given_up,
        )
        for one in seats
        if one.seat != row.seat
    ]
    return Journey(
        table=row.table_id,
        kept=row.kept is not None,
        game=row.game,
        map=row.map,
        line=row.line,
        players=row.players,
        seat=row.seat,
        outcome=_outcome(row, others),
        score=row.score,
        rank=row.rank,
        others=others,
        started_at=row.started_at,
        finished_at=row.finished_at,
        accuracy=None if row.accuracy is None else row.accuracy / 10,
        rating=None if row.mu is None else Rating(mean=round(row.mu, 2), doubt=round(row.sigma, 2)),
    )


def _outcome(row: DataRow, others: list[Companion]) -> Any:
    if row.given_up:
        return "given-up"
    if not others:
        return "alone"
    if row.rank > 1:
        return "lost"
    return "shared" if any(one.rank == 1 for one in others) else "won"
