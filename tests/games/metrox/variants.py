"""The variants of metroX: small maps of our own, then every city with and without special stations."""

from __future__ import annotations

from strapontin.conformance import Variant
from strapontin.games.metrox.kernels.map import CITIES

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

TABLES = {"amsterdam": 1, "berlin": 2, "paris": 3, "madrid": 4}
"""How many play in a city: tables of every size, and no city's changes when another one comes."""

VARIANTS = [
    Variant("metrox", "tiny-2", 2, {"map": TINY}),
    Variant("metrox", "special-3", 3, {"map": SPECIAL, "special": True}),
]
for city in CITIES:
    few = TABLES.get(city, 2)
    VARIANTS.append(Variant("metrox", f"{city}-{few}", few, {"map": city}))
    VARIANTS.append(Variant("metrox", f"{city}-special-{few + 2}", few + 2, {"map": city, "special": True}))
