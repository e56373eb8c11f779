"""What a test runs in: nothing of the shell, the owner or the machine around it may change what it sees."""

from __future__ import annotations

import signal
from collections.abc import MutableMapping

SPEECH = ("LANG", "LANGUAGE", "LC_")
LOOK = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "TTY_")
OURS = ("STRAPONTIN_",)
KEPT = (
    *("STRAPONTIN_JIT", "STRAPONTIN_CACHE", "STRAPONTIN_CORES", "STRAPONTIN_SOAK"),
    *("STRAPONTIN_TEST_SERVER", "STRAPONTIN_CLOCK"),
)
"""What one may say about a run of the tests."""


def calm(environment: MutableMapping[str, str]) -> None:
    """Forget what the shell says about speech, looks and servers; what is on this machine needs no proxy."""
    for name in list(environment):
        if name.startswith((*SPEECH, *LOOK, *OURS)) and name not in KEPT:
            del environment[name]
    environment["TERM"] = "xterm"
    for name in ("NO_PROXY", "no_proxy"):
        environment[name] = ",".join(filter(None, (environment.get(name), "127.0.0.1,localhost")))


def attentive() -> None:
    """For a process about to begin: hear signals as under a shell, though `nohup` or `&` made us deaf to them."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
