"""metroX in the terminal: the sheet, the card, and what each ride would mark."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from strapontin.cli.boards import sentence
from strapontin.core.match import Eyes, Match
from strapontin.games.metrox.faces.story import CardRevealed, MetroxNote, Rode, RodeTransfer
from strapontin.words import Language, figure, say

EMPTY = "○○②③④⑤⑥⑦⑧⑨"
"""An empty station, by the number of its lines."""
FRAMED = "❶❶❷❸❹❺❻❼❽❾"
"""A transfer, by its count."""
MARKED, SPECIAL = "●", "◇"
FREE_OFFERS = 12
CARDS = {"3-6": "number", "2E 3E": "express", "+": "transfer", "*": "free", "6": "six"}
"""How cards are written, and what the catalogue calls them."""
SHOWN = ("metrox.card",)
"""What the log need not repeat: the card lies on the table."""


def show(match: Match, seat: Eyes, language: Language) -> RenderableType:
    """The table as a seat sees it: card and pile, its own sheet, everybody's score."""
    view = match.view(seat)
    own = seat if isinstance(seat, int) else 0
    return Group(
        _card(match, view, language), _sheet(match, view, own, language), *_scores(match, view, own, language), Text("")
    )


def describe(move: dict[str, Any], view: dict[str, Any], language: Language) -> str:
    """What a ride would mark, complete and score."""
    names = {one.id: one.name for one in view["lore"].stations}
    stations = [names.get(one, one) for one in move["marks"]]
    if not stations:
        return say(language, f"metrox.ride.{move['does']}")
    told = [", ".join(stations)]
    if move["transfer"] is not None:
        told[0] += f" {FRAMED[min(move['transfer'], 9)]}"
    if move["completes"]:
        told.append(say(language, "metrox.ride.completes", lines=move["completes"]))
    if move["repeats"]:
        told.append(say(language, "metrox.ride.repeats"))
    return f"{_signed(move['points'])}  {' · '.join(told)}"


def _signed(points: int) -> str:
    return figure(f"{points:+d}")


def explain(language: Language) -> list[str]:
    """The cards and what they let one do."""
    return [f"{card}  {say(language, f'metrox.text.{key}')}" for card, key in CARDS.items()]


def offer(view: dict[str, Any]) -> list[str]:
    """The menu: the longest ride of every line and direction; of free rides those that bring most."""
    free = [one for one in view["moves"] if one["line"] is None]
    if free:
        best = sorted(free[:-1], key=lambda one: -one["points"])[:FREE_OFFERS]
        return [one["move"] for one in (*best, free[-1])]
    longest: dict[str, dict[str, Any]] = {}
    for one in view["moves"]:
        longest[one["move"].rstrip("0123456789+")] = one
    ridden = {one["line"] for one in longest.values() if one["marks"]}
    return [one["move"] for one in longest.values() if one["marks"] or one["line"] not in ridden]


def final(match: Match, language: Language) -> RenderableType:
    """The score of everybody with its parts; alone, the judgement."""
    view = match.view("*")
    heads = ("cli.player", "metrox.final.lines", "metrox.final.transfers", "metrox.final.empty", "cli.total")
    table = Table(box=None, pad_edge=False)
    for i, head in enumerate(heads):
        table.add_column(say(language, head), justify="right" if i else "left")
    for one, sheet in zip(match.players, view["sheets"], strict=True):
        parts = sheet["score"]
        cells = [figure(one) for one in (parts["lines"], parts["transfers"], -parts["empty"], parts["total"])]
        table.add_row(Text(one.name, style="bold"), *cells)
    lines: list[RenderableType] = [table]
    if view["tier"] is not None:
        lines += ["", Text(say(language, f"metrox.tier.{view['tier']}"), style="italic")]
    return Group(*lines)


def card_name(card: str, language: Language) -> str:
    """A card in words."""
    if card in "+*":
        return say(language, "metrox.card.transfer" if card == "+" else "metrox.card.free")
    return say(language, "metrox.card.express" if card.endswith("E") else "metrox.card.number", n=card[0])


