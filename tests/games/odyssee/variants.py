"""The variants of L'Odyssée."""

from __future__ import annotations

from strapontin.conformance import Variant

VARIANTS = [
    Variant("odyssee", "2", 2, {}),
    Variant("odyssee", "3-little", 3, {"mode": "little"}),
    Variant("odyssee", "4", 4, {}),
]
