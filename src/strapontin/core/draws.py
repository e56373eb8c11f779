"""Fair draws: committed to before the first one, verifiable by anybody after the last.

The seed is 32 bytes. What the seats gave before the first draw, their nonces, is mixed into it: that is the key. Draw
number n takes HMAC-SHA256(key, n in decimal) as a big-endian integer modulo the total weight and walks the outcomes in
ascending order of their notation. So no player's choice can shift a later draw, whoever chose the seed did not choose
the draws, and a dozen lines in any language check a whole game.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from strapontin.core.errors import BadRecord, clip

BLOCK = 64
"""Bytes that SHA-256 takes in at a time; no key is longer."""

INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""What HMAC makes of each byte of its key."""

NONCE = "[0-9a-f]{32}"
"""What a nonce looks like: 16 bytes in hex."""


def seed_bytes(seed: int | str | bytes | None) -> bytes:
    """The 32 bytes a seed stands for: themselves, their hex, SHA-256 of a small integer's text, or fresh ones.

    >>> seed_bytes(7).hex()[:16]
    '7902699be42c8a8e'
    """
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, int):
        return hashlib.sha256(str(seed).encode()).digest()
    if isinstance(seed, str):
        try:
            raw = bytes.fromhex(seed)
        except ValueError:
            raw = b""
        if len(seed) != 64 or len(raw) != 32:
            raise BadRecord(f"seed: {seed[:70]!r} is not 32 bytes in hex (64 digits)")
        return raw
    if len(seed) != 32:
        raise BadRecord(f"seed: {len(seed)} bytes given, 32 needed")
    return seed


def commitment(seed: bytes) -> str:
    """What is shown before the first draw: SHA-256 of the seed."""
    return hashlib.sha256(seed).hexdigest()


def nonces_of(given: Sequence[str], players: int) -> tuple[str, ...]:
    """What the seats gave, by seat, nothing for those that gave none; nothing at all if nobody gave any.

    >>> nonces_of(["", ""], 2)
    ()
    """
    if given and len(given) != players:
        raise BadRecord(f"nonces: {len(given)} of them for {players} players; each seat has one, or an empty one")
    for one in given:
        if one and not re.fullmatch(NONCE, one):
            raise BadRecord(f"nonces: {clip(one)} is not 16 bytes in hex (32 digits)")
    return tuple(given) if any(given) else ()


def key(seed: bytes, nonces: Sequence[str]) -> bytes:
    """What draws are made with: HMAC-SHA256 of the nonces under the seed, or the seed where nobody gave any.

    >>> key(seed_bytes(7), ()) == seed_bytes(7)
    True
    """
    return hmac.digest(seed, ",".join(nonces).encode(), "sha256") if any(nonces) else seed


@lru_cache(1024)
def _begun(key: bytes) -> tuple[Any, Any]:
    """HMAC-SHA256 with a key as far as it is the same for every draw: its inner and its outer hash."""
    block = key.ljust(BLOCK, b"\0")
    return hashlib.sha256(block.translate(INNER)), hashlib.sha256(block.translate(OUTER))


def pick(key: bytes, number: int, outcomes: Mapping[str, int]) -> str:
    """The outcome of draw `number` among these notations and their weights.

    >>> pick(seed_bytes(7), 0, {"3": 2, "4": 3, "+": 2})
    '+'
    """
    inner, outer = (half.copy() for half in _begun(key))
    inner.update(b"%d" % number)
    outer.update(inner.digest())
    left = int.from_bytes(outer.digest(), "big") % sum(outcomes.values())
    for text in sorted(outcomes):
        left -= outcomes[text]
        if left < 0:
            return text
    raise AssertionError("weights do not add up")
