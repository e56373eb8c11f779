"""What a seat of Le Jeu du Metro knows, as numbers: the trains, its hand, and what it knows of others' cards.

Places and objective cards go round the table from whoever looks: with more than two players each has one, with two of
them two. Which train lies where is not told, for its passengers are.
"""

from __future__ import annotations

from strapontin.core.observation import BITS, Axis, Part, around, choice, circle, items, number, seats, whose
from strapontin.games.jeudumetro.kernels.board import JeudumetroSetting
from strapontin.games.jeudumetro.kernels.state import DECK, KINDS, NAMES, OBJECTIVES, PASSENGERS

PHASES = ("first", "objective", "deal", "act", "discard", "steal", "draw", "over")
MANY = 10_000
"""No game has more turns, or refills of its pile, that anybody would count."""


def parts(setting: JeudumetroSetting) -> list[Part]:
    """Of a table of so many places."""
    players, places = setting.players, int(setting.board.places)
    turn = places // players
    names = tuple(f"{one}{side}" for one in around(players) for side in ("AB"[:turn] if turn > 1 else ("",)))
    table, everybody, kinds = Axis(names, ring=places, turn=turn), circle(players), items(NAMES)
    told = [
        choice("phase", PHASES),
        whose("starter", players),
        whose("turn", players),
        whose("victim", players),
        number("step", high=DECK),
        number("due", high=DECK),
        number("lowest", high=KINDS),
        number("refills", high=MANY),
        number("closing"),
        number("quay", high=PASSENGERS),
        number("stock", high=DECK),
        number("passengers", [table], high=PASSENGERS),
        number("stars", [table], high=PASSENGERS),
        number("controllers", [table], high=PASSENGERS),
        Part("card", (table,), *whose("card", places)[2:])._replace(turn=turn, values=names),
        choice("face", OBJECTIVES, [table]),
        seats("knows", players, [table]),
        Part("denied", (table,), BITS, OBJECTIVES),
        number("held", [everybody], high=DECK),
        number("hand", [everybody, kinds], high=DECK),
        number("discard", [kinds], high=DECK),
        number("fresh", [kinds], high=DECK),
        number("drawn", [circle(players, 1), kinds], high=DECK),
        number("known", [circle(players, 1), kinds, everybody], high=DECK),
    ]
    if players == 2:  # of which pairs of objectives two cards cannot be, in the order of all eyes
        pairs = tuple(f"{one}&{other}" for one in OBJECTIVES[1:] for other in OBJECTIVES[1:])
        cards = setting.lore.places
        told += [Part(f"paired[{i}]", (items(cards[i + 1 :], i + 1),), BITS, pairs) for i in range(places - 1)]
    return told
