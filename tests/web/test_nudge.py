"""Being told when it is one's turn: asked when it first helps, kept on the server, changed in the settings."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from strapontin.server.nudges.sealing import CURVE, unseal
from strapontin.words import say
from tests.server.rehearsal import far_from_midnight
from tests.web.tables import ask, table
from tests.web.waiting import KEPT, until, wait_until

SERVICE = """
(() => {
  let held = null;
  const given = %s;
  const bytes = (list) => new Uint8Array(list).buffer;
  const make = (options) => ({
    endpoint: '%s',
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

WATCHED = """() => {
  self.shown = [];
  registration.showNotification = async (...all) => void shown.push(all);
  clients.openWindow = async (path) => (self.opened = path);
}"""
"""What a worker shows and opens, kept: a browser without windows has no notifications, and nobody who taps them."""

TAPPED = """async () => {
  const [, { data }] = shown[0];
  let done;
  const made = { notification: { data, close: () => {} }, waitUntil: (work) => (done = work) };
  const tap = new Event('notificationclick');
  for (const [name, value] of Object.entries(made)) Object.defineProperty(tap, name, { value });
  self.dispatchEvent(tap);
  await done;
  return self.opened;
}"""


def words(key: str) -> str:
    return say("en", f"web.{key}")


class Service(ThreadingHTTPServer):
    """A push service on loopback: it keeps what a server sends to the one device that has subscribed."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Sent)
        self.key, self.auth = generate_private_key(CURVE), os.urandom(16)
        self.bodies: list[bytes] = []

    def script(self) -> str:
        """The browser's side of it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": list(point), "auth": list(self.auth)}
        return SERVICE % (json.dumps(keys), f"http://127.0.0.1:{self.server_port}/device")

    def word(self, code: str) -> str | None:
        """What it was sent about a table, as only the device can read it."""
        words = [unseal(body, self.key, self.auth).decode() for body in self.bodies]
        return next((word for word in words if json.loads(word)["tag"] == code), None)


class Sent(BaseHTTPRequestHandler):
    """What a server sends."""

    server: Service

    def do_POST(self) -> None:
        self.server.bodies.append(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(201)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """It is kept, not told."""


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as one:
        Thread(target=one.serve_forever).start()
        yield one
        one.shutdown()


def delivering(visitor: Any) -> Callable[[str], None]:
    """How a push service hands words to the worker of a browser: by the protocol of its developer tools."""
    tools, known = visitor.context.new_cdp_session(visitor.page), []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    tools.send("ServiceWorker.enable")
    until(visitor.page, KEPT)
    wait_until(lambda: visitor.page.evaluate("1") and known, "the worker is known")
    to = {"origin": visitor.address, "registrationId": known[-1]["registrationId"]}
    return lambda data: tools.send("ServiceWorker.deliverPushMessage", to | {"data": data})


def test_a_device_is_asked_when_it_helps_told_and_can_be_hushed_and_switched_off(
    visit: Any, address: str, service: Service
) -> None:
    ana = visit(service_workers="allow", timezone_id=far_from_midnight())  # at noon: outside of quiet hours
    ana.context.add_init_script(service.script())
    ana.go("/")
    until(ana.page, KEPT)
    assert not ana.page.get_by_text(words("push.ask")).count()
    table(ana.page, address, "odyssee", clock={"kind": "days", "days": 2})
    ana.go("/")
    ana.page.get_by_role("button", name=words("push.yes")).click()
    ana.page.get_by_text(words("push.done")).wait_for()
    (device,) = ask(ana.page, address, "GET", "/guest/devices")["devices"]
    assert (device["service"], device["language"]) == ("127.0.0.1", "en")
    assert device["quiet"] == {"start": 1320, "end": 480}

    code = table(ana.page, address, "odyssee", clock={"kind": "days", "days": 2})  # open on no screen
    wait_until(lambda: service.word(code), "a word is sent")
    word = service.word(code)
    assert word is not None
    deliver, (worker,) = delivering(ana), ana.context.service_workers
    worker.evaluate(WATCHED)
    deliver(word)
    wait_until(lambda: worker.evaluate("shown.length"), "the word is shown")
    ((title, more),) = worker.evaluate("shown")
    assert (title, more["lang"], more["data"]) == (say("en", "push.turn"), "en", f"/t/{code}")
    assert more["body"] == say("en", "push.at", game="L’Odyssée du Père Noël", names=[])
    assert worker.evaluate(TAPPED) == f"/t/{code}"
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

    ana.go(f"/t/{code}")  # where the tap leads
    ana.page.locator(".room").wait_for()
    deliver = delivering(ana)
    deliver(word)  # to somebody who looks at that table
    deliver(json.dumps(json.loads(word) | {"path": "/t/another"}))
    wait_until(lambda: worker.evaluate("shown.length") > 1, "another word is shown")
    assert [more["data"] for _, more in worker.evaluate("shown")] == [f"/t/{code}", "/t/another"]
