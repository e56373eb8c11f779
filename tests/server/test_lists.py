"""Lists of tables: every table once, and when one's time there runs out."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from sqlalchemy import update

from strapontin.server.clock import DAY, now
from strapontin.server.storage import store
from strapontin.server.storage.schema import tables
from tests.server.client import Person, serving


def test_pages_skip_no_table_of_the_same_instant(tmp_path: Any, monkeypatch: Any) -> None:
    for module in ("storage.store", "api", "guest_api"):
        monkeypatch.setattr(f"strapontin.server.{module}.PAGE", 2)
    assert store.PAGE == 2

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            made = {(await ana.table(players=2, listed=True))["table"]["id"] for _ in range(5)}
            await house.database.changed(update(tables).values(created_at=7, touched_at=7))
            for path in ("/tables?", "/guest/tables?"):
                found, after = [], ""
                while after is not None:
                    page = await ana.ask("GET", path + after)
                    found += [line["id"] for line in page["tables"]]
                    after = page["next"] and f"after={page['next']}"
                assert sorted(found) == sorted(made)

    asyncio.run(main())


def test_a_list_tells_when_my_time_runs_out_and_not_when_somebody_looks(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path, bot_pause=3600.0) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            days = {"kind": "days", "days": 3}
            table = (await ana.table("metrox", 3, bots={"1": "random"}, clock=days))["table"]["id"]
            await bo.sit(table, 2)
            began = now()
            await ana.ask("POST", f"/tables/{table}/start", {})
            mine = (await ana.ask("GET", "/guest/tables"))["tables"][0]
            assert began + 3 * DAY <= mine["due"] <= now() + 3 * DAY
            (waiting,) = await house.store.due(now() + 3 * DAY)
            assert waiting[1] < began + DAY  # somebody looks long before that, for the bot is slow
            async with bo.socket(table) as b:
                await b.play_out(random.Random(1), 1)
            done = (await bo.ask("GET", "/guest/tables"))["tables"][0]
            assert (done["waiting"], done["due"]) == (False, None)

    asyncio.run(main())


def test_a_rematch_begins_without_the_bots_that_stood_in(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana:
            more: dict[str, Any] = {"bots": {"1": "novice"}, "absence": {"level": "expert"}, "start": True}
            table = (await ana.table(players=2, **more))["table"]["id"]
            async with ana.socket(table) as a:
                await a.do("resign")
                await a.until(lambda: a.over)
                assert [seat["level"] for seat in a.table["seats"]] == ["expert", "novice"]
            following = await ana.ask("POST", f"/tables/{table}/rematch", {"id": "again"})
            seats = [(seat["kind"], seat["level"], seat["resigned"]) for seat in following["seats"]]
            assert seats == [("bot", "novice", False), ("guest", None, False)]

    asyncio.run(main())
