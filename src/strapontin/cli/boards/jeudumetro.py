"""Le Jeu du Metro in the terminal: the trains, one's hand, and what each play would do."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from strapontin.cli.boards import sentence
from strapontin.core.match import Eyes, Match
from strapontin.games.jeudumetro.faces.story import (
    Dealt,
    Discarded,
    Drew,
    JeudumetroNote,
    ObjectiveSeen,
    Revealed,
    Stole,
)
from strapontin.games.jeudumetro.kernels.state import NAMES
from strapontin.words import Language, say

GOAL, RIDER, LONGEST_NAME = 20, "■", 16
PAIRING = ("CO", "CC", "AI")
"""The cards that act on two trains."""
SUIT = {**dict.fromkeys(("V1", "V2", "V3", "SP", "HP"), "blue"), **dict.fromkeys(("M1", "M2", "M3", "CT", "CS"), "red")}


def show(match: Match, seat: Eyes, language: Language) -> RenderableType:
    """The table as these eyes see it."""
    names = [player.name for player in match.players]
    view = match.view(seat) | {"names": names, "title": match.game.name}
    return Group(
        _headline(view, names, language),
        _trains(view, names, language),
        *_goals(view, language),
        _middle(view, language),
        _hand(view, language),
    )


def final(match: Match, language: Language) -> RenderableType:
    """The trains as they stand, every objective turned up."""
    return _trains(match.view("*"), [player.name for player in match.players], language)


def describe(move: dict[str, Any], view: dict[str, Any], language: Language) -> str:
    """What a legal move would do, in one line."""
    if move["card"] is None:
        cards = ", ".join(card_name(card, language) for card in move["discards"])
        return say(language, "jeudumetro.does.discard", cards=cards, n=move["draws"])
    return f"{card_name(move['card'], language)} · {brief(move, view, language)}"


def brief(move: dict[str, Any], view: dict[str, Any], language: Language) -> str:
    """The same where the cards go without saying."""
    names = view["names"]
    if move["card"] is None:
        return ""
    parts = []
    if move["does"] == "change":
        done = [say(language, "jeudumetro.does.change", **change) for change in move["changes"]]
    else:
        here, there = (*move["targets"], "", "")[:2]
        who = "" if move["victim"] is None else names[move["victim"]]
        done = [say(language, f"jeudumetro.does.{move['does']}", place=here, here=here, there=there, who=who)]
    if move["wins"]:  # first, for where the menu is narrow the rest may be cut
        parts.append(say(language, "jeudumetro.does.wins", who=[names[one] for one in move["wins"]]))
    doubtful = [one for one in move["may_win"] if one not in move["wins"]]
    if doubtful:
        parts.append(say(language, "jeudumetro.does.maywin", who=[names[one] for one in doubtful]))
    return " · ".join(parts + done)


def tell(note: JeudumetroNote, match: Match, language: Language, reader: Eyes = None) -> str:
    """A line of the log, with the names of cards and objectives."""
    more: dict[str, Any] = {}
    if isinstance(note, Drew | Stole):
        more["card"] = card_name(note.card, language)
    elif isinstance(note, Dealt | Discarded):
        more["cards"] = [card_name(card, language) for card in note.cards]
    elif isinstance(note, ObjectiveSeen | Revealed):
        more["objective"] = say(language, f"jeudumetro.objective.{note.objective}")
    return sentence(note, match, language, reader, **more)


def card_name(card: str, language: Language) -> str:
    """A card in words."""
    return say(language, f"jeudumetro.card.{card}")


def _headline(view: dict[str, Any], names: list[str], language: Language) -> Text:
    if view["over"]:
        who = [names[one] for one in view["winners"]]
        text = say(language, "jeudumetro.over") + ". " + say(language, "jeudumetro.winners", who=who)
    elif view["turn"] is None:
        text = view["title"]
    elif view["turn"] == view["seat"]:
        text = say(language, "jeudumetro.yourturn")
    else:
        text = say(language, "jeudumetro.turn", who=names[view["turn"]])
    return Text(text, style="bold white on blue")


def _trains(view: dict[str, Any], names: list[str], language: Language) -> Table:
    """One row a place, in the order of the notation; in 80 columns the objectives have the room they need."""
    table = Table(pad_edge=False, header_style="dim", box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for column in ("train", "player", "passengers", "attachedcards", "goal", "away", "cards"):
        heading = say(language, f"jeudumetro.{column}", n="").strip()
        table.add_column(heading, justify="right" if column == "away" else "left", no_wrap=True)
    for place in view["places"]:
        hand = view["hands"][place["seat"]]
        size = str(hand["size"]) if not place["place"].endswith("B") else ""
        if size and hand["cards"] and place["seat"] != view["seat"] and view["seat"] != "*":
            size += f" ({' '.join(hand['cards'])})"  # those one is certain of
        goal = place["objective"]
        acting = place["seat"] == view["turn"] and not view["over"]
        you = f" ({say(language, 'jeudumetro.you')})" if place["seat"] == view["seat"] else ""
        table.add_row(
            f"{'▶' if acting else ' '}{place['place']}",
            _short(names[place["seat"]], you),
            _riders(place["passengers"]),
            " ".join(["SP"] * place["stars"] + ["CT"] * place["controllers"]),
            say(language, f"jeudumetro.short.{goal}") if goal else say(language, "jeudumetro.unknown"),
            "" if place["missing"] is None else str(place["missing"]),
            size,
            style="bold" if acting else "",
        )
    return table


def _short(name: str, you: str) -> str:
    """A name that leaves room for what stands behind it."""
    room = LONGEST_NAME - len(you)
    return (name if len(name) <= room else name[: room - 1] + "…") + you


def _goals(view: dict[str, Any], language: Language) -> list[Text]:
    """One's own objectives in full, with whose train they are about."""
    trains, told = {place["place"]: place for place in view["places"]}, []
    for place in view["places"]:
        goal = place["objective"]
        if place["seat"] != view["seat"] or goal is None:
            continue
        about = trains[{"R0": place["right"], "L20": place["left"]}.get(goal, place["place"])]
        beside = "" if about is place else f" ({about['place']}, {view['names'][about['seat']]})"
        objective = say(language, f"jeudumetro.objective.{goal}") + beside
        line = say(language, "jeudumetro.yours", place=place["place"], objective=objective)
        told.append(Text(line, style="bold"))
    if len(told) > 1:
        told[-1].append(f" · {say(language, 'jeudumetro.both')}")
    return told


