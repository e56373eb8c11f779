"""Nonsense by the thousand: schemathesis on the HTTP part, mutated frames on the socket, strange links to the page.

    python -m tests.server.fuzz --http 8000 --frames 4000

No answer may be a 5xx, break its own schema or hold a secret; no frame may end a server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import json
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, get_args

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from strapontin.core import registry
from strapontin.server.frames import ClientFrame
from strapontin.server.protocol import RECORDS, SUBPROTOCOL
from strapontin.server.webhook_api import WEBHOOK
from tests.server import services
from tests.server.client import NEVER, Person
from tests.server.listeners import Device, Listener

HEX = re.compile(r"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])")
GIVING = {"POST /api/v1/tables", "POST /api/v1/tables/{table}/seats/{seat}", "POST /api/v1/daily/{game}"}
"""These answer with the token of the seat that was taken."""

NAMING = f"PUT {WEBHOOK}"
"""This answers with the secret of the signatures."""

NOWHERE = "http://127.0.0.1:9"
"""Where nobody listens to what is told."""

KINDS = {one.__struct_config__.tag: one.__struct_fields__ for one in get_args(ClientFrame)}
"""Every frame a client may send, with what stands in it."""

LINKS = ("", "t", "replay", "daily", "new", "learn", "rules", "call", "along", "me")

LAST = 77
"""The number of the last ping of a connection: its answer comes after all others."""

SKIP = {("DELETE", "/api/v1/guest")}
"""Would end the persona all others use."""


class Fuzz:
    """What was tried and what went wrong."""

    def __init__(self, base: str, seed: int) -> None:
        self.base, self.rng = base, random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.tables: list[str] = []
        self.known: dict[str, list[Any]] = {"game": [*registry.collection()], "seat": [0, 1, 2]}
        """What stands in paths, as it is there."""
        self.legal = ["A0", "F4", "*-"]
        """What could have been played or told, as a refusal says."""
        self.call = ""
        """The token of whoever calls cards."""
        self.seeds: list[bytes] = []
        """Of the games that are not over."""
        self.cookies: dict[str, str] = {}
        self.found: dict[str, set[str]] = defaultdict(set)
        """Whatever looked like a seed, a token or a guest, and where it was."""

    async def prepare(self) -> None:
        """Tables in all states, and somebody who owns them."""
        async with Person(self.base) as ana:
            await ana.ask("POST", "/guest", {"name": "Ana"})
            playing = await ana.table(players=2, bots={"1": "random"}, start=True)
            open_one = await ana.table(players=3, listed=True)
            told = await ana.table("jeudumetro", players=2, told=True)
            hidden = await ana.table("correspondances", players=2, bots={"1": "random"}, start=True)
            counted = await ana.ask("POST", "/daily/odyssee", {})
            over = await ana.table(players=1)
            await ana.ask("POST", f"/tables/{over['table']['id']}/start", {})
            await ana.ask("POST", f"/tables/{over['table']['id']}/resign", {"id": "r"})
            for _ in range(3000):
                info = await ana.ask("GET", f"/tables/{over['table']['id']}")
                if info["state"] == "over":
                    break
                await asyncio.sleep(0.1)
            self.tables = [one["table"]["id"] for one in (playing, open_one, over, told, hidden, counted)]
            self.cookies = dict(ana.http.cookies)
            await ana.ask("PUT", f"/tables/{self.tables[0]}/webhook", {"url": NOWHERE})
            device = await ana.ask("POST", "/guest/devices", Device(Listener(NOWHERE)).subscription)
            call = await ana.ask("POST", "/calls", {})
            await ana.ask("POST", "/guest/pass", {})
            self.call = call["token"]
            self.known |= {"table": self.tables, "code": [call["code"]], "device": [device["id"]]}
            async with Person(self.base, "Bo") as bo:
                await bo.sit(open_one["table"]["id"], 1)
                await bo.sit(told["table"]["id"], 1)
            await ana.ask("POST", f"/tables/{told['table']['id']}/start", {})
            self.counts["states"] = len({info["state"], "open", "playing"})

    def http(self, cases: int) -> None:
        """So many requests, made from the OpenAPI document, valid and not."""
        schema: Any = schemathesis.openapi.from_url(f"{self.base}/api/v1/openapi.json")
        operations = [one.ok() for one in schema.get_all_operations()]
        operations = [one for one in operations if (one.method.upper(), one.path) not in SKIP]
        client = httpx.Client(base_url=self.base, timeout=NEVER)
        modes = schemathesis.GenerationMode
        each = max(2, cases // (2 * len(operations)) + 1)
        for operation in operations:
            for mode in (modes.POSITIVE, modes.NEGATIVE):
                try:
                    self._operation(operation, mode, each, client)
                except Unsatisfiable:  # a request without parts has nothing that could be wrong
                    self.counts[f"operations without {mode.name.lower()} cases"] += 1

    def _operation(self, operation: Any, mode: Any, cases: int, client: httpx.Client) -> None:
        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=cases,
            database=None,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def one(case: Any) -> None:
            self._send(case, client)

        one()

    def _send(self, case: Any, client: httpx.Client) -> None:
        for name in case.path_parameters or {}:
            if name in self.known and self.rng.random() < 0.8:
                case.path_parameters[name] = self.rng.choice(self.known[name])
        sent = case.as_transport_kwargs(base_url=self.base)
        cookies = self.cookies if self.rng.random() < 0.7 else {}
        headers = {str(k): str(v) for k, v in (sent.get("headers") or {}).items() if k.lower() != "host"}
        if "{code}" in case.operation.path and self.rng.random() < 0.8:
            headers["authorization"] = f"Seat {self.call}"
        body: dict[str, Any] = {k: sent[k] for k in ("json", "data", "content") if sent.get(k) is not None}
        if isinstance(body.get("data"), (bytes, str)):
            body = {"content": body["data"]}
        try:
            request = client.build_request(
                sent["method"], sent["url"], headers=headers, params=sent.get("params"), cookies=cookies, **body
            )
        except (ValueError, TypeError, UnicodeError, httpx.InvalidURL):
            return
        answer = client.send(request)
        client.cookies.clear()  # whoever asks next is somebody else
        self.counts["requests"] += 1
        self.counts[f"status {answer.status_code // 100}xx"] += 1
        where = f"{sent['method']} {case.operation.path}"
        if answer.status_code >= 500:
            self.faults.append(f"{where}: {answer.status_code} {answer.text[:200]}")
        declared = case.operation.definition.raw["responses"]
        if str(answer.status_code) not in declared:
            self.faults.append(f"{where}: undeclared status {answer.status_code}")
        self._remember(answer.text, where)
        if answer.headers.get("content-type", "").startswith("application/json"):
            try:
                case.operation.validate_response(answer)
            except Exception as error:
                self.faults.append(f"{where}: {answer.status_code} breaks its schema: {str(error)[:300]}")

    def _remember(self, text: str, where: str) -> None:
        for digits in HEX.findall(text):
            self.found[digits].add(where)

    def judge_secrets(self, database: Path) -> None:
        """No answer and no frame held a seed before its game was over, a guest's id, or anybody's token.

        A token is told once, to who takes the seat, and the secret of a webhook to who names it; of tokens and passes
        the database has only hashes.
        """
        with contextlib.closing(sqlite3.connect(database)) as store:
            seeds = {seed.hex() for (seed,) in store.execute("SELECT seed FROM tables WHERE state != 'over'")}
            seeds |= {seed.hex() for (seed,) in store.execute("SELECT seed FROM daily_lines")}
            hashes = {token for (token,) in store.execute("SELECT token FROM seats WHERE token IS NOT NULL")}
            hashes |= {digest for (digest,) in store.execute("SELECT digest FROM passes")}
            guests = {guest for (guest,) in store.execute("SELECT id FROM guests")}
            named = {secret for (secret,) in store.execute("SELECT secret FROM webhooks")}
        self.counts["secrets looked for"] = len(seeds) + 2 * len(hashes) + len(guests) + len(named)
        for digits, places in self.found.items():
            told: set[str] = set()
            if hashlib.sha256(digits.encode()).hexdigest() in hashes:
                told = places - GIVING
            elif digits in named:
                told = places - {NAMING}
            if digits in seeds | hashes | guests or told:
                self.faults.append(f"a secret was told: {', '.join(sorted(told or places))}")

    def links(self, cases: int) -> None:
        """So many links to the page, which says in its head what they are about."""
        odd = ["", "x" * 3000, "%00", "%FF", "\u202e", "2026-02-30", "0001-01-01", "9999-12-31", "..", "&<>'"]
        known = [str(one) for some in self.known.values() for one in some]
        with httpx.Client(base_url=self.base, timeout=NEVER) as client:
            for _ in range(cases):
                parts = [self.rng.choice([*known, *odd, *LINKS]) for _ in range(self.rng.randrange(4))]
                headers: dict[Any, Any] = {
                    "accept-language": self.rng.choice(["fr", "*", ";q=,", "é", "x" * 3000]).encode()
                }
                if self.rng.random() < 0.2:
                    headers["host"] = self.rng.choice([b"[", b"a b", b"\xff", b"", b'"><script>'])
                answer = client.get("/".join([self.base, self.rng.choice(LINKS), *parts]), headers=headers)
                self.counts["links"] += 1
                if answer.status_code not in (200, 304, 404, 429) or "<script" in answer.text:
                    self.faults.append(f"{answer.request.url}: {answer.status_code} {answer.text[:200]}")
                self._remember(answer.text, "the page")

    async def frames(self, cases: int) -> None:
        """So many frames, some nearly right, most not."""
        url = f"{self.base.replace('http', 'ws')}/api/v1/tables/{{}}/socket"
        sent = 0
        while sent < cases:
            cookie = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
            headers = {"cookie": cookie} if self.rng.random() < 0.8 else {}
            table = self.rng.choice(self.tables)
            with contextlib.suppress(ConnectionClosed):
                spoken: Any = self.rng.choice([None, [SUBPROTOCOL], [RECORDS]])
                async with connect(
                    url.format(table), additional_headers=headers, subprotocols=spoken, compression=None, max_size=None
                ) as wire:
                    reader = asyncio.create_task(self._read(wire))
                    if self.rng.random() < 0.85:
                        await wire.send(json.dumps({"type": "hello", "records": spoken == [RECORDS]}))
                    for _ in range(self.rng.randrange(1, 80)):
                        await wire.send(self._frame())
                        sent += 1
                        self.counts["frames"] += 1
                    await wire.send(f'{{"type":"ping","n":{LAST}}}')
                    await asyncio.wait({reader}, timeout=NEVER)  # until all was answered, or the server hung up
                    reader.cancel()
            self.counts["connections"] += 1

    async def _read(self, wire: Any) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for message in wire:
                text = message if isinstance(message, str) else _head(message)
                if isinstance(message, bytes) and any(seed in message for seed in self.seeds):
                    self.faults.append("a seed was told in a record")
                frame = json.loads(text)
                self.counts[f"got {frame['type']}"] += 1
                if frame["type"] == "refused" and frame["error"]["kind"] == "our-fault":
                    self.faults.append(f"our fault: {text[:200]}")
                if frame["type"] == "refused":
                    self.legal = frame["error"].get("legal") or self.legal
                self._remember(text, f"a frame of kind {frame['type']}")
                if frame["type"] == "pong" and frame["n"] == LAST:
                    return
            if wire.close_code == 1011:
                self.faults.append("a socket failed on the server's side")

    def _frame(self) -> str | bytes:
        rng = self.rng
        values: list[Any] = [
            *("A0", "F4", "*-", "3", "6", "a1", "", "x" * 500, "\u0000", "\ud83d\ude80", "é" * 30, "once", "null"),
            *(0, -1, 1, 5, 6, 2**31, 2**63, 2**70, 1.5, True, False, None, [], {}, [[]], {"a": {"b": []}}),
        ]
        kind = rng.choice([*KINDS] if rng.random() < 0.9 else [*KINDS, "nonsense", "", None])
        if kind == "resign" and rng.random() < 0.98:
            kind = "move"
        right: dict[str, list[Any]] = {
            "id": [f"f{rng.randrange(10**6)}"],
            "move": self.legal,
            "draw": self.legal,
            "text": ["hello"],
            "phrase": ["thanks"],
            "seat": [None, 0],
            "muted": [True, False],
            "n": [1],
        }
        frame: dict[str, Any] = {"type": kind}
        for name in KINDS.get(kind, []):
            if rng.random() < 0.8:
                frame[name] = rng.choice(right.get(name, values) if rng.random() < 0.8 else values)
        if rng.random() < 0.1:
            frame[rng.choice(["extra", "id", "move", "token", "seat"])] = rng.choice(values)
        text = json.dumps(frame)
        dice = rng.random()
        if dice < 0.1:
            cut = rng.randrange(len(text))
            text = text[:cut] + rng.choice(["", "\u0001", "{", '"', "]", "\\u12"]) + text[cut + 1 :]
        elif dice < 0.13:
            return rng.randbytes(rng.randrange(60))
        elif dice < 0.14:
            return "[" * rng.randrange(3000)
        return text


def _head(message: bytes) -> str:
    """What a frame with a record says before the record."""
    return message[4 : 4 + int.from_bytes(message[:4], "little")].decode()


def run(http: int, frames: int, seed: int) -> Fuzz:
    """Start a server, throw everything at it, and see whether it still stands."""
    with tempfile.TemporaryDirectory(prefix="strapontin-fuzz-") as folder:
        port, log = services.free_port(), Path(folder) / "server.log"
        flags = ["--port", str(port), "--data", folder, "--rate", "0", "--bot-pause", "0", "--bots", "0"]
        page = Path(folder) / "page" / "index.html"
        page.parent.mkdir()
        page.write_text("<html><head></head></html>")
        flags += ["--web", str(page.parent), "--loopback", "true"]
        flags += ["--tables-per-guest", "100000", "--tables-per-address", "100000", "--log-level", "warning"]
        with log.open("wb") as out:
            command = [sys.executable, "-m", "strapontin.server.serving", *flags]
            server = subprocess.Popen(command, stdout=out, stderr=out)
        try:
            base = f"http://127.0.0.1:{port}"
            for _ in range(6000):
                if server.poll() is not None:
                    raise RuntimeError(f"the server stopped: {log.read_text()[-800:]}")
                with contextlib.suppress(httpx.HTTPError):
                    if httpx.get(f"{base}/healthz").status_code == 200:
                        break
                asyncio.run(asyncio.sleep(0.1))
            fuzz = Fuzz(base, seed)
            asyncio.run(fuzz.prepare())
            fuzz.http(http)
            fuzz.links(http // 20)
            with contextlib.closing(sqlite3.connect(Path(folder) / "tables.sqlite3")) as store:
                fuzz.seeds = [
                    seed for (seed,) in store.execute("SELECT seed FROM tables WHERE state = 'playing'") if seed
                ]
            asyncio.run(fuzz.frames(frames))
            if server.poll() is not None or httpx.get(f"{base}/healthz").status_code != 200:
                fuzz.faults.append("the server does not stand any more")
            told = log.read_text()
            if "Traceback" in told or "went wrong" in told or '"trace"' in told:
                fuzz.faults.append(f"the server's log has a trace: {told[-3000:]}")
            fuzz._remember(told, "the log")
            fuzz.judge_secrets(Path(folder) / "tables.sqlite3")
            return fuzz
        finally:
            server.kill()
            server.wait()


def main() -> int:
    """Print what was tried; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--http", type=int, default=8000)
    parser.add_argument("--frames", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    fuzz = run(args.http, args.frames, args.seed)
    print(", ".join(f"{count} {name}" for name, count in fuzz.counts.items()))
    print(f"{fuzz.counts['requests'] + fuzz.counts['links'] + fuzz.counts['frames']} cases, {len(fuzz.faults)} faults")
    for fault in list(dict.fromkeys(fuzz.faults))[:20]:
        print("  " + fault)
    return 1 if fuzz.faults else 0


if __name__ == "__main__":
    sys.exit(main())
