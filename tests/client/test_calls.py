"""The client has a method for every request of the OpenAPI document, of the same shape."""

from __future__ import annotations

import inspect
import re
from typing import Any, get_args, get_type_hints

import pytest
from msgspec.structs import fields

import strapontin.server.app  # the routes declare themselves
from strapontin.client import AsyncClient, Client, Refused, calls
from strapontin.client.methods import Call, Methods
from strapontin.client.requests import Request
from strapontin.core.schema import components
from strapontin.server.openapi import document

assert strapontin.server.app

OPERATIONS = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, methods in document()["paths"].items()
    for method, operation in methods.items()
}
METHODS = {name: one for name, one in vars(Methods).items() if isinstance(one, Call)}
PLAIN = {int: "integer", str: "string"}


def given(name: str, kind: Any) -> Any:
    """Something to call a method with; nobody looks into a body."""
    if name == "body":
        return kind(**{one.name: None for one in fields(kind)})
    return 3 if kind is int else f"<{name}>"


def asked(name: str) -> tuple[inspect.Signature, dict[str, Any], Request[Any]]:
    call = METHODS[name].request
    signature, hints = inspect.signature(call), get_type_hints(call)
    told = {one: given(one, hints[one]) for one in signature.parameters}
    return signature, hints, call(**told)


def schema_of(kind: Any) -> Any:
    return components([kind], "#/components/schemas/{name}")[0][0]


def test_every_request_has_a_method_and_every_method_a_request() -> None:
    assert METHODS.keys() == OPERATIONS.keys()


@pytest.mark.parametrize("name", METHODS)
def test_a_method_asks_what_the_document_says(name: str) -> None:
    method, path, operation = OPERATIONS[name]
    signature, hints, request = asked(name)
    assert (request.method, request.path) == (method, path)

    body = {"body"} if "requestBody" in operation else set()
    assert signature.parameters.keys() == {one["name"] for one in operation["parameters"]} | body
    for one in operation["parameters"]:
        kinds = [kind for kind in get_args(hints[one["name"]]) or (hints[one["name"]],) if kind is not type(None)]
        assert [PLAIN[kind] for kind in kinds] == [one["schema"]["type"]], one["name"]
        assert (signature.parameters[one["name"]].default is inspect.Parameter.empty) == one["required"], one["name"]
        where = request.names if one["in"] == "path" else request.query
        assert where[one["name"]] in (3, f"<{one['name']}>")
    assert request.names.keys() == set(re.findall(r"{(\w+)}", path))
    assert (request.body is not None) == bool(body)
    if body:
        told = operation["requestBody"]["content"]["application/json"]["schema"]
        assert told == schema_of(hints["body"])


@pytest.mark.parametrize("name", METHODS)
def test_a_method_answers_what_the_document_says(name: str) -> None:
    *_, operation = OPERATIONS[name]
    _, hints, request = asked(name)
    assert get_args(hints["return"]) == (request.answer,)
    (success,) = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    ((media, told),) = success["content"].items()
    if media == "application/json":
        assert told["schema"] == schema_of(request.answer)
    else:
        assert request.answer is (bytes if media in ("application/pdf", "image/png") else str)
    assert {str(status) for status in request.accepted} <= operation["responses"].keys()


def test_both_clients_have_the_methods() -> None:
    for name, one in METHODS.items():
        assert getattr(Client, name) is one
        assert getattr(AsyncClient, name) is one
        assert one.__doc__ == getattr(calls, name).__doc__ == OPERATIONS[name][2]["summary"]


def test_what_stands_in_a_path_cannot_lead_elsewhere() -> None:
    assert calls.table_info("../guest?x=1").address == "/api/v1/tables/..%2Fguest%3Fx%3D1"


def test_a_refusal_of_a_kind_that_is_not_known_here_is_told_as_it_is() -> None:
    with pytest.raises(Refused) as told:
        calls.games().read(409, b'{"error": {"kind": "full-moon", "message": "not tonight", "colour": "red"}}')
    assert (told.value.kind, told.value.fault.message, told.value.status) == ("full-moon", "not tonight", 409)


@pytest.mark.parametrize(("status", "kind"), [(502, "back-in-a-moment"), (418, "our-fault")])
def test_a_refusal_that_is_not_of_the_server_is_one_all_the_same(status: int, kind: str) -> None:
    with pytest.raises(Refused) as told:
        calls.games().read(status, b"<html>teapot</html>")
    assert told.value.kind == kind
