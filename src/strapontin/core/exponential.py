"""The exponential function, to the same bit on every machine.

A processor has no instruction for it, and every system's library rounds its last bit in its own way: a search that
weighs its actions with it would choose one move on one machine, and another on the next, or in a browser. Here are
only sums, products and powers of two, which are the same everywhere.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from math import floor

import numpy as np

from strapontin.core.kernel import kernel
from strapontin.core.layout import Floats

STEPS = 128
"""Powers of two are looked up in steps of such a fraction."""
FAR = 700.0
"""Further from zero the result is taken for nothing, or for infinite."""


def _powers(exponents: range, parts: int) -> list[float]:
    """2 to the power of each exponent divided by a number of parts, rounded as well as can be."""
    with localcontext() as context:
        context.prec = 40
        return [float(Decimal(2) ** (Decimal(exponent) / parts)) for exponent in exponents]


with localcontext() as _context:
    _context.prec = 40
    _STEP = Decimal(2).ln() / STEPS
    PER_UNIT = float(1 / _STEP)
    # a step in two parts: the first has so few digits that its product with any number of steps is exact
    COARSE = float(_STEP) * 2.0**40 // 1 / 2.0**40
    FINE = float(_STEP - Decimal(COARSE))

BETWEEN: Floats = np.array(_powers(range(STEPS), STEPS))
SMALL: Floats = np.array(_powers(range(32), 1))
LARGE: Floats = np.array(_powers(range(-1024, 1024, 32), 1))


@kernel
def exp(x: float) -> float:
    """The base of natural logarithms to the power of x, at most one bit off in its last place."""
    if x > FAR:
        return np.inf
    if x < -FAR:
        return 0.0
    steps = floor(x * PER_UNIT + 0.5)
    rest = x - steps * COARSE - steps * FINE
    more = rest + rest * rest * (0.5 + rest * (1.0 / 6.0 + rest * (1.0 / 24.0 + rest * (1.0 / 120.0))))
    whole, part = steps // STEPS + 1024, steps % STEPS
    near = BETWEEN[part]
    return (near + near * more) * SMALL[whole % 32] * LARGE[whole // 32]
