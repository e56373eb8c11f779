"""What all tests stand on: calm surroundings, and a word about programs of the system that are missing.

Tests whose program is missing are skipped, and the last lines say what to install.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from tests.setup import coverage_window, surroundings, system

surroundings.calm(os.environ)
settings.register_profile("known", derandomize=True, deadline=None, database=None)  # the same examples every time
settings.load_profile("known")


def pytest_configure(config: pytest.Config) -> None:
    """Whoever measures measures what is worth it."""
    config.pluginmanager.register(coverage_window.Window(), "coverage_window")


@pytest.fixture(scope="session", autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing is kept among the games of whoever runs the tests, nor found there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(autouse=True)
def _modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What a test wrote and imported is forgotten: the next may give the same name to something else."""
    known, ours = set(sys.modules), str(tmp_path_factory.getbasetemp())
    yield
    for name in set(sys.modules) - known:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(ours):
            del sys.modules[name]


def _skipped() -> Iterator[None]:
    """Whatever needs what is not there is skipped."""
    try:
        return (yield)
    except system.Missing as error:
        pytest.skip(str(error))


# not fixture by fixture: one that several tests share fails once, and the others are told of it at their own setup
pytest_runtest_setup = pytest.hookimpl(wrapper=True)(_skipped)
pytest_runtest_call = pytest.hookimpl(wrapper=True)(_skipped)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say once what to install."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    packages = [one for one in system.missing() if any(f"{one} is not installed" in reason for reason in skipped)]
    if packages:
        terminalreporter.write_line(system.advice(packages))
