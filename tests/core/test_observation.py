"""What a seat knows as numbers: each is what the concealed record says, and is called what it is."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from strapontin.conformance.driver import begin, steps
from strapontin.core.contract import SPECTATOR
from strapontin.core.encoding import Encoding, everything
from strapontin.core.kernel import JIT
from strapontin.core.match import Match
from strapontin.core.observation import BITS, CHOICE, FLAG, Part
from strapontin.core.registry import collection, game
from tests.conformance.variants import VARIANTS, Variant

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_game = pytest.mark.parametrize("name", collection())


def looked_up(record: Any, part: Part, eyes: int) -> list[int]:
    """The entries of a part, read from the record by its names, one by one."""
    found = record
    for step in part.field.replace("]", "").split("."):
        name, *places = step.split("[")
        found = found[name]
        for place in places:
            found = found[int(place)]
    items = np.asarray(found)
    apart = [axis.apart for axis in part.axes]
    if any(one > 1 for one in apart):
        items = items.reshape(-1, max(apart))
    for i, axis in enumerate(part.axes):
        chosen = [axis.first + j for j in range(len(axis.labels))]
        if axis.ring:
            chosen = [(j + eyes * axis.turn) % axis.ring for j in chosen]
        items = items.take(chosen, axis=i)
    told: list[int] = []
    for value in map(int, items.ravel()):
        if part.through:
            there = record[part.through]
            told.append(int(there[value - 1]) + 1 if 0 < value <= len(there) else 0)
        elif part.kind == FLAG:
            told.append(int(value != 0))
        elif part.kind == CHOICE:
            if part.ring and value >= part.first:
                value = part.first + (value - part.first - eyes * part.turn) % part.ring
            told += [int(value == part.low + i) for i in range(len(part.values))]
        elif part.kind == BITS:
            turn = eyes * part.turn if part.ring else 0
            told += [value >> ((i + turn) % (part.ring or 64)) & 1 for i in range(len(part.values))]
        else:
            told.append(value)
    return told


@every_variant
def test_every_entry_is_what_the_concealed_record_says(variant: Variant) -> None:
    match = begin(variant, 0)
    encoding, parts = Encoding(match.game, match.setting), match.game.observed(match.setting)
    for ply, match in enumerate(steps(variant, 21, 130 if JIT else 20)):
        if ply % 9 and not match.over:
            continue
        for seat in (SPECTATOR, *range(variant.players)):
            told = encoding.observe(match.state, seat)
            record = match.concealed(None if seat == SPECTATOR else seat)
            around = [(max(seat, 0) + i) % variant.players for i in range(variant.players)]
            scores = match.game.standing(match.setting, record)[0]
            acting = match.game.actors(match.setting, record)
            assert told[: variant.players].tolist() == [int(one in acting) for one in around]
            assert told[variant.players :][: variant.players].tolist() == [scores[one] for one in around]
            for part, where in zip(parts, encoding.parts[2:], strict=True):
                entries = told[where.at :][: len(where.names)].tolist()
                assert entries == looked_up(record, part, max(seat, 0)), part.field


@every_variant
def test_a_choice_is_one_of_its_values_in_every_position(variant: Variant) -> None:
    match = begin(variant, 0)
    encoding = Encoding(match.game, match.setting)
    for ply, match in enumerate(steps(variant, 22, 130 if JIT else 20)):
        if ply % 3 and not match.over:
            continue
        told = encoding.observe(match.state, ply % variant.players)
        for part in encoding.parts:
            if part.kind == "choice":
                entries = told[part.at :][: len(part.names)].reshape(-1, part.shape[-1])
                assert (entries.sum(axis=1) == 1).all(), part.name


@every_variant
def test_every_entry_has_a_name_of_its_own(variant: Variant) -> None:
    match = begin(variant, 0)
    encoding = Encoding(match.game, match.setting)
    assert len(set(encoding.names)) == encoding.size == len(encoding.low) == len(encoding.high)
    assert (encoding.low < encoding.high).all()
    schema = json.loads(json.dumps(encoding.schema()))
    assert [name for part in schema["parts"] for name in part["names"]] == list(encoding.names)
    for part in schema["parts"]:
        assert int(np.prod(part["shape"], dtype=int)) == len(part["names"])


@every_game
def test_who_looks_comes_first(name: str) -> None:
    match = Match(name, game(name).seats[-1], seed=5)
    encoding = Encoding(match.game, match.setting)
    place = encoding.names.index("acting[me]")
    for seat in range(len(match.players)):
        assert encoding.observe(match.state, seat)[place] == (seat in match.to_act)


def test_names_say_what_entries_are() -> None:
    match = Match("metrox", 2, {"map": "amsterdam"}, seed=7)
    encoding = Encoding(match.game, match.setting)

    def told(seat: int) -> dict[str, int]:
        return dict(zip(encoding.names, encoding.observe(match.state, seat).tolist(), strict=True))

    card = match.view(0)["card"]
    assert [name for name, value in told(0).items() if name.startswith("card=") and value] == [f"card={card}"]
    ride = max(match.view(0)["moves"], key=lambda one: len(one["marks"]))
    match.play(0, ride["move"])
    mine = {name for name, value in told(0).items() if name.startswith("sheet.marks[me]") and value}
    assert mine == {f"sheet.marks[me][{station}]" for station in ride["marks"]}
    assert not any(value for name, value in told(1).items() if name.startswith("sheet.marks[next1]"))
    match.play(1, match.legal(1)[0])
    theirs = {name for name, value in told(1).items() if name.startswith("sheet.marks[next1]") and value}
    assert theirs == {name.replace("[me]", "[next1]") for name in mine}


@every_game
def test_a_game_that_lists_no_parts_is_told_whole(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = game(name)
    monkeypatch.setattr(found, "observed", lambda setting: everything(found), raising=False)
    match = Match(name, found.usual, seed=3)
    encoding = Encoding(found, match.setting)
    for _ in range(6):
        seat = min(int(one) for one in match.to_act)
        record = match.concealed(seat)
        told = encoding.observe(match.state, seat)
        again = np.zeros(1, found.state_type.dtype)
        for part, where in zip(everything(found), encoding.parts[2:], strict=True):
            place: Any = again
            for step in part.field.replace("]", "").split("."):
                field, *at = step.split("[")
                place = place[field]
                for one in at:
                    place = place[:, int(one)]
            entries = told[where.at :][: len(where.names)]
            place[...] = (entries.view(place.dtype) if part.split else entries).astype(place.dtype).reshape(place.shape)
        used = getattr(match.setting.board, "extent", len(again.tobytes()))  # what seats that are not there would take
        assert again.tobytes()[:used] == record.tobytes()[:used]
        match.play(seat, match.legal(seat)[-1])
