"""Tests are measured for as long as they find something new, and run undisturbed."""

from __future__ import annotations

import signal
import time

import pytest

from tests.setup.coverage_window import measured


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
