"""Webhooks over HTTP: the owner of a table names an address, sees what went wrong there, and takes it away."""

from __future__ import annotations

import secrets

from strapontin.server.clock import now
from strapontin.server.faults import Refusal
from strapontin.server.live_table import Live
from strapontin.server.outside import Forbidden
from strapontin.server.protocol import Done
from strapontin.server.rate_limits import TABLES
from strapontin.server.routing import Call, route
from strapontin.server.webhook_protocol import NewWebhook, SetWebhook, Webhook

WEBHOOK = "/api/v1/tables/{table}/webhook"


@route("GET", WEBHOOK, answer=Webhook)
async def my_webhook(call: Call) -> Webhook:
    """Where my table tells what happens, and whether that works."""
    live = await _mine(call)
    row = (await call.house.hooks.of([live.id])).get(live.id)
    if row is None:
        return Webhook()
    return Webhook(url=row.url, language=row.language, failures=row.failures, error=row.error, tried_at=row.tried_at)


@route("PUT", WEBHOOK, body=SetWebhook, answer=NewWebhook)
async def set_webhook(call: Call) -> NewWebhook:
    """Have my table tell an address what happens; the secret of its signatures is shown once."""
    live, body, url = await _mine(call), call.body, call.request.url
    if live.table.header.line is not None:
        raise Refusal("counted", "a counted try tells nobody anything")
    try:
        call.house.outside.target(body.url)
    except Forbidden as error:
        raise Refusal("bad-field", f"url: {error}", field="$.url") from None
    call.house.limits.check("webhooks", call.address, TABLES)  # each is greeted, wherever it may be
    secret = secrets.token_hex(32)
    values = {
        "table_id": live.id,
        "guest": call.known_guest(),
        "url": body.url,
        "secret": secret,
        "language": body.language,
        "origin": f"{url.scheme}://{url.netloc}"[:255],
        "told": live.table.length,
        "said": "",
        "failures": 0,
        "error": None,
        "tried_at": None,
    }
    await call.house.hooks.keep(values, now())
    return NewWebhook(url=body.url, language=body.language, secret=secret)


@route("DELETE", WEBHOOK, answer=Done)
async def remove_webhook(call: Call) -> Done:
    """Have my table tell nobody any more."""
    live = await _mine(call)
    await call.house.hooks.remove(live.id)
    return Done()


async def _mine(call: Call) -> Live:
    live = await call.table()
    if call.guest is None or call.guest != live.table.header.owner:
        raise Refusal("not-owner", "only the owner of the table can do that")
    return live
