"""`@kernel`: the part of Python the rules are written in, as machine code or, with STRAPONTIN_JIT=0, as it stands.

A kernel is declared with the types it works on, so that generic code can take it as a value:

    @kernel(INT, BOARD, STATE)          # result, then arguments; NumPy dtypes stand for records
    def actors(board, state): ...

Numba's disk cache does not notice a change in a *called* function of another file. So the cache directory
carries a hash of every source file kernels live in: change any rule and all of them compile anew. Nor does it
keep processes apart that compile one generic function for two games at the same moment: each would take the
other's file for its own. So one process at a time compiles a thing, and the next finds what it made.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

__all__ = [
    "FLOAT",
    "FLOATS",
    "INT",
    "INTS",
    "JIT",
    "TABLE",
    "Array",
    "Call",
    "blank",
    "copy_of",
    "from_bytes",
    "generic",
    "kernel",
    "record_type",
    "records",
    "spare",
    "specialise",
]

JIT = os.environ.get("STRAPONTIN_JIT", "1") != "0"
"""Whether kernels are compiled; plain Python otherwise, so that a debugger can step through a rule."""

INT = "int64"
INTS = "int64[::1]"
FLOAT = "float64"
FLOATS = "float64[::1]"
TABLE = "constant float64[::1]"
"""Numbers that only change with the source: a global array of a module, handed on from kernel to kernel."""

FACES = {
    *("notation.py", "view.py", "story.py", "draw.py", "art.py", "scene.py"),
    *("geometry.py", "trains.py", "labels.py", "badges.py", "layout.py", "lettering.py", "scenery.py"),
    *("colours.py", "stats.py"),
    *("match.py", "record.py", "draws.py"),
}
"""Files that no kernel imports from: changing them leaves compiled kernels valid."""

Function = TypeVar("Function", bound=Callable[..., Any])
Kind = Any  # INT, INTS, FLOAT, FLOATS, None, a record dtype, an array of a dtype, or a Call


class Record(np.void):  # type: ignore[misc]  # NumPy's stubs call it final; its own records inherit from it too
    """One record whose fields are attributes, in compiled code and out of it.

    NumPy's own `record` does the same, but looks every name up in Python and describes its memory anew to every
    kernel it is handed to, which costs more than most kernels do.
    """

    class _Memory:
        """What a kernel reads a record from: the record itself, unless the instance knows the bytes it is made of."""

        def __get__(self, record: Any, owner: Any) -> Any:
            return record

    data = _Memory()


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """The type of a record with these fields, laid out as a C compiler would."""
    plain = np.dtype(fields, align=True)
    clashes = [name for name in plain.names or () if hasattr(Record, name)]
    if clashes:
        raise TypeError(f"field names taken by NumPy records: {', '.join(clashes)}")
    members = {name: property(itemgetter(name), _setter(name)) for name in plain.names or ()}
    return np.dtype((type("Record", (Record,), members), plain))


def _setter(name: str) -> Callable[[Any, Any], None]:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return put


class Call(NamedTuple):
    """The type of a kernel handed over as an argument: its result and the kinds it takes."""

    result: Kind
    arguments: tuple[Kind, ...]


class Array(NamedTuple):
    """The type of a one-dimensional array of records."""

    dtype: np.dtype[Any]


def source_hash() -> str:
    """The hash of all sources that kernels are made of, and of the versions that compile them."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(f"{sys.version}/{np.__version__}".encode())
    for layer in ("core", "games", "bots"):
        for path in sorted((package / layer).rglob("*.py")):
            if path.name in FACES:
                continue
            text = path.read_bytes()
            if layer == "bots" and b"@generic" not in text:  # bots have kernels only where they say so
                continue
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(text)
    return digest.hexdigest()[:16]


def cache_directory() -> Path:
    """Where compiled kernels of exactly these sources are kept."""
    root = os.environ.get("STRAPONTIN_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "strapontin"
    )
    return Path(root) / "kernels" / source_hash()


