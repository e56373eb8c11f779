"""A round with the real tiles on the table: every draw told, as a family would."""

from __future__ import annotations

from typing import Any

import strapontin

ALL = "*"


class Tabletop:
    """A match whose chance is told what to draw."""

    def __init__(self, *lines: int, row: str = "1234", first: int = 1, tiles: str = "standard") -> None:
        self.match = strapontin.new("correspondances", len(lines), {"tiles": tiles}, chance="manual")
        self.match.play("*", f"first {first}")
        self.deal(*lines, row=row)

    def deal(self, *lines: int, row: str = "1234") -> None:
        """The lines of a round, player by player, and its row."""
        for player, line in enumerate(lines, 1):
            self.match.play("*", f"line {player}={line}")
        self.match.play("*", f"row {row}")

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        (seat,) = self.match.to_act
        assert isinstance(seat, int)
        return seat

    def draw(self, tile: str) -> list[str]:
        """Draw this section and return the legal placements."""
        self.match.play("*", f"draw {tile}")
        return self.match.legal(self.seat)

    def lay(self, *placements: str) -> Tabletop:
        """Draw and place one section after the other: `12+ 0,1:2121`."""
        for placement in placements:
            tile, move = placement.split(" ")
            self.draw(tile)
            self.match.play(self.seat, move)
        return self

    def view(self, seat: Any = ALL) -> dict[str, Any]:
        return self.match.view(seat)

    @property
    def results(self) -> list[dict[str, Any]]:
        """What the round before gave each player."""
        found: list[dict[str, Any]] = self.view()["last"]["results"]
        return found

    @property
    def ended(self) -> int:
        """How many rounds are over."""
        last = self.view()["last"]
        return last["number"] if last else 0


BLUE_OVER_THE_TOP = (
    "12+ 0,1:2121",
    "12) 0,2:1221",
    "23+ 1,2:3232",
    "23+ 2,2:3232",
    "24+ 3,2:4242",
    "24+ 4,2:4242",
    "24) 5,2:4422",
)
"""Blue's line from its start over the row to the cell above point 1: seven sections."""
