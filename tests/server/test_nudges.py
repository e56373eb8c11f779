"""A word to whoever is waited for and does not look: once, sealed, never in quiet hours, never delaying a move."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePublicKey, derive_private_key
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from sqlalchemy import select, update

from strapontin.server.clock import DAY, Clocks, now
from strapontin.server.nudges.moments import MINUTE, awake, reminder
from strapontin.server.nudges.sealing import CURVE, Sender, decoded, seal, unseal
from strapontin.server.storage.database import Unavailable
from strapontin.server.storage.devices import MOST_DEVICES
from strapontin.server.storage.schema import devices, nudges
from strapontin.server.table_protocol import DaysClock, MinutesClock, NoClock
from strapontin.server.wiring import House
from tests.server.client import Person, Refused, Socket, serving
from tests.server.fleet import Fleet
from tests.server.listeners import Device, Listener, listening
from tests.server.services import postgres, redis
from tests.server.soak import SECRET

DAYS = {"kind": "days", "days": 2}


def test_a_message_is_sealed_as_the_standard_says() -> None:
    key = derive_private_key(int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"), CURVE)
    auth = decoded("BTBZMqHH6r4Tts7J_aSIgg")
    body = decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert unseal(body, key, auth) == b"When I grow up, I want to be a watermelon"  # RFC 8291, 5
    point = decoded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    one, other = seal(b"short", point, auth), seal(b"a longer message", point, auth)
    assert (unseal(one, key, auth), unseal(other, key, auth)) == (b"short", b"a longer message")
    assert len(one) == len(other) < 4096
    with pytest.raises(ValueError, match="another device"):
        unseal(one, key, bytes(16))


def test_the_key_of_the_server_follows_from_its_secret_and_signs_for_one_service() -> None:
    sender = Sender(b"a secret")
    assert sender.public == Sender(b"a secret").public != Sender(b"another").public
    scheme, token, key = sender.authorisation("https://push.example", "https://metro.example").replace(",", "").split()
    assert (scheme, key) == ("vapid", f"k={sender.public}")
    signed, _, signature = token.removeprefix("t=").rpartition(".")
    head, claims = (json.loads(decoded(part)) for part in signed.split("."))
    assert (head["alg"], claims["aud"], claims["sub"]) == ("ES256", "https://push.example", "https://metro.example")
    r, s = (int.from_bytes(half, "big") for half in (decoded(signature)[:32], decoded(signature)[32:]))
    public = EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(sender.public))
    public.verify(encode_dss_signature(r, s), signed.encode(), ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(
    ("hour", "quiet", "until"),
    [
        (23, (22, 8), 32),
        (3, (22, 8), 8),
        (12, (22, 8), 12),
        (8, (22, 8), 8),
        (14, (13, 15), 15),
        (3, None, 3),
        (3, (8, 8), 3),
    ],
)
def test_quiet_hours_are_those_of_the_device(hour: int, quiet: Any, until: int) -> None:
    midnight = 1_795_042_800_000  # 2026-11-19 in Paris
    hours = None if quiet is None else (quiet[0] * 60, quiet[1] * 60)
    assert awake(midnight + hour * 60 * MINUTE, "Europe/Paris", hours) == midnight + until * 60 * MINUTE


def test_a_reminder_comes_before_the_end_of_clocks_that_are_long_enough() -> None:
    assert reminder(DaysClock(days=2), 0, 2 * DAY) == 2 * DAY - DAY // 2
    assert reminder(MinutesClock(minutes=60), 0, 60 * MINUTE) == 50 * MINUTE
    assert reminder(MinutesClock(minutes=60), 0, 29 * MINUTE) is None
    assert reminder(NoClock(), 0, None) is None
    assert Clocks.started(NoClock(), 2).deadline(0) is None


@asynccontextmanager
async def waiting(tmp_path: Path, **changes: Any) -> AsyncIterator[tuple[House, Listener, Device, Person, Person, str]]:
    """A game in turns by correspondence in which Ana, who has a device, is to move first, then Bo."""
    async with AsyncExitStack() as stack:
        base, house = await stack.enter_async_context(
            serving(tmp_path, **({"nudge_seconds": 0, "loopback": True} | changes))
        )
        service = await stack.enter_async_context(listening())
        ana, bo = [await stack.enter_async_context(Person(base, name)) for name in ("Ana", "Bo")]
        table = (await ana.table("odyssee", players=2, clock=DAYS))["table"]["id"]
        await bo.sit(table, 1)
        device = Device(service)
        await ana.ask("POST", "/guest/devices", device.subscription | {"language": "fr", "zone": "Europe/Paris"})
        yield house, service, device, ana, bo, table


async def planned(house: House) -> list[Any]:
    await house.nudges.look()
    return list(await house.database.rows(select(nudges).order_by(nudges.c.kind)))


async def play(house: House, table: str) -> int:
    """Whoever is to move plays something; who is next."""
    live = await house.tables.find(table)
    match = live.table.match
    assert match is not None
    (seat,) = live.table.waits
    while live.table.waits == [seat]:
        assert live.table.match is not None
        await house.play.move(live, seat, live.table.match.legal(seat)[0], f"m{live.table.length}")
    return live.table.waits[0]


def test_whoever_does_not_look_is_told_once_and_only_that_it_is_their_turn(tmp_path: Path) -> None:
    async def main() -> None:
        async with waiting(tmp_path) as (house, service, device, ana, _, table):
            await ana.ask("POST", f"/tables/{table}/start", {})
            live = await house.tables.find(table)
            first = live.table.waits[0]
            if first != 0:
                await play(house, table)
            heard = await service.until(1)
            told = {"title": "À vous de jouer", "body": "L’Odyssée du Père Noël, avec Bo", "path": f"/t/{table}"}
            assert device.read(heard) == told | {"tag": table, "language": "fr"}
            assert (heard.path, heard.headers["content-encoding"]) == ("/push/one", "aes128gcm")
            assert heard.headers["authorization"].startswith("vapid t=")
            assert table not in str(heard.headers)
            house.tables.forget(live)  # as another process, or this one after a restart, would find it
            live = await house.tables.find(table)
            rows = await planned(house)
            assert [(row.kind, row.at) for row in rows] == [
                ("reminder", (live.table.clocks.since[0] or 0) + 2 * DAY - DAY // 2),
                ("turn", None),
            ]
            await house.database.changed(update(nudges).where(nudges.c.kind == "reminder").values(at=1))
            assert device.read(await service.until(2))["title"] == "Votre temps s’écoule"
            assert [row.at for row in await planned(house)] == [None, None]
            await play(house, table)
            await play(house, table)
            assert device.read(await service.until(3))["title"] == "À vous de jouer"

    asyncio.run(main())


def test_who_has_the_table_open_or_has_played_meanwhile_is_not_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with waiting(tmp_path, nudge_seconds=3600) as (house, service, _, ana, _, table):
            async with ana.socket(table):
                await ana.ask("POST", f"/tables/{table}/start", {})
                if (await house.tables.find(table)).table.waits != [0]:
                    await play(house, table)
                assert [row.kind for row in await planned(house)] == ["reminder"]
            await play(house, table)
            await play(house, table)
            assert sorted(row.kind for row in await planned(house)) == ["reminder", "turn"]
            await play(house, table)
            await house.database.changed(update(nudges).values(at=1))
            while any(row.at is not None for row in await planned(house)) or house.nudges.busy:
                await asyncio.sleep(0)
            assert service.heard == []

    asyncio.run(main())


def test_quiet_hours_put_it_off_and_the_device_says_when_they_are(tmp_path: Path) -> None:
    async def main() -> None:
        async with waiting(tmp_path) as (house, service, device, ana, _, table):
            always = device.subscription | {"zone": "Asia/Tokyo", "quiet": {"start": 0, "end": 1439}}
            told = await ana.ask("POST", "/guest/devices", always)
            assert told["quiet"] == {"start": 0, "end": 1439}
            await ana.ask("POST", f"/tables/{table}/start", {})
            if (await house.tables.find(table)).table.waits != [0]:
                await play(house, table)
            (row,) = [row for row in await planned(house) if row.kind == "turn"]
            assert row.at == awake(row.turn, "Asia/Tokyo", (0, 1439))
            assert service.heard == [] or row.at == row.turn  # in the one loud minute of the day

    asyncio.run(main())


def test_a_device_that_goes_while_a_turn_is_written_down_takes_no_other_with_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with waiting(tmp_path) as (house, _, device, ana, _, table):
            mine = await ana.ask("POST", "/guest/devices", device.subscription)
            row = {"table_id": table, "seat": 0, "turn": 1, "kind": "turn", "at": 1 << 60}
            await house.devices.plan([row | {"device": one} for one in ("0" * 32, mine["id"])])
            assert [one.device for one in await house.database.rows(select(nudges))] == [mine["id"]]

    asyncio.run(main())


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
def test_a_device_that_is_gone_is_forgotten_and_one_that_is_busy_asked_again(
    tmp_path: Path, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strapontin.server.nudges.rounds.AGAIN", (0, 0))

    async def main() -> None:
        async with waiting(tmp_path) as (house, service, _, ana, _, table):
            service.answers = ["HTTP/1.1 503 Busy", "HTTP/1.1 429 Slowly", f"HTTP/1.1 {status}"]
            await ana.ask("POST", f"/tables/{table}/start", {})
            if (await house.tables.find(table)).table.waits != [0]:
                await play(house, table)
            await service.until(3)
            while await house.devices.of_many([(await house.tables.find(table)).table.header.owner]):
                await asyncio.sleep(0.01)
            assert await house.database.rows(select(nudges)) == []

    asyncio.run(main())


def test_who_does_not_answer_keeps_no_place_and_one_slow_service_leaves_room_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strapontin.server.nudges.rounds.MOST_TO_ONE", 1)
    monkeypatch.setattr("strapontin.server.nudges.rounds.AGAIN", (DAY, DAY))

    async def main() -> None:
        async with (
            waiting(tmp_path, nudge_seconds=3600) as (house, quick, device, ana, _, table),
            listening() as slow,
        ):
            answered = asyncio.Event()
            slow.before = answered
            slow.answers = ["HTTP/1.1 503 Busy"]
            for name in ("a", "b"):
                await ana.ask("POST", "/guest/devices", Device(slow, name).subscription)
            await ana.ask("POST", f"/tables/{table}/start", {})
            if (await house.tables.find(table)).table.waits != [0]:
                await play(house, table)
            mine = [row.device for row in await planned(house) if row.kind == "turn"]
            assert len(mine) == 3
            turns = nudges.c.kind == "turn"
            await house.database.changed(update(nudges).where(turns).values(at=1))
            await house.nudges.look()
            assert device.read(await quick.until(1))["tag"] == table
            await slow.until(1)  # of two at the slow service one is asked, the other put off
            while not (later := [row for row in await planned(house) if row.at is not None and row.kind == "turn"]):
                await asyncio.sleep(0)
            assert [row.attempts for row in later] == [0]
            answered.set()
            tried = (turns, nudges.c.attempts == 1)
            while not (again := await house.database.rows(select(nudges).where(*tried))):
                await asyncio.sleep(0)
            assert again[0].at - now() > DAY // 2, "it waits in the database"
            await slow.until(2)

    asyncio.run(main())


def test_devices_are_their_guests_own_and_forgotten_with_them(tmp_path: Path) -> None:
    async def main() -> None:
        async with waiting(tmp_path) as (house, _, device, ana, bo, _):
            (mine,) = (await ana.ask("GET", "/guest/devices"))["devices"]
            assert (mine["service"], mine["language"], mine["quiet"]) == ("127.0.0.1", "fr", None)
            assert (await ana.ask("GET", "/guest/data"))["devices"] == [mine]
            with pytest.raises(Refused, match="unknown-device"):
                await bo.ask("DELETE", f"/guest/devices/{mine['id']}")
            await bo.ask("POST", "/guest/devices", device.subscription)  # the same device, somebody else by now
            assert (await ana.ask("GET", "/guest/devices"))["devices"] == []
            await bo.ask("DELETE", f"/guest/devices/{mine['id']}")
            await ana.ask("POST", "/guest/devices", device.subscription)
            await ana.ask("DELETE", "/guest")
            assert await house.database.rows(select(devices)) == []
            with pytest.raises(Refused, match="bad-field"):
                await bo.ask("DELETE", "/guest/devices/%00")

    asyncio.run(main())


def test_the_device_that_asks_is_kept_however_old_it_is_and_the_oldest_other_gives_way(tmp_path: Path) -> None:
    async def main() -> None:
        async with waiting(tmp_path) as (_, service, device, ana, bo, _):
            (old,) = (await ana.ask("GET", "/guest/devices"))["devices"]
            for n in range(MOST_DEVICES):
                await bo.ask("POST", "/guest/devices", Device(service, f"of-bo-{n}").subscription)
            first = (await bo.ask("GET", "/guest/devices"))["devices"][0]
            assert (await bo.ask("POST", "/guest/devices", device.subscription))["id"] == old["id"]
            left = [one["id"] for one in (await bo.ask("GET", "/guest/devices"))["devices"]]
            assert (len(left), old["id"] in left, first["id"] in left) == (MOST_DEVICES, True, False)

    asyncio.run(main())


def test_a_turn_that_began_while_the_database_was_silent_is_told_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with waiting(tmp_path) as (house, service, device, ana, _, table):
            real, silent = house.devices.of_many, iter([True])

            async def of_many(guests: Any) -> Any:
                if next(silent, False):
                    raise Unavailable("nobody")
                return await real(guests)

            monkeypatch.setattr(house.nudges.store, "of_many", of_many)
            await ana.ask("POST", f"/tables/{table}/start", {})
            if (await house.tables.find(table)).table.waits[0] != 0:
                await play(house, table)
            assert device.read(await service.until(1))["tag"] == table
            assert next(silent, None) is None

    asyncio.run(main())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endpoint", "http://push.example/1"),
        ("endpoint", "https://10.0.0.1/1"),
        ("endpoint", "https://name:word@push.example/1"),
        ("key", "B" * 87),
        ("auth", "A" * 21),
        ("zone", "Nowhere/Atall"),
        ("zone", "../../etc/passwd"),
        ("quiet", {"start": 0, "end": 1440}),
    ],
)
def test_what_is_no_subscription_is_refused_by_name(tmp_path: Path, field: str, value: Any) -> None:
    async def main() -> None:
        async with waiting(tmp_path) as (_, _, device, ana, _, _):
            with pytest.raises(Refused) as told:
                await ana.ask("POST", "/guest/devices", device.subscription | {field: value})
            assert told.value.kind == "bad-field"
            assert field in told.value.fault["field"]

    asyncio.run(main())


async def told_once(first: str, second: str, service: Listener) -> None:
    """Two processes: who looks from one of them is not told by the other, and who does not is told by one of both."""
    device = Device(service)
    async with Person(first, "Ana") as ana, Person(second, "Bo") as bo:
        await ana.ask("POST", "/guest", {"name": "Ana"})
        await bo.ask("POST", "/guest", {"name": "Bo"})
        table = (await ana.table("metrox", players=2))["table"]["id"]
        await bo.sit(table, 1)
        await ana.ask("POST", "/guest/devices", device.subscription)
        await ana.ask("POST", f"/tables/{table}/start", {})
        await service.until(1)
        for turn in range(2, 5):
            async with bo.socket(table) as other:
                async with ana.socket(table) as mine:
                    await other.until(lambda other=other: 0 in here(other))
                    if turn == 3:  # she looks on while a turn of hers begins
                        await play_one(mine)
                        await play_one(other)
                    await play_one(mine)
                await other.until(lambda other=other: 0 not in here(other))
                await play_one(other)
            await service.until(turn)
        assert {device.read(heard)["tag"] for heard in service.heard} == {table}


def here(one: Socket) -> list[int]:
    """Who is connected, as far as one was told."""
    told: list[list[int]] = [frame["here"] for frame in one.frames if frame["type"] == "presence"]
    return told[-1] if told else []


async def play_one(one: Socket) -> None:
    """Play in the round that is open."""
    await one.until(one.my_turn)
    answer = await one.do("move", move=one.moves()[0])
    await one.until(lambda: (one.version or 0) >= answer["version"])


def test_several_processes_tell_it_once(tmp_path: Path) -> None:
    async def main() -> None:
        with postgres() as database, redis() as bus:
            shared = {"database": database, "bus": bus, "secret": SECRET, "nudge_seconds": 0, "loopback": True}
            async with (
                serving(tmp_path, **shared) as (first, _),
                serving(tmp_path, **shared) as (second, _),
                listening() as service,
            ):
                await told_once(first, second, service)

    asyncio.run(main())


@pytest.mark.skipif(not os.environ.get("STRAPONTIN_SOAK"), reason="starts two servers: make soak runs it")
def test_several_real_processes_tell_it_once(tmp_path: Path) -> None:
    async def main() -> None:
        with postgres() as database, redis() as bus:
            flags = ["--database", database, "--bus", bus, "--data", str(tmp_path), "--secret", SECRET, "--rate", "0"]
            fleet = Fleet(2, [*flags, "--bots", "0", "--nudge-seconds", "0", "--loopback", "true"], tmp_path / "log")
            try:
                for port in fleet.ports:
                    fleet.start(port)
                for port in fleet.ports:
                    await fleet.ready(port)
                async with listening() as service:
                    first, second = (f"http://127.0.0.1:{port}" for port in fleet.ports)
                    await told_once(first, second, service)
            finally:
                fleet.stop()

    asyncio.run(main())
