"""What a process gives back once its rules are loaded, and that it can still do all it could before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from strapontin.core.kernel import JIT
from strapontin.server.compiler_memory import COMPILER, MAPPED, pieces

SERVED = """
import resource, sys
from pathlib import Path
from strapontin.core.layout import Ints
from strapontin.core.kernel import improvised
from strapontin.core.match import Match
from strapontin.server.compiler_memory import COMPILER, let_go

def held():
    return sum(int(line.split()[1]) for line in mapped() if line.startswith("Rss:"))

def mapped():
    ours = False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        if line[:1].isdigit() or line[:1] in "abcdef":
            ours = COMPILER in line
        elif ours:
            yield line

match = Match("metrox", 1, seed=1)
before = held()
let_go()
after = held()
match.play(0, match.legal(0)[0])

@improvised()
def doubled(n: int) -> int:
    return 2 * n

print(before, after, doubled(21))
"""


def test_only_stretches_nobody_has_written_to_are_let_go() -> None:
    told = """\
7f00-7f10 r--p 00000000 08:01 5                          /lib/libllvmlite.so
Rss:                   8 kB
Private_Dirty:         4 kB
7f10-7f20 r-xp 00000000 08:01 5                          /lib/libllvmlite.so
Private_Dirty:         0 kB
7f20-7f30 rw-p 00000000 08:01 5                          /lib/libllvmlite.so
Private_Dirty:         0 kB
7f30-7f40 r--p 00000000 08:01 5                          /lib/libllvmlite.so
Private_Dirty:         0 kB
Swap:                  8 kB
7f40-7f50 r--p 00000000 08:01 5                          /lib/libllvmlite.so
Private_Clean:         4 kB
Private_Dirty:         0 kB
Anonymous:             4 kB
Swap:                  0 kB
"""
    found = [(piece.begin, piece.written) for piece in pieces(told)]
    assert found == [(0x7F00, True), (0x7F10, False), (0x7F30, True), (0x7F40, True)]


@pytest.mark.skipif(not (JIT and MAPPED.exists()), reason="needs compiled rules, on Linux")
def test_a_process_gives_back_what_it_does_not_need_and_compiles_and_plays_on() -> None:
    assert COMPILER in Path("/proc/self/maps").read_text()
    ran = subprocess.run([sys.executable, "-c", SERVED], capture_output=True, text=True, check=True)
    before, after, doubled = map(int, ran.stdout.split())
    assert doubled == 42
    assert after < before / 2
