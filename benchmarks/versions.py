"""Versions of the sources that run beside each other, each in processes of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src"
"""The sources as they lie here."""


class Version:
    """One version of the sources, and where it keeps what it compiles."""

    def __init__(self, sources: Path, folder: Path) -> None:
        cache = os.environ.get("STRAPONTIN_CACHE") or str(folder / "cache")
        self.environment = os.environ | {"PYTHONPATH": str(sources), "STRAPONTIN_CACHE": cache}


class Process:
    """A process of a version, which answers each line of JSON with another."""

    def __init__(self, version: Version, code: str) -> None:
        command, pipe = [sys.executable, "-c", code], subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=version.environment)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def ask(self, *question: Any) -> Any:
        """What the code makes of a question."""
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(question), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def checkout(commit: str, into: Path) -> Path:
    """The sources of a commit, in a directory of their own under the given one."""
    packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True, check=True).stdout
    (into / commit).mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "-x", "-C", str(into / commit)], input=packed, check=True)
    return into / commit / "src"
