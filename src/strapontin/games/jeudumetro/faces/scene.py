"""What a screen needs once of a match of Le Jeu du Metro: the circle of places, the deck, and the pictures."""

from __future__ import annotations

import msgspec

from strapontin.core.game import Scene
from strapontin.games.jeudumetro.faces import draw
from strapontin.games.jeudumetro.kernels.board import JeudumetroSetting
from strapontin.games.jeudumetro.kernels.state import COPIES, FACE_COPIES, NAMES, OBJECTIVES


class Chair(msgspec.Struct):
    """A place of the circle, where a train stands."""

    place: str
    """Its name, such as `1` or, with two players, `1A`."""
    seat: int
    """Whose train stands there."""
    left: str
    """The place on its left."""


class JeudumetroScene(Scene, kw_only=True):
    """The circle of places, the deck, and the pictures of cards, objectives, train and passenger."""

    places: list[Chair]
    """All places, in the order of their names."""
    circle: list[str]
    """The same, going left from the first."""
    deck: dict[str, int]
    """How many cards there are of each kind."""
    objectives: dict[str, int]
    """How many of each objective there are."""
    art: dict[str, str]
    """Every picture by its name, as a whole SVG document."""


def scene(setting: JeudumetroSetting) -> JeudumetroScene:
    """The table of a match."""
    left, names = setting.board.left, setting.lore.places
    return JeudumetroScene(
        places=[Chair(name, int(setting.board.owner[i]), names[int(left[i])]) for i, name in enumerate(names)],
        circle=draw.circle(setting),
        deck=dict(zip(NAMES, COPIES, strict=True)),
        objectives=dict(zip(OBJECTIVES[1:], FACE_COPIES[1:], strict=True)),
        art=draw.art(),
    )
