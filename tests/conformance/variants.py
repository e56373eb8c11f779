"""The variants of every game of the collection that the conformance suite and the playthroughs run over."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from strapontin import conformance
from strapontin.conformance import Variant
from strapontin.core.registry import collection

__all__ = ["VARIANTS", "Variant"]


def variants(name: str) -> list[Variant]:
    """Those in `tests/games/<id>/variants.py`, else one for every number of players and every value of an option."""
    own = f"tests.games.{name}.variants"
    if find_spec(f"tests.games.{name}") and find_spec(own):
        return list(import_module(own).VARIANTS)
    return conformance.variants(name)


VARIANTS = [variant for name in collection() for variant in variants(name)]