def _riders(count: int) -> Text:
    """The number, then a bar of passengers, two to a mark, with a stroke where 20 is."""
    bar = Text(f"{count:2d} ")
    marks, goal = -(-count // 2), GOAL // 2
    bar.append(RIDER * min(marks, goal), style="blue")
    bar.append("·" * max(0, goal - marks), style="dim")
    bar.append("▏+" if count > GOAL else "▏", style="bold")
    return bar


def groups(view: dict[str, Any], language: Language) -> list[tuple[str, list[str]]]:
    """All pairs of trains a card can act on, and all ways to discard, are one line of the menu each."""
    found: dict[str | None, list[str]] = {}
    for one in view["moves"]:
        if one["card"] in (*PAIRING, None):
            found.setdefault(one["card"], []).append(one["move"])
    made = []
    for card, moves in found.items():
        if card is None:
            label = say(language, "jeudumetro.does.discards", n=len(moves))
        else:
            named = {"card": card_name(card, language), "text": say(language, f"jeudumetro.text.{card}")}
            label = say(language, "jeudumetro.does.pairs", n=len(moves), **named)
        made.append((label, moves))
    return [(label, moves) for label, moves in made if len(moves) > 1]


def explain(language: Language) -> list[str]:
    """Every card and what it does."""
    return [f"{card}  {card_name(card, language)} · {say(language, f'jeudumetro.text.{card}')}" for card in NAMES]


def _middle(view: dict[str, Any], language: Language) -> Text:
    discard = " ".join(f"{n}×{card}" for card, n in view["discard"].items()) or say(language, "jeudumetro.empty")
    refilled = {"n": view["pile"], "refills": view["refills"], "most": view["last_refill"]}
    parts = [
        f"{say(language, 'jeudumetro.quay')} {view['quay']}",
        say(language, "jeudumetro.pile.refilled", **refilled),
        f"{say(language, 'jeudumetro.discard')} {discard}",
    ]
    if view["last_train"]:
        parts.append(say(language, "jeudumetro.lastlap"))
    return Text("   ".join(parts), style="dim")


def _hand(view: dict[str, Any], language: Language) -> Text:
    if not isinstance(view["seat"], int):
        return Text("")
    text = Text(say(language, "cli.of", what=say(language, "jeudumetro.hand.yours"), told=""), style="bold")
    for card in view["hands"][view["seat"]]["cards"]:
        whole = f"[{card}] {card_name(card, language)}".replace(" ", "\N{NO-BREAK SPACE}")  # a line ends between cards
        text.append(f"{whole}  ", style=SUIT.get(card, "yellow"))
    return text
