"""One request, what it answers, and the error for an answer that is a refusal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec

from strapontin.core.errors import StrapontinError
from strapontin.server.protocol import Fault, Strict

T = TypeVar("T")

PASSING = frozenset({"back-in-a-moment", "too-fast"})
"""Refusals that are over after a while: the same may be asked again."""


class Refused(StrapontinError):
    """The server said no; its fault says why."""

    def __init__(self, fault: Fault, status: int | None = None) -> None:
        super().__init__(f"{fault.kind}: {fault.message}")
        self.fault, self.status = fault, status

    @property
    def kind(self) -> str:
        """What was wrong, as docs/protocol.md lists it."""
        return self.fault.kind

    @property
    def passing(self) -> bool:
        """Whether it is worth asking again, after `fault.retry_after` seconds."""
        return self.kind in PASSING


@dataclass(frozen=True)
class Request(Generic[T]):
    """What is asked of the server; `answer` is the type of what comes back."""

    method: str
    path: str
    """As the OpenAPI document writes it, names in braces."""
    answer: type[T]
    names: Mapping[str, object] = field(default_factory=dict)
    """What stands for the names in the path."""
    query: Mapping[str, str | int | None] = field(default_factory=dict)
    body: Strict | None = None
    accepted: tuple[int, ...] = ()
    """Statuses above 299 whose body is an answer as well."""

    @property
    def address(self) -> str:
        """The path, filled in."""
        return re.sub(r"{(\w+)}", lambda name: quote(str(self.names[name[1]]), safe=""), self.path)

    @property
    def asked(self) -> dict[str, str | int]:
        """The query, without what was not said."""
        return {name: value for name, value in self.query.items() if value is not None}

    @property
    def content(self) -> bytes | None:
        """The body, as it is sent."""
        return None if self.body is None else msgspec.json.encode(self.body)

    def read(self, status: int, data: bytes) -> T:
        """The answer in what came back; Refused if it is a refusal."""
        if status >= 300 and status not in self.accepted:
            raise Refused(fault_in(status, data), status)
        if self.answer is bytes:
            return data  # type: ignore[return-value]  # T is what was asked for
        if self.answer is str:
            return data.decode()  # type: ignore[return-value]  # the same
        try:
            return msgspec.json.decode(data, type=self.answer)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise StrapontinError(f"{self.method} {self.address}: an answer that cannot be read: {error}") from None


class _Failure(msgspec.Struct):
    error: dict[str, Any]


def fault_in(status: int, data: bytes) -> Fault:
    """The fault a refusal tells; of one that is not ours, such as a proxy's, what can be said."""
    try:
        told = msgspec.json.decode(data, type=_Failure).error
    except (msgspec.MsgspecError, UnicodeError):
        told = {}
    return fault_of(told, "back-in-a-moment" if status in (502, 503, 504) else "our-fault", f"status {status}")


def fault_of(told: Mapping[str, Any], kind: str = "our-fault", message: str = "no reason given") -> Fault:
    """A fault as it was told; a later server may have kinds that are not known here, and they are kept."""
    known = {name: told[name] for name in Fault.__struct_fields__ if name in told}
    return Fault(**({"kind": kind, "message": message} | known))
