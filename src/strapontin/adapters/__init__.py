"""The games with the interfaces that those who study games know; `pip install 'strapontin[research]'`.

    adapters.gym      Gymnasium: one seat, alone or against named bots; registered as `Strapontin/MetroX-v0` and so on
    adapters.zoo      PettingZoo: all seats, one after the other, or at once where the game is so
    adapters.vector   many games as arrays, stepped by one compiled call
    adapters.spiel    OpenSpiel: explicit chance and information states; `position` has what it is made of
    adapters.mcp      the Model Context Protocol: tools and resources for language models, which `desk` answers
    adapters.table    what environments are made of: one game, action by action

Importing this package registers what Gymnasium can make, if it is installed.
"""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from strapontin.adapters.registration import register

    register()
