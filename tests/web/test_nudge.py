"""Being told when it is one's turn: asked when it first helps, kept on the server, changed in the settings."""

from __future__ import annotations

import json
import os
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from strapontin.server.nudges.sealing import CURVE
from strapontin.words import say
from tests.web.tables import ask, table
from tests.web.waiting import KEPT, until, wait_until

SERVICE = """
(() => {
  let held = null;
  const given = %s;
  const bytes = (list) => new Uint8Array(list).buffer;
  const make = (options) => ({
    endpoint: 'https://push.example/device',
    options: { applicationServerKey: new Uint8Array(options.applicationServerKey).buffer },
    getKey: (name) => bytes(given[name]),
    unsubscribe: async () => ((held = null), true),
  });
  Object.defineProperty(Notification, 'permission', { get: () => (held ? 'granted' : 'default') });
  Notification.requestPermission = async () => 'granted';
  PushManager.prototype.subscribe = async (options) => (held = make(options));
  PushManager.prototype.getSubscription = async () => held;
})();
"""
"""The browser's own push service is on the network, and browsers of tests may not notify: both are in the page."""


def words(key: str) -> str:
    return say("en", f"web.{key}")


def service() -> str:
    """A push service whose messages nobody has to read."""
    point = generate_private_key(CURVE).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return SERVICE % json.dumps({"p256dh": list(point), "auth": list(os.urandom(16))})


def test_a_device_is_asked_when_it_helps_and_can_be_hushed_and_switched_off(visit: Any, address: str) -> None:
    ana = visit(service_workers="allow")
    ana.context.add_init_script(service())
    ana.go("/")
    until(ana.page, KEPT)
    assert not ana.page.get_by_text(words("push.ask")).count()
    table(ana.page, address, "odyssee", clock={"kind": "days", "days": 2})
    ana.go("/")
    ana.page.get_by_role("button", name=words("push.yes")).click()
    ana.page.get_by_text(words("push.done")).wait_for()
    (device,) = ask(ana.page, address, "GET", "/guest/devices")["devices"]
    assert (device["service"], device["language"]) == ("push.example", "en")
    assert device["quiet"] == {"start": 1320, "end": 480}

    ana.page.get_by_role("button", name=words("settings.title")).click()
    switch = ana.page.get_by_role("switch", name=words("settings.push"), exact=False)
    assert switch.is_checked()
    ana.page.get_by_label(words("push.quiet.end"), exact=True).fill("07:30")
    wait_until(
        lambda: ask(ana.page, address, "GET", "/guest/devices")["devices"][0]["quiet"]["end"] == 450, "quiet until 7:30"
    )

    switch.press("Space")
    wait_until(lambda: not ask(ana.page, address, "GET", "/guest/devices")["devices"], "the device is forgotten")
    assert not switch.is_checked()
