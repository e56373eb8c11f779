"""The spaces of a game: what its observations and actions can be, as Gymnasium says it."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from strapontin.core.encoding import Encoding


def observations(encoding: Encoding) -> Any:
    """What a seat knows, and which actions it may choose."""
    known = spaces.Box(encoding.low, encoding.high, dtype=np.int16)
    allowed = spaces.Box(0, 1, (encoding.game.width,), np.int8)
    return spaces.Dict({"observation": known, "action_mask": allowed})


def actions(encoding: Encoding) -> spaces.Discrete[np.int64]:
    """All actions there are; which of them are legal, the mask says."""
    return spaces.Discrete(encoding.game.width)


Observed = dict[str, np.ndarray[Any, np.dtype[Any]]]
"""What an environment tells a seat: `observation` and `action_mask`."""