if JIT:
    import numba
    from numba import types

    from strapontin.core.handed import Handed, addressed

    def _open_cache() -> None:
        """Point Numba at this version's own directory and forget all but the most recent others."""
        directory = cache_directory()
        try:
            directory.mkdir(parents=True, exist_ok=True)
            directory.touch()
            for old in sorted(directory.parent.iterdir(), key=lambda path: path.stat().st_mtime)[:-8]:
                for path in sorted(old.rglob("*"), reverse=True):
                    path.unlink() if path.is_file() else path.rmdir()
                old.rmdir()
        except OSError:  # two processes tidy at once, or a read-only home: Numba then finds its own place
            pass
        settings: Any = numba.config
        settings.CACHE_DIR = str(directory) if os.access(directory, os.W_OK) else ""

    _open_cache()

    _turn = threading.RLock()

    @cache
    def _gate() -> Any:
        """The file in the cache that is locked byte by byte, one for each thing to compile; never closed."""
        settings: Any = numba.config  # its names are made when it is loaded
        return (Path(settings.CACHE_DIR) / "gate").open("ab")

    @contextmanager
    def _undisturbed() -> Iterator[None]:
        """Put off what would interrupt LLVM: a Ctrl-C, and the alarm that ends bots which are late."""
        alarms = {signal.SIGALRM} if hasattr(signal, "SIGALRM") else set()
        waiting = signal.pthread_sigmask(signal.SIG_BLOCK, alarms) if alarms else set()
        try:
            with _uninterrupted():
                yield
        finally:
            if alarms:
                signal.pthread_sigmask(signal.SIG_SETMASK, waiting)

    @contextmanager
    def _uninterrupted() -> Iterator[None]:
        """Put off a Ctrl-C, which LLVM would swallow together with what it compiles; a second one is not put off."""
        before = signal.getsignal(signal.SIGINT)
        if not callable(before) or threading.current_thread() is not threading.main_thread():
            yield
            return
        came = []

        def put_off(number: int, frame: Any) -> None:
            came.append(number)
            signal.signal(signal.SIGINT, before)

        signal.signal(signal.SIGINT, put_off)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        if came:
            before(signal.SIGINT, None)

    @contextmanager
    def _alone(thing: str) -> Iterator[None]:
        """Be the only process that compiles a thing or loads it from the cache; without locks, hope for the best."""
        with _turn, _undisturbed():
            try:
                import fcntl

                place = zlib.crc32(thing.encode())
                fcntl.lockf(_gate(), fcntl.LOCK_EX, 1, place)
            except (ImportError, OSError):
                yield
                return
            try:
                yield
            finally:
                fcntl.lockf(_gate(), fcntl.LOCK_UN, 1, place)

    def _type_of(kind: Kind) -> Any:
        if kind is None:
            return types.void
        if isinstance(kind, Call):
            return Handed(_type_of(kind.result)(*map(_type_of, kind.arguments)))
        if isinstance(kind, Array):
            return types.Array(numba.from_dtype(kind.dtype), 1, "C")
        if isinstance(kind, np.dtype):
            return numba.from_dtype(kind)
        if kind == TABLE:
            return types.Array(types.float64, 1, "C", readonly=True)
        return {INT: types.int64, FLOAT: types.float64, INTS: types.int64[::1], FLOATS: types.float64[::1]}[kind]


def kernel(result: Kind, *arguments: Kind, inline: bool = False) -> Callable[[Function], Function]:
    """Declare a rule: compiled for exactly these types, or left as plain Python.

    `inline` is for what is called in the innermost loops: it becomes part of its callers.
    """

    def declare(function: Function) -> Function:
        if not JIT:
            return function
        signature = _type_of(result)(*map(_type_of, arguments))
        with _alone(f"{function.__module__}.{function.__qualname__}"):
            return cast(
                Function,
                addressed(numba.njit(signature, cache=True, error_model="numpy", forceinline=inline)(function)),
            )

    return declare


def generic(function: Function) -> Function:
    """Declare code that takes kernels as arguments; `specialise` compiles it for one game at a time.

    It lets other threads run meanwhile, so two of them can be at work if each has its own arrays.
    """
    if not JIT:
        return function
    lazy: Any = numba.njit(cache=True, error_model="numpy", nogil=True)(function)
    return cast(Function, lazy)


def specialise(function: Callable[..., Any], result: Kind, *arguments: Kind) -> Callable[..., Any]:
    """Compile generic code for the types of one game (from the disk cache where it can)."""
    if JIT:
        dispatcher: Any = function
        signature = _type_of(result)(*map(_type_of, arguments))
        with _alone("generic"):  # two pieces of generic code may call the same third one
            dispatcher.disable_compile(False)
            dispatcher.compile(signature)
            if tuple(signature.args) not in dispatcher.overloads:  # a file of the cache is not what its index says
                dispatcher._cache.flush()
                dispatcher.compile(signature)
            dispatcher.disable_compile()
    return function


def records(n: int, dtype: np.dtype[Any]) -> Any:
    """An array of records full of zeros."""
    return np.zeros(n, dtype)


def spare(record: Any) -> Any:
    """An array with one record, a copy of the given one; kernels may call this too.

    In compiled code a record does not keep its array alive: hand the array on to another kernel and take the
    record out there.
    """
    return np.frombuffer(bytearray(record.data), record.dtype)


if JIT:
    from numba.extending import overload
    from numba.np.numpy_support import as_dtype

    @overload(spare)
    def _spare(record: Any) -> Any:
        dtype = as_dtype(record)

        def copied(record: Any) -> Any:
            array = np.empty(1, dtype)
            array[0] = record
            return array

        return copied


def blank(dtype: np.dtype[Any]) -> Any:
    """A record full of zeros."""
    return _over(bytearray(dtype.itemsize), dtype)


def copy_of(record: Any) -> Any:
    """An independent copy of a record, byte for byte (NumPy's own copy leaves padding undefined)."""
    return _over(bytearray(record.data), record.dtype)


def from_bytes(raw: bytes, dtype: np.dtype[Any]) -> Any:
    """The record that was saved as these bytes."""
    return _over(bytearray(raw), dtype)


def _over(memory: bytearray, dtype: np.dtype[Any]) -> Any:
    record: Any = np.frombuffer(memory, dtype)[0]
    record.data = memory
    return record
