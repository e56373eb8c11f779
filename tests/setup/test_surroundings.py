"""Nothing around the tests changes what they see."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from hypothesis import settings

from tests.setup.surroundings import attentive, calm

DEAF = "import signal; print(*[signal.getsignal(one) == signal.SIG_IGN for one in (signal.SIGINT, signal.SIGHUP)])"


def test_the_shell_of_whoever_tests_does_not_change_speech_looks_or_servers() -> None:
    shell = {"LANG": "fr_FR.UTF-8", "LC_ALL": "C", "COLUMNS": "20", "FORCE_COLOR": "1", "STRAPONTIN_DATABASE": "x"}
    found = shell | {"HOME": "/home/ana", "STRAPONTIN_JIT": "0", "TERM": "dumb", "no_proxy": "a.example"}
    calm(found)
    local = "127.0.0.1,localhost"
    assert found == {
        "HOME": "/home/ana",
        "STRAPONTIN_JIT": "0",
        "TERM": "xterm",
        "NO_PROXY": local,
        "no_proxy": f"a.example,{local}",
    }
    assert not set(shell) & set(os.environ)
    assert "strapontin" not in os.environ["XDG_DATA_HOME"].removeprefix(os.path.expanduser("~"))


def test_a_program_hears_control_c_though_the_tests_run_in_the_background() -> None:
    before = [signal.signal(one, signal.SIG_IGN) for one in (signal.SIGINT, signal.SIGHUP)]
    try:
        child = subprocess.run(
            [sys.executable, "-c", DEAF],
            capture_output=True,
            text=True,
            check=True,
            preexec_fn=attentive,
        )
    finally:
        for one, handler in zip((signal.SIGINT, signal.SIGHUP), before, strict=True):
            signal.signal(one, handler)
    assert child.stdout.split() == ["False", "False"]


def test_properties_are_tried_on_the_same_examples_every_time() -> None:
    assert settings.default is not None
    assert settings.default.derandomize
    assert settings.default.deadline is None
