"""What kernels are made from is kept with them, whoever compiles them and whoever finds them compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from strapontin.core.kernel import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="plain Python is made from itself")

KERNELS = """
from strapontin.core.kernel import kernel

@kernel
def once(x: int) -> int:
    return x + {number}

@kernel
def twice(x: int) -> int:
    return once(x) + once(x)
"""

CHILD = """
import json, sys
sys.path.insert(0, sys.argv[1])
import numba
from strapontin.core.ir import found, written
from strapontin.core.kernel import improvised, made_of
from sums import twice

@improvised()
def thrice(x: int) -> int:
    return twice(x) + x

def told(text):
    return {"symbol": text.symbol, "text": "".join(text.modules), "calls": [told(found(key)) for key in text.calls]}

texts = {one.__name__: told(written(made_of(one))) for one in (twice, thrice)}
json.dump(texts | {"answer": twice(1)}, sys.stdout)
"""


def run(folder: Path) -> dict[str, Any]:
    # without bytecode: of two sources of one length, written in one second, Python would run the first
    command = [sys.executable, "-B", "-c", CHILD, str(folder)]
    found = os.environ | {"STRAPONTIN_CACHE": str(folder / "cache")}
    told = subprocess.run(command, env=found, capture_output=True, text=True, check=True).stdout
    answer: dict[str, Any] = json.loads(told)
    return answer


def test_the_text_of_a_kernel_outlives_the_process_that_compiled_it(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(KERNELS.format(number=20_011))
    first, again = run(tmp_path), run(tmp_path)
    assert first["answer"] == again["answer"] == 40_024
    assert again["twice"] == first["twice"]
    (called,) = again["twice"]["calls"]
    assert "20011" in called["text"]
    assert "20011" not in again["twice"]["text"]
    assert f'define i32 @"{called["symbol"]}"' in called["text"]
    assert f'declare i32 @"{called["symbol"]}"' in again["twice"]["text"]
    # one that is on no disk leads to those that are
    assert again["thrice"]["calls"] == [again["twice"]]
    # how Python calls a kernel is no part of it
    assert "PyObject" not in first["twice"]["text"] + called["text"]


def test_a_kernel_that_has_changed_has_another_text(tmp_path: Path) -> None:
    texts = []
    for number in (20_011, 20_012):
        (tmp_path / "sums.py").write_text(KERNELS.format(number=number))
        texts.append(run(tmp_path)["twice"]["calls"][0]["text"])
    assert "20012" in texts[1]
    assert texts[0] != texts[1]
