"""`strapontin map`: the city maps of metroX."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from strapontin.cli.pace import prefer_plain
from strapontin.cli.reading import contents, named
from strapontin.core.errors import BadOptions, clip

if TYPE_CHECKING:
    from strapontin.games.metrox.map import Map


def run(args: argparse.Namespace) -> int:
    """Print a map as JSON, as a picture or as figures; check one; or list those there are."""
    prefer_plain()
    import msgspec

    from strapontin.games.metrox import map as maps

    if args.id is None:
        _list(args.json)
        return 0
    if args.id == "check":
        city = _checked(args.file)
    elif args.file is not None:
        raise BadOptions(f"FILE: {clip(args.file)}; only `map check FILE` reads a file")
    else:
        city = maps.city(args.id)
    if args.svg:
        from strapontin.games.metrox.draw import draw

        print(draw(city))
    elif args.stats or args.id == "check":
        _stats(city, args.json)
    else:
        print(json.dumps(msgspec.to_builtins(city), ensure_ascii=False, indent=None if args.json else 1))
    return 0


def _list(as_json: bool) -> None:
    from strapontin.games.metrox.map import city

    found = [city(one) for one in known()]
    if as_json:
        print(json.dumps([{"id": one.id, "name": one.name} for one in found], ensure_ascii=False))
        return
    for one in found:
        print(f"{one.id:<12} {one.name}")


def _checked(path: str | None) -> Map:
    if path is None:
        raise BadOptions("map check: no file named; expected `map check FILE`")
    return read_map(path)


def read_map(path: str) -> Map:
    """The map in a file; BadOptions has a line for every fault."""
    import msgspec

    from strapontin.games.metrox.map import read

    data = contents(path)
    with named(path):
        try:
            return read(msgspec.json.decode(data))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BadOptions(f"not valid JSON: {error}") from None


def _stats(city: Map, as_json: bool) -> None:
    """The properties of a map beside those of the published sheets; what lies outside them is marked."""
    from strapontin.games.metrox.stats import stats

    rows = stats(city)
    if as_json:
        print(json.dumps([asdict(row) for row in rows], ensure_ascii=False))
        return
    wide = max(len(row.property) for row in rows)
    for row in rows:
        print(f"{' ' if row.ok else '!'} {row.property:<{wide}}  {row.value:<20} {row.range}".rstrip())


def known() -> list[str]:
    """The ids of the maps there are."""
    from strapontin.games.metrox.map import cities

    return cities()
