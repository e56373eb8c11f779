"""Tests are measured for as long as they find something new, and run undisturbed."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.setup.coverage_window import USUAL, Window, moments


class Counting:
    """Whoever counts, and what it was told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def start(self) -> None:
        self.told.append("start")

    def stop(self) -> None:
        self.told.append("stop")


def work_until_told(by: Counting) -> None:
    end = time.process_time() + 60
    while not by.told and time.process_time() < end:
        pass


@contextmanager
def measured(by: Counting, seconds: float) -> Iterator[None]:
    """A test that has so much left of its moments."""
    window = Window()
    window.left["tests/test_it.py::test_it"] = seconds
    with window.measured("tests/test_it.py::test_it[one]", by):
        yield


def test_after_its_first_moments_a_test_is_not_measured_and_the_next_one_is_again() -> None:
    by = Counting()
    with measured(by, 0.01):
        work_until_told(by)
        assert by.told == ["stop"]
    assert by.told == ["stop", "start"]


def test_a_quick_test_is_measured_whole() -> None:
    by = Counting()
    with measured(by, 60):
        pass
    assert by.told == []


def test_where_nothing_is_to_be_found_nothing_is_measured() -> None:
    by = Counting()
    with measured(by, 0):
        assert by.told == ["stop"]
    assert by.told == ["stop", "start"]


def test_measuring_goes_on_after_a_test_that_fails_and_leaves_no_timer() -> None:
    by, before = Counting(), signal.getsignal(signal.SIGVTALRM)
    with pytest.raises(KeyError), measured(by, 0):
        raise KeyError
    assert by.told == ["stop", "start"]
    assert signal.getsignal(signal.SIGVTALRM) == before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def test_all_cases_of_a_test_share_its_moments() -> None:
    window, by = Window(), Counting()
    window.left["tests/test_it.py::test_it"] = 0.01
    with window.measured("tests/test_it.py::test_it[one]", by):
        work_until_told(by)
    with window.measured("tests/test_it.py::test_it[other]", by):
        assert by.told == ["stop", "start", "stop"]
    with window.measured("tests/test_it.py::test_another[one]", by):
        assert by.told == ["stop", "start", "stop", "start"]


def test_what_a_case_leaves_is_there_for_the_next() -> None:
    window, by = Window(), Counting()
    window.left["tests/test_it.py::test_it"] = 60
    with window.measured("tests/test_it.py::test_it[one]", by):
        pass
    assert 59 < window.left["tests/test_it.py::test_it"] < 61
    assert by.told == []


def test_servers_are_measured_whole_and_what_a_browser_looks_at_is_not() -> None:
    assert moments("tests/server/test_play.py::test_it") == float("inf")
    assert moments("tests/web/test_table.py::test_it") == 0.0
    assert moments("tests/core/test_match.py::test_it") == USUAL
