"""Records: the bytes of every one of them, its layout as data, and what a type checker knows of its fields."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from strapontin.core.kernel import blank, records
from strapontin.core.layout import Grid, Record, Row, float64, int16, int64, layout, shape, uint8
from tests.core import layouts

ROOT = Path(__file__).parents[2]
GOLDEN = json.loads(layouts.PATH.read_text(encoding="utf-8"))


class Stop(Record):
    number: int16
    worth: float64


class Journey(Record):
    at: int64
    stops: Row[Stop] = shape(3)
    seen: Grid[uint8] = shape(2, 4)
    last: Stop


@pytest.mark.parametrize("name", layouts.layouts())
def test_bytes_lie_where_they_always_lay(name: str) -> None:
    now = layouts.layouts()[name]
    assert now == GOLDEN[name]
    assert [list(one["fields"]) for one in now.values()] == [list(one["fields"]) for one in GOLDEN[name].values()]


def test_a_reader_finds_every_field_by_the_layout_alone() -> None:
    journey = blank(Journey)
    journey.at, journey.last.number, journey.stops[1].worth, journey.seen[1, 2] = 7, -3, 0.5, 200
    raw, told = journey.tobytes(), json.loads(json.dumps(layout(Journey)))
    assert len(raw) == told["size"] == Journey.dtype.itemsize

    def read(offset: int, kind: str) -> float:
        return float(np.frombuffer(raw, kind, 1, offset)[0])

    fields, stop = told["fields"], told["fields"]["stops"]["type"]
    assert read(fields["at"]["offset"], fields["at"]["type"]) == 7
    assert read(fields["last"]["offset"] + stop["fields"]["number"]["offset"], "int16") == -3
    assert read(fields["stops"]["offset"] + stop["size"] + stop["fields"]["worth"]["offset"], "float64") == 0.5
    assert fields["seen"]["shape"] == [2, 4]
    assert read(fields["seen"]["offset"] + 1 * 4 + 2, fields["seen"]["type"]) == 200


class Visit(Record):
    hour: int16
    stops: Row[Stop] = shape(2)
    late: uint8


def test_a_record_in_a_record_lies_as_a_compiler_of_c_would_lay_it() -> None:
    fields = layout(Visit)["fields"]
    assert (fields["stops"]["offset"], fields["late"]["offset"], layout(Visit)["size"]) == (8, 40, 48)


def test_records_are_instances_of_their_class() -> None:
    row = records(2, Journey)
    assert isinstance(row[1], Journey)
    assert isinstance(row[1].stops[2], Stop)
    assert isinstance(row[1].last, Stop)


def test_a_field_without_a_size_is_refused() -> None:
    with pytest.raises(TypeError, match=r"int.*number of a given size"):

        class Wrong(Record):
            at: int


RULE = """
from __future__ import annotations

from strapontin.core.kernel import kernel
from strapontin.core.layout import Floats, Ints
from strapontin.games.metrox.kernels.state import Board, State


@kernel
def waiting(board: Board, state: State, out: Ints) -> int:
    n = 0
    for seat in range(board.players):
        if state.sheet[seat].{field} > 0 and state.sheet[seat].filled[0, 1] == 0:
            out[n] = {value}
            n += 1
    return n
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What mypy says about a rule as it should be, and about four with a slip in them."""
    folder = tmp_path_factory.mktemp("rules")
    slips = {
        "right": {"field": "owed", "value": "seat"},
        "misspelt": {"field": "owned", "value": "seat"},
        "elsewhere": {"field": "taken", "value": "seat"},
        "a_row": {"field": "marks", "value": "seat"},
        "a_record": {"field": "owed", "value": "state.sheet[seat]"},
    }
    for name, slip in slips.items():
        (folder / f"{name}.py").write_text(RULE.format(**slip))
    # what `make check` has found out about the package is in the cache, and need not be found out again
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary"]
    files = [str(folder / f"{name}.py") for name in slips]
    told = subprocess.run([*command, *files], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    assert all(line.startswith(str(folder)) for line in told), told
    return {name: "\n".join(line for line in told if line.startswith(str(folder / f"{name}.py"))) for name in slips}


def test_a_type_checker_has_nothing_to_say_about_a_right_rule(checked: dict[str, str]) -> None:
    assert checked["right"] == ""


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        ("misspelt", '"Sheet" has no attribute "owned"'),
        ("elsewhere", '"Sheet" has no attribute "taken"'),
        ("a_row", "Unsupported operand types"),
        ("a_record", "No overload variant"),
    ],
)
def test_a_type_checker_finds_a_slip_in_a_rule(checked: dict[str, str], slip: str, said: str) -> None:
    assert said in checked[slip]
