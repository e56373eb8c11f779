"""Records, declared once: what they look like in memory, to the type checker, and to other readers of their bytes.

A class that derives from `Record` lists its fields as annotations:

    class Sheet(Record):
        marks: Row[uint16] = shape(STATIONS)
        filled: Grid[uint16] = shape(LINES, WINDOWS)
        owed: int16

    class State(Record):
        turn: int64
        sheet: Row[Sheet] = shape(SEATS)

`State.dtype` is the NumPy type, with the fields in this order and laid out as a C compiler would. A type checker knows
`state.turn` as an int and `state.sheet[0].marks[3]` as an int too. `layout(State)` says where everything lies, as JSON.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Protocol,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import numpy as np

__all__ = [
    "Floats",
    "Grid",
    "Ints",
    "Record",
    "Row",
    "Table",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "layout",
    "shape",
    "uint8",
    "uint16",
    "uint32",
]

int8 = Annotated[int, np.int8]
int16 = Annotated[int, np.int16]
int32 = Annotated[int, np.int32]
int64 = Annotated[int, np.int64]
uint8 = Annotated[int, np.uint8]
uint16 = Annotated[int, np.uint16]
uint32 = Annotated[int, np.uint32]
float64 = Annotated[float, np.float64]

Item = TypeVar("Item")


class Row(Protocol[Item]):
    """An array of one dimension, of numbers or of records; a NumPy array is one."""

    @overload
    def __getitem__(self, at: int, /) -> Item: ...
    @overload
    def __getitem__(self, at: slice, /) -> Row[Item]: ...
    @overload
    def __setitem__(self, at: int, value: Item, /) -> None: ...
    @overload
    def __setitem__(self, at: slice, value: Item | Row[Item] | Sequence[Item], /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Item]: ...
    def __array__(self) -> np.ndarray[Any, Any]: ...
    def max(self) -> Item:
        """Its largest item."""
        ...

    def tolist(self) -> list[Item]:
        """Its items as Python has them."""
        ...


class Grid(Protocol[Item]):
    """An array of two dimensions or more."""

    @overload
    def __getitem__(self, at: tuple[int, int, *tuple[int, ...]], /) -> Item: ...
    @overload
    def __getitem__(self, at: int, /) -> Row[Item]: ...
    @overload
    def __setitem__(self, at: tuple[int, int, *tuple[int, ...]], value: Item, /) -> None: ...
    @overload
    def __setitem__(self, at: int | slice | tuple[int, slice], value: Item | Row[Item] | Sequence[Item], /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Row[Item]]: ...
    def __array__(self) -> np.ndarray[Any, Any]: ...
    def tolist(self) -> list[Any]:
        """Its items as Python has them."""
        ...


Ints = Row[int64]
Floats = Row[float64]
CONSTANT = "constant"
Table = Annotated[Floats, CONSTANT]
"""Numbers that only change with the source: a global array of a module, handed on from kernel to kernel."""


def shape(*sizes: int) -> Any:
    """How many items a row or a grid has."""
    return sizes


if TYPE_CHECKING:

    class Void:
        """What a type checker may know of NumPy's own records: nothing that a misspelt field could be taken for."""

        data: Any
        nbytes: int

        def tobytes(self) -> bytes: ...
        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...

else:
    Void = np.void


