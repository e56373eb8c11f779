"""A position of metroX as SVG: the sheet of the seat that looks, or everybody's."""

from __future__ import annotations

from collections.abc import Sequence

from strapontin.games.metrox.faces import sheet
from strapontin.games.metrox.faces.sheet import Preview, Sheet
from strapontin.games.metrox.faces.view import MetroxView, Ride
from strapontin.games.metrox.kernels.board import MetroxSetting


def draw(setting: MetroxSetting, view: MetroxView, move: str | None = None, names: Sequence[str] = ()) -> str:
    """The sheet of the seat that looks, with a ride tried out if one is named; everybody's for eyes without a seat."""
    if isinstance(view.seat, int) or view.players == 1:
        seat = view.seat if isinstance(view.seat, int) else 0
        ride = next((one for one in view.moves if one.move == move), None)
        return sheet.draw(setting.lore, _sheet(setting, view, seat, ride))
    labels = [
        f"{names[seat] if names else seat + 1} · {one.score.total}".replace(" -", " −")
        for seat, one in enumerate(view.sheets)
    ]
    return sheet.gallery(setting.lore, [_sheet(setting, view, seat) for seat in range(view.players)], labels)


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
