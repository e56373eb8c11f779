"""Tables followed over their sockets: what the protocol promises, whatever happens to the connection."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest

from strapontin.client import AsyncClient, Client, Refused
from strapontin.client.following import Behind, Following
from strapontin.server.frames import Ack, Event, Move
from strapontin.server.guest_protocol import GuestRequest
from strapontin.server.table_protocol import CreateTable, StartTable, TakeSeat
from tests.server.client import serving

SOLO = CreateTable(game="metrox", players=1, name="Ana", start=True)


def port_of(base: str) -> int:
    return int(base.rpartition(":")[2])


def first_move(view: dict[str, Any] | None) -> str:
    assert view is not None
    return str(view["moves"][0]["move"])


def test_a_guest_plays_a_game_and_waits_for_every_answer(tmp_path: Any) -> None:
    def visit(base: str) -> None:
        with Client(base) as client:
            assert client.hello(GuestRequest(name="Ana")).name == "Ana"
            assert client.healthz().ok
            made = client.create_table(SOLO)
            assert client.qr_code(made.table.id).startswith("<svg")
            with client.follow(made.table.id) as table:
                while not table.over:
                    ack = table.move(first_move(table.view))
                    table.until(lambda ack=ack: (table.version or 0) >= ack.version)  # type: ignore[misc]
                played = table.history
            record = client.record(made.table.id)
            assert [list(one) for one in record.moves] == [list(one) for one in played]
            assert client.verdict(made.table.id).fair
            with pytest.raises(Refused) as told:
                client.table_info("0" * 16)
            assert (told.value.kind, told.value.status) == ("unknown-table", 404)
            with pytest.raises(Refused, match="unknown-table"):
                client.follow("0" * 16).__enter__()

    async def test() -> None:
        async with serving(tmp_path) as (base, _):
            await asyncio.to_thread(visit, base)

    asyncio.run(test())


def test_two_guests_play_on_through_a_restart_of_the_server(tmp_path: Any) -> None:
    async def play(client: AsyncClient, table_id: str, half: asyncio.Event) -> tuple[Any, int]:
        played = 0
        async with client.follow(table_id) as table:
            while not table.over:
                await table.until(lambda: table.over or table.to_act)
                if not table.over:
                    ack = await table.move(first_move(table.view))
                    played += 1
                    if played == 5:
                        half.set()
                    await table.until(lambda ack=ack: (table.version or 0) >= ack.version)  # type: ignore[misc]
            return list(table.history), played

    async def test() -> None:
        half = asyncio.Event()
        async with AsyncExitStack() as guests:
            async with serving(tmp_path) as (base, _):
                ana, bo = [await guests.enter_async_context(AsyncClient(base)) for _ in range(2)]
                made = await ana.create_table(CreateTable(game="metrox", players=2, name="Ana"))
                await bo.take_seat(made.table.id, 1, TakeSeat(name="Bo"))
                await ana.start_table(made.table.id, StartTable())
                both = asyncio.gather(play(ana, made.table.id, half), play(bo, made.table.id, half))
                await half.wait()
            async with serving(tmp_path, port=port_of(base)):
                (seen, mine), (also, others) = await both
                record = await ana.record(made.table.id)
                assert mine > 5
                assert by_round(seen) == by_round(also) == by_round(record.moves)
                assert mine + others == sum(actor != "*" for actor, _ in record.moves)

    asyncio.run(test())


def by_round(moves: Any) -> list[Any]:
    """The moves between two cards in the order of the seats: hidden choices are told when a round closes."""
    rounds: list[Any] = [[]]
    for actor, move in moves:
        rounds[-1].append((str(actor), move))
        if actor == "*":
            rounds.append([])
    return [sorted(one) for one in rounds]


# without a wire


def frame(made: Any) -> bytes:
    return msgspec.json.encode(made)


def event(version: int, **more: Any) -> bytes:
    told = {"kind": "move", "by": 0, "steps": [(0, f"A{version}")], "log": [], "view": None, "table": None}
    return frame(Event(version=version, **(told | {"clock": None} | more)))


def at_version(version: int) -> Following:
    table = Following(None)
    table.version, table.view = version, {"to_act": [0]}
    return table


def test_an_event_that_was_seen_is_dropped() -> None:
    table = at_version(3)
    assert table.take(event(3)) is None
    assert table.take(event(4)) is not None
    assert (table.version, table.history) == (4, [(0, "A4")])


def test_a_gap_asks_for_what_was_missed() -> None:
    table = at_version(3)
    with pytest.raises(Behind):
        table.take(event(5))
    assert b'"version":3' in table.opening()[0]


def test_after_something_was_taken_back_all_is_asked_for_again() -> None:
    table = at_version(3)
    with pytest.raises(Behind):
        table.take(event(4, rewind=1))
    assert b'"version":null' in table.opening()[0]


def test_a_kind_of_event_that_is_not_known_asks_for_everything_and_a_new_frame_for_nothing() -> None:
    table = at_version(3)
    assert table.take(b'{"type": "fanfare"}') is None
    with pytest.raises(Behind):
        table.take(event(4).replace(b'"move"', b'"eclipse"', 1))
    assert table.version is None


def test_what_was_not_acknowledged_is_said_again_under_the_same_id() -> None:
    table = at_version(3)
    sent = [table.note(Move(id=one, move="A1")) for one in ("x", "y")]
    assert table.opening()[1:] == sent
    ack = table.take(frame(Ack(id="x", version=4)))
    assert ack is not None
    assert table.answer(ack, "x") == ack
    assert table.opening()[1:] == sent[1:]


def test_what_is_refused_for_a_while_is_kept_and_what_is_refused_is_not() -> None:
    table = at_version(3)
    table.note(Move(id="x", move="A1"))
    fast = table.take(b'{"type":"refused","id":null,"error":{"kind":"too-fast","message":"","retry_after":2}}')
    assert fast is not None
    assert table.answer(fast, "x") == 2.0
    assert list(table.pending) == ["x"]
    no = table.take(b'{"type":"refused","id":"x","error":{"kind":"illegal-move","message":"","legal":["A2"]}}')
    assert no is not None
    with pytest.raises(Refused) as told:
        table.answer(no, "x")
    assert told.value.fault.legal == ["A2"]
    assert not table.pending
