"""Moves over the socket: once each, in order, resumable, taken back by the four rules."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from strapontin.server import answers, live_tables
from strapontin.server.faults import Refusal
from strapontin.server.play import Play, met
from strapontin.server.table import SeatState, Table
from tests.server.client import Person, Refused, Socket, serving
from tests.server.table_by_hand import guests, lay


def run(work: Any) -> None:
    asyncio.run(work)


async def two(ana: Person, bo: Person, **more: Any) -> str:
    table: str = (await ana.table(players=2, **more))["table"]["id"]
    await bo.sit(table, 1)
    await ana.ask("POST", f"/tables/{table}/start", {})
    return table


def test_a_move_sent_twice_is_played_once(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.socket(table) as a:
                move = a.moves()[0]
                first = await a.do("move", move=move, id="once")
                again = await a.do("move", move=move, id="once")
                assert (first["repeated"], again["repeated"]) == (False, True)
                over_http = await ana.ask("POST", f"/tables/{table}/moves", {"id": "once", "move": move})
                assert over_http["repeated"] is True
                other = await a.do("move", move="Z9", id="once")
                assert other["error"]["kind"] == "id-reused"
            rows = house.tables.open[table].table.rows
            assert [row.kind for row in rows].count("move") == 1

    run(main())


def test_a_table_at_rest_is_none_to_its_people(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_tables, "REST_SECONDS", -1)

    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.page(table) as a, bo.socket(table) as b:
                move = a.moves()[0]
                await a.do("move", move=move, id="once")
                assert await house.tables.put_to_rest() == 1
                assert (await a.do("move", move=move, id="once"))["repeated"] is True
                assert (await a.do("move", move="Z9", id="once"))["error"]["kind"] == "id-reused"
                await house.tables.put_to_rest()
                assert house.tables.open[table].table._match is None
                await b.do("move", move=b.moves()[0])
                await a.until(lambda: a.view["turn"] == 2 and a.my_turn())
                assert a.frames[-1]["whole"] is True
                assert (a.gaps, b.gaps) == (0, 0)
                seen = a.version
            assert await house.tables.put_to_rest() == 1
            async with a:
                assert (a.frames[-1]["resumed"], a.version) == (True, seen)

    run(main())


def test_refusals_say_why(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = (await ana.table(players=2))["table"]["id"]
            async with ana.socket(table) as a:
                assert (await a.do("move", move="A1"))["error"]["kind"] == "not-started"
            await bo.sit(table, 1)
            await ana.ask("POST", f"/tables/{table}/start", {})
            async with ana.socket(table) as a, Socket(base.replace("http", "ws"), table) as watching:
                assert (await a.do("move", move="?!"))["error"]["kind"] == "unreadable-move"
                illegal = await a.do("move", move="A9")
                assert illegal["error"]["kind"] == "illegal-move"
                assert illegal["error"]["legal"] == a.moves()
                assert (await a.do("undo"))["error"]["kind"] == "cannot-undo"
                assert (await a.do("back"))["error"]["kind"] == "already-seated"
                await a.do("move", move=a.moves()[0])
                late = await a.do("move", move="A0")
                assert late["error"]["kind"] == "not-to-act"
                assert late["error"]["to_act"] == [1]
                assert (await watching.do("move", move="A0"))["error"]["kind"] == "not-your-seat"
                await a.send("move", id="x", move="A0", extra=1)
                await a.until(lambda: a.refusals[-1]["error"]["kind"] == "bad-field")

    run(main())


def test_a_hidden_choice_tells_others_only_that_the_seat_is_done(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.socket(table) as a, bo.socket(table) as b:
                before = b.version or 0
                await a.do("move", move=a.moves()[-1])
                await b.until(lambda: b.version == before + 1)
                done = b.frames[-1]
                assert (done["kind"], done["by"], done["steps"], done["log"]) == ("done", 0, [], [])
                assert b.view["sheets"][0]["done"] is True
                assert b.view["sheets"][0]["marks"] == []
                assert a.can_undo
                assert (await a.do("undo"))["type"] == "ack"
                await b.until(lambda: b.version == before + 2)
                assert b.view["sheets"][0]["done"] is False
                await a.do("move", move=a.moves()[0])
                await b.do("move", move=b.moves()[0])
                await b.until(lambda: b.view["turn"] == 2)
                closing = b.frames[-2] if b.frames[-1]["type"] == "ack" else b.frames[-1]
                assert sorted(step[0] for step in closing["steps"] if step[0] != "*") == [0, 1]
                assert (await a.do("undo"))["error"]["kind"] == "cannot-undo"  # a card was drawn since

    run(main())


def hidden_frames(choose: random.Random) -> list[bytes]:
    """All that seat 0 and spectators are told while seat 1 makes its hidden choices."""
    table = lay("metrox", guests(2), {"map": "amsterdam", "special": True})
    table.commit(table.start(1000))
    frames: list[bytes] = []
    for instant in range(40):
        assert table.match is not None
        if 1 not in table.match.to_act:
            break
        moves = table.match.legal(1)
        proposal = table.move(1, choose.choice(moves), 2000 + instant)
        table.commit(proposal)
        for eye in (0, None):
            if proposal.row.eyes >> (16 if eye is None else eye) & 1:
                event = answers.event(table, len(table.rows) - 1, eye, table.versions[eye])
                frames.append(msgspec.json.encode(event))
            frames.append(msgspec.json.encode(answers.view_of(table, eye)) if 1 not in table.match.to_act else b"")
    return [frame for frame in frames if frame]


def test_frames_of_others_do_not_depend_on_hidden_choices() -> None:
    told = {tuple(hidden_frames(random.Random(seed))) for seed in range(60)}
    assert len(told) == 1


def test_resuming_gives_exactly_what_was_missed(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.socket(table) as a, bo.socket(table) as b:
                await asyncio.gather(a.play_out(random.Random(1), 3), b.play_out(random.Random(2), 3))
                await asyncio.gather(a.until(lambda: a.version == 8), b.until(lambda: b.version == 8))
                version = b.version or 0
                await b.close()
                await a.do("move", move=a.moves()[0])
                await ana.ask("PATCH", f"/tables/{table}", {"chat_open": False})
                await b.open()
                await b.until(lambda: b.version == version + 2)
                assert b.gaps == 0
                assert b.table["chat_open"] is False
                assert b.view["sheets"][0]["done"] is True
                b.version = 10_000  # a version the table never had
                await b.close()
                await b.open()
                assert b.frames[-1]["type"] == "snapshot" or b.frames[-2]["type"] == "snapshot"
                assert b.version == version + 2

    run(main())


def test_a_table_survives_a_restart(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.socket(table) as a, bo.socket(table) as b:
                await asyncio.gather(a.play_out(random.Random(1), 4), b.play_out(random.Random(2), 4))
                await a.until(lambda: a.version == 10)
                before, history = a.view, a.history
                cookies = ana.http.cookies
        async with serving(tmp_path) as (base, _), Person(base) as again:
            again.http.cookies = cookies
            async with again.socket(table) as a:
                assert a.seat == 0
                assert a.version == 10
                assert a.view == before
                assert sorted(map(str, a.history)) == sorted(map(str, history))

    run(main())


def test_everybody_is_told_before_a_restart(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana:
            table = (await ana.table(players=2))["table"]["id"]
            async with ana.socket(table) as a:
                house.say_goodbye()
                await a.until(lambda: a.frames[-1].get("kind") == "back-in-a-moment")
                assert a.frames[-1]["retry_after"] > 0
                with pytest.raises(Refused) as refused:
                    await ana.ask("GET", f"/tables/{table}")
                assert (refused.value.status, refused.value.kind) == (503, "back-in-a-moment")

    run(main())


def test_who_gives_up_is_played_by_a_bot_to_the_end(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.socket(table) as a, bo.socket(table) as b:
                assert (await b.do("resign"))["type"] == "ack"
                assert (await b.do("move", move="A0"))["error"]["kind"] == "not-your-seat"
                await a.play_out(random.Random(1))
                assert a.table["seats"][1]["resigned"] is True
                assert a.table["result"]["winners"]

    run(main())


@pytest.mark.parametrize("left", ["gave up", "lost on time", "is away"])
def test_who_left_a_seat_to_a_bot_cannot_take_back_what_the_bot_plays(tmp_path: Any, left: str) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with bo.socket(table) as b:
                if left == "lost on time":
                    await house.play.away(house.tables.open[table], 1, None, for_good=True)
                else:
                    await b.do("resign" if left == "gave up" else "away")
                await b.until(lambda: b.view["sheets"][1]["done"])  # the bot has chosen, Ana has not: the round is open
                assert b.can_undo is False
                assert (await b.do("undo"))["error"]["kind"] == "not-your-seat"
                with pytest.raises(Refused) as refused:
                    await bo.ask("POST", f"/tables/{table}/undo", {"id": "again"})
                assert refused.value.kind == "not-your-seat"
                if left != "is away":
                    assert (await b.do("resign"))["error"]["kind"] == "not-your-seat"  # once is enough
            assert "undo" not in [row.kind for row in house.tables.open[table].table.rows]

    run(main())


def test_a_bot_minds_the_seat_of_who_is_away_until_they_play_again(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.socket(table) as a, bo.socket(table) as b:
                await b.do("away")
                await a.until(lambda: a.table["seats"][1]["away"])
                await a.play_out(random.Random(1), 3)
                await b.until(lambda: b.view["turn"] == 4)
                await b.do("back")
                await a.until(lambda: not a.table["seats"][1]["away"])
                while not b.my_turn():
                    await a.play_out(random.Random(1), 1)
                    await b.read()
                assert (await b.do("move", move=b.moves()[0]))["type"] == "ack"

    run(main())


def test_chat_is_told_once_capped_muted_and_closed(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, house), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.socket(table) as a, bo.socket(table) as b:
                await a.do("say", text="bonjour", id="c1")
                again = await a.do("say", text="bonjour", id="c1")
                assert again["repeated"] is True
                await a.do("say", phrase="good-luck")
                await b.until(lambda: [f.get("phrase") for f in b.frames].count("good-luck") == 1)
                assert [f.get("text") for f in b.frames].count("bonjour") == 1
                await a.send("say", id="c2", text="x" * 281)
                await a.until(lambda: bool(a.refusals) and a.refusals[-1]["error"]["kind"] == "bad-field")
                assert (await a.do("say"))["error"]["kind"] == "bad-field"
                await b.send("mute", seat=0, muted=True)
                assert (await b.do("say", text="quiet"))["type"] == "ack"
                await a.do("say", text="not heard")
                await b.do("say", phrase="thanks")
                assert "not heard" not in str(b.frames)
                await ana.ask("PATCH", f"/tables/{table}", {"chat_open": False})
                assert (await b.do("say", text="late"))["error"]["kind"] == "chat-closed"
            for _ in range(2):  # and once more when the table was read again
                async with bo.socket(table) as b:
                    assert [line["n"] for line in b.frames[1]["chat"]] == [1, 2, 3, 4, 5]
                house.tables.open.clear()

    run(main())


def test_presence_is_told(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.socket(table) as a:
                async with bo.socket(table), Socket(base.replace("http", "ws"), table):
                    await a.until(lambda: a.frames[-1].get("here") == [0, 1] and a.frames[-1]["watching"] == 1)
                await a.until(lambda: a.frames[-1].get("here") == [0] and a.frames[-1]["watching"] == 0)

    run(main())


def test_a_bots_move_is_played_only_in_the_position_it_thought_of() -> None:
    async def main() -> None:
        for game, still_good in (("metrox", True), ("odyssee", False)):
            table = lay(game, [SeatState("bot", level="random") for _ in range(2)])
            table.commit(table.start(1000))
            assert table.match is not None
            seat, other = table.waits[0], table.waits[-1]
            thought_of, move = met(table.match, seat), table.match.legal(seat)[0]
            table.commit(table.move(other, table.match.legal(other)[0], 2000))  # another process was quicker

            async def act(live: Any, make: Any, table: Table = table) -> None:
                make(table)

            play = Play(SimpleNamespace(act=act), None)  # type: ignore[arg-type]
            live: Any = SimpleNamespace(table=table)
            if still_good:  # what others choose in an open round changes nothing
                await play.bot_move(live, seat, move, thought_of)
            else:
                with pytest.raises(Refusal) as refused:
                    await play.bot_move(live, seat, move, thought_of)
                assert refused.value.fault.kind == "not-to-act"

    run(main())
