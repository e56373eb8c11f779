"""`strapontin map`: the city maps of metroX, ours and anybody's."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from strapontin.cli.inputs import named, read_json
from strapontin.cli.kernel_mode import prefer_plain
from strapontin.cli.language import language
from strapontin.core.errors import BadOptions, clip
from strapontin.words import say

if TYPE_CHECKING:
    from strapontin.games.metrox.kernels.map import Map

MOST_VALUE = 20
"""Longer values of a property stand below it."""
DOINGS = ("check", "calibrate")
"""What can be done with a map besides looking at it."""


def run(args: argparse.Namespace) -> int:
    """Print a map as JSON, as a picture or as figures; check or calibrate one; or list those there are."""
    if args.id != "calibrate":
        prefer_plain()
    import msgspec

    if args.id is None:
        _list(args.json)
        return 0
    if args.id in DOINGS and args.file is None:
        raise BadOptions(f"map {args.id}: no map named; expected `map {args.id} FILE`")
    if args.id not in DOINGS and args.file is not None:
        raise BadOptions(
            f"FILE: {clip(args.file)}; expected `map ID`, `map FILE`, `map check FILE` or `map calibrate FILE`"
        )
    city = find_map(args.file if args.id in DOINGS else args.id)
    if args.id == "calibrate":
        return _calibrate(city, args)
    if args.svg:
        from strapontin.games.metrox.faces.sheet import draw

        print(draw(city))
    elif args.stats or args.id == "check":
        _stats(city, args.json)
    else:
        print(json.dumps(msgspec.to_builtins(city), ensure_ascii=False, indent=None if args.json else 1))
    return 0


def _list(as_json: bool) -> None:
    from strapontin.games.metrox.kernels.map import city

    found = [city(one) for one in known()]
    if as_json:
        print(json.dumps([{"id": one.id, "name": one.name} for one in found], ensure_ascii=False))
        return
    for one in found:
        print(f"{one.id:<12} {one.name}")


def find_map(name: str) -> Map:
    """A map by its id, or from a file; BadOptions has a line for every fault."""
    from strapontin.games.metrox.kernels.map import CITIES, city, read

    if name in CITIES:
        return city(name)
    if not names_a_file(name):
        raise BadOptions(f"map: there is no {clip(name)}; known maps: {', '.join(CITIES)}, or a file with a map")
    with named(name):
        return read(read_json(name))


def names_a_file(name: str) -> bool:
    """Whether somebody means a file: standard input, one that is there, or what looks like one."""
    return name == "-" or name.endswith(".json") or "/" in name or Path(name).is_file()


def _stats(city: Map, as_json: bool) -> None:
    """The properties of a map beside those of the published sheets; what lies outside them is marked."""
    from strapontin.games.metrox.faces.map_quality import stats

    rows = stats(city)
    if as_json:
        print(json.dumps([asdict(row) for row in rows], ensure_ascii=False))
        return
    values = [row.value.split("; ") for row in rows]
    first = max(len(row.property) for row in rows)
    short = [len(value[0]) <= MOST_VALUE and len(value) == 1 for value in values]
    second = max(len(value[0]) for value, fits in zip(values, short, strict=True) if fits)
    for row, value, fits in zip(rows, values, short, strict=True):
        shown = value[0] if fits else ""
        print(f"{' ' if row.ok else '!'} {row.property:<{first}}  {shown:<{second}}  {row.range}".rstrip())
        for one in () if fits else value:  # what is too long for the table has a line for each
            print(f"    {one}")


def _calibrate(city: Map, args: argparse.Namespace) -> int:
    """Let three players play a map, and tell whether the figures are those of a good sheet of its size."""
    if not 10 <= args.games <= 100_000:
        raise BadOptions(f"--games: {args.games}; it must be 10 to 100000")
    from strapontin.coach.map_calibration import calibrate, faults, table

    special = args.special and any(station.special for station in city.stations)
    found = calibrate(city, args.games, args.rollouts, args.seed, special)
    missed = list(faults(city, found))
    if args.json:
        print(json.dumps({"figures": [asdict(one) for one in found], "missed": missed}))
    else:
        print(table(found))
        print("\n" + ("\n".join(missed) or say(language(), "cli.map.calibrated")))
    return 1 if missed else 0


def known() -> list[str]:
    """The ids of the maps there are."""
    from strapontin.games.metrox.kernels.map import CITIES

    return list(CITIES)
