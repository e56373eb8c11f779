"""How a server is set up: flags of `strapontin serve`, or environment variables `STRAPONTIN_<FLAG>`."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from strapontin.core.errors import StrapontinError, clip, reason

SECRET_LENGTH = 32
"""Characters a key of the cookies has at least."""


MOST_BOTS = 64
MOST_WORKERS = 64


def spare_cores() -> int:
    """All cores of this machine but one, which is the server's own; one is shared if there is no other."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(max(1, cores - 1), MOST_BOTS)


class Settings(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set; the defaults suit one laptop."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    """Empty: an SQLite file in the data directory."""
    bus: str = ""
    """Empty: this machine alone; `redis://host:port/0` for several."""
    workers: int = 1
    """Processes that serve, behind one door."""
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
    rules: str = "compiled"
    """`compiled`, or `plain`: in this process the rules are plain Python, which is there at once; bots compile them."""
    bots: int = spare_cores()
    """Processes in which bots think, at idle priority."""
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
    daily_zone: str = "UTC"
    """The time zone whose date says which day's lines are played."""
    contact: str = ""
    """Whom push services may write to about this server, `mailto:...`; empty: the page's own address."""
    nudge_seconds: float = 30.0
    """How long a turn has to last before a device is told of it."""
    loopback: bool = False
    """For tests: devices and webhooks may be on this machine, without TLS."""
    drain_seconds: float = 5.0
    """How long a shutdown waits for what is under way."""
    log_level: str = "info"
    """`debug`, `info`, `warning`, `error` or `critical`."""
    log_format: str = "json"
    """`json` (one object a line) or `text`."""
    metrics: bool = False
    """Whether /metrics answers; where it does, a proxy should keep it from the public."""

    def compiling(self) -> dict[str, str]:
        """The environment of processes that compile the rules, whatever this one does."""
        return {**os.environ, **({"STRAPONTIN_JIT": "1"} if self.rules == "plain" else {})}

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
            raise StrapontinError(f"data: cannot make the directory {path}: {reason(error)}") from None
        return path

    def web_directory(self) -> Path | None:
        """Where the browser's files are, if they are anywhere."""
        path = Path(self.web) if self.web else Path(__file__).with_name("static")
        return path if (path / "index.html").is_file() else None

    def signing_key(self) -> bytes:
        """The key of the cookies: given, or kept in the data directory."""
        if self.secret:
            if len(self.secret) < SECRET_LENGTH:
                raise StrapontinError(f"secret: too short; give at least {SECRET_LENGTH} characters")
            return self.secret.encode()
        path = self.directory() / "secret"
        try:
            if not path.exists():
                keep(path, os.urandom(SECRET_LENGTH).hex().encode())
            key = path.read_bytes()
        except OSError as error:
            raise StrapontinError(f"secret: cannot keep it in {path}: {reason(error)}") from None
        if len(key.strip()) < SECRET_LENGTH:
            told = f"{path} has {len(key.strip())} characters, not at least {SECRET_LENGTH}"
            raise StrapontinError(f"secret: {told}; put it back from a copy, or remove it to have a new one made")
        return key


def keep(path: Path, key: bytes) -> None:
    """Write a file whole or not at all, for good, unless another process is first."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)  # unlike a rename it gives way to whoever was first
    finally:
        draft.unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


MOST = 1_000_000
CHOICES = {"log_level": ("debug", "info", "warning", "error", "critical"), "log_format": ("json", "text")}
CHOICES["rules"] = ("compiled", "plain")
RANGES = {
    **{"port": (0, 65535), "workers": (1, MOST_WORKERS), "bots": (0, MOST_BOTS)},
    **{"bot_seconds": (0.001, 3600), "bot_pause": (0, 60)},
}
"""What a number may be; others may be anything from 0."""


def fields() -> dict[str, Any]:
    """Every setting and its default."""
    return {field.name: field.default for field in msgspec.structs.fields(Settings)}


def from_environment(environ: Mapping[str, str], flags: Mapping[str, Any]) -> Settings:
    """Flags first, then the environment, then the defaults; one clear line for what does not fit."""
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        source, given = f"--{field.name.replace('_', '-')}", flags.get(field.name)
        if given is None:
            source = f"STRAPONTIN_{field.name.upper()}"
            given = environ.get(source)
        if given is not None:
            values[field.name] = _read(source, given, field)
    return Settings(**values)


def _read(source: str, given: Any, field: Any) -> Any:
    """The value of a setting, or a line that says where it was given and what would have been right."""
    if field.name in CHOICES:
        if given not in CHOICES[field.name]:
            raise StrapontinError(f"{source}: {clip(given)}; expected one of {', '.join(CHOICES[field.name])}")
        return given
    if isinstance(field.default, tuple) and isinstance(given, str):
        return tuple(part for part in given.split(",") if part)
    low, high = RANGES.get(field.name, (0, MOST))
    try:
        value = msgspec.convert(given, field.type, strict=False)
    except msgspec.ValidationError:
        value = None
    if field.type is bool and value is None:
        raise StrapontinError(f"{source}: {clip(given)}; expected true or false")
    if field.type in (int, float) and (value is None or not low <= value <= high):
        kind = "a whole number" if field.type is int else "a number"
        raise StrapontinError(f"{source}: {clip(given)}; expected {kind} from {low:g} to {high:g}")
    return value
