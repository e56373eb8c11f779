"""Tables laid as a test wants them, and short ways to play at them."""

from __future__ import annotations

from typing import Any

from strapontin.core.match import Match
from strapontin.games.jeudumetro.kernels.state import NAMES, PASSENGERS

FILL = ("V2", "M2", "CO", "CC", "AI", "V1", "M1", "V3", "M3", "HP", "CS", "SP", "CT", "TE", "PP")
COPIES = dict(zip(NAMES, (2, 5, 2, 2, 2, 2, 5, 2, 2, 2, 3, 2, 4, 4, 4), strict=True))


def table(objectives: str, *hands: str, first: int = 1) -> Match:
    """A match for as many players as there are hands; objectives by place, cards by hand (filled up to four)."""
    match = Match("jeudumetro", len(hands), chance="manual")
    match.play("*", f"first {first}")
    places = match.setting.lore.places
    for place, objective in zip(places, objectives.split(), strict=True):
        match.play("*", f"obj {place}={objective}")
    wanted = [hand.split() for hand in hands]
    left = dict(COPIES)
    for card in (card for hand in wanted for card in hand):
        left[card] -= 1
    for player, hand in enumerate(wanted, 1):
        # fill with what nobody asked for, a card this hand does not have yet where there is one
        while len(hand) < 4:
            card = next((c for c in FILL if left[c] and c not in hand), None) or next(c for c in FILL if left[c])
            left[card] -= 1
            hand.append(card)
        for card in hand:
            match.play("*", f"deal {player}={card}")
    return match


def riding(match: Match, **passengers: int) -> Match:
    """Put passengers on trains (`p1=7`, `p2B=0`); the quay has the rest."""
    names = match.setting.lore.places
    for name, number in passengers.items():
        match.state.passengers[names.index(name[1:])] = number
    match.state.quay = PASSENGERS - sum(int(n) for n in match.state.passengers)
    assert match.state.quay >= 0
    return match


def quay(match: Match, left: int, onto: str) -> Match:
    """Leave only this many on the quay; the others ride at a place."""
    place = match.setting.lore.places.index(onto)
    match.state.passengers[place] += match.state.quay - left
    match.state.quay = left
    return match


def trains(match: Match) -> list[int]:
    """The passengers of all trains, by place."""
    return [place["passengers"] for place in match.view("*")["places"]]


def hand(match: Match, seat: int) -> list[str]:
    """A player's cards."""
    found: list[str] = match.view("*")["hands"][seat]["cards"]
    return found


def draw(match: Match, *cards: str) -> Match:
    """Draw these cards, or whatever comes first in the notation."""
    for card in cards:
        match.play("*", f"draw {card}")
    while match.to_act == {"*"} and match.legal("*")[0].startswith("draw"):
        match.play("*", match.legal("*")[0])
    return match


def plays(match: Match, *moves: str) -> Match:
    """Moves of the players whose turn it is, each followed by whatever is drawn."""
    for move in moves:
        (seat,) = match.to_act
        match.play(seat, move)
        if match.to_act == {"*"} and match.legal("*")[0].startswith("steal"):
            match.play("*", match.legal("*")[0])
        draw(match)
    return match


def passes(match: Match, turns: int = 1) -> Match:
    """Turns in which nothing happens: the first card of the hand is discarded."""
    for _ in range(turns):
        (seat,) = match.to_act
        plays(match, f"-{hand(match, int(seat))[0]}")
    return match


def objective(match: Match, place: str, seat: Any = "*") -> str | None:
    """The objective at a place as these eyes know it."""
    (found,) = [one for one in match.view(seat)["places"] if one["place"] == place]
    shown: str | None = found["objective"]
    return shown


def preview(match: Match, move: str) -> dict[str, Any]:
    """What the view of the player to act says of a move."""
    (seat,) = match.to_act
    (found,) = [one for one in match.view(seat)["moves"] if one["move"] == move]
    shown: dict[str, Any] = found
    return shown
