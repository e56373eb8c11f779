"""What kernels were before they became machine code, kept beside it for other machines.

Numba writes a kernel down in LLVM's intermediate representation (IR), and LLVM makes machine code of it. What LLVM has
once optimised for a processor is good for no other. So the text is kept as Numba wrote it, when it wrote it: one
compilation serves every machine. A kernel in the disk cache knows the key of its text, which lies beside it.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numba
from llvmlite import binding, ir
from numba.core import caching, codegen

settings: Any = numba.config

WRAPPERS = ("wrapper", "cfunc_wrapper")
"""How Python calls a kernel, and C: no part of it."""

RUNTIME = "nrt"
"""What counts references, on this processor: another machine has its own."""


class Written(msgspec.Struct, frozen=True):
    """A kernel as Numba wrote it, with whatever of Numba's own it is made of."""

    symbol: str
    """What others call it by; a name that another process may give to something else."""
    modules: list[str]
    calls: list[str]
    """The keys of the kernels it calls."""


class Told(ir.Module):  # type: ignore[misc]
    """A module that has been put into words, which takes long enough to be done only once."""

    def __init__(self, module: Any) -> None:
        self.name, self.text = module.name, repr(module)

    def __repr__(self) -> str:
        return self.text


class Library(codegen.JITCodeLibrary):
    """What is compiled together; it remembers what it was told until that is on the disk, and then its key."""

    def __init__(self, *given: Any) -> None:
        base: Any = super()
        base.__init__(*given)
        self.told: list[str] = []
        self.key: str | None = None
        self.bitcode: bytes | None = None
        """Of a kernel from the disk cache: what others are linked with, as LLVM reads it."""

    def add_ir_module(self, module: Any) -> None:
        """Compile a module."""
        if module.name not in WRAPPERS:
            module = Told(module)
            self.told.append(module.text)
        base: Any = super()
        base.add_ir_module(module)

    def serialize_using_object_code(self) -> tuple[Any, ...]:
        """What of it goes into the disk cache."""
        base: Any = super()
        return (*base.serialize_using_object_code(), self.key)

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[Any, ...]) -> Any:
        base: Any = super()
        found = base._unserialize(codegen, state[:-1])
        found.key = state[-1]
        if state[1] == "object":
            found.bitcode, found._shared_module = state[2][1], None
        return found

    def _get_module_for_linking(self) -> Any:
        """What others are linked with; read when they are, for it takes more memory than all the rest of a kernel."""
        if self._shared_module is None and self.bitcode is not None:
            self._shared_module, self.bitcode = binding.parse_bitcode(self.bitcode), None
        base: Any = super()
        return base._get_module_for_linking()


class Kernels(caching.CompileResultCacheImpl):
    """The disk cache of kernels: the text goes there first, so that no kernel is there without."""

    def reduce(self, result: Any) -> Any:
        """A kernel as it is written to the disk."""
        if settings.CACHE_DIR:
            _keep(result)
        base: Any = super()
        return base.reduce(result)


def remember() -> None:
    """From now on keep the text of every kernel that goes into the disk cache."""
    codegen.JITCPUCodegen._library_class = Library
    caching.FunctionCache._impl_class = Kernels


def written(result: Any) -> Written:
    """What a kernel was made from that Numba has compiled, or found in its cache."""
    library = result.library
    if library.key:
        return found(library.key)
    parts = list(_parts(library, set()))
    texts, calls = [text for part in parts for text in part.told], [part.key for part in parts if part.key]
    return Written(result.fndesc.llvm_func_name, texts, calls)


def found(key: str) -> Written:
    """What was kept under a key; FileNotFoundError if it is not there any more."""
    return msgspec.json.decode(zlib.decompress(_file(key).read_bytes()), type=Written)


def _keep(result: Any) -> None:
    raw = msgspec.json.encode(written(result))
    key = hashlib.sha256(raw).hexdigest()[:32]
    file = _file(key)
    file.parent.mkdir(exist_ok=True)
    fresh = file.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(zlib.compress(raw, 1))
    fresh.replace(file)
    result.library.key, result.library.told = key, []


def _parts(library: Library, seen: set[Library]) -> Iterator[Library]:
    """A library and those it is linked with; behind a kernel that has a key no further."""
    if library in seen or library.name == RUNTIME:
        return
    seen.add(library)
    yield library
    for other in () if library.key else library._linking_libraries:
        yield from _parts(other, seen)


def _file(key: str) -> Path:
    return Path(settings.CACHE_DIR) / "ir" / f"{key}.z"
