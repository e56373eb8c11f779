"""Kernels: records, copies, names, the cache's key, and the generator inside them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from strapontin.core import kernel as kernels
from strapontin.core.kernel import JIT, blank, copy_of, improvised, kernel, records, take
from strapontin.core.layout import Ints, Record, Row, int16, int64, shape, up_to
from strapontin.core.rng import below, generator, unit, weighted, word


class Pair(Record):
    left: int64
    many: Row[int16] = shape(3)


@kernel
def put(pair: Pair, number: int) -> None:
    pair.left = number
    pair.many[1] += number


def test_a_kernel_writes_into_its_record() -> None:
    pair = blank(Pair)
    put(pair, 4)
    put(pair, 5)
    assert (pair.left, pair.many.tolist()) == (5, [0, 9, 0])


class Table(Record):
    extent: int64


class Hands(Record):
    turn: int64
    hand: Row[int64] = shape(4)


@kernel
def deal(table: Table, rows: Row[Hands], hands: Hands) -> None:
    take(rows, 1, hands, table)


@kernel
def deal_all(pair: Pair, rows: Row[Hands], hands: Hands) -> None:
    take(rows, 1, hands, pair)


def test_of_a_state_only_what_the_seats_in_play_need_is_taken() -> None:
    table, hands, rows = blank(Table), blank(Hands), records(2, Hands)
    table.extent = up_to(Hands, "hand", 3)
    hands.turn, hands.hand[:] = 7, [1, 2, 3, 4]
    deal(table, rows, hands)
    assert (rows[1].turn, rows[1].hand.tolist()) == (7, [1, 2, 3, 0 if JIT else 4])  # plain Python takes all
    deal_all(blank(Pair), rows, hands)
    assert rows[1].hand.tolist() == [1, 2, 3, 4]
    assert rows[0].hand.tolist() == [0, 0, 0, 0]


@improvised()  # compiled here and now: what a cache holds does not tell how it was asked for
def fill(row: Ints, number: int) -> int:
    for i in range(len(row)):
        row[i] = number
    return number


@improvised()
def fill_twice(row: Ints) -> int:
    return fill(row, 1) + fill(row, 2)


@improvised()
def spread(row: Ints) -> int:
    ordered = np.sort(np.asarray(row))
    return int(ordered[-1] - ordered[0])


def test_arrays_are_counted_only_by_kernels_that_make_some() -> None:
    row = np.array([5, 3, 9])
    held = sys.getrefcount(row)
    assert spread(row) == 6
    assert fill_twice(row) == 3
    assert row.tolist() == [2, 2, 2]
    assert sys.getrefcount(row) == held
    if JIT:
        made: tuple[Any, ...] = (fill, fill_twice, spread)
        assert [one.targetoptions.get("_nrt", True) for one in made] == [False, False, True]


@pytest.mark.skipif(not JIT, reason="plain Python counts by itself")
def test_a_kernel_returns_no_array() -> None:
    with pytest.raises(TypeError, match="same: a kernel writes into the arrays it is given"):

        @kernel
        def same(row: Ints) -> Ints:
            return row


def test_a_copy_is_independent_and_equal_to_the_byte() -> None:
    pair = blank(Pair)
    put(pair, 4)
    other = copy_of(pair)
    assert other.tobytes() == pair.tobytes()
    put(other, 1)
    assert pair.left == 4


def test_fields_named_like_numpys_own_are_refused() -> None:
    with pytest.raises(TypeError, match="round"):

        class Wrong(Record):
            round: int64


def test_the_cache_is_keyed_by_all_sources_of_kernels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    root = tmp_path / "strapontin"
    for name in ("core/kernel.py", "games/one/kernels/rules.py", "games/one/faces/view.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("1")
    monkeypatch.setattr(kernels, "PACKAGE", root)
    first = kernels.source_hash()
    (root / "games/one/faces/view.py").write_text("2")
    assert kernels.source_hash() == first
    (root / "games/one/kernels/rules.py").write_text("2")
    assert kernels.source_hash() != first


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    rng = np.array([1, 2, 3, 4], np.int64)
    # The published sequence for this state.
    assert [int(word(rng)) for _ in range(5)] == [641, 1573767, 3222811527, 3517856514, 836907274]


def test_random_numbers_lie_where_they_should_and_spread() -> None:
    rng = generator(1)
    n = 20_000 if JIT else 2_000
    counts = np.bincount([below(rng, 7) for _ in range(n)], minlength=7)
    assert len(counts) == 7
    assert abs(counts - n / 7).max() < 6 * (n / 7) ** 0.5
    assert all(0 <= unit(rng) < 1 for _ in range(100))
    weights = np.array([1, 0, 3], np.int64)
    picked = np.bincount([weighted(rng, weights, 3) for _ in range(n)], minlength=3)
    assert picked[1] == 0
    assert abs(picked[0] / n - 0.25) < 0.05


def test_generators_are_told_apart_by_their_seeds() -> None:
    assert generator(1).tolist() == generator("1").tolist() != generator(2).tolist()


CHILD = """
import sys
sys.path.insert(0, sys.argv[1])
from twice import twice
from strapontin.core.kernel import specialise
kind, number = {"int": (int, 3), "float": (float, 0.25)}[sys.argv[2]]
print(specialise(twice, Number=kind)(number))
"""


@pytest.mark.skipif(not JIT, reason="plain Python has no cache")
def test_another_games_code_in_the_cache_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text(
        "from typing import TypeVar\n\nfrom strapontin.core.kernel import generic\n\nNumber = TypeVar('Number')\n\n\n"
        "@generic\ndef twice(x: Number) -> Number:\n    return x + x\n"
    )

    def child(kind: str) -> str:
        command = [sys.executable, "-c", CHILD, str(tmp_path), kind]
        found = os.environ | {"STRAPONTIN_CACHE": str(tmp_path / "cache")}
        return subprocess.run(command, env=found, capture_output=True, text=True, check=True).stdout.strip()

    assert (child("int"), child("float")) == ("6", "0.5")
    ints, floats = sorted((tmp_path / "cache").rglob("*twice*.nbc"))
    ints.write_bytes(floats.read_bytes())  # what two processes did that wrote at the same moment
    assert child("int") == "6"
    assert child("float") == "0.5"


@pytest.mark.skipif(not JIT, reason="plain Python has no cache")
def test_two_checkouts_of_one_version_share_what_is_compiled(tmp_path: Path) -> None:
    def compiled_by(checkout: str) -> dict[str, int]:
        shutil.copytree(kernels.PACKAGE, tmp_path / checkout / "strapontin", ignore=shutil.ignore_patterns("static"))
        found = {"STRAPONTIN_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path / checkout)}
        command = [sys.executable, "-c", "import strapontin.core.rng as rng; print(rng.__file__)"]
        told = subprocess.run(command, env=os.environ | found, capture_output=True, text=True, check=True).stdout
        assert told.startswith(str(tmp_path / checkout))
        return {path.name: path.stat().st_ino for path in (tmp_path / "cache").rglob("rng.*.nb?")}

    first = compiled_by("one")
    assert first
    assert compiled_by("two") == first


@pytest.mark.skipif(not JIT, reason="plain Python has no cache")
def test_kernels_from_elsewhere_are_shared_wherever_the_same_sources_lie(tmp_path: Path) -> None:
    counting = "from strapontin.core.kernel import kernel\nfrom {step} import STEP\n"
    counting += "@kernel\ndef on(x: int) -> int:\n    return x + STEP\nprint(on(1))\n"

    def said_by(folder: str, step: int) -> str:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "quay.py").write_text(f"STEP = {step}\n")
        (tmp_path / folder / "counting.py").write_text(counting.format(step="quay"))
        found = {"STRAPONTIN_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path / folder)}
        command = [sys.executable, "-c", "import counting"]
        return subprocess.run(command, env=os.environ | found, capture_output=True, text=True, check=True).stdout

    def kept() -> set[Path]:
        return set((tmp_path / "cache").rglob("counting.*.nbc"))

    assert said_by("one", 1) == "2\n"
    first = kept()
    assert len(first) == 1
    assert said_by("two", 1) == "2\n"
    assert kept() == first
    assert said_by("three", 2) == "3\n"  # another file beside it: another kernel
    assert len(kept()) == 2


@pytest.mark.skipif(not JIT, reason="plain Python locks nothing")
def test_a_cache_that_cannot_be_written_leaves_nothing_where_one_works(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    alone = "from strapontin.core import kernel\nwith kernel._alone('a thing'): print('alone')"
    told = subprocess.run(
        [sys.executable, "-c", alone],
        env=os.environ | {"STRAPONTIN_CACHE": str(tmp_path / "file")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "alone\n"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not JIT, reason="plain Python compiles nothing")
def test_an_interrupt_waits_until_a_kernel_is_compiled_and_a_second_one_does_not() -> None:
    before, reached = signal.signal(signal.SIGINT, signal.default_int_handler), []

    def interrupted(times: int) -> None:
        with kernels._undisturbed():
            for _ in range(times):
                signal.raise_signal(signal.SIGINT)
            reached.append(times)

    for times in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            interrupted(times)
    assert reached == [1]
    assert signal.signal(signal.SIGINT, before) is signal.default_int_handler


@pytest.mark.skipif(not JIT, reason="plain Python compiles nothing")
def test_an_alarm_waits_until_a_kernel_is_compiled() -> None:
    rang: list[str] = []
    before = signal.signal(signal.SIGALRM, lambda *_: rang.append("alarm"))
    with kernels._undisturbed():
        signal.raise_signal(signal.SIGALRM)
        rang.append("compiled")
    assert rang == ["compiled", "alarm"]
    signal.signal(signal.SIGALRM, before)
