"""The HTTP part of the protocol as OpenAPI 3.1, made from the routes themselves."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import strapontin
from strapontin.core.schema import components
from strapontin.server.protocol import Failure
from strapontin.server.routing import JSON, ROUTES, Route
from strapontin.words import LANGUAGES

PARAMETERS: dict[str, dict[str, Any]] = {
    "table": {"type": "string", "pattern": "^[0-9a-z]{16}$"},
    "code": {"type": "string", "pattern": "^[0-9a-z]{8}$"},
    "device": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "seat": {"type": "integer", "minimum": 0, "maximum": 5},
    "language": {"type": "string", "enum": list(LANGUAGES)},
    "game": {"type": "string", "pattern": "^[a-z]+$"},
}


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    types: list[Any] = [Failure]
    for one in ROUTES:
        types += [kind for kind in (one.body, one.answer) if kind is not None and kind not in types]
    schemas, definitions = components(types, "#/components/schemas/{name}")
    known = {id(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    by_type = [(kind, known[id(kind)]) for kind in types]
    paths: dict[str, dict[str, Any]] = {}
    for one in ROUTES:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Strapontin", "version": strapontin.__version__, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": definitions,
            "securitySchemes": {
                "guest": {"type": "apiKey", "in": "cookie", "name": "strapontin_guest"},
                "seat": {"type": "http", "scheme": "Seat"},
            },
        },
        "security": [{}, {"guest": []}, {"seat": []}],
    }


def _operation(one: Route, by_type: list[tuple[Any, Any]]) -> dict[str, Any]:
    def schema_of(kind: Any) -> Any:
        return next(schema for known, schema in by_type if known is kind or known == kind)

    names = re.findall(r"{(\w+)}", one.path)
    parameters = [{"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]} for name in names] + [
        {"name": name, "in": "query", "required": False, "schema": schema} for name, schema in one.query.items()
    ]
    success: dict[str, Any] = {"description": one.summary}
    if one.answer is not None:
        success["content"] = {one.media: {"schema": schema_of(one.answer)}}
    elif one.media != JSON:
        success["content"] = {one.media: {"schema": {"type": "string"}}}
    wrong = {"description": "Refused", "content": {JSON: {"schema": schema_of(Failure)}}}
    statuses = {400, 401, 403, 404, 405, 409, 429, 503, *one.statuses}
    if one.body is not None:
        statuses |= {413, 415}
    operation: dict[str, Any] = {
        "operationId": one.handler.__name__,
        "summary": one.summary,
        "parameters": parameters,
        "responses": {str(one.status): success} | {str(status): wrong for status in sorted(statuses)},
    }
    if one.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schema_of(one.body)}}}
    return operation
