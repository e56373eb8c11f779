"""The board of Le Jeu du Metro: the circle of places and the deck."""

from __future__ import annotations

from typing import Any, NamedTuple

from strapontin.core.game import Setting
from strapontin.core.kernel import blank
from strapontin.core.layout import up_to
from strapontin.games.jeudumetro.kernels.state import (
    AI,
    CC,
    CO,
    COPIES,
    CS,
    CT,
    FACE_COPIES,
    HP,
    M1,
    M2,
    M3,
    PLACES,
    PLAY,
    ROW,
    SEATS,
    SP,
    V1,
    V2,
    V3,
    Board,
    State,
)

CIRCLE = (0, 3, 2, 1)
"""Two players, going left: 1A, 2B, 2A, 1B."""


class Table(NamedTuple):
    """The names of the places, in order."""

    places: tuple[str, ...]


JeudumetroSetting = Setting[Board, Table]


def setting(options: dict[str, Any], players: int) -> JeudumetroSetting:
    """The board for this many players, and what its places are called."""
    places = ("1A", "1B", "2A", "2B") if players == 2 else tuple(str(i + 1) for i in range(players))
    return Setting(options, players, board(players), Table(places))


def board(players: int) -> Board:
    """The board record for this many players."""
    record = blank(Board)
    record.players, record.extent = players, up_to(State, "known", players * ROW * SEATS)
    record.places = 4 if players == 2 else players
    circle = CIRCLE if players == 2 else tuple(range(players))
    for i, place in enumerate(circle):
        after = circle[(i + 1) % len(circle)]
        record.left[place] = after
        record.right[after] = place
        record.owner[place] = place // 2 if players == 2 else place
    record.copies[: len(COPIES)] = COPIES
    record.faces[: len(FACE_COPIES)] = FACE_COPIES
    record.refills = 2 if players == 2 else 4
    _plays(record)
    return record


def _plays(record: Board) -> None:
    """Write down the plays that do not depend on how the table stands."""
    places = range(record.places)
    pairs = [here * PLACES + there for here in places for there in places if here < there]
    alone = [here * PLACES for here in places]
    targets = {HP: [0], CS: [0], CC: pairs, AI: pairs}
    targets |= dict.fromkeys((V1, V2, V3, SP, M1, M2, M3, CT), alone)
    for kind, found in targets.items():
        record.ways[kind] = len(found)
        record.plays[kind, : len(found)] = [kind * PLAY + target for target in found]
    for here in places:
        record.walks[here, : len(places) - 1] = [CO * PLAY + here * PLACES + i for i in places if i != here]
