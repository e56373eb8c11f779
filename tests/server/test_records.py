"""Records over the socket: those who have the rules are told what they know as bytes, and no byte more."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from typing import Any

import pytest

from strapontin.core.game import Game
from strapontin.core.match import Match
from strapontin.core.registry import collection, game
from strapontin.server import answers, records
from strapontin.server.connection import encode
from strapontin.server.live_table import Live
from strapontin.server.step_visibility import Eye
from strapontin.server.table import Row, bit
from tests.server.client import Person, Socket, sensible, serving
from tests.server.table_by_hand import guests, lay
from tests.server.test_play import two


def run(work: Any) -> None:
    asyncio.run(work)


@pytest.mark.parametrize("name", collection())
def test_a_page_makes_of_its_record_what_others_are_shown(name: str, tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo, Person(base) as cy:
            table = (await ana.table(name))["table"]["id"]
            await bo.sit(table, 1)
            rng = random.Random(name)
            async with contextlib.AsyncExitStack() as stack:
                both = [(who.page(table), who.socket(table)) for who in (ana, bo, cy)]
                for one in itertools.chain.from_iterable(both):
                    await stack.enter_async_context(one)
                await ana.ask("POST", f"/tables/{table}/start", {})
                for pair in both:
                    await level(*pair)
                a, b = both[0][0], both[1][1]
                for _ in range(20):
                    acting = a if a.my_turn() else b
                    answer = await acting.do("move", move=rng.choice(sensible(acting.view)))
                    assert answer["type"] == "ack"
                    for page, shown in both:
                        await level(page, shown)
                        assert seen(page) == seen(shown)
                assert [one.gaps for pair in both for one in pair] == [0] * 6

    run(main())


async def level(one: Socket, other: Socket) -> None:
    """Let both have seen the same; a ping is answered after all that was told before."""
    for socket in (one, other):
        count = len(socket.frames)
        await socket.send("ping")
        await socket.until(lambda socket=socket, count=count: any(f["type"] == "pong" for f in socket.frames[count:]))


def seen(socket: Socket) -> Any:
    return socket.version, socket.view, socket.history, socket.can_undo, socket.over


def test_an_event_acknowledges_what_its_seat_asked_for(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.page(table) as a, ana.page(table) as a_too, bo.page(table) as b:
                move = a.moves()[0]
                await a.do("move", move=move, id="mine")
                await level(a_too, b)
                assert [frame["ack"] for frame in a.frames if "ack" in frame] == ["mine"]
                assert "mine" in a_too.acks
                assert b.acks == {}
                again = await a.do("move", move=move, id="mine")
                assert again == {"type": "ack", "id": "mine", "version": a.version, "repeated": True}
                assert (await a.do("undo", id="back"))["version"] == a.version
                assert (await a.do("move", move="?!", id="bad"))["type"] == "refused"
                assert (await a.do("say", text="Bonjour", id="said"))["type"] == "ack"

    run(main())


def test_a_page_comes_back_to_a_whole_record(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.page(table) as a, bo.page(table) as b, bo.socket(table) as shown:
                for count in (0, 1, 3):
                    await b.close()
                    for _ in range(count):
                        await a.do("move", move=a.moves()[0])
                        await a.do("undo")
                    await a.do("move", move=a.moves()[0])
                    await b.open()
                    await level(b, shown)
                    assert seen(b) == seen(shown)
                    events = [frame for frame in b.frames if frame["type"] == "event"]
                    assert events[-1]["whole"]
                    await b.do("move", move=b.moves()[0])
                    await level(b, shown)
                    await level(a, b)
                    assert seen(b) == seen(shown)

    run(main())


def test_whoever_gets_the_rules_later_asks_for_records_then(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            async with ana.page(table, records=False) as a, bo.page(table) as b:
                assert a.frames[-1]["view"]["game"] == "metrox"
                assert (await a.do("move", move=a.moves()[0]))["repeated"] is False
                assert not any("ack" in frame for frame in a.frames)
                a.reading.follow(a.table, a.seat)
                await a.send("records")
                await a.until(lambda: a.frames[-1]["type"] == "record")
                assert a.frames[-1]["view"] == a.view
                await b.do("move", move=b.moves()[0])
                await a.until(lambda: a.view["turn"] == 2)
                assert b.view["sheets"] == a.view["sheets"]

    run(main())


def test_records_are_for_those_who_speak_of_them(tmp_path: Any) -> None:
    async def main() -> None:
        async with serving(tmp_path) as (base, _), Person(base) as ana, Person(base, "Bo") as bo:
            table = await two(ana, bo)
            for spoken, chosen in (
                (["strapontin.1"], "strapontin.1"),
                (["strapontin.1", "strapontin.2"], "strapontin.2"),
            ):
                one = ana.socket(table)
                one.subprotocols = spoken
                async with one:
                    assert one.wire is not None
                    assert one.wire.subprotocol == chosen
            async with ana.socket(table) as a:
                await a.send("records")
                await a.until(lambda: bool(a.refusals))
                assert a.refusals[0]["error"]["kind"] == "wrong-protocol"
                await a.do("move", move=a.moves()[0])
                assert a.frames[-1]["type"] == "ack"
            one = ana.socket(table, records=True)
            await one.open()
            assert one.refusals[0]["error"]["kind"] == "wrong-protocol"

    run(main())


# nothing in a frame depends on what its eyes cannot know


class Pair:
    """Two tables at which the same happens as far as one pair of eyes can see, and different things where it cannot."""

    def __init__(self, name: str, eye: Eye, rng: random.Random) -> None:
        self.tables = (lay(name, guests(3)), lay(name, guests(3)))
        self.lives = [Live(table) for table in self.tables]
        self.known: dict[int, Any] = {}
        """What these eyes knew at the version before, at each of them."""
        self.eye, self.rng = eye, rng
        one = Match(name, 3, chance="manual")
        self.matches = (one, one.copy())
        self.add("start", None, ("", ""))

    def add(self, kind: str, seat: int | None, moves: tuple[str, str]) -> None:
        """A row for each table, with draws that look the same and are not where they need not be."""
        drawn = self.deal()
        for table, move, draws in zip(self.tables, moves, drawn, strict=True):
            eyes = table.eyes if kind == "start" else 0
            row = Row(len(table.rows) + 1, kind, seat, move or None, tuple(draws), eyes=eyes)
            table.commit(table.again(row))

    def deal(self) -> tuple[list[str], list[str]]:
        one, other = self.matches
        drawn: tuple[list[str], list[str]] = ([], [])
        while one.to_act == other.to_act == {"*"}:
            pairs = [
                (first, second)
                for first in one.legal("*")
                for second in other.legal("*")
                if one.shown("*", first, self.eye) == other.shown("*", second, self.eye)
            ]
            apart = [pair for pair in pairs if pair[0] != pair[1]]
            for match, text, told in zip(self.matches, self.rng.choice(apart or pairs), drawn, strict=True):
                match.play("*", text)
                told.append(text)
        return drawn

    def play(self) -> bool:
        """One more move; false when there is none that looks the same at both."""
        one, other = self.matches
        seats = sorted(seat for seat in one.to_act & other.to_act if isinstance(seat, int))
        hidden = one.game.simultaneous and seats and seats[-1] != self.eye
        if not seats or one.to_act != other.to_act:
            return False
        seat = seats[-1]
        pairs = [(move, move) for move in one.legal(seat) if move in other.legal(seat)]
        if hidden:
            pairs = [(first, second) for first in one.legal(seat) for second in other.legal(seat) if first != second]
        self.rng.shuffle(pairs)
        for pair in pairs:
            trials = [match.copy() for match in self.matches]
            for trial, move in zip(trials, pair, strict=True):
                trial.play(seat, move)
            if same_to(trials, self.eye):
                self.matches = (trials[0], trials[1])
                self.add("move", seat, pair)
                return same_to(self.matches, self.eye)
        return False

    def told(self) -> tuple[list[Any], list[Any]]:
        """What both told these eyes with the last row, in either protocol."""
        first, second = (self._told(live) for live in self.lives)
        return first, second

    def _told(self, live: Live) -> list[Any]:
        table = live.table
        index, version = len(table.rows) - 1, table.versions[self.eye]
        before, self.known[id(live)] = self.known.get(id(live)), table.known(self.eye)
        snapshots = [
            records.snapshot(live, self.eye, None, []),
            encode(answers.snapshot(live, self.eye, None, [])),
            records.whole(live, self.eye),
        ]
        if not table.rows[index].eyes & bit(self.eye):
            return [version, *snapshots]
        live.told[self.eye] = (version - 1, before)
        events = records.frames(live, *records.events(live, [index], self.eye))
        return [version, *snapshots, *events, encode(answers.event(table, index, self.eye, version))]


def same_to(matches: Any, eye: Eye) -> bool:
    one, other = (match.concealed(eye).tobytes() for match in matches)
    return bool(one == other) and matches[0].to_act == matches[1].to_act


def hiding() -> list[str]:
    def hides(one: Game) -> bool:
        return one.secrets or one.simultaneous

    return [name for name in collection() if hides(game(name))]


@pytest.mark.parametrize("eye", [0, None])
@pytest.mark.parametrize("name", hiding())
def test_games_that_differ_in_hidden_things_only_are_told_in_equal_frames(name: str, eye: Eye) -> None:
    apart = 0
    for seed in range(6):
        pair = Pair(name, eye, random.Random(f"{name}/{seed}"))
        going = same_to(pair.matches, eye)
        while going and len(pair.tables[0].rows) < 12:
            one, other = pair.told()
            assert one == other
            apart += pair.matches[0].state.tobytes() != pair.matches[1].state.tobytes()
            going = pair.play()
    assert apart > 6
