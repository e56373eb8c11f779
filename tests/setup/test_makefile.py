"""What is made is made again when anything it is made of has changed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


def planned(target: str, *changed: str) -> str:
    """What make would do for a target if these files had just changed; nothing is done."""
    quiet = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    command = ["make", "--no-print-directory", "--dry-run", *(f"--what-if={one}" for one in changed), target]
    return subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    "source",
    [
        "src/strapontin/server/frames.py",
        "src/strapontin/server/protocol.py",
        "src/strapontin/server/schema.py",
        "src/strapontin/core/game.py",
        "src/strapontin/core/record.py",
        "src/strapontin/core/schema.py",
        "src/strapontin/games/odyssee/faces/view.py",
    ],
)
def test_types_of_the_page_follow_every_source_of_the_wire(source: str) -> None:
    assert "types.mjs" in planned("check", source)


@pytest.mark.parametrize(
    "source", ["docs/rules/metrox.fr.md", "src/strapontin/words/en/web.json", "web/src/App.svelte", "web/index.html"]
)
def test_the_page_follows_its_sources_its_words_and_the_rules(source: str) -> None:
    assert "run --silent build" in planned("web", source)


def test_help_lists_every_target_people_call() -> None:
    text = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {line.split()[1] for line in text.stdout.splitlines()} >= {"play", "test", "terminal", "wheel", "lock"}
