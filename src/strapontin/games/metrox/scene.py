"""What a screen needs once of a metroX match: the map and its layout, ready to draw; and a position as a picture."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from strapontin.core.game import Scene
from strapontin.games.metrox import draw
from strapontin.games.metrox.board import MetroxSetting
from strapontin.games.metrox.colours import is_light
from strapontin.games.metrox.draw import Preview, Sheet
from strapontin.games.metrox.geometry import STROKE, Point
from strapontin.games.metrox.labels import Label
from strapontin.games.metrox.layout import Layout, layout
from strapontin.games.metrox.map import Map, MapLine
from strapontin.games.metrox.trains import Box, Train
from strapontin.games.metrox.view import MetroxView, Ride


class Frame(msgspec.Struct):
    """A box in drawing units."""

    x: float
    """Left."""
    y: float
    """Top."""
    w: float
    """Width."""
    h: float
    """Height."""


class Water(msgspec.Struct):
    """A river or a canal."""

    d: str
    """Its way, as an SVG path."""
    width: float
    """Of its stroke."""


class LineDrawing(msgspec.Struct):
    """A line as it is drawn."""

    ways: list[str]
    """Its way in parts, as SVG paths, each between two stations."""
    colour: str
    """Its colour."""
    light: bool
    """Whether dark ink is needed on it."""
    badge: Point | None
    """The middle of the letter at its end; null where there is no room for one."""
    arrows: dict[str, str]
    """Of a loop: the arrows of both directions, `>` and `<`, as SVG paths."""


class Disc(msgspec.Struct):
    """A station as it is drawn."""

    x: float
    """Of its middle."""
    y: float
    """Of its middle."""
    r: float
    """Its radius."""


class Drawing(msgspec.Struct):
    """Everything of a map that is drawn, in drawing units."""

    box: Frame
    """All there is to see."""
    stroke: float
    """The width of a line."""
    plate: Box
    """The plate with the city's name: left, top, right, bottom."""
    water: list[Water]
    """What lies below the lines."""
    lines: dict[str, LineDrawing]
    """The lines by their letters."""
    stations: dict[str, Disc]
    """The stations by their ids."""
    labels: dict[str, Label]
    """Their names, by their ids."""
    trains: dict[str, Train]
    """The trains by the letters of their lines."""


class MetroxScene(Scene, kw_only=True):
    """The map as data, and as it is drawn, so that no screen lays out maps."""

    map: Map
    """The city: stations, lines, cards."""
    drawing: Drawing
    """The same, laid out."""
    special: bool
    """Whether special stations are played."""


def scene(city: Map, special: bool) -> MetroxScene:
    """The map and its layout."""
    plan = layout(city)
    left, top, right, bottom = plan.bounds
    bones = plan.skeleton
    drawing = Drawing(
        box=Frame(left, top, right - left, bottom - top),
        stroke=STROKE,
        plate=plan.plate,
        water=[Water(d, width) for d, width in draw.water(city, plan)],
        lines={line.id: _line(line, plan) for line in city.lines},
        stations={name: Disc(x, y, bones.radii[name]) for name, (x, y) in bones.places.items()},
        labels=plan.labels,
        trains=plan.trains,
    )
    return MetroxScene(map=city, drawing=drawing, special=special)


def _line(line: MapLine, plan: Layout) -> LineDrawing:
    return LineDrawing(
        ways=draw.ways(line, plan),
        colour=draw.paint(line),
        light=is_light(draw.paint(line)),
        badge=plan.badges.get(line.id),
        arrows=dict(draw.arrows(line, plan)) if line.loop else {},
    )


def picture(setting: MetroxSetting, view: MetroxView, move: str | None, names: Sequence[str] = ()) -> str:
    """The sheet of the seat that looks, with a ride tried out if one is named; everybody's for eyes without a seat."""
    if isinstance(view.seat, int) or view.players == 1:
        seat = view.seat if isinstance(view.seat, int) else 0
        ride = next((one for one in view.moves if one.move == move), None)
        return draw.draw(setting.lore, _sheet(setting, view, seat, ride))
    labels = [
        f"{names[seat] if names else seat + 1} · {sheet.score.total}".replace(" -", " −")
        for seat, sheet in enumerate(view.sheets)
    ]
    return draw.gallery(setting.lore, [_sheet(setting, view, seat) for seat in range(view.players)], labels)


def _sheet(setting: MetroxSetting, view: MetroxView, seat: int, ride: Ride | None = None) -> Sheet:
    seen = view.sheets[seat]
    taken = {one.line for one in view.taken}
    return Sheet(
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