class Record(Void):
    """One record whose fields are attributes, in compiled code and out of it.

    NumPy's own `record` does the same, but looks every name up in Python and describes its memory anew to every
    kernel it is handed to, which costs more than most kernels do.
    """

    dtype: ClassVar[np.dtype[Any]]
    """The NumPy type of a record of this class."""

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        names = list(inspect.get_annotations(cls))
        clashes = [name for name in names if hasattr(Record, name)]
        if clashes:
            raise TypeError(f"field names taken by NumPy records: {', '.join(clashes)}")
        fields = [(item_type(hints[name]), cls.__dict__.get(name, ())) for name in names]
        for name in names:
            setattr(cls, name, property(itemgetter(name), _setter(name)))
        cls.dtype = np.dtype((cls, _aligned(names, fields)))

    class _Memory:
        """What a kernel reads a record from: the record itself, unless the instance knows the bytes it is made of."""

        def __get__(self, record: Any, owner: Any) -> Any:
            return record

    data = _Memory()

    def __repr__(self) -> str:
        """The plain numbers, and the shape of what there is more of: a whole record would fill pages."""
        told = []
        for name in self.dtype.names or ():
            value = self[name]
            shape = "x".join(map(str, getattr(value, "shape", ())))
            told.append(f"{name}[{shape}]" if shape else name if isinstance(value, np.void) else f"{name}={value}")
        return f"<record of {self.nbytes:,} bytes: {', '.join(told)}>"

    __str__ = __repr__


def _aligned(names: list[str], fields: list[tuple[np.dtype[Any], tuple[int, ...]]]) -> np.dtype[Any]:
    """The fields laid out as a C compiler would; NumPy itself forgets how records of a class want to be aligned."""
    plain = np.dtype(
        [(name, _blocks(item), sizes) for name, (item, sizes) in zip(names, fields, strict=True)], align=True
    )
    offsets = [cast(Any, plain.fields)[name][1] for name in names]
    told: Any = {"names": names, "formats": fields, "offsets": offsets, "itemsize": plain.itemsize}
    found: np.dtype[Any] = np.dtype(told, align=True)
    return found


def _blocks(item: np.dtype[Any]) -> np.dtype[Any]:
    """Numbers that take as much room as an item and are aligned as it wants to be."""
    if item.names is None:
        return item
    parts = [cast(Any, item.fields)[name][0].base for name in item.names]
    size = max(_blocks(part).base.itemsize for part in parts)
    return np.dtype((f"i{size}", (item.itemsize // size,)))


def _setter(name: str) -> Callable[[Any, Any], None]:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return put


def item_type(hint: Any) -> np.dtype[Any]:
    """The NumPy type of one item of a field: of a number, of a record, or of what a row or a grid is made of."""
    if get_origin(hint) in (Row, Grid):
        (hint,) = get_args(hint)
    if get_origin(hint) is Annotated:
        return np.dtype(cast(type, get_args(hint)[1]))
    if isinstance(hint, type) and issubclass(hint, Record):
        return hint.dtype
    raise TypeError(f"{hint}: a field is a number of a given size, a record, or a Row or Grid of these")


def up_to(kind: type[Record], row: str, n: int) -> int:
    """The bytes of a record up to and with the first n items of a row.

    >>> class Pair(Record):
    ...     left: int64
    ...     many: Row[int16] = shape(3)
    >>> up_to(Pair, "many", 2)
    12
    """
    found, offset = cast(Any, kind.dtype.fields)[row][:2]
    return int(offset) + n * int(found.base.itemsize)


def layout(kind: type[Record]) -> dict[str, Any]:
    """Where the fields of a record lie, as JSON: offset in bytes, type of an item (or its own layout), shape.

    >>> class Pair(Record):
    ...     left: int64
    ...     many: Row[int16] = shape(3)
    >>> layout(Pair)["size"], layout(Pair)["fields"]["many"]
    (16, {'offset': 8, 'type': 'int16', 'shape': [3]})
    """
    return _layout(kind.dtype)


def _layout(dtype: np.dtype[Any]) -> dict[str, Any]:
    fields, known = {}, cast(Any, dtype.fields)
    for name in dtype.names or ():
        kind, offset = known[name][:2]
        item, sizes = kind.subdtype or (kind, ())
        of = item.name if item.names is None else _layout(item)
        fields[name] = {"offset": offset, "type": of, "shape": list(sizes)}
    return {"size": dtype.itemsize, "fields": fields}
