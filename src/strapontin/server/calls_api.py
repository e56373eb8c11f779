"""The caller and those who follow it, over HTTP: no guest, no cookie, no name."""

from __future__ import annotations

import re
from typing import Any

from strapontin.server.access import token_of
from strapontin.server.call_protocol import CallCode, Called, Following, NewCall
from strapontin.server.calls import CODE
from strapontin.server.faults import Refusal
from strapontin.server.guests import ALPHABET
from strapontin.server.protocol import Done
from strapontin.server.rate_limits import TABLES
from strapontin.server.routing import Call, route

CALLS = "/api/v1/calls"
ONE = CALLS + "/{code}"
MOST_BYTES = 4096
WHOLE: dict[str, Any] = {"type": "integer", "minimum": 0}


@route("POST", CALLS, body=NewCall, answer=CallCode, status=201)
async def new_call(call: Call) -> CallCode:
    """A code by which phones follow a caller, and the token it is told with."""
    call.house.limits.check("new calls", call.address, TABLES)
    code, token = call.house.calls.new()
    return CallCode(code=code, token=token)


@route("PUT", ONE, body=Called, answer=Following, body_bytes=MOST_BYTES)
async def show_card(call: Call) -> Following:
    """Show this from now on, or say that the caller is still there."""
    call.house.calls.write(_code(call), token_of(call.request), call.body)
    return Following(called=call.body, silent=False)


@route("DELETE", ONE, answer=Done)
async def end_call(call: Call) -> Done:
    """The call is over: whoever follows is told so."""
    call.house.calls.write(_code(call), token_of(call.request), None)
    return Done()


@route("GET", ONE, answer=Following, query={"after": WHOLE})
async def follow_call(call: Call) -> Following:
    """What a caller shows now; with `after`, as soon as it shows something else, or after 20 seconds."""
    after = call.whole("after", None, 0, 1 << 53)
    return await call.house.calls.follow(_code(call), after, call.address)


def _code(call: Call) -> str:
    code: str = call.request.path_params["code"]
    if not re.fullmatch(f"[{ALPHABET}]{{{CODE}}}", code):
        raise Refusal("unknown-table", "nobody calls cards under this code (any more)")
    return code
