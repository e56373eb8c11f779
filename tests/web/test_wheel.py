"""What others install: the wheel, in an environment of its own, far from the sources, played by browser and by hand."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import served
from tests.web.conftest import Visitor
from tests.web.hands import TURN, act

ROOT = Path(__file__).parents[2]
UV = str(Path(sys.executable).with_name("uv"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel that was made from nothing else."""
    folder = tmp_path_factory.mktemp("dist")
    command = [UV, "build", "--quiet", "--python", sys.executable, "--no-build-isolation", "--out-dir", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True)
    return folder


def installed_with(built: Path, folder: Path, extra: str) -> Path:
    """The programs of an environment with the wheel, an extra and what that needs, nothing else of ours."""
    (wheel,) = built.glob("*.whl")
    pins = folder / "pins.txt"
    pins.write_text(
        "\n".join(re.findall(r"^[a-z0-9._-]+==.*?(?= \\$)", (ROOT / "requirements.lock").read_text(), re.M))
    )
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, str(folder / "env")], check=True)
    programs = folder / "env" / "bin"
    command = [UV, "pip", "install", "--quiet", "--python", str(programs / "python"), "--constraints", str(pins)]
    subprocess.run([*command, f"{wheel}[{extra}]"], check=True)
    return programs


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment for whoever wants a server."""
    return installed_with(built, tmp_path_factory.mktemp("installed"), "server")


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder far from the sources, and no way back to them; kernels as they stand, for this is about packing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("STRAPONTIN_JIT", "0")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_wheel_and_sources_hold_the_page_the_rules_and_the_schemas(built: Path) -> None:
    (wheel,), (sources,) = built.glob("*.whl"), built.glob("*.tar.gz")
    inside = zipfile.ZipFile(wheel).namelist()
    for path in ("server/static/index.html", "docs/rules/odyssee.fr.md", "docs/schema/view-metrox.json", "py.typed"):
        assert f"strapontin/{path}" in inside
    assert any(re.fullmatch(r"strapontin/server/static/assets/.*\.js", path) for path in inside)
    with tarfile.open(sources) as archive:
        packed = [path.partition("/")[2] for path in archive.getnames()]
    assert "src/strapontin/server/static/index.html" in packed


def test_without_the_page_no_wheel_is_built(built: Path, tmp_path: Path) -> None:
    (sources,) = built.glob("*.tar.gz")
    subprocess.run(["tar", "-xzf", str(sources), "-C", str(tmp_path)], check=True)
    (folder,) = tmp_path.iterdir()
    (folder / "src/strapontin/server/static/index.html").unlink()
    command = [UV, "build", "--wheel", "--python", sys.executable, "--no-build-isolation", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode
    assert "run `make wheel`" in done.stderr


def test_the_wheel_plays_in_the_terminal(installed: Path, away: Path) -> None:
    command = [str(installed / "strapontin"), "play", "metrox", "--seed", "7", "--save", "solo.json"]
    subprocess.run(command, input="1\n\n" * 60, text=True, capture_output=True, check=True)
    record = json.loads((away / "solo.json").read_text())
    assert record["result"]["winners"] == [0]
    place = subprocess.run(
        [str(installed / "python"), "-c", "import strapontin; print(strapontin.__file__)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert place.stdout.startswith(str(installed.parent)), "the sources are not what was tested"


STUDY = """
import gymnasium
import strapontin.adapters
from strapontin.adapters import vector, zoo

env = gymnasium.make("Strapontin/MetroX-v0", render_mode="rgb_array")
told, _ = env.reset(seed=7)
told, *_ = env.step(told["action_mask"].argmax())
print(env.render().shape)
seats = zoo.env("odyssee")
seats.reset(seed=7)
seats.step(seats.last()[0]["action_mask"].argmax())
games = vector.make("jeudumetro", 2)
print(games.step(games.reset(seed=7).mask.argmax(axis=1)).observation.shape)
"""


def test_the_extra_for_those_who_study_games_is_all_they_need(built: Path, away: Path) -> None:
    programs = installed_with(built, away, "research")
    subprocess.run([str(programs / "python"), "-c", STUDY], check=True)
    (away / "data").mkdir()
    command = [str(programs / "strapontin"), "arena", "metrox", "--bots", "random,random", "--games", "1"]
    subprocess.run([*command, "--dataset", "data"], check=True, capture_output=True)
    assert {path.name for path in (away / "data").iterdir()} == {"decisions.parquet", "games.parquet"}


@pytest.fixture
def public(installed: Path, away: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server of the wheel's, started as people start it; no screen is there to be opened."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    command = (str(installed / "strapontin"), "serve", "--open")
    with served(away, command, away, BOT_SECONDS="0.1") as address:  # no rehearsal: its bots take the time they get
        yield address


def test_the_wheel_plays_in_a_browser(chromium: Any, public: str) -> None:
    visitor = Visitor(chromium, public)
    visitor.go("/")
    page = visitor.page
    page.get_by_role("button", name="Play now").first.click()
    page.locator(TURN).wait_for()
    assert act(page, "metrox", random.Random(1))  # whatever card comes first: nobody knows the seed
    page.locator(".log li:not(.draw, .quiet)").first.wait_for()  # told of somebody, not of a card
    visitor.context.close()
    assert not visitor.faults
