"""Which texts of a page can be read, and which are cut off or lie under something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

LOOK = Path(__file__).with_suffix(".js")


def illegible(page: Any) -> list[str]:
    """What cannot be read, and why; nothing if all is well."""
    return list(page.evaluate(LOOK.read_text(encoding="utf-8")))
