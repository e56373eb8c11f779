"""The exponential function: right, and the same to the bit however it is run."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from typing import Any

import pytest

from strapontin.core.exponential import FAR, exp
from strapontin.core.kernel import JIT
from strapontin.core.rng import generator, unit

RNG = generator("exponents")
EXPONENTS = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    FAR,
    -FAR,
    *((unit(RNG) - 0.5) * size for size in (1e-9, 2, 60, 1400) for _ in range(500)),
]


def test_it_is_at_most_one_bit_off() -> None:
    with localcontext() as context:
        context.prec = 40
        for x in EXPONENTS:
            truth = Decimal(x).exp()
            assert abs(Decimal(float(exp(x))) - truth) <= Decimal(math.ulp(float(truth))), x


def test_far_from_zero_it_is_nothing_or_infinite() -> None:
    assert (exp(-1e9), exp(1e9)) == (0.0, math.inf)


@pytest.mark.skipif(not JIT, reason="there is only one way to run it")
def test_compiled_and_plain_agree_to_the_bit() -> None:
    plain: Any = exp
    assert [exp(x).hex() for x in EXPONENTS] == [float(plain.py_func(x)).hex() for x in EXPONENTS]
