"""The desk on the wire, by the client of the package itself, where it is installed: `make research`."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from strapontin.adapters.desk import TOOLS, name_of
from strapontin.core.registry import collection
from tests.adapters.test_desk import SEED, liking

mcp = pytest.importorskip("mcp", reason="the Model Context Protocol is for `make research`")


class Wire:
    """A client of a server that runs as a program of its own."""

    def __init__(self, client: Any) -> None:
        self.client = client

    async def ask(self, tool: str, **arguments: Any) -> str:
        told = await self.client.call_tool(tool, arguments)
        assert not told.is_error, told.content[0].text
        return str(told.content[0].text)

    async def refused(self, tool: str, **arguments: Any) -> str:
        told = await self.client.call_tool(tool, arguments)
        assert told.is_error
        (part,) = told.content
        assert "\n" not in part.text
        return str(part.text)


def on_the_wire(session: Callable[[Wire], Awaitable[None]], *flags: str, mode: str = "auto") -> None:
    """Start `strapontin mcp` and talk to it."""
    from mcp import Client, StdioServerParameters, stdio_client

    async def talk() -> None:
        started = StdioServerParameters(command=sys.executable, args=["-m", "strapontin", "mcp", *flags])
        async with Client(stdio_client(started), mode=mode) as client:
            await session(Wire(client))

    asyncio.run(talk())


def test_a_whole_game_of_every_game_is_played() -> None:
    async def session(wire: Wire) -> None:
        for number, name in enumerate(collection(), 1):
            bots = ["random" if name == "metrox" else "novice"]
            begun = await wire.ask("start", game=name, seed=SEED, bots=bots)
            found = f"{name}-{number}"
            assert found in begun
            last = begun
            while "The game is over." not in last:
                moves = json.loads(await wire.ask("moves", id=found, form="json", most=1000))["moves"]
                last = await wire.ask("play", id=found, move=max(moves, key=liking)["move"])
            assert "The seed was" in last
        assert (await wire.ask("review", id="metrox-1", budget=4)).startswith("Model: ")

    on_the_wire(session)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_tools_and_resources_are_listed_and_read(mode: str) -> None:
    async def session(wire: Wire) -> None:
        tools = (await wire.client.list_tools()).tools
        assert [one.name for one in tools] == [name_of(one) for one in TOOLS]
        assert all(one.description and one.input_schema["type"] == "object" for one in tools)
        await wire.ask("start", game="odyssee", seed=SEED)
        listed = {str(one.uri): one.mime_type for one in (await wire.client.list_resources()).resources}
        assert listed["strapontin://rules/odyssee.fr.md"] == "text/markdown"
        assert listed["strapontin://games/odyssee-1/board.svg"] == "image/svg+xml"
        assert "strapontin://games/odyssee-1/record.json" not in listed
        assert len((await wire.client.list_resource_templates()).resource_templates) == 4
        (rules,) = (await wire.client.read_resource("strapontin://rules/odyssee.fr.md")).contents
        assert rules.text.startswith("# ")
        (board,) = (await wire.client.read_resource("strapontin://games/odyssee-1/board.svg")).contents
        assert board.text.startswith("<svg")
        (png,) = (await wire.client.read_resource("strapontin://games/odyssee-1/board.png")).contents
        shown = await wire.client.call_tool("look", {"id": "odyssee-1", "form": "picture"})
        assert shown.content[0].mime_type == png.mime_type == "image/png"
        assert base64.b64decode(png.blob) == base64.b64decode(shown.content[0].data)

    on_the_wire(session, mode=mode)


def test_errors_are_one_line_and_the_session_goes_on() -> None:
    async def session(wire: Wire) -> None:
        assert "il n’y a pas d’outil 'dance'" in await wire.refused("dance")
        assert "il n’y a pas de partie 'metrox-9'" in await wire.refused("look", id="metrox-9")
        assert "`$.players`" in await wire.refused("start", game="metrox", players="two")
        with pytest.raises(mcp.MCPError, match="il n’y a pas de ressource"):
            await wire.client.read_resource("strapontin://games/metrox-1/seed")
        await wire.ask("start", game="metrox")
        with pytest.raises(mcp.MCPError, match="c’est un secret"):
            await wire.client.read_resource("strapontin://games/metrox-1/record.json")
        assert "metrox-1" in await wire.refused("look", id="metrox-9")

    on_the_wire(session, "--language", "fr")
