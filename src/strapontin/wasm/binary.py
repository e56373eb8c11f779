"""A module of WebAssembly as LLVM writes it, made ready for a page: what is for linkers dropped, exports added.

An object file is a module already: it has everything but exports. Which function has which name stands in a section
for linkers, which together with others of its kind is most of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

HEADER = b"\0asm\1\0\0\0"
CUSTOM, IMPORT, GLOBALS, EXPORTS, DATA = 0, 2, 6, 7, 11
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)
I32, I32_CONST, END = 0x7F, 0x41, 0x0B
SYMBOLS = 8
UNDEFINED, NAMED = 0x10, 0x40
"""Flags of a symbol: it stands elsewhere; it has a name of its own all the same."""


class Import(NamedTuple):
    """What a module wants from whoever starts it."""

    name: str
    kind: int
    least: int
    """Of a table its entries, of a memory its pages."""


class Bytes:
    """Bytes that are read from front to back."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def __bool__(self) -> bool:
        return self.at < len(self.data)

    def take(self, n: int) -> bytes:
        """The next n bytes."""
        self.at += n
        return self.data[self.at - n : self.at]

    def number(self) -> int:
        """The next number, seven bits a byte, the lowest first."""
        found = shift = 0
        while True:
            (byte,) = self.take(1)
            found |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return found

    def block(self) -> bytes:
        """The next bytes, after their number."""
        return self.take(self.number())

    def name(self) -> str:
        """The next name."""
        return self.block().decode()


def number(n: int) -> bytes:
    """A number as modules have it.

    >>> number(300).hex()
    'ac02'
    """
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + number(n >> 7)


def signed(n: int) -> bytes:
    """A number from 0 as modules have it where it could be negative: the highest of its bits tells, and is not set.

    >>> signed(64).hex()
    'c000'
    """
    return bytes([n]) if n < 64 else bytes([n & 127 | 128]) + signed(n >> 7)


def block(data: bytes) -> bytes:
    """Bytes after their number."""
    return number(len(data)) + data


class Module:
    """A module, section by section."""

    def __init__(self, binary: bytes) -> None:
        data = Bytes(binary)
        if data.take(len(HEADER)) != HEADER:
            raise ValueError("no module of WebAssembly")
        self.sections: list[tuple[int, bytes]] = []
        while data:
            (kind,) = data.take(1)
            self.sections.append((kind, data.block()))

    def _section(self, kind: int) -> Bytes:
        return Bytes(next((inside for one, inside in self.sections if one == kind), b"\0"))

    @property
    def imports(self) -> list[Import]:
        """What it wants."""
        data, found = self._section(IMPORT), []
        for _ in range(data.number()):
            data.name()
            name, (kind,), least = data.name(), data.take(1), 0
            if kind == TABLE:
                data.take(1)
            if kind in (TABLE, MEMORY):
                (bounded,) = data.take(1)
                least = data.number()
                if bounded & 1:
                    data.number()
            elif kind == GLOBAL:
                data.take(2)
            else:
                data.number()
            found.append(Import(name, kind, least))
        return found

    @property
    def end_of_data(self) -> int:
        """The first byte of the memory that nothing is written to when it starts."""
        data, end = self._section(DATA), 0
        for _ in range(data.number()):
            data.number()  # into the only memory
            data.take(1)  # i32.const
            start = data.number()  # signed in principle, and small
            data.take(1)  # end
            end = max(end, start + len(data.block()))
        return end

    def functions(self) -> dict[str, int]:
        """The functions that have names, by them."""
        return dict(self._symbols())

    def _symbols(self) -> Iterator[tuple[str, int]]:
        for kind, inside in self.sections:
            linking = Bytes(inside)
            if kind != CUSTOM or linking.name() != "linking":
                continue
            linking.number()
            while linking:
                (part,) = linking.take(1)
                symbols = Bytes(linking.block())
                for _ in range(symbols.number() if part == SYMBOLS else 0):
                    (what,) = symbols.take(1)
                    flags = symbols.number()
                    if what == 1:  # data
                        symbols.name()
                        if not flags & UNDEFINED:
                            symbols.number(), symbols.number(), symbols.number()
                        continue
                    index = symbols.number()
                    if what != 3 and (not flags & UNDEFINED or flags & NAMED):  # 3 is a section, which has no name
                        name = symbols.name()
                        if what == FUNCTION and not flags & UNDEFINED:
                            yield name, index

    def ready(self, exports: Mapping[str, int]) -> bytes:
        """The module that a page starts: functions by their names, where its data `end`, and nothing for linkers."""
        end = number(sum(one.kind == GLOBAL for one in self.imports))
        entries = [block(name.encode()) + bytes([FUNCTION]) + number(at) for name, at in exports.items()]
        entries.append(block(b"end") + bytes([GLOBAL]) + end)
        constant = bytes([I32, 0, I32_CONST]) + signed(self.end_of_data) + bytes([END])
        made = [(GLOBALS, number(1) + constant), (EXPORTS, number(len(entries)) + b"".join(entries))]
        kept = [section for section in self.sections if section[0] not in (CUSTOM, GLOBALS, EXPORTS)]
        place = next((i for i, (kind, _) in enumerate(kept) if kind > EXPORTS), len(kept))
        sections = (*kept[:place], *made, *kept[place:])
        return HEADER + b"".join(bytes([kind]) + block(inside) for kind, inside in sections)
