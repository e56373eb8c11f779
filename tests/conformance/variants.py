"""The variants of every registered game that the conformance suite and the playthroughs run over."""

from __future__ import annotations

from typing import Any, NamedTuple

from strapontin.core.registry import games

TINY = {
    "id": "tiny",
    "name": "Tiny",
    "stations": [{"id": c, "name": c, "x": i, "y": i % 2} for i, c in enumerate("abcdefg")],
    "lines": [
        {"id": "A", "stations": ["a", "b", "c"], "windows": 2, "first": 3, "later": 2},
        {"id": "B", "stations": ["d", "b", "e"], "windows": 1, "first": 2, "later": 1},
        {"id": "C", "stations": ["c", "e", "f", "g"], "windows": 1, "first": 4, "later": 2, "loop": True},
    ],
}
SPECIAL = TINY | {
    "id": "special",
    "stations": [{"id": c, "name": c, "x": i, "y": 0, "special": c in "bef"} for i, c in enumerate("abcdefg")],
}


class Variant(NamedTuple):
    """One way to set a game up."""

    game: str
    name: str
    players: int
    options: dict[str, Any]
    most: int = 10_000
    """How many decisions to play: random games of some kinds are very long."""

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"


def _metrox() -> list[Variant]:
    from strapontin.games.metrox.map import cities

    made = [
        Variant("metrox", "tiny-2", 2, {"map": TINY}),
        Variant("metrox", "special-3", 3, {"map": SPECIAL, "special": True}),
    ]
    for i, city in enumerate(cities()):
        made.append(Variant("metrox", f"{city}-{1 + i}", 1 + i, {"map": city}))
        made.append(Variant("metrox", f"{city}-special-{3 + i % 4}", 3 + i % 4, {"map": city, "special": True}))
    return made


def _correspondances() -> list[Variant]:
    return [
        Variant("correspondances", "2", 2, {}, 130),
        Variant("correspondances", "3-expert", 3, {"tiles": "expert"}, 130),
        Variant("correspondances", "4", 4, {}, 130),
    ]


def _odyssee() -> list[Variant]:
    return [
        Variant("odyssee", "2", 2, {}),
        Variant("odyssee", "3-little", 3, {"mode": "little"}),
        Variant("odyssee", "4", 4, {}),
    ]


def _jeudumetro() -> list[Variant]:
    return [Variant("jeudumetro", str(n), n, {}) for n in range(2, 7)]


VARIANTS: list[Variant] = [
    variant
    for name in games()
    for variant in {
        "metrox": _metrox,
        "jeudumetro": _jeudumetro,
        "correspondances": _correspondances,
        "odyssee": _odyssee,
    }[name]()
]
