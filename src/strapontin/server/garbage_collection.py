"""What stays in memory is not looked through for garbage again and again: with thousands of tables that takes long."""

from __future__ import annotations

import gc

TABLES = 500
"""As many more tables as ever before, and what is there is taken to stay."""


def settle() -> None:
    """What is here now stays: look for garbage among what comes later, and less often, for views have no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


class Settling:
    """Sets what is there aside now and then while more tables are open than ever; so no look takes long.

    What is set aside still goes when nobody holds it any more, unless it is part of a circle. That happens once for
    every so many tables that are open together, not for every so many that come and go: so it is little.
    """

    def __init__(self) -> None:
        self._most = 0

    def opened(self, count: int) -> None:
        """So many tables are open now."""
        if count >= self._most + TABLES:
            self._most = count
            gc.freeze()
