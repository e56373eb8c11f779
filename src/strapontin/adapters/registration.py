"""The games of the collection by the names Gymnasium makes them by."""

from __future__ import annotations

import gymnasium

from strapontin.core.registry import collection

CAMELS = ("MetroX", "JeuDuMetro")
"""Names of more than one hump."""


def environment_id(game: str) -> str:
    """What Gymnasium calls a game.

    >>> environment_id("quais")
    'Strapontin/Quais-v0'
    """
    name = next((one for one in CAMELS if one.lower() == game), game.capitalize())
    return f"Strapontin/{name}-v0"


def register() -> None:
    """Let `gymnasium.make` and `gymnasium.make_vec` find every game; nothing is loaded or compiled yet."""
    for game in collection():
        if environment_id(game) not in gymnasium.registry:
            gymnasium.register(
                environment_id(game),
                entry_point="strapontin.adapters.gym:SeatEnv",
                vector_entry_point="strapontin.adapters.vector:SeatsVectorEnv",
                kwargs={"game": game},
                disable_env_checker=True,
            )
