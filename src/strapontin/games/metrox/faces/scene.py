"""What a screen needs once of a metroX match: the map and its layout, ready to draw."""

from __future__ import annotations

import msgspec

from strapontin.core.game import Scene
from strapontin.games.metrox.faces import sheet
from strapontin.games.metrox.faces.colour_distance import is_light
from strapontin.games.metrox.faces.geometry import STROKE, Point
from strapontin.games.metrox.faces.labels import Label
from strapontin.games.metrox.faces.layout import Layout, layout
from strapontin.games.metrox.faces.trains import Box, Train
from strapontin.games.metrox.kernels.board import MetroxSetting
from strapontin.games.metrox.kernels.map import Map, MapLine


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


def scene(setting: MetroxSetting) -> MetroxScene:
    """The map and its layout."""
    city = setting.lore
    plan = layout(city)
    left, top, right, bottom = plan.bounds
    bones = plan.skeleton
    drawing = Drawing(
        box=Frame(left, top, right - left, bottom - top),
        stroke=STROKE,
        plate=plan.plate,
        water=[Water(d, width) for d, width in sheet.water(city, plan)],
        lines={line.id: _line(line, plan) for line in city.lines},
        stations={name: Disc(x, y, bones.radii[name]) for name, (x, y) in bones.places.items()},
        labels=plan.labels,
        trains=plan.trains,
    )
    return MetroxScene(map=city, drawing=drawing, special=bool(setting.options.get("special", False)))


def _line(line: MapLine, plan: Layout) -> LineDrawing:
    return LineDrawing(
        ways=sheet.ways(line, plan),
        colour=sheet.paint(line),
        light=is_light(sheet.paint(line)),
        badge=plan.badges.get(line.id),
        arrows=dict(sheet.arrows(line, plan)) if line.loop else {},
    )
