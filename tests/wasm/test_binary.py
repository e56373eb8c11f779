"""Modules byte by byte."""

from __future__ import annotations

import pytest

from strapontin.wasm.binary import HEADER, Bytes, Module, block, number, signed


@pytest.mark.parametrize("n", [0, 1, 63, 64, 127, 128, 300, 12_032, 1 << 31])
def test_numbers_are_read_as_they_are_written(n: int) -> None:
    assert Bytes(number(n)).number() == n
    assert Bytes(signed(n)).number() == n  # its sign bit is not set


def test_what_is_no_module_is_refused() -> None:
    with pytest.raises(ValueError, match="no module"):
        Module(b"\x7fELF....")


def test_the_end_of_the_data_is_that_of_the_last_segment() -> None:
    segments = [(0, b"abcd"), (64, b"efg"), (16, b"h")]
    data = number(len(segments)) + b"".join(b"\0\x41" + signed(at) + b"\x0b" + block(raw) for at, raw in segments)
    assert Module(HEADER + bytes([11]) + block(data)).end_of_data == 67
