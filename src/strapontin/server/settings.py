"""How a server is set up: flags of `strapontin serve`, or environment variables `STRAPONTIN_<FLAG>`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from strapontin.core.errors import StrapontinError, clip


class Settings(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set; the defaults suit one laptop."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    """Empty: an SQLite file in the data directory."""
    bus: str = ""
    """Empty: this process alone; `redis://host:port/0` for several."""
    data: str = ""
    """The data directory; empty: ~/.local/share/strapontin (XDG_DATA_HOME)."""
    secret: str = ""
    """Signs the cookies; empty: made once and kept in the data directory."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may use this server."""
    proxies: str = "127.0.0.1"
    """Addresses of reverse proxies whose X-Forwarded headers are believed."""
    web: str = ""
    """Where the browser's files are; empty: those in the package."""
    bots: int = 1
    """Processes in which bots think."""
    bot_seconds: float = 1.5
    """How long a bot may think about a move."""
    bot_pause: float = 0.6
    """How long a bot waits before it moves, so that people can follow."""
    rate: float = 1.0
    """A factor on all rate limits; 0 switches them off."""
    tables_per_guest: int = 50
    tables_per_address: int = 200
    """Unfinished tables one may own at a time."""
    sockets: int = 10_000
    sockets_per_address: int = 500
    keep_open_days: int = 14
    """An open table nobody touched for so long is removed."""
    keep_playing_days: int = 90
    """A game nobody touched for so long is abandoned."""
    keep_over_days: int = 365
    """A finished or abandoned table is removed after so long; 0 keeps it for ever."""
    drain_seconds: float = 5.0
    """How long a shutdown waits for what is under way."""
    log_level: str = "info"
    log_format: str = "json"
    """`json` (one object a line) or `text`."""
    metrics: bool = True
    """Whether /metrics answers; a proxy should keep it from the public."""

    def database_url(self) -> str:
        """The database as SQLAlchemy's drivers want it."""
        url = self.database or f"sqlite:///{self.directory() / 'tables.sqlite3'}"
        if url.startswith("postgresql:"):
            return f"postgresql+asyncpg:{url.removeprefix('postgresql:')}"
        if not url.startswith(("sqlite:", "postgresql+asyncpg:")):
            scheme = url.partition(":")[0]
            raise StrapontinError(f"database: {clip(scheme)} is not known; give sqlite:///FILE or postgresql://...")
        return url

    def directory(self) -> Path:
        """The data directory, made if need be."""
        share = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        path = Path(self.data) if self.data else Path(share) / "strapontin"
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise StrapontinError(f"data: cannot make the directory {path}: {error.strerror}") from None
        return path

    def signing_key(self) -> bytes:
        """The key of the cookies: given, or kept in the data directory."""
        if self.secret:
            if len(self.secret) < 32:
                raise StrapontinError("secret: too short; give at least 32 characters")
            return self.secret.encode()
        path = self.directory() / "secret"
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_bytes()
        with os.fdopen(handle, "wb") as file:
            key = os.urandom(32).hex().encode()
            file.write(key)
        return key


def fields() -> dict[str, Any]:
    """Every setting and its default."""
    return {field.name: field.default for field in msgspec.structs.fields(Settings)}


def from_environment(environ: Mapping[str, str], flags: Mapping[str, Any]) -> Settings:
    """Flags first, then the environment, then the defaults; one clear line for what does not fit."""
    values: dict[str, Any] = {}
    for name, default in fields().items():
        given = flags.get(name)
        if given is None:
            given = environ.get(f"STRAPONTIN_{name.upper()}")
        if given is None:
            continue
        values[name] = (
            tuple(part for part in given.split(",") if part)
            if isinstance(default, tuple) and isinstance(given, str)
            else given
        )
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise StrapontinError(f"settings: {error}") from None
