"""What differs between two records, as bytes."""

from __future__ import annotations

import random

import pytest

from strapontin.core.changes import LONGEST, change, changes
from strapontin.core.kernel import JIT, blank, from_bytes
from strapontin.core.layout import Record, Row, shape, uint8
from strapontin.core.match import Match
from strapontin.core.registry import collection


class Small(Record):
    """A few bytes."""

    of: Row[uint8] = shape(40)


class Large(Record):
    """More bytes than a run can pass over at once."""

    of: Row[uint8] = shape(3 * LONGEST)


def test_changes_lead_from_one_record_to_the_other() -> None:
    rng = random.Random(3)
    for _ in range(500):
        before = bytes(rng.choices((0, 1, 255), k=40))
        after = bytes(new if rng.random() < 0.3 else old for old, new in zip(before, rng.randbytes(40), strict=True))
        memory = bytearray(before)
        change(memory, changes(from_bytes(before, Small), from_bytes(after, Small)))
        assert bytes(memory) == after


def test_what_is_equal_is_not_told() -> None:
    record = from_bytes(bytes(range(40)), Small)
    assert changes(record, record) == b""
    other = from_bytes(bytes([*range(39), 7]), Small)
    assert changes(record, other) == bytes([39, 0, 1, 0, 7])


def test_no_more_is_looked_at_than_seats_need() -> None:
    other = from_bytes(bytes([1, *bytes(38), 7]), Small)
    assert changes(None, other, 39) == bytes([0, 0, 1, 0, 1])


def test_a_head_is_not_spent_on_fewer_bytes_than_it_has() -> None:
    near, far = bytearray(40), bytearray(40)
    near[3] = near[7] = far[3] = far[8] = 1
    assert len(changes(None, from_bytes(bytes(near), Small))) == 4 + 5
    assert len(changes(None, from_bytes(bytes(far), Small))) == 2 * (4 + 1)


@pytest.mark.skipif(not JIT, reason="byte by byte it takes a while")
@pytest.mark.parametrize("places", [(), (0,), (3 * LONGEST - 1,), (LONGEST, 2 * LONGEST + 1), range(2 * LONGEST)])
def test_records_may_be_larger_than_a_run(places: tuple[int, ...]) -> None:
    after = bytearray(3 * LONGEST)
    for place in places:
        after[place] = 9
    memory = bytearray(3 * LONGEST)
    change(memory, changes(blank(Large), from_bytes(bytes(after), Large)))
    assert memory == after


@pytest.mark.parametrize("name", collection())
def test_what_a_seat_knows_is_followed_move_by_move(name: str) -> None:
    match, rng = Match(name, 2, seed=5), random.Random(5)
    eyes = (0, 1, None)
    memories = {eye: bytearray(match.state.nbytes) for eye in eyes}
    before = dict.fromkeys(eyes)
    for _ in range(30 if JIT else 3):
        for eye in eyes:
            known = match.concealed(eye)
            change(memories[eye], changes(before[eye], known))
            assert bytes(memories[eye]) == known.tobytes()
            before[eye] = known
        if match.over:
            break
        seat = min(match.to_act, key=str)
        match.play(seat, rng.choice(match.legal(seat)))


@pytest.mark.parametrize("runs", [b"\0", b"\0\0\1\0", b"\50\0\1\0\7", b"\0\0\51\0" + bytes(41)])
def test_what_is_no_changes_is_refused(runs: bytes) -> None:
    with pytest.raises(ValueError, match="a run"):
        change(bytearray(40), runs)
