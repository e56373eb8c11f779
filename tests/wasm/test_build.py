"""Kernels as WebAssembly: what a module has, what it may want, and when it is made anew."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest

from strapontin.bots.default_insight import plain
from strapontin.core.kernel import JIT, kernel
from strapontin.core.layout import Record, Row, int64, shape
from strapontin.core.registry import collection, game
from strapontin.server import late_modules
from strapontin.wasm import __main__ as command
from strapontin.wasm import kernels as wanted
from strapontin.wasm.description import description

compiling = pytest.mark.skipif(not JIT, reason="plain Python compiles nothing")


class Pair(Record):
    left: int64
    right: Row[int64] = shape(2)


@kernel
def swap(pair: Pair, at: int) -> int:
    before = pair.left
    pair.left = pair.right[at]
    pair.right[at] = before
    return before


@kernel
def slow(x: float) -> float:
    return log(x)


@compiling
def test_a_game_without_insight_brings_what_its_rules_give_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wanted, "insight_of", plain)
    named = {one.name: one for one in wanted.kernels(game("metrox"))}
    assert set(named) >= {"legal", "judge", "policy", "appeal", "simulations"}
    assert [one.kind for one in named["policy"].parameters] == ["record", "record", "int", "row", "row"]


@compiling
def test_a_module_has_its_kernels_by_name_and_wants_a_memory_and_a_stack() -> None:
    from strapontin.wasm.binary import EXPORTS, GLOBAL, MEMORY, Bytes, Module
    from strapontin.wasm.build import compiled

    made = Module(compiled([wanted.kernel("swap", swap)]))
    assert {one.name: one.kind for one in made.imports} == {"__linear_memory": MEMORY, "__stack_pointer": GLOBAL}
    data = Bytes(dict(made.sections)[EXPORTS])
    names = []
    for _ in range(data.number()):
        names.append(data.name())
        data.take(1)
        data.number()
    assert names == ["swap", "open", "take", "give", "end"]
    assert 0 not in dict(made.sections)  # nothing for linkers


@compiling
def test_the_same_kernels_make_the_same_module() -> None:
    from strapontin.wasm.build import compiled

    assert compiled([wanted.kernel("swap", swap)]) == compiled([wanted.kernel("swap", swap)])


@compiling
def test_a_kernel_that_calls_what_no_page_has_is_refused_by_name() -> None:
    from strapontin.wasm.build import Incomplete, compiled

    with pytest.raises(Incomplete, match=r"no page has: log$"):
        compiled([wanted.kernel("slow", slow)])


def test_a_description_says_what_kernels_take_and_where_fields_lie() -> None:
    told = description(game("metrox"))
    assert told["kernels"]["legal"] == {
        "takes": [["board", "Board"], ["state", "State"], ["seat", "int"], ["out", "int64[]"]],
        "gives": "int",
    }
    takes = dict(told["kernels"]["simulations"]["takes"])
    assert "rules" not in takes  # kernels are bound to it, nobody hands them over
    assert ["scratch", "State[]"] in takes["desk"]
    assert set(told["records"]) == {"Board", "State", "Node", "Edge"}
    assert told["constants"]["state"]["TRANSFER"] == 20
    assert told["constants"]["preview"] == {"LONGEST": 316}  # not what it has from the state
    assert told["records"]["State"]["fields"]["turn"] == {"offset": 0, "type": "int64", "shape": []}


def test_modules_are_made_anew_when_a_source_has_changed_and_only_then(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made: list[str] = []

    def module(one: object) -> bytes:
        made.append(type(one).__name__)
        return b"module"

    monkeypatch.setattr("strapontin.wasm.build.module", module)
    monkeypatch.setattr(command, "JIT", True)
    monkeypatch.setenv("STRAPONTIN_CACHE", str(tmp_path / "cache"))
    here, there = tmp_path / "here", tmp_path / "there"
    command.write(here)
    assert len(made) == len(collection())
    assert {path.suffix for path in here.iterdir()} == {".ts", ".json", ".wasm", ".made-from", ""}
    command.write(here)
    command.write(there)  # what was made once is in the cache
    assert len(made) == len(collection())
    assert (there / "metrox.wasm").read_bytes() == b"module"
    monkeypatch.setattr(command, "source_hash", lambda: "another")
    command.write(here)
    assert len(made) == 2 * len(collection())


def test_a_game_named_is_made_alone_so_that_others_can_be_made_beside_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("strapontin.wasm.build.module", lambda one: b"module")
    monkeypatch.setattr(command, "JIT", True)
    monkeypatch.setenv("STRAPONTIN_CACHE", str(tmp_path / "cache"))
    command.write(tmp_path / "here", ["metrox"])
    assert sorted(path.name for path in (tmp_path / "here").iterdir()) == ["metrox.made-from", "metrox.wasm"]


def test_the_server_knows_where_modules_lie_and_what_they_are_called() -> None:
    assert late_modules.MODULES == command.MODULES
    name = late_modules.NAME.fullmatch(f"assets/{command.module_name('metrox')}")
    assert name is not None
    assert name[2] == "metrox"
