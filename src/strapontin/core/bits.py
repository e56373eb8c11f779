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


def count(bits: int) -> int:
    """How many numbers are in a set.

    >>> count(0b1100)
    2
    """
    return int(bits).bit_count()


if JIT:
    from numba.cpython.unsafe import numbers
    from numba.extending import intrinsic, overload

    trailing_zeros: Any = numbers.trailing_zeros

    @overload(lowest)
    def _lowest(bits: Any) -> Any:
        def counted(bits: Any) -> Any:
            return trailing_zeros(bits)

        return counted

    @intrinsic
    def _ones(context: Any, bits: Any) -> Any:
        return bits(bits), lambda context, builder, signature, given: builder.ctpop(given[0])

    ones: Any = _ones

    @overload(count)
    def _count(bits: Any) -> Any:
        def counted(bits: Any) -> Any:
            return ones(bits)

        return counted
