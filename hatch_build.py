"""A wheel without the page is no game: refuse to build one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/strapontin/server/static/index.html"


class PageInside(BuildHookInterface[Any]):
    """Looks for the page before anything is packed; an editable install finds it when it is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Stop with one line if the page is not there."""
        if version != "editable" and not (Path(self.root) / PAGE).is_file():
            raise SystemExit("the page is not built, and a wheel must hold it: run `make wheel`")
