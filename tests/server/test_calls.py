"""The caller and the phones that follow it: one writes, forty read, and nothing is kept of anybody."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import httpx
import pytest

from strapontin.server import calls
from strapontin.server.bus import LocalBus
from strapontin.server.call_protocol import Called
from strapontin.server.calls import Calls
from strapontin.server.faults import Refusal
from strapontin.server.guests import Signer
from tests.server.client import Person, Refused, serving

PHONES = 40
CARDS = 60 if os.environ.get("STRAPONTIN_SOAK") else 4


def run(work: Any) -> None:
    asyncio.run(work)


def shown(n: int, **more: Any) -> dict[str, Any]:
    return {"n": n, "game": "metrox", "map": "paris", "cards": ["3"] * n} | more


async def call(person: Person) -> tuple[str, dict[str, str]]:
    found = await person.ask("POST", "/calls", {})
    return f"/calls/{found['code']}", {"authorization": f"Seat {found['token']}"}


def test_forty_phones_follow_one_caller_and_every_one_of_them_sees_the_last_card(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, httpx.AsyncClient(base_url=base) as phones:
            path, key = await call(ana)
            await ana.ask("PUT", path, shown(0), **key)
            seen: list[list[int]] = [[] for _ in range(PHONES)]
            cookies = []

            async def follow(mine: list[int]) -> None:
                after = None
                while not mine or mine[-1] < CARDS:
                    answer = await phones.get(
                        f"/api/v1{path}", params={} if after is None else {"after": after}, timeout=None
                    )
                    cookies.append(answer.headers.get("set-cookie"))
                    after = answer.json()["called"]["n"]
                    mine.append(after)

            following = [asyncio.create_task(follow(mine)) for mine in seen]
            for n in range(1, CARDS + 1):
                while not all(mine and mine[-1] == n - 1 for mine in seen):
                    await asyncio.sleep(0.005)
                await ana.ask("PUT", path, shown(n), **key)
            await asyncio.gather(*following)
            assert all(mine[-1] == CARDS and mine == sorted(mine) for mine in seen)
            assert set(cookies) == {None}

    run(main())


def test_only_the_caller_writes_and_what_it_ends_is_gone(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            path, key = await call(ana)
            with pytest.raises(Refused, match="unknown-table"):
                await ana.ask("GET", path)
            with pytest.raises(Refused, match="not-your-seat"):
                await ana.ask("PUT", path, shown(1), authorization="Seat " + "0" * 32)
            strange = {b"authorization": b"Seat " + b"\xe9" * 32}
            answer = await ana.http.request("PUT", f"/api/v1{path}", json=shown(1), headers=strange)
            assert answer.json()["error"]["kind"] == "not-your-seat"
            with pytest.raises(Refused, match=r"too-large|bad-field"):
                await ana.ask("PUT", path, shown(1, cards=["123456"] * 900), **key)
            await ana.ask("PUT", path, shown(2), **key)
            await ana.ask("PUT", path, shown(1), **key)  # what comes late is old
            assert (await ana.ask("GET", path))["called"]["n"] == 2
            await ana.ask("DELETE", path, **key)
            with pytest.raises(Refused, match="unknown-table"):
                await ana.ask("GET", path)

    run(main())


def test_so_many_phones_of_a_network_wait_and_the_next_is_told_to_come_back(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "MOST_FOLLOWING", 2)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            path, key = await call(ana)
            await ana.ask("PUT", path, shown(1), **key)
            waiting = [asyncio.create_task(ana.ask("GET", f"{path}?after=1")) for _ in range(2)]
            while house.calls._waiting.total() < 2:
                await asyncio.sleep(0)
            with pytest.raises(Refused, match="too-fast"):
                await ana.ask("GET", f"{path}?after=1")
            await ana.ask("PUT", path, shown(2), **key)
            assert [told["called"]["n"] for told in await asyncio.gather(*waiting)] == [2, 2]
            assert (await ana.ask("GET", path))["called"]["n"] == 2

    run(main())


def test_a_call_survives_a_restart_with_the_next_word_of_its_caller(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            path, key = await call(ana)
            await ana.ask("PUT", path, shown(1), **key)
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            await ana.ask("PUT", path, shown(1), **key)
            assert (await ana.ask("GET", path))["called"]["n"] == 1

    run(main())


class Wire(LocalBus):
    """A bus whose other end is another process."""

    shared = True

    def __init__(self) -> None:
        self.ends: list[Calls] = []

    def publish(self, topic: str, message: bytes) -> None:
        for one in self.ends:
            one.receive(message)


def test_processes_tell_each_other_and_a_silent_caller_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        wire, signer = Wire(), Signer(b"key")
        here, there = Calls(wire, signer), Calls(wire, signer)
        wire.ends = [there]
        code, token = here.new()
        waiting = Called(n=1, game="metrox")
        here.write(code, token, waiting)
        assert (await there.follow(code, None, "here")).called == waiting
        following = asyncio.create_task(there.follow(code, 1, "here"))
        await asyncio.sleep(0)
        here.write(code, token, Called(n=2, game="metrox", cards=["5"]))
        assert (await following).called.cards == ["5"]
        there.receive(b"nonsense")
        monkeypatch.setattr(calls, "SILENT", -1.0)
        assert (await there.follow(code, None, "here")).silent
        monkeypatch.setattr(calls, "MOST", 1)
        other, key = here.new()
        here.write(other, key, waiting)
        with pytest.raises(Refusal, match="nobody calls"):
            await here.follow(code, None, "here")

    run(main())
