"""Compiled or plain: what is short is done in plain Python before compiled kernels would even be loaded."""

from __future__ import annotations

import os
import sys

from strapontin.core.levels import named


def prefer_plain() -> None:
    """Leave the rules uncompiled in this process, unless the environment says otherwise or it is too late."""
    if "strapontin.core.kernel" not in sys.modules:
        os.environ.setdefault("STRAPONTIN_JIT", "0")


def thinks(bot: str | None) -> bool:
    """Whether a bot of this name wants compiled kernels."""
    level = named(bot)
    return level is not None and level.searches
