"""The picture."""
from __future__ import annotations
from typing import Any
from strapontin.core.game import Setting, View
def circle(setting: Setting) -> list[str]:
    names = setting.lore.places
    order, place = [], 0
    for _ in names:
        order.append(names[place]); place = int(setting.board.left[place])
    return order
def art() -> dict[str, str]:
    return {}
def draw(setting: Setting, view: View, move: str | None) -> str:
    return "<svg xmlns='http://www.w3.org/2000/svg'/>"
