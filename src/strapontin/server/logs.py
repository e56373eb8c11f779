"""Structured logs: one JSON object a line, or plain text; never a token, a cookie, a seed or what was said."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

COUNTED = ("WebSocket %s", "Invalid HTTP request")
"""What uvicorn says of every such connection: they are counted, and would fill the log."""

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class Lines(logging.Formatter):
    """Records as JSON or text, their extras as fields."""

    def __init__(self, form: str, worker: str | None = None) -> None:
        super().__init__()
        self.form = form
        self.always: dict[str, Any] = {} if worker is None else {"worker": worker}

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        fields = self.always | {name: value for name, value in vars(record).items() if name not in STANDARD}
        instant = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        entry: dict[str, Any] = {
            "at": instant,
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **fields,
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        if self.form == "text":
            extras = " ".join(f"{name}={value}" for name, value in fields.items())
            line = f"{instant} {entry['level']:7} {record.name}: {entry['what']} {extras}".rstrip()
            return line + (f"\n{entry['trace']}" if "trace" in entry else "")
        return msgspec.json.encode(entry, enc_hook=str).decode()


def set_up(level: str, form: str, worker: str | None = None) -> None:
    """Send all logs to standard error in one form, each with whose it is where several processes write them."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(form, worker))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    logging.getLogger("uvicorn.access").disabled = True  # requests are counted; their paths are invitations
    logging.getLogger("uvicorn.error").addFilter(uncounted)
    logging.getLogger("alembic").setLevel("WARNING")


def uncounted(record: logging.LogRecord) -> bool:
    """Whether something is told nowhere but in the log."""
    return not any(said in str(record.msg) for said in COUNTED)
