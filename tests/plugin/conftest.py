"""A game from elsewhere, installed: the example in the docs, in a place where only these tests look."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.conftest import chromium, machine, visit

__all__ = ["chromium", "machine", "visit"]

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "fifth-game"
UV = str(Path(sys.executable).with_name("uv"))

Command = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the example is installed, as pip would do it, without a network."""
    folder = tmp_path_factory.mktemp("plugin")
    command = [UV, "pip", "install", "--quiet", "--offline", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--python", sys.executable, "--target", str(folder), str(EXAMPLE)], check=True)
    return folder


@pytest.fixture
def strapontin(installed: Path, tmp_path: Path) -> Command:
    """Run a command where the example is installed, and whatever else stands in the folders of `beside`."""

    def run(
        *argv: object, given: str = "", beside: Path | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        where = os.pathsep.join(str(one) for one in (beside, installed) if one)
        environment = os.environ | {"PYTHONPATH": where, "XDG_DATA_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"} | more
        command = [sys.executable, "-m", "strapontin", *map(str, argv)]
        return subprocess.run(
            command, input=given, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
        )

    return run


def declare(folder: Path, name: str, place: str, source: str = "") -> None:
    """A package that says it brings a game."""
    module = place.partition(":")[0]
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[strapontin.games]\n{name} = {place}\n")
    (folder / f"{module}.py").write_text(source)
