"""Devices over HTTP: what they subscribe to, and which of them are told when it is their guest's turn."""

from __future__ import annotations

from strapontin.server import answers
from strapontin.server.api import cookie_of
from strapontin.server.clock import now
from strapontin.server.faults import Refusal
from strapontin.server.guest_protocol import AddDevice, Device, Devices, PushKey
from strapontin.server.nudges.moments import known_zone
from strapontin.server.nudges.sealing import decoded, readable_key
from strapontin.server.outside import Forbidden
from strapontin.server.protocol import Done
from strapontin.server.routing import Call, route
from strapontin.server.storage.devices import device_id

DEVICES = "/api/v1/guest/devices"


@route("GET", "/api/v1/push", answer=PushKey)
async def push_key(call: Call) -> PushKey:
    """The key a browser subscribes to."""
    return PushKey(key=call.house.sender.public)


@route("GET", DEVICES, answer=Devices)
async def my_devices(call: Call) -> Devices:
    """My devices that are told when it is my turn."""
    return Devices(devices=[answers.device(row) for row in await call.house.devices.of(call.known_guest())])


@route("POST", DEVICES, body=AddDevice, answer=Device)
async def add_device(call: Call) -> Device:
    """Tell this device when it is my turn, or change its language and quiet hours."""
    body, url = call.body, call.request.url
    try:
        call.house.outside.target(body.endpoint)
    except Forbidden as error:
        raise Refusal("bad-field", f"endpoint: {error}", field="$.endpoint") from None
    try:
        readable_key(body.key)
    except ValueError:
        raise Refusal("bad-field", "key: expected the p256dh key of a subscription", field="$.key") from None
    try:
        short = len(decoded(body.auth)) != 16
    except ValueError:
        short = True
    if short:
        raise Refusal("bad-field", "auth: expected the 16 bytes of a subscription", field="$.auth")
    if not known_zone(body.zone):
        raise Refusal("bad-field", "zone: expected a time zone such as Europe/Paris", field="$.zone")
    guest = cookie_of(call)
    await call.house.guests.hello(guest, now())
    values = {
        "id": device_id(body.endpoint),
        "guest": guest,
        "endpoint": body.endpoint,
        "key": body.key,
        "auth": body.auth,
        "language": body.language,
        "zone": body.zone,
        "quiet_from": body.quiet.start if body.quiet else None,
        "quiet_until": body.quiet.end if body.quiet else None,
        "origin": f"{url.scheme}://{url.netloc}"[:255],
        "created_at": now(),
    }
    await call.house.devices.keep(values)
    return answers.device(await call.house.devices.find(values["id"]))


@route("DELETE", DEVICES + "/{device}", answer=Done)
async def remove_device(call: Call) -> Done:
    """Tell a device nothing any more."""
    if not await call.house.devices.forget(call.request.path_params["device"], call.known_guest()):
        raise Refusal("unknown-device", "you have no such device (any more)")
    return Done()
