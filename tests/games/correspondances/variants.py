"""The variants of Correspondances; random games are very long."""

from __future__ import annotations

from strapontin.conformance import Variant

VARIANTS = [
    Variant("correspondances", "2", 2, {}, 130),
    Variant("correspondances", "3-expert", 3, {"tiles": "expert"}, 130),
    Variant("correspondances", "4", 4, {}, 130),
]
