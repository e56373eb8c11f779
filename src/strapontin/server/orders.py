"""What whoever runs the server has ordered from outside: tables set aside, guests and networks kept out.

`strapontin admin` writes it into the database; every process reads it every few seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network

from sqlalchemy import select

from strapontin.server.connection import NOT_ALLOWED, Connection, encode
from strapontin.server.faults import Refusal, set_aside
from strapontin.server.frames import Refused
from strapontin.server.live_tables import LiveTables
from strapontin.server.storage.database import Database
from strapontin.server.storage.schema import bans

Network = IPv4Network | IPv6Network


def banned() -> Refusal:
    """What somebody who is kept out is told."""
    return Refusal("banned", "whoever runs this server keeps you out; ask them why")


class Orders:
    """The orders in force, as this process read them last."""

    def __init__(self, database: Database, tables: LiveTables, sockets: set[Connection]) -> None:
        self.database, self.tables, self.sockets = database, tables, sockets
        self._guests: frozenset[str] = frozenset()
        self._networks: tuple[Network, ...] = ()

    def check(self, guest: str | None, address: str) -> None:
        """Let somebody in, unless they are kept out."""
        if guest in self._guests or (self._networks and self._outside(address)):
            raise banned()

    def _outside(self, address: str) -> bool:
        here = network_of(address)
        return here is not None and any(_within(here, one) for one in self._networks)

    async def read(self) -> None:
        """Read them anew, and hang up on whom they concern."""
        rows = [row.who for row in await self.database.rows(select(bans.c.who))]
        networks = [network_of(who) for who in rows if "." in who or ":" in who]
        self._networks = tuple(one for one in networks if one is not None)
        self._guests = frozenset(who for who in rows if "." not in who and ":" not in who)
        for one in list(self.sockets):
            try:
                self.check(one.guest, one.speaker)
            except Refusal as refusal:
                hang_up([one], refusal)
        await self._close()

    async def _close(self) -> None:
        """Let go of tables that were set aside, or begun elsewhere by rules that are not played here."""
        ids = list(self.tables.open)
        for start in range(0, len(ids), 500):
            for table_id, rules in await self.tables.store.closed(ids[start : start + 500]):
                if live := self.tables.open.get(table_id):
                    hang_up(list(live.sockets), set_aside(rules))
                    self.tables.forget(live)


def hang_up(connections: Iterable[Connection], refusal: Refusal) -> None:
    """Say why, and go."""
    last = encode(Refused(id=None, error=refusal.fault))
    for one in connections:
        one.close(NOT_ALLOWED, last)


def network_of(text: str) -> Network | None:
    """A network, or an address as the smallest of them."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def _within(small: Network, large: Network) -> bool:
    if isinstance(small, IPv4Network):
        return isinstance(large, IPv4Network) and small.subnet_of(large)
    return isinstance(large, IPv6Network) and small.subnet_of(large)
