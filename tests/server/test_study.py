"""Slow work is done aside, in a small number of pieces, and once."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from strapontin.core import registry
from strapontin.server.faults import Refusal
from strapontin.server.study import MOST_WAITING, Study
from tests.server.client import Person, serving


def test_slow_work_leaves_the_loop_free_and_too_much_of_it_is_refused() -> None:
    async def main() -> None:
        study, go = Study(), threading.Event()
        asked = [asyncio.create_task(study.ask(go.wait, own=True)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await study.ask(go.wait, own=True)
        assert (refused.value.status, refused.value.fault.retry_after) == (503, 5)
        assert await study.ask(lambda: "here") == "here"  # what guests drew keeps only its like waiting
        assert not any(one.done() for one in asked)
        go.set()
        assert all(await asyncio.gather(*asked))
        study.close()

    asyncio.run(main())


def test_what_many_ask_for_is_done_once_and_a_failure_is_not_kept() -> None:
    async def main() -> None:
        study, done = Study(), []

        def work() -> int:
            done.append(threading.current_thread().name)
            if len(done) == 1:
                raise ZeroDivisionError
            return 7

        with pytest.raises(ZeroDivisionError):
            await study.ask_once("map", work)
        assert await asyncio.gather(*(study.ask_once("map", work) for _ in range(5))) == [7] * 5
        assert len(done) == 2
        study.close()

    asyncio.run(main())


def test_a_scene_is_laid_out_aside(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    def scene(setting: Any) -> dict[str, Any]:
        names.append(threading.current_thread().name)
        return {"map": setting.options["map"]}

    monkeypatch.setattr(registry.game("metrox"), "scene", scene, raising=False)

    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            for _ in range(2):
                table = (await ana.table("metrox", 2))["table"]["id"]
                assert await ana.ask("GET", f"/tables/{table}/scene") == {"map": "amsterdam"}

    asyncio.run(main())
    assert len(names) == 1
    assert names[0].startswith("study")
