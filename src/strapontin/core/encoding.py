"""The encoding of one match's observations: its size, the names and bounds of its entries, and the kernel at work.

>>> from strapontin.core.registry import game
>>> metrox = game("metrox")
>>> told = Encoding(metrox, metrox.setting({"map": "amsterdam"}, 2))
>>> told.names[:4]
('acting[me]', 'acting[next1]', 'score[me]', 'score[next1]')
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

from strapontin.core import observation
from strapontin.core.game import Game, Setting
from strapontin.core.observation import BITS, CHOICE, COLUMNS, LEAST, MOST, NUMBER, TYPES, Axis, Lens, Part, around

Entries: TypeAlias = np.ndarray[Any, np.dtype[np.int16]]
"""An observation: so many numbers of 16 bits."""

KINDS = ("number", "flag", "choice", "bits")


class Told(NamedTuple):
    """Where a part of the observation stands, and what it is."""

    name: str
    at: int
    shape: tuple[int, ...]
    kind: str
    low: int
    high: int
    names: tuple[str, ...]


class Encoding:
    """How the seats of a game with these options see it, as numbers."""

    def __init__(self, game: Game, setting: Setting) -> None:
        self.game, self.setting = game, setting
        players = setting.players
        seats = Axis(around(players))
        self.parts: list[Told] = []
        for part in (Part("acting", (seats,)), Part("score", (seats,), low=LEAST, high=MOST)):
            self.parts.append(_told(part, self.size))
        rows: list[list[int]] = []
        for part in game.observed(setting):
            rows.append(_row(game.state_type.dtype, part, self.size))
            if part.split:
                words = _place(game.state_type.dtype, part.field)[2].itemsize // 2
                part = part._replace(axes=(*part.axes, *_words(words)))
            self.parts.append(_told(part, self.size))
        self.names = tuple(name for told in self.parts for name in told.names)
        """What every entry is called."""
        self.low = self._bounds("low")
        """No entry is below these."""
        self.high = self._bounds("high")
        """No entry is above these."""
        self._run = game.compiled(observation.observe)
        self.lens = _lens(game, players, rows)
        """What the kernel reads through; for one thread at a time."""

    @property
    def size(self) -> int:
        """How many entries there are."""
        return self.parts[-1].at + len(self.parts[-1].names) if self.parts else 0

    def observe(self, state: Any, seat: int) -> Entries:
        """What a seat (or SPECTATOR) knows of a state; what it cannot know is wiped first."""
        out: Entries = np.zeros(self.size, np.int16)
        self._run(self.game.rules, self.setting.board, state, seat, self.lens, out, 0)
        return out

    def schema(self) -> dict[str, Any]:
        """The encoding as JSON: its parts, and the name of every entry."""
        parts = [one._asdict() | {"shape": list(one.shape), "names": list(one.names)} for one in self.parts]
        return {
            "game": self.game.id,
            "players": self.setting.players,
            "size": self.size,
            "type": "int16",
            "parts": parts,
        }

    def _bounds(self, which: str) -> Entries:
        return np.concatenate([np.full(len(told.names), getattr(told, which), np.int16) for told in self.parts])


def everything(game: Game) -> list[Part]:
    """All fields of a game's state, in the order of all eyes: the parts of a game that lists none."""
    return list(_leaves(game.state_type.dtype, ""))


def _leaves(dtype: np.dtype[Any], before: str) -> Iterator[Part]:
    for name in dtype.names or ():
        kind = cast(Any, dtype.fields)[name][0]
        of, sizes = kind.subdtype or (kind, ())
        if of.names is None:
            if of.name not in TYPES:
                raise TypeError(f"{before}{name}: {of.name} is told by no kernel; list the parts of this game")
            axes = tuple(Axis(tuple(map(str, range(n)))) for n in sizes)
            low, high = (0, 255) if of.name == "uint8" else (-128, 127) if of.name == "int8" else (LEAST, MOST)
            flat = _flat(axes)
            yield Part(before + name, flat, NUMBER, (), low, high, split=of.itemsize > 2)
            continue
        for place in product(*map(range, sizes)):
            yield from _leaves(of, f"{before}{name}{''.join(f'[{i}]' for i in place)}.")


