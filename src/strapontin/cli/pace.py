"""Compiled or plain: what is short is done in plain Python before compiled kernels would even be loaded."""

from __future__ import annotations

import os
import sys

THINKERS = ("regular", "expert")
"""Bots that search: in plain Python they would see a hundredth of what they should."""


def prefer_plain() -> None:
    """Leave the rules uncompiled in this process, unless the environment says otherwise or it is too late."""
    if "strapontin.core.kernel" not in sys.modules:
        os.environ.setdefault("STRAPONTIN_JIT", "0")


def thinks(bot: str | None) -> bool:
    """Whether a bot of this name wants compiled kernels."""
    return bot is not None and bot.partition("@")[0] in THINKERS
