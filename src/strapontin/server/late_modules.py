"""Compiled rules for browsers that the page was built without: made on this machine while it serves already."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import sys
from asyncio.subprocess import DEVNULL, Process
from pathlib import Path

from strapontin.core.kernel import cache_directory
from strapontin.core.registry import collection

log = logging.getLogger("strapontin.late_modules")

MODULES = "modules"
"""Where `python -m strapontin.wasm` leaves them in the cache of kernels."""
NAME = re.compile(r"assets/(([a-z]+)-[0-9a-f]{12}\.wasm)")
LOOK_SECONDS = 0.3


class LateModules:
    """Whoever asks for one waits until it is made; they are made once, all of them, when the first is asked for."""

    def __init__(self) -> None:
        self._maker: asyncio.Task[Process] | None = None
        self._closed = False

    async def find(self, path: str) -> Path | None:
        """The file that a path of the page stands for; none if there is none, or none can be made."""
        asked = NAME.fullmatch(path)
        if asked is None or asked[2] not in collection():
            return None
        place = cache_directory() / MODULES / asked[1]
        if not place.exists() and self._maker is None and not self._closed:
            self._maker = asyncio.create_task(self._make(), name="make modules")
        while not place.exists() and not self._closed and await self._under_way():
            await asyncio.sleep(LOOK_SECONDS)
        return place if place.exists() else None

    async def close(self) -> None:
        """Let nobody wait any longer."""
        self._closed = True
        if self._maker is None:
            return
        maker = await asyncio.gather(self._maker, return_exceptions=True)
        for process in maker:
            if isinstance(process, Process):
                with contextlib.suppress(ProcessLookupError):
                    process.terminate()
                await process.wait()

    async def _make(self) -> Process:
        light = os.environ | {"STRAPONTIN_JIT": "0"}  # what starts those that compile needs no compiler
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "strapontin.wasm"), env=light, stdin=DEVNULL, stdout=DEVNULL
        )

    async def _under_way(self) -> bool:
        """Whether there is something to wait for."""
        assert self._maker is not None
        try:
            process = await asyncio.shield(self._maker)
        except OSError:
            log.exception("no module can be made")
            return False
        return process.returncode is None