def _flat(axes: tuple[Axis, ...]) -> tuple[Axis, ...]:
    """All dimensions of a field as one, for nothing lies between its items."""
    if len(axes) < 2:
        return axes
    return (Axis(tuple("][".join(labels) for labels in product(*(axis.labels for axis in axes)))),)


def _words(n: int) -> tuple[Axis, ...]:
    return (Axis(tuple(f"word{i}" for i in range(n))),)


def _place(dtype: np.dtype[Any], field: str) -> tuple[int, list[int], np.dtype[Any]]:
    """Where a field begins, the bytes from item to item of each of its dimensions, and what its items are."""
    offset, strides = 0, []
    for step in field.split("."):
        name, *at = re.findall(r"\w+", step)
        kind, begins = cast(Any, dtype.fields)[name][:2]
        dtype, sizes = kind.subdtype or (kind, ())
        steps = [dtype.itemsize * prod(sizes[i + 1 :]) for i in range(len(sizes))]
        offset += begins + sum(int(i) * step for i, step in zip(at, steps, strict=False))
        strides += steps[len(at) :]
    return offset, strides, dtype


def _row(dtype: np.dtype[Any], part: Part, at: int) -> list[int]:
    """A part as the kernel reads it."""
    offset, strides, of = _place(dtype, part.field)
    axes = list(part.axes)
    if len(axes) == 1 and len(strides) > 1:  # a field without gaps, taken as one row
        strides = strides[-1:]
    elif strides:  # or a row taken as a grid
        strides += strides[-1:] * (len(axes) - len(strides))
    if part.split:
        axes += _words(of.itemsize // 2)
        strides.append(2)
        of = np.dtype(np.int16)
    if len(axes) != len(strides):
        raise TypeError(f"{part.field}: {len(axes)} axes are named, it has {len(strides)}")
    through = places = 0
    if part.through:
        through, _, what = _place(dtype, part.through)
        places = cast(Any, dtype.fields)[part.through][0].shape[0]
        if what != np.uint8 or of != np.uint8:
            raise TypeError(f"{part.field}: only bytes are looked up in bytes")
    row = [0] * COLUMNS
    row[: observation.AXIS] = [
        *(at, part.kind, TYPES.index(of.name), offset, max(1, len(part.values))),
        *(part.low, part.first, part.ring, part.turn, through, places),
    ]
    row[observation.AXIS :: 4] = [1] * observation.AXES
    begin = COLUMNS - 4 * len(axes)  # those that are missing come first, and have one item
    for axis, stride in zip(axes, strides, strict=True):
        ring, turn = axis.ring, axis.turn if axis.ring else 0
        row[begin : begin + 4] = len(axis.labels), ring, turn, stride * axis.apart
        row[observation.OFFSET] += axis.first * stride * axis.apart
        begin += 4
    return row


def _told(part: Part, at: int) -> Told:
    """A part as people read it."""
    labels = product(*(axis.labels for axis in part.axes))
    names = [part.field + "".join(f"[{label}]" for label in one) for one in labels]
    shape = tuple(len(axis.labels) for axis in part.axes)
    low, high = part.low, part.high
    if part.kind in (CHOICE, BITS):
        sign, shape, low, high = "=" if part.kind == CHOICE else ":", (*shape, len(part.values)), 0, 1
        names = [f"{name}{sign}{value}" for name in names for value in part.values]
    return Told(part.field, at, shape, KINDS[part.kind], low, high, tuple(names))


def _lens(game: Game, players: int, rows: list[list[int]]) -> Lens:
    """A copy of its own to conceal, and its memory as numbers."""
    size = game.state_type.dtype.itemsize
    memory = np.zeros(-(-size // 8), np.int64)
    copy = memory.view(np.uint8)[:size].view(game.state_type.dtype)
    return Lens(
        copy=copy,
        in_8=memory.view(np.uint8),
        in_16=memory.view(np.int16),
        in_32=memory.view(np.int32),
        in_64=memory,
        parts=np.array(rows, np.int64).ravel(),
        players=players,
        scores=np.zeros(16, np.int64),
        ranks=np.zeros(16, np.int64),
    )
