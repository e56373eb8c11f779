"""Small maps and short ways to play on them."""

from __future__ import annotations

from typing import Any

from strapontin.core.match import Match


def line(name: str, stations: str, windows: int = 2, first: int = 4, later: int = 2, **more: Any) -> dict[str, Any]:
    """A line through stations of one letter each."""
    return {"id": name, "stations": list(stations), "windows": windows, "first": first, "later": later, **more}


def city(*lines: dict[str, Any], special: str = "", deck: list[str] | None = None) -> dict[str, Any]:
    """A map of these lines."""
    names = dict.fromkeys(station for one in lines for station in one["stations"])
    stations = [{"id": n, "name": n, "x": i, "y": 0, "special": n in special} for i, n in enumerate(names)]
    made = {"id": "test", "name": "Test", "stations": stations, "lines": list(lines)}
    return made | ({"deck": deck} if deck else {})


def table(*lines: dict[str, Any], players: int = 1, special: str = "", deck: list[str] | None = None) -> Match:
    """A match on such a map with the cards in the tester's hand."""
    options: dict[str, Any] = {"map": city(*lines, special=special, deck=deck)}
    if special:
        options["special"] = True
    return Match("metrox", players, options, chance="manual")


def rounds(match: Match, *played: str) -> Match:
    """Play rounds written `card: move of seat 0, move of seat 1...`."""
    for one in played:
        card, moves = one.split(":")
        match.play("*", card.strip())
        for seat, move in enumerate(moves.split()):
            if move != ".":
                match.play(seat, move)
    return match


def marks(match: Match, seat: int = 0) -> str:
    """The marked stations of a player, in order of the map."""
    return "".join(mark["station"] for mark in match.view("*")["sheets"][seat]["marks"])


def windows(match: Match, name: str, seat: int = 0) -> list[str]:
    """What stands in the windows of a line."""
    (found,) = [one for one in match.view("*")["sheets"][seat]["lines"] if one["line"] == name]
    return found["windows"]  # type: ignore[no-any-return]


def value(match: Match, name: str, seat: int = 0) -> str | None:
    """The value a player has of a line."""
    (found,) = [one for one in match.view("*")["sheets"][seat]["lines"] if one["line"] == name]
    return found["value"]  # type: ignore[no-any-return]
