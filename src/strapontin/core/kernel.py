"""`@kernel`: the part of Python the rules are written in, as machine code or, with STRAPONTIN_JIT=0, as it stands.

A kernel is compiled for exactly the types its annotations name, so that generic code can take it as a value:

    @kernel
    def actors(board: Board, state: State) -> int: ...

An `int` is one of 64 bits, `Ints` and `Floats` are rows of numbers, `Row[State]` is one of records, and a named tuple
is a group of such things. Generic code names the records of whichever game it is compiled for by type variables, and
takes kernels as `Callable[[Board, State], int]`.

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
from collections import abc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints, overload

import numpy as np

from strapontin.core.layout import CONSTANT, Record, Row, item_type

__all__ = [
    "JIT",
    "blank",
    "copy_of",
    "from_bytes",
    "generic",
    "improvised",
    "kernel",
    "records",
    "spare",
    "specialise",
    "take",
]

JIT = os.environ.get("STRAPONTIN_JIT", "1") != "0"
"""Whether kernels are compiled; plain Python otherwise, so that a debugger can step through a rule."""

Function = TypeVar("Function", bound=Callable[..., Any])
Kind = TypeVar("Kind", bound=Record)


PACKAGE = Path(__file__).resolve().parent.parent


def source_hash() -> str:
    """The hash of all sources that kernels are made of, and of the versions that compile them."""
    digest = hashlib.sha256(f"{sys.version}/{np.__version__}".encode())
    for path in sorted((*PACKAGE.glob("core/*.py"), *PACKAGE.glob("games/*/kernels/*.py"), *PACKAGE.glob("bots/*.py"))):
        text = path.read_bytes()
        if path.parent.name == "bots" and b"@generic" not in text:  # bots have kernels only where they say so
            continue
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(text)
    return digest.hexdigest()[:16]


def _hash_of(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8) + part)
    return digest.hexdigest()[:16]


def cache_directory() -> Path:
    """Where compiled kernels of exactly these sources are kept."""
    root = os.environ.get("STRAPONTIN_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "strapontin"
    )
    return Path(root) / "kernels" / source_hash()


if JIT:
    import numba
    from numba import types as _types
    from numba.core import caching

    from strapontin.core.ir import remember
    from strapontin.core.kernel_arguments import Handed, addressed

    types: Any = _types
    settings: Any = numba.config  # its names are made when it is loaded
    njit: Any = numba.njit  # its stubs do not know all of its options

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
        settings.CACHE_DIR = str(directory) if os.access(directory, os.W_OK) else ""

    _open_cache()
    remember()

    class Shelf(caching._CacheLocator):
        """Where a compiled kernel lies: by its place in the package, so that every checkout of one version shares it.

        Numba itself goes by the file's whole path, and would compile anew for a clone, a wheel or a renamed folder.
        Those of a plug-in lie by what stands in the files beside theirs, wherever that is installed.
        """

        def __init__(self, function: Any, file: str) -> None:
            self._py_file, self._line = file, function.__code__.co_firstlineno

        @classmethod
        def from_function(cls, function: Any, file: str) -> Shelf | None:
            """A shelf for any kernel that stands in a file; others find their own place."""
            return cls(function, file) if settings.CACHE_DIR and Path(file).is_file() else None

        def get_cache_path(self) -> str:
            """The folder, made if need be."""
            beside = Path(self._py_file).resolve().parent
            ours = beside.is_relative_to(PACKAGE)
            place = beside.relative_to(PACKAGE) if ours else Path("elsewhere") / _sources_in(beside)
            folder = Path(settings.CACHE_DIR) / place
            folder.mkdir(parents=True, exist_ok=True)
            return str(folder)

        def get_source_stamp(self) -> str:
            """Nothing more is to be known: the folder is named after all sources."""
            return ""

        def get_disambiguator(self) -> str:
            """Where in its file the kernel stands."""
            return str(self._line)

    @cache
    def _sources_in(folder: Path) -> str:
        return _hash_of(path.read_bytes() for path in sorted(folder.glob("*.py")))

    caching.CacheImpl._locator_classes.insert(0, Shelf)

    _turn = threading.RLock()

    @cache
    def _gate() -> int:
        """The file in the cache that is locked byte by byte, one for each thing to compile; open until the end."""
        if not settings.CACHE_DIR:  # no directory of ours is to be written in, and the working directory is not ours
            raise FileNotFoundError("no cache to lock")
        return os.open(Path(settings.CACHE_DIR) / "gate", os.O_WRONLY | os.O_CREAT, 0o666)

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

    def type_of(hint: Any, **kinds: type[Record]) -> Any:
        """The type that compiled code has for an annotation, with the given records for type variables, by name."""
        if isinstance(hint, TypeVar):
            hint = kinds[hint.__name__]
        origin, inside = get_origin(hint), get_args(hint)
        if hint in NUMBERS:
            return NUMBERS[hint]
        if origin is Annotated and CONSTANT in inside:
            return type_of(inside[0]).copy(readonly=True)
        if origin is Row:
            return types.Array(type_of(inside[0], **kinds), 1, "C")
        if origin is abc.Callable:
            return Handed(type_of(inside[1], **kinds)(*(type_of(one, **kinds) for one in inside[0])))
        if hasattr(origin or hint, "_fields"):  # a named tuple of things that are handed on together
            group = origin or hint
            hints = get_type_hints(group, include_extras=True)
            return types.BaseTuple.from_types([type_of(hints[name], **kinds) for name in group._fields], group)
        return _record_type(hint)

    @cache
    def _record_type(hint: Any) -> Any:
        return numba.from_dtype(item_type(hint))

    NUMBERS = {int: types.int64, float: types.float64, None: types.void, type(None): types.void}

    def signature_of(function: Any, **kinds: type[Record]) -> Any:
        """What a function takes and gives in compiled code, read from its annotations."""
        hints = get_type_hints(function, include_extras=True)
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        return type_of(hints["return"], **kinds)(*(type_of(hints[name], **kinds) for name in names))


@overload
def kernel(function: Function, /) -> Function: ...
@overload
def kernel(*, inline: bool = False) -> Callable[[Function], Function]: ...
def kernel(function: Any = None, /, *, inline: bool = False) -> Any:
    """Declare a rule: compiled for the types of its annotations, or left as plain Python.

    `inline` is for what is called in the innermost loops: it becomes part of its callers.
    """
    if function is None:
        return lambda function: _declared(function, inline)
    return _declared(function, inline)


def _declared(function: Function, inline: bool) -> Function:
    if not JIT:
        return function
    signature = signature_of(function)
    with _alone(f"{function.__module__}.{function.__qualname__}"):
        compiled = _translated(function, signature, cache=True, forceinline=inline)
    return cast(Function, addressed(compiled))


def _translated(function: Any, signature: Any, **how: bool) -> Any:
    """What Numba makes of a kernel.

    It counts who holds an array, an atomic step each time one is handed on. A kernel that makes no arrays of its own
    can do without, for whoever called it holds them all the while; so none may come from a kernel it calls.
    """
    if isinstance(signature.return_type, types.Array):
        raise TypeError(f"{function.__qualname__}: a kernel writes into the arrays it is given, and returns none")
    if not _makes_arrays(function):
        try:
            return njit(signature, error_model="numpy", _nrt=False, **how)(function)
        except numba.errors.NumbaError:  # it does make some, under another name, or it is wrong
            pass
    return njit(signature, error_model="numpy", **how)(function)


def _makes_arrays(function: Any) -> bool:
    return not {"empty", "zeros", "ones", "full", "array", "spare"}.isdisjoint(function.__code__.co_names)


def improvised(**kinds: type[Record]) -> Callable[[Function], Function]:
    """Declare a kernel for the records of one game, of whose closure no disk cache may know."""

    def declare(function: Function) -> Function:
        if not JIT:
            return function
        signature = signature_of(function, **kinds)
        return cast(Function, addressed(_translated(function, signature)))

    return declare


@overload
def generic(function: Function, /) -> Function: ...
@overload
def generic(*, inline: bool = False) -> Callable[[Function], Function]: ...
def generic(function: Any = None, /, *, inline: bool = False) -> Any:
    """Declare code that takes kernels as arguments; `specialise` compiles it for one game at a time.

    It lets other threads run meanwhile, so two of them can be at work if each has its own arrays. What is `inline`
    becomes part of its callers, and may take other such code as an argument.
    """
    if function is None:
        return lambda function: _lazy(function, inline)
    return _lazy(function, inline)


def _lazy(function: Function, inline: bool) -> Function:
    if not JIT:
        return function
    if inline:
        return cast(Function, njit(inline="always", error_model="numpy")(function))
    counted = _makes_arrays(function)
    return cast(Function, njit(cache=True, error_model="numpy", nogil=True, _nrt=counted)(function))


def specialise(function: Function, **kinds: type[Record]) -> Function:
    """Compile generic code for the records its type variables stand for, by name (from the disk cache if it can)."""
    if not JIT:
        return function
    dispatcher: Any = function
    signature = signature_of(dispatcher.py_func, **kinds)
    with _alone("generic"):  # two pieces of generic code may call the same third one
        dispatcher.compile(signature)
        if signature.args not in dispatcher.overloads:  # a file of the cache is not what its index says
            dispatcher._cache.flush()
            dispatcher.compile(signature)
    return cast(Function, dispatcher.overloads[signature.args].entry_point)


def made_of(function: Any, **kinds: type[Record]) -> Any:
    """What Numba has made of a kernel, or of generic code for the records its type variables stand for."""
    if kinds:
        specialise(function, **kinds)
        return function.overloads[signature_of(function.py_func, **kinds).args]
    (made,) = function.overloads.values()
    return made


def records(n: int, kind: type[Kind]) -> Row[Kind]:
    """An array of records full of zeros."""
    return np.zeros(n, kind.dtype)


def spare(record: Kind) -> Row[Kind]:
    """An array with one record, a copy of the given one; kernels may call this too.

    In compiled code a record does not keep its array alive: hand the array on to another kernel and take the
    record out there.
    """
    return np.frombuffer(bytearray(record.data), record.dtype)


if JIT:
    from numba import extending
    from numba.core import cgutils
    from numba.np.numpy_support import as_dtype

    @extending.overload(spare)
    def _spare(record: Any) -> Any:
        dtype = as_dtype(record)

        def copied(record: Any) -> Any:
            array = np.empty(1, dtype)
            array[0] = record
            return array

        return copied


def take(row: Row[Kind], index: int, record: Kind, board: Record) -> None:
    """Copy a state into a row of them: where the board has an `extent`, only so many bytes, which its seats need."""
    row[index] = record


if JIT:
    copy_raw: Any = cgutils.raw_memcpy

    @extending.intrinsic
    def _copy_bytes(context: Any, target: Any, source: Any, size: Any) -> Any:
        def copied(context: Any, builder: Any, signature: Any, given: Any) -> None:
            copy_raw(builder, given[0], given[1], given[2], 1, align=8)

        return types.void(target, source, types.intp), copied

    copy_bytes: Any = _copy_bytes

    @extending.overload(take, inline="always")
    def _take(row: Any, index: Any, record: Any, board: Any) -> Any:
        if "extent" in board.fields:

            def taken(row: Any, index: Any, record: Any, board: Any) -> None:
                copy_bytes(row[index], record, board.extent)

        else:

            def taken(row: Any, index: Any, record: Any, board: Any) -> None:
                row[index] = record

        return taken


def blank(kind: type[Kind]) -> Kind:
    """A record full of zeros."""
    return _over(bytearray(kind.dtype.itemsize), kind)


def copy_of(record: Kind) -> Kind:
    """An independent copy of a record, byte for byte (NumPy's own copy leaves padding undefined)."""
    return _over(bytearray(record.data), type(record))


def from_bytes(raw: bytes, kind: type[Kind]) -> Kind:
    """The record that was saved as these bytes."""
    return _over(bytearray(raw), kind)


def _over(memory: bytearray, kind: type[Kind]) -> Kind:
    record: Kind = np.frombuffer(memory, kind.dtype)[0]
    record.data = memory
    return record
