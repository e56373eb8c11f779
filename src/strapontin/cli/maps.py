"""`strapontin map`: the city maps of metroX."""

from __future__ import annotations

import argparse
import json


def run(args: argparse.Namespace) -> int:
    """Print a map as JSON, or list those there are."""
    import msgspec

    from strapontin.games.metrox import map as maps

    if args.id is not None:
        city = msgspec.to_builtins(maps.city(args.id))
        print(json.dumps(city, ensure_ascii=False, indent=None if args.json else 1))
        return 0
    found = [maps.city(one) for one in known()]
    if args.json:
        print(json.dumps([{"id": one.id, "name": one.name} for one in found], ensure_ascii=False))
    else:
        for one in found:
            print(f"{one.id:<12} {one.name}")
    return 0


def known() -> list[str]:
    """The ids of the maps there are."""
    from strapontin.games.metrox.map import cities

    return cities()
