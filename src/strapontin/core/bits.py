"""Sets of small numbers as the bits of an integer, in kernels too; bit 62 is the highest that is used."""

from __future__ import annotations

from typing import Any

from strapontin.core.kernel import JIT


def lowest(bits: int) -> int:
    """The lowest number in a set that is not empty.

    >>> lowest(0b1100)
    2
    """
    return int(bits & -bits).bit_length() - 1


if JIT:
    from numba.cpython.unsafe import numbers
    from numba.extending import overload

    trailing_zeros: Any = numbers.trailing_zeros

    @overload(lowest)
    def _lowest(bits: Any) -> Any:
        def counted(bits: Any) -> Any:
            return trailing_zeros(bits)

        return counted
