"""The desk by the Model Context Protocol, on standard input and output; `pip install 'strapontin[mcp]'`."""

from __future__ import annotations

import base64
import inspect
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from strapontin import __version__
from strapontin.adapters.desk import TOOLS, Desk, Told, name_of, schema_of
from strapontin.core.errors import StrapontinError

INSTRUCTIONS = (
    "Metro board games against bots. List them with `games`, begin one with `start`, list your legal moves with "
    "`moves`, choose one with `play`. The rules are resources. You are told what your seat can know, nothing else."
)


def serve(desk: Desk) -> None:
    """Answer until the client is gone."""
    anyio.run(partial(_serve, server(desk)))


async def _serve(made: Any) -> None:
    async with stdio_server() as (read, write):
        await made.run(read, write, made.create_initialization_options())


def server(desk: Desk) -> Any:
    """A server of this desk; what takes time is done aside, so that it always answers."""

    def line(error: StrapontinError) -> str:
        return desk.voice.complaint(" ".join(str(error).split()))

    async def list_tools(context: Any, params: Any) -> Any:
        return types.ListToolsResult(tools=[_tool(one) for one in TOOLS])

    async def call_tool(context: Any, params: Any) -> Any:
        try:
            told = await anyio.to_thread.run_sync(desk.answer, params.name, params.arguments or {})
        except StrapontinError as error:
            return types.CallToolResult(content=[types.TextContent(type="text", text=line(error))], is_error=True)
        return types.CallToolResult(content=[_content(told)])

    async def list_resources(context: Any, params: Any) -> Any:
        found = await anyio.to_thread.run_sync(desk.resources)
        return types.ListResourcesResult(
            resources=[types.Resource(uri=one.uri, name=one.name, mime_type=one.kind) for one in found]
        )

    async def list_templates(context: Any, params: Any) -> Any:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(uri_template=one.uri, name=one.name, mime_type=one.kind)
                for one in desk.templates()
            ]
        )

    async def read_resource(context: Any, params: Any) -> Any:
        uri = str(params.uri)
        try:
            kind, told = await anyio.to_thread.run_sync(desk.read, uri)
        except StrapontinError as error:
            raise MCPError(code=types.INVALID_PARAMS, message=line(error)) from None
        part: Any
        if isinstance(told, bytes):
            part = types.BlobResourceContents(uri=uri, mime_type=kind, blob=base64.b64encode(told).decode())
        else:
            part = types.TextResourceContents(uri=uri, mime_type=kind, text=told)
        return types.ReadResourceResult(contents=[part])

    return Server(
        "strapontin",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


def _tool(one: Any) -> Any:
    hints = types.ToolAnnotations(read_only_hint=not one.changes, destructive_hint=False, open_world_hint=False)
    described = inspect.getdoc(one)
    return types.Tool(name=name_of(one), description=described, input_schema=schema_of(one), annotations=hints)


def _content(told: Told) -> Any:
    if isinstance(told, bytes):
        return types.ImageContent(type="image", data=base64.b64encode(told).decode(), mime_type="image/png")
    return types.TextContent(type="text", text=told)