def tell(note: MetroxNote, match: Match, language: Language, reader: Eyes = None) -> str:
    """A line of the log, with the names of stations and cards."""
    more: dict[str, Any] = {}
    if isinstance(note, CardRevealed):
        more["card"] = card_name(note.card, language)
    elif isinstance(note, Rode | RodeTransfer):
        names = {station.id: station.name for station in match.setting.lore.stations}
        more["stations"] = [names[one] for one in note.stations]
        if isinstance(note, RodeTransfer):
            more["counts"] = [str(one) for one in note.transfers]
    return sentence(note, match, language, reader, **more)


def _card(match: Match, view: dict[str, Any], language: Language) -> RenderableType:
    """The card of the round, and the cards that can still come."""
    line = Text.assemble((match.setting.lore.name, "bold"), " · ", overflow="ellipsis", no_wrap=True)
    if view["card"] is not None:
        line.append(say(language, "metrox.sheet.round", turn=view["turn"]) + " ")
        line.append(f" {view['card']} ", style="bold reverse")
        if not view["card"].isdigit():  # a number says itself
            line.append(f" {card_name(view['card'], language)}")
    cards = "  ".join(card if n == 1 else f"{card}×{n}" for card, n in view["pile"].items())
    return Group(line, Text(say(language, "metrox.sheet.pile", cards=cards), style="dim"))


def _sheet(match: Match, view: dict[str, Any], seat: int, language: Language) -> RenderableType:
    city, sheet = match.setting.lore, view["sheets"][seat]
    special = match.setting.options.get("special", False)
    marks = {one["station"]: one for one in sheet["marks"]}
    lines_at = {one.id: sum(one.id in line.stations for line in city.lines) for one in city.stations}
    stations = {one.id: one for one in city.stations}
    taken = {one["line"] for one in view["taken"]}
    legend = say(language, "metrox.sheet.legend") + (f"  {say(language, 'metrox.sheet.special')}" if special else "")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for key in ("line", "windows", "value"):
        head = say(language, f"metrox.sheet.{key}")
        table.add_column(head, no_wrap=True, min_width=max(len(head), 7 if key == "windows" else 0))
    table.add_column(Text(legend, style="dim"), no_wrap=True, overflow="ellipsis")
    for line, row in zip(city.lines, sheet["lines"], strict=True):
        strip = Text()
        for one in line.stations:
            mark = marks.get(one)
            if mark is not None:
                strip.append(FRAMED[min(mark["transfer"], 9)] if mark["transfer"] else MARKED, style=line.colour)
            elif special and stations[one].special:
                strip.append(SPECIAL, style="bold")
            else:
                strip.append(EMPTY[min(lines_at[one], 9)])
            strip.append(" ")
        if line.loop:
            strip.append({None: "⇄", ">": "↻", "<": "↺"}[row["way"]])
        first_empty = next((stations[one].name for one in line.stations if one not in marks), None)
        if first_empty is not None and line.loop is False and len(row["windows"]) < line.windows:
            strip.append(f" {first_empty}", style="dim")
        windows = [*row["windows"], *["·"] * (line.windows - len(row["windows"]))]
        table.add_row(
            Text(f" {line.id} ", style=f"bold white on {line.colour}"),
            " ".join(windows),
            _value(line, row, line.id in taken),
            strip,
        )
    return table


def _value(line: Any, row: dict[str, Any], taken: bool) -> Text:
    """What a line is worth: what it brought, or what it still can."""
    if row["value"] is not None:
        return Text(f"✓ {line.first if row['value'] == 'first' else line.later}", style="bold green")
    return Text(f"  {line.later}") if taken else Text.assemble(f"  {line.first}", (f"/{line.later}", "dim"))


def _scores(match: Match, view: dict[str, Any], own: int, language: Language) -> list[RenderableType]:
    """One's own score and what it is made of; the others' on one line."""
    told = say(language, "metrox.sheet.score", player=match.players[own].name, **view["sheets"][own]["score"])
    lines: list[RenderableType] = [Text(told, style="bold", no_wrap=True, overflow="ellipsis")]
    others = [
        say(language, "cli.of", what=one.name, told=figure(sheet["score"]["total"]))
        + (" ✓" if sheet["done"] and view["card"] is not None else "")
        for seat, (one, sheet) in enumerate(zip(match.players, view["sheets"], strict=True))
        if seat != own
    ]
    if others:
        lines.append(Text(" · ".join(others), style="dim", no_wrap=True, overflow="ellipsis"))
    return lines
