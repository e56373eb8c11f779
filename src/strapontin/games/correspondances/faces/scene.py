"""What a screen needs once of a match of Correspondances: the material, and where lines start and arrive."""

from __future__ import annotations

from strapontin.core.game import Scene
from strapontin.games.correspondances.faces.notation import KIND_TEXTS, LOOK_TEXTS
from strapontin.games.correspondances.faces.view import kind_of, ports_of
from strapontin.games.correspondances.kernels.board import STARTS, CorrespondancesSetting
from strapontin.games.correspondances.kernels.state import BRIDGE, CODES, GOAL, KINDS, ROW, STRAIGHT


class CorrespondancesScene(Scene, kw_only=True):
    """The material: kinds of sections and how many, how they can lie, where lines start and where they arrive."""

    tiles: str
    """Which tiles are played with: `standard` or `expert`."""
    goal: int
    """The points with which somebody wins."""
    deck: dict[str, int]
    """How many sections there are of each kind."""
    looks: dict[str, list[str]]
    """How a section of each kind can lie, by its ports N E S W."""
    ends: list[str]
    """The two end tiles of the row, by their ports N E S W."""
    starts: dict[str, tuple[int, int]]
    """The cell each line's start leads to, as column and row."""
    arrivals: dict[str, tuple[int, int]]
    """The end tile each line arrives at, as column and row."""


def scene(setting: CorrespondancesSetting) -> CorrespondancesScene:
    """The material of a match."""
    deck, kinds = setting.board.deck, [kind for kind in range(KINDS) if setting.board.deck[kind]]
    return CorrespondancesScene(
        tiles=setting.options["tiles"],
        goal=GOAL,
        deck={KIND_TEXTS[kind]: int(deck[kind]) for kind in kinds},
        looks={KIND_TEXTS[kind]: _looks(setting, kind) for kind in kinds},
        ends=[ports_of(code) for code in range(STRAIGHT, CODES) if kind_of(code) == "end"],
        starts={str(line): cell for line, cell in STARTS.items()},
        arrivals={str(line): (0 if setting.board.goals[line - 1] >> 1 & 1 else ROW - 1, 0) for line in STARTS},
    )


def _looks(setting: CorrespondancesSetting, kind: int) -> list[str]:
    shape = kind - BRIDGE if kind >= BRIDGE else kind
    first = int(setting.board.first[shape])
    return [LOOK_TEXTS[first + turn] for turn in range(4) if setting.board.fits[shape, 0] >> turn & 1]
