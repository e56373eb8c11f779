"""A machine without the programs some tests need: those are skipped, and one line says what to install."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_without_a_browser_its_tests_are_skipped_and_what_drives_it_is_not_started(tmp_path: Path) -> None:
    nothing = tmp_path / "driver"
    nothing.write_text("#!/bin/sh\nexit 127\n")
    nothing.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name != "CHROMIUM"}
    environment |= {"PATH": str(tmp_path), "PLAYWRIGHT_NODEJS_PATH": str(nothing)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/plugin/test_page.py"],
        cwd=Path(__file__).parents[2],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "5 skipped" in done.stdout
    assert "not tested here: the page in a real browser. To test them too: sudo apt-get install chromium" in done.stdout
