"""Le Jeu du Metro in the terminal: the trains, one's hand, and what each play would do."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from strapontin.cli.boards import sentence
from strapontin.core.game import Note
from strapontin.core.match import Eyes, Match
from strapontin.words import Language, say

GOAL, RIDER = 20, "●"
SUIT = {**dict.fromkeys(("V1", "V2", "V3", "SP", "HP"), "blue"), **dict.fromkeys(("M1", "M2", "M3", "CT", "CS"), "red")}


def show(match: Match, seat: Eyes, language: Language) -> RenderableType:
    """The table as these eyes see it."""
    view = match.view(seat)
    names = [player.name for player in match.players]
    return Group(
        _headline(view, names, language), _trains(view, names, language), _middle(view, language), _hand(view, language)
    )


def describe(move: dict[str, Any], view: dict[str, Any], language: Language) -> str:
    """What a legal move would do, in one line."""
    names = [say(language, "jeudumetro.player", n=seat + 1) for seat in range(view["players"])]
    if move["card"] is None:
        cards = ", ".join(card_name(card, language) for card in move["discards"])
        return say(language, "jeudumetro.does.discard", cards=cards, n=move["draws"])
    parts = [card_name(move["card"], language)]
    done = [say(language, "jeudumetro.does.change", **change) for change in move["changes"]]
    places = move["targets"]
    if move["card"] in ("SP", "CT"):
        done = [say(language, "jeudumetro.does.attach", place=places[0])]
    elif move["card"] == "PP":
        done = [say(language, "jeudumetro.does.rob", who=names[move["victim"]])]
    elif move["card"] in ("CC", "AI"):
        key = "jeudumetro.does.objectives" if move["card"] == "CC" else "jeudumetro.does.trains"
        done = [say(language, key, here=places[0], there=places[1])]
    parts += done or [say(language, "jeudumetro.does.nothing")]
    if move["wins"]:
        parts.append(say(language, "jeudumetro.does.wins", who=", ".join(names[one] for one in move["wins"])))
    doubtful = [one for one in move["may_win"] if one not in move["wins"]]
    if doubtful:
        parts.append(say(language, "jeudumetro.does.maywin", who=", ".join(names[one] for one in doubtful)))
    return " · ".join(parts)


def tell(note: Note, match: Match, language: Language) -> str:
    """A line of the log, with the names of players, cards and objectives."""
    names = [player.name for player in match.players]
    more: dict[str, Any] = {}
    for name, value in note.params.items():
        if name == "card":
            more[name] = card_name(value, language)
        elif name == "cards":
            more[name] = ", ".join(card_name(card, language) for card in value)
        elif name == "objective":
            more[name] = say(language, f"jeudumetro.objective.{value}")
        elif name == "victim":
            more[name] = names[value]
        elif name == "winners":
            more[name] = ", ".join(names[one] for one in value)
    return sentence(note, match, language, **more)


def card_name(card: str, language: Language) -> str:
    """A card in words."""
    return say(language, f"jeudumetro.card.{card}")


def _headline(view: dict[str, Any], names: list[str], language: Language) -> Text:
    if view["over"]:
        who = ", ".join(names[one] for one in view["winners"])
        text = say(language, "jeudumetro.over") + ". " + say(language, "jeudumetro.winners", who=who)
    elif view["turn"] is None:
        text = say(language, "jeudumetro.title")
    elif view["turn"] == view["seat"]:
        text = say(language, "jeudumetro.yourturn")
    else:
        text = say(language, "jeudumetro.turn", who=names[view["turn"]])
    return Text(text, style="bold white on blue")


def _trains(view: dict[str, Any], names: list[str], language: Language) -> Table:
    """One row a place, in the order of the notation."""
    table = Table(pad_edge=False, header_style="dim")
    for column in ("train", "player", "passengers", "attachedcards", "goal", "away", "cards"):
        heading = say(language, f"jeudumetro.{column}", n="").strip()
        table.add_column(heading, justify="right" if column in ("away", "cards") else "left", no_wrap=column != "goal")
    for place in view["places"]:
        hand = view["hands"][place["seat"]]
        size = str(hand["size"]) if not place["place"].endswith("B") else ""
        if size and hand["cards"] and place["seat"] != view["seat"] and view["seat"] != "*":
            size += " " + say(language, "jeudumetro.certain", cards=" ".join(hand["cards"]))
        goal = place["objective"]
        you = f" ({say(language, 'jeudumetro.you')})" if place["seat"] == view["seat"] else ""
        table.add_row(
            place["place"],
            names[place["seat"]] + you,
            _riders(place["passengers"]),
            " ".join(["SP"] * place["stars"] + ["CT"] * place["controllers"]),
            say(language, f"jeudumetro.objective.{goal}") if goal else say(language, "jeudumetro.unknown"),
            "" if place["missing"] is None else str(place["missing"]),
            size,
            style="bold" if place["seat"] == view["turn"] and not view["over"] else "",
        )
    return table


def _riders(count: int) -> Text:
    """The number, then a bar of passengers with a mark where 20 is."""
    bar = Text(f"{count:2d} ")
    bar.append(RIDER * min(count, GOAL), style="blue")
    bar.append("·" * max(0, GOAL - count), style="dim")
    bar.append("|", style="bold")
    bar.append(RIDER * max(0, count - GOAL), style="yellow")
    return bar


def _middle(view: dict[str, Any], language: Language) -> Text:
    discard = " ".join(f"{n}×{card}" for card, n in view["discard"].items()) or say(language, "jeudumetro.empty")
    parts = [
        f"{say(language, 'jeudumetro.quay')} {view['quay']}",
        f"{say(language, 'jeudumetro.pile')} {view['pile']}",
        f"{say(language, 'jeudumetro.discard')} {discard}",
    ]
    if view["last_train"]:
        parts.append(say(language, "jeudumetro.lastlap"))
    else:
        parts.append(say(language, "jeudumetro.refills", n=view["refills"], most=view["last_refill"]))
    return Text("   ".join(parts), style="dim")


def _hand(view: dict[str, Any], language: Language) -> Text:
    if not isinstance(view["seat"], int):
        return Text("")
    text = Text(say(language, "jeudumetro.hand.yours") + ": ", style="bold")
    for card in view["hands"][view["seat"]]["cards"]:
        text.append(f"[{card}] {card_name(card, language)}  ", style=SUIT.get(card, "yellow"))
    return text
