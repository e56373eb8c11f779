"""A server from Python: every request of the protocol as a method, and tables followed over their sockets.

with Client("http://localhost:8000") as client:
    created = client.create_table(CreateTable(game="metrox", players=2, name="Ana", bots={1: "novice"}, start=True))
    with client.follow(created.table.id) as table:
        table.move(table.view["moves"][0]["move"])

`AsyncClient` has the same methods, to be awaited. What goes over the wire has the server's own types
(`strapontin.server.protocol`, `strapontin.server.frames`), and docs/protocol.md tells what they mean.
"""

from strapontin.client.clients import AsyncClient, Client
from strapontin.client.requests import Refused

__all__ = ["AsyncClient", "Client", "Refused"]
