"""The lock file suits every machine the project promises to run on."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PYTHONS = ("3.11.0", "3.11.2", "3.11.14", "3.12.0", "3.13.0", "3.14.0")
MACHINES = (("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "x86_64"), ("darwin", "arm64"))
PIN = re.compile(
    r"^([a-z0-9._-]+)==(\S+?)(?: ; (.*?))? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)


def lock(name: str) -> str:
    return (ROOT / name).read_text()


def environment(python: str, platform: str, machine: str) -> dict[str, Any]:
    here: dict[str, Any] = dict(default_environment())
    there = {"python_full_version": python, "python_version": python.rpartition(".")[0]}
    system = {"sys_platform": platform, "platform_machine": machine, "platform_system": platform.capitalize()}
    return here | there | system


def pinned(where: dict[str, Any]) -> list[str]:
    """The packages an installer takes from the lock on such a machine."""
    pins = PIN.findall(lock("requirements.lock"))
    return [name for name, _, marker, _ in pins if not marker or Marker(marker).evaluate(where)]


def wanted(where: dict[str, Any]) -> set[str]:
    """What the project needs on such a machine, and all that needs in turn."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    todo = [
        Requirement(line)
        for line in (
            *project["dependencies"],
            *extras["client"],
            *extras["server"],
            *extras["dev"],
            *extras["research"],
        )
    ]
    found: set[tuple[str, str]] = set()
    while todo:
        one = todo.pop()
        if one.marker and not one.marker.evaluate(where):
            continue
        for extra in ("", *one.extras):
            if (canonicalize_name(one.name), extra) in found:
                continue
            found.add((canonicalize_name(one.name), extra))
            try:
                needs = requires(one.name) or []
            except PackageNotFoundError:  # not for this machine, so nothing is known of it but its name
                continue
            todo += [
                more
                for more in map(Requirement, needs)
                if more.marker is None or more.marker.evaluate(where | {"extra": extra})
            ]
    return {name for name, _ in found}


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("machine", MACHINES, ids="-".join)
def test_every_python_on_every_machine_finds_all_it_needs_in_the_lock(python: str, machine: tuple[str, str]) -> None:
    where = environment(python, *machine)
    found = pinned(where)
    assert len(found) == len(set(found)), "one version of each"
    assert wanted(where) - set(found) == set()


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("requirements*.lock")))
def test_a_lock_holds_names_versions_and_hashes_and_no_address(name: str) -> None:
    text = lock(name)
    assert "://" not in text
    assert PIN.sub("", text) == ""


@pytest.mark.parametrize("name", ["requirements-server.lock", "requirements-build.lock"])
def test_a_container_and_who_plays_get_the_versions_that_are_tested(name: str) -> None:
    tested = {(name, version) for name, version, *_ in PIN.findall(lock("requirements.lock"))}
    assert {(name, version) for name, version, *_ in PIN.findall(lock(name))} <= tested


def test_who_plays_gets_all_the_page_is_built_with_and_nothing_that_looks_after_it() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    needed = json.loads((ROOT / "web/package.json").read_text())
    assert packages[""]["dependencies"] == needed["dependencies"]
    assert packages[""]["devDependencies"] == needed["devDependencies"]
    for name in needed["dependencies"]:
        assert "dev" not in packages[f"node_modules/{name}"]
    assert packages["node_modules/eslint"]["dev"] is True


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("starlette", "1.0.0"),  # known holes
        ("uvicorn", "0.43.0"),  # notices nobody who is gone: its WebSockets are not pinged
        ("svglib", "1.6.0"),  # needs a compiler
    ],
)
def test_floors_are_above_what_is_known_not_to_do(name: str, last: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [*map(Requirement, (*project["dependencies"], *project["optional-dependencies"]["server"]))]
    assert not any(one.specifier == "" for one in needed)
    (found,) = [one for one in needed if one.name == name]
    assert not found.specifier.contains(last)
