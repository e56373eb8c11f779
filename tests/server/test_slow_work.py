"""Slow work is done aside, in a small number of pieces, and once."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from strapontin.core import registry
from strapontin.server import openapi, schema
from strapontin.server.faults import Refusal
from strapontin.server.slow_work import MOST_EACH, MOST_WAITING, SlowWork
from tests.server.client import Person, serving


def test_slow_work_leaves_the_loop_free_and_too_much_of_it_is_refused() -> None:
    async def main() -> None:
        room, go = SlowWork(), threading.Event()
        asked = [asyncio.create_task(room.ask(go.wait, who=f"{i}", own=True)) for i in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await room.ask(go.wait, who="late", own=True)
        assert (refused.value.status, refused.value.fault.retry_after) == (503, 5)
        assert await room.ask(lambda: "here", who="late") == "here"  # what guests drew keeps only its like waiting
        assert not any(one.done() for one in asked)
        go.set()
        assert all(await asyncio.gather(*asked))
        room.close()

    asyncio.run(main())


def test_one_client_does_not_fill_the_room() -> None:
    async def main() -> None:
        room, go = SlowWork(), threading.Event()
        asked = [asyncio.create_task(room.ask(go.wait, who="eve")) for _ in range(MOST_EACH)]
        late = asyncio.create_task(room.ask(go.wait, who="eve"))
        bo = asyncio.create_task(room.ask(lambda: "here", who="bo"))
        await asyncio.sleep(0)
        at_once = late.done()
        go.set()
        assert at_once
        with pytest.raises(Refusal) as refused:
            await late
        assert (refused.value.status, refused.value.fault.retry_after) == (429, 5)
        assert await bo == "here"
        assert all(await asyncio.gather(*asked))
        assert await room.ask(lambda: "again", who="eve") == "again"
        room.close()

    asyncio.run(main())


def test_what_many_ask_for_is_done_once_and_a_failure_is_not_kept() -> None:
    async def main() -> None:
        room, done = SlowWork(), []

        def work() -> int:
            done.append(threading.current_thread().name)
            if len(done) == 1:
                raise ZeroDivisionError
            return 7

        with pytest.raises(ZeroDivisionError):
            await room.ask_once("map", work, who="ana")
        assert await asyncio.gather(*(room.ask_once("map", work, who="ana") for _ in range(5))) == [7] * 5
        assert len(done) == 2
        room.close()

    asyncio.run(main())


@pytest.mark.parametrize("made", [openapi.document, schema.schema])
def test_what_never_changes_is_worked_out_once(made: Any) -> None:
    assert made() is made()


def test_a_scene_is_laid_out_aside(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    def scene(setting: Any) -> dict[str, Any]:
        names.append(threading.current_thread().name)
        return {"map": setting.options["map"]}  # what is sent is not looked into

    monkeypatch.setattr(registry.game("metrox"), "scene", scene, raising=False)

    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            for _ in range(2):
                table = (await ana.table("metrox", 2))["table"]["id"]
                assert await ana.ask("GET", f"/tables/{table}/scene") == {"map": "amsterdam"}

    asyncio.run(main())
    assert len(names) == 1
    assert names[0].startswith("slow work")
