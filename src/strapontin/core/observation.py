"""What a seat knows as a row of small numbers, always of one length: the state concealed, then read part by part.

A game lists the parts of its record that matter for what can still happen, as data; of one that lists none, every
field is taken. A part is a field of the record and says what its numbers are:

    number("turn", high=ROUNDS)                        one entry, as it stands
    flag("sheet.marks", [circle(players), items(ids)]) 1 where it is not 0
    choice("card", CARDS)                              an entry for each value it can have, one of them 1
    bits("due", seats)                                 an entry for each number in a set

Whoever looks comes first: rows, values and sets that go by seats are turned so that seat 0 of the row is the one that
looks. Every entry has a name, and bounds that hold in every position. One kernel reads them all; it is handed nothing
but a concealed copy, so equal knowledge gives equal bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple

from strapontin.core.bits import at
from strapontin.core.contract import CHANCE_BIT, Board, Rules, State
from strapontin.core.kernel import generic, kernel, take
from strapontin.core.layout import Ints, Row, int16, int32, uint8

NUMBER, FLAG, CHOICE, BITS = range(4)
"""What the numbers of a part are."""

LEAST, MOST = -(1 << 15), (1 << 15) - 1
"""Entries are of 16 bits."""


class Axis(NamedTuple):
    """One dimension of a part."""

    labels: tuple[str, ...]
    """What its items are called; so many are taken."""
    first: int = 0
    """The first item that is taken."""
    ring: int = 0
    """So many items are a circle that begins at whoever looks; 0 where all see them in one order."""
    turn: int = 1
    """Items of that circle from one seat to the next."""
    apart: int = 1
    """How far its items lie apart: a row that is a grid has two axes, the first as many apart as there are columns."""


class Part(NamedTuple):
    """One field of a state, and how its numbers are told."""

    field: str
    """Where it is, such as `sheet.marks`."""
    axes: tuple[Axis, ...] = ()
    """A dimension each of the rows and grids on the way to it."""
    kind: int = NUMBER
    values: tuple[str, ...] = ()
    """What the entries of a choice or a set are called."""
    low: int = 0
    high: int = 1
    """No number is beyond these; of a choice, `low` is its first value."""
    ring: int = 0
    """So many of the values are a circle that begins at whoever looks; 0 where all see them as they are."""
    turn: int = 1
    first: int = 0
    """The value, or the bit, at which that circle begins."""
    through: str = ""
    """The numbers are places, from 1, of this field: what is there, and 1 more, is told; 0 for what is no place."""
    split: bool = False
    """Whether numbers of more than 16 bits are told in so many words of 16."""


def items(labels: Sequence[str], first: int = 0, apart: int = 1) -> Axis:
    """A dimension that looks the same to all."""
    return Axis(tuple(labels), first, apart=apart)


def circle(players: int, shown: int | None = None) -> Axis:
    """A dimension of seats, beginning with whoever looks; only the first few where `shown` says so."""
    return Axis(around(players)[:shown], ring=players)


def around(players: int) -> tuple[str, ...]:
    """What the seats are called by one of them.

    >>> around(3)
    ('me', 'next1', 'next2')
    """
    return ("me", *(f"next{i}" for i in range(1, players)))


def number(field: str, axes: Sequence[Axis] = (), low: int = 0, high: int = 1, through: str = "") -> Part:
    """Numbers as they stand."""
    return Part(field, tuple(axes), NUMBER, (), low, high, through=through)


def flag(field: str, axes: Sequence[Axis] = ()) -> Part:
    """1 where a number is not 0."""
    return Part(field, tuple(axes), FLAG)


def choice(field: str, values: Sequence[str], axes: Sequence[Axis] = (), low: int = 0) -> Part:
    """An entry for each value, of which one is 1."""
    return Part(field, tuple(axes), CHOICE, tuple(values), low)


def whose(field: str, players: int, axes: Sequence[Axis] = (), before: Sequence[str] = (), low: int = 0) -> Part:
    """A choice of a seat, by where it sits from whoever looks; values `before` the seats are no seats."""
    values = (*before, *around(players))
    return Part(field, tuple(axes), CHOICE, values, low, ring=players, first=low + len(before))


def bits(field: str, values: Sequence[str], axes: Sequence[Axis] = ()) -> Part:
    """An entry for each number that can be in a set."""
    return Part(field, tuple(axes), BITS, tuple(values))


def seats(field: str, players: int, axes: Sequence[Axis] = ()) -> Part:
    """A set of seats, by where they sit from whoever looks."""
    return Part(field, tuple(axes), BITS, around(players), ring=players)


# The kernel reads a list of parts. Each takes so many numbers of it, of which these are the places.
AT, KIND, TYPE, OFFSET, WIDTH, LOW, FIRST, RING, TURN, THROUGH, PLACES = range(11)
AXIS, AXES = 11, 3
COUNT, CIRCLE, STEP, STRIDE = range(4)
COLUMNS = AXIS + AXES * 4
TYPES = ("uint8", "int8", "int16", "uint16", "int32", "uint32", "int64")
UINT8, INT8, INT16, UINT16, INT32, UINT32, INT64 = range(7)


class Lens(NamedTuple, Generic[State]):
    """A concealed copy, its memory read as numbers of every size, and the parts to read."""

    copy: Row[State]
    in_8: Row[uint8]
    in_16: Row[int16]
    in_32: Row[int32]
    in_64: Ints
    parts: Ints
    players: int
    scores: Ints
    ranks: Ints


@kernel(inline=True)
def number_at(in_8: Row[uint8], in_16: Row[int16], in_32: Row[int32], in_64: Ints, kind: int, place: int) -> int:
    """The number of a type that begins at a byte."""
    if kind == UINT8:
        return int(in_8[at(place)])
    if kind == INT8:
        return ((int(in_8[at(place)]) + 128) & 255) - 128
    if kind == INT16:
        return int(in_16[at(place >> 1)])
    if kind == UINT16:
        return int(in_16[at(place >> 1)]) & 65535
    if kind == INT32:
        return int(in_32[at(place >> 2)])
    if kind == UINT32:
        return int(in_32[at(place >> 2)]) & 4294967295
    return int(in_64[at(place >> 3)])


@kernel(inline=True)
def write(kind: int, width: int, low: int, value: int, out: Row[int16], place: int) -> None:
    """Write the entries of one number."""
    if kind == NUMBER:
        out[at(place)] = value
    elif kind == FLAG:
        out[at(place)] = value != 0
    elif kind == CHOICE:
        for i in range(width):
            out[at(place + i)] = low + i == value
    else:
        for i in range(width):
            out[at(place + i)] = value >> i & 1


@kernel(inline=True)
def turned(kind: int, value: int, first: int, ring: int, back: int) -> int:
    """A value of a circle, or a set of them, as whoever looks counts them."""
    if kind == BITS:
        return (value >> back | value << (ring - back)) & ((1 << ring) - 1)
    if value < first:
        return value
    return value - back + (ring if value - back < first else 0)


@kernel(inline=True)
def item(parts: Ints, axis: int, i: int, eyes: int) -> int:
    """How far from the beginning of an axis its i-th item is, in bytes, for whoever looks."""
    i += eyes * parts[axis + STEP]
    if parts[axis + CIRCLE] > 0 and i >= parts[axis + CIRCLE]:
        i -= parts[axis + CIRCLE]
    return i * parts[axis + STRIDE]


@kernel(inline=True)
def plain(
    in_8: Row[uint8], kind: int, begin: int, n: int, stride: int, through: int, places: int, out: Row[int16], place: int
) -> None:
    """Write bytes that look the same to all, as most do: the same as below, but quickly."""
    if places > 0:
        for k in range(n):
            value = int(in_8[at(begin + k * stride)])
            out[at(place + k)] = 1 + int(in_8[at(through + value - 1)]) if 0 < value <= places else 0
    elif kind == FLAG:
        for k in range(n):
            out[at(place + k)] = in_8[at(begin + k * stride)] != 0
    else:
        for k in range(n):
            out[at(place + k)] = in_8[at(begin + k * stride)]


@kernel
def encode(
    in_8: Row[uint8],
    in_16: Row[int16],
    in_32: Row[int32],
    in_64: Ints,
    parts: Ints,
    eyes: int,
    out: Row[int16],
    begin: int,
) -> None:
    """Write the parts of a concealed copy, as a seat sees them."""
    for p in range(0, len(parts), COLUMNS):
        place, kind, of, width = begin + parts[p + AT], parts[p + KIND], parts[p + TYPE], parts[p + WIDTH]
        low, first, ring, back = parts[p + LOW], parts[p + FIRST], parts[p + RING], eyes * parts[p + TURN]
        a, b, c = p + AXIS, p + AXIS + 4, p + AXIS + 8
        n, stride = parts[c + COUNT], parts[c + STRIDE]
        simple = of == UINT8 and kind <= FLAG and parts[c + CIRCLE] == 0
        for i in range(parts[a + COUNT]):
            outer = parts[p + OFFSET] + item(parts, a, i, eyes)
            for j in range(parts[b + COUNT]):
                inner = outer + item(parts, b, j, eyes)
                if simple:
                    plain(in_8, kind, inner, n, stride, parts[p + THROUGH], parts[p + PLACES], out, place)
                    place += n
                    continue
                for k in range(n):
                    value = number_at(in_8, in_16, in_32, in_64, of, inner + item(parts, c, k, eyes))
                    if ring > 0:
                        value = turned(kind, value, first, ring, back)
                    write(kind, width, low, value, out, place)
                    place += width


@generic
def observe(
    rules: Rules[Board, State], board: Board, state: State, seat: int, lens: Lens[State], out: Row[int16], begin: int
) -> None:
    """Write what a seat (or SPECTATOR) knows of a state: who is to act, the scores as it knows them, then the parts."""
    take(lens.copy, 0, state, board)
    rules.conceal(board, lens.copy[0], seat)
    eyes, players = max(seat, 0), lens.players
    mask = int(rules.actors(board, lens.copy[0]))
    mask = 0 if mask == CHANCE_BIT else mask
    rules.scores(board, lens.copy[0], lens.scores, lens.ranks)
    for i in range(players):
        other = (eyes + i) % players
        out[begin + i] = mask >> other & 1
        out[begin + players + i] = min(max(lens.scores[other], LEAST), MOST)
    encode(lens.in_8, lens.in_16, lens.in_32, lens.in_64, lens.parts, eyes, out, begin)
