"""Compiled or plain: what is short is done in plain Python before compiled kernels would even be loaded."""

from __future__ import annotations

import os
import sys

LONG = 600
"""A record with more moves than this is replayed faster by compiled kernels."""

LABORIOUS = {"correspondances"}
"""Games whose every move takes long enough in plain Python for a player to notice."""


def prefer_plain() -> None:
    """Leave the rules uncompiled in this process, unless the environment says otherwise or it is too late."""
    if "strapontin.core.kernel" not in sys.modules:
        os.environ.setdefault("STRAPONTIN_JIT", "0")
