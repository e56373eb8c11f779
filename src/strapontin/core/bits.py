"""Sets of small numbers as the bits of an integer, in kernels too; bit 62 is the highest that is used."""

from __future__ import annotations

from typing import Any

from strapontin.core.kernel import JIT

LARGEST = (1 << 63) - 1


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


def mirrored(bits: int, n: int) -> int:
    """A set of numbers below n, at least 1 and at most 63, the other way round: 0 becomes n - 1.

    >>> bin(mirrored(0b00110, 5))
    '0b1100'
    """
    return int(f"{int(bits):0{n}b}"[::-1], 2)


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

    @intrinsic
    def _reversed(context: Any, bits: Any) -> Any:
        return bits(bits), lambda context, builder, signature, given: builder.bitreverse(given[0])

    backwards: Any = _reversed

    @overload(mirrored)
    def _mirrored(bits: Any, n: Any) -> Any:
        def turned(bits: Any, n: Any) -> Any:
            return (backwards(bits) >> (64 - n)) & ((1 << n) - 1)

        return turned


def natural(number: int) -> int:
    """A number that is never negative, so that compiled code need not ask which way to round when it is divided."""
    return number


def at(index: int) -> int:
    """An index that is never negative, so that compiled code need not ask whether to count it from the end."""
    return index


if JIT:

    @overload(natural)
    def _natural(number: Any) -> Any:
        def known(number: Any) -> Any:
            return number & LARGEST

        return known

    @intrinsic
    def _unsigned(context: Any, index: Any) -> Any:
        from numba import types

        return types.uintp(types.int64), lambda context, builder, signature, given: given[0]

    unsigned: Any = _unsigned

    @overload(at)
    def _at(index: Any) -> Any:
        def known(index: Any) -> Any:
            return unsigned(index)

        return known
