"""What a screen needs once of a metroX match: the map and its layout, ready to draw; and a position as a picture."""

from __future__ import annotations

from typing import Any

import msgspec

from strapontin.core.game import Setting
from strapontin.games.metrox import draw
from strapontin.games.metrox.colours import is_light
from strapontin.games.metrox.draw import Preview, Sheet
from strapontin.games.metrox.geometry import STROKE
from strapontin.games.metrox.layout import Layout, layout
from strapontin.games.metrox.map import Line, Map
from strapontin.games.metrox.view import MetroxView


def scene(city: Map) -> dict[str, Any]:
    """The map as data, and everything of it that is drawn, in drawing units, so that no screen lays out maps."""
    plan = layout(city)
    left, top, right, bottom = plan.bounds
    bones = plan.skeleton
    return {
        "map": msgspec.to_builtins(city),
        "drawing": {
            "box": {"x": left, "y": top, "w": right - left, "h": bottom - top},
            "stroke": STROKE,
            "plate": plan.plate,
            "water": [{"d": d, "width": width} for d, width in draw.water(city, plan)],
            "lines": {line.id: _line(line, plan) for line in city.lines},
            "stations": {name: {"x": x, "y": y, "r": bones.radii[name]} for name, (x, y) in bones.places.items()},
            "labels": {name: msgspec.to_builtins(label) for name, label in plan.labels.items()},
            "trains": {name: msgspec.to_builtins(train) for name, train in plan.trains.items()},
        },
    }


def _line(line: Line, plan: Layout) -> dict[str, Any]:
    return {
        "ways": draw.ways(line, plan),
        "colour": draw.paint(line),
        "light": is_light(draw.paint(line)),
        "badge": plan.badges.get(line.id),
        "arrows": dict(draw.arrows(line, plan)) if line.loop else {},
    }


def picture(setting: Setting, view: MetroxView, move: str | None) -> str:
    """The sheet of the seat that looks (the first one for a spectator), with a ride tried out if one is named."""
    seat = view.seat if isinstance(view.seat, int) else 0
    seen = view.sheets[seat]
    ride = next((one for one in view.moves if one.move == move), None)
    taken = {one.line for one in view.taken}
    sheet = Sheet(
        marks={mark.station: mark.transfer for mark in seen.marks},
        windows={one.line: one.windows for one in seen.lines},
        claims={one.line: one.value for one in seen.lines if one.value},
        struck=taken - {one.line for one in seen.lines if one.value == "first"},
        ways={one.line: one.way for one in seen.lines if one.way},
        fresh=[mark.station for mark in seen.marks if mark.turn == view.turn],
        special=bool(setting.options.get("special", False)),
        preview=None
        if ride is None
        else Preview(ride.marks, ride.line, view.card or "", ride.transfer, ride.completes),
    )
    return draw.draw(setting.lore, sheet)
