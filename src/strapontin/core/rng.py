"""Random numbers inside kernels, from an explicit generator state: xoshiro128++ on four words of 32 bits.

All values stay below 2**32 in signed 64-bit integers, so compiled and plain Python runs agree to the bit.
This generator serves search and simulation only; the draws of a match come from its seed (see `draws`).
"""

from __future__ import annotations

import hashlib

import numpy as np

from strapontin.core.kernel import kernel
from strapontin.core.layout import Ints

MASK = 0xFFFFFFFF


def generator(seed: int | str) -> Ints:
    """The generator state that a seed stands for."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return np.frombuffer(digest[:16], dtype=">u4").astype(np.int64)


@kernel(inline=True)
def word(rng: Ints) -> int:
    """The next 32 random bits."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    total = (a + d) & MASK
    result = ((((total << 7) & MASK) | (total >> 25)) + a) & MASK
    c ^= a
    d ^= b
    rng[1] = b ^ c
    rng[0] = a ^ d
    rng[2] = c ^ ((b << 9) & MASK)
    rng[3] = ((d << 11) & MASK) | (d >> 21)
    return result


@kernel(inline=True)
def below(rng: Ints, n: int) -> int:
    """A random integer from 0 to n - 1."""
    return (word(rng) * n) >> 32


@kernel(inline=True)
def unit(rng: Ints) -> float:
    """A random number from 0 up to, but not including, 1."""
    return word(rng) / 4294967296.0


@kernel(inline=True)
def weighted(rng: Ints, weights: Ints, n: int) -> int:
    """An index below n, in proportion to the first n weights."""
    total = 0
    for i in range(n):
        total += weights[i]
    left = below(rng, total)
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return i
    return n - 1
