"""What must hold for what people are shown: facts, options, views, words and pictures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import msgspec

from strapontin.conformance.assertions import hold, refused
from strapontin.conformance.driver import begin, digests, steps, whole
from strapontin.conformance.playing import MOST
from strapontin.conformance.secrets import all_eyes
from strapontin.conformance.variant import Variant, variants
from strapontin.core.errors import BadOptions, OtherRules
from strapontin.core.kernel import JIT
from strapontin.core.registry import game
from strapontin.words import LANGUAGES, catalogue

ALIKE = 40
"""Decisions that both modes of the kernels play."""


def a_game_says_of_itself_what_faces_ask(variant: Variant) -> None:
    """Name, players and minutes make sense, and the words for it are there in every language, if it has any."""
    one = game(variant.game)
    hold(one.id == variant.game, f"it calls itself {one.id}")
    hold(one.name, "it has no name")
    hold(one.usual in one.seats, f"usually {one.usual} play, but it is for {one.seats}")
    hold(1 <= one.minutes <= 600, f"it takes {one.minutes} minutes")
    hold(one.longest is None or one.minutes < one.longest <= 600, f"a long game takes {one.longest} minutes")
    keys = {f"{one.id}.about", *one.passive, *(f"{one.id}.fact.{fact.name}" for fact in one.facts)}
    for language in LANGUAGES if _speaks(one.id) else ():
        hold(keys <= set(catalogue(language)), f"no words in {language} for {sorted(keys - set(catalogue(language)))}")


def a_game_numbers_its_rules(variant: Variant) -> None:
    """Its version is a number from 1, and whatever it can still play of before is the same game by a lower one."""
    one = game(variant.game)
    hold(one.version >= 1, f"its rules are version {one.version}")
    for version, other in one.earlier.items():
        hold(1 <= version < one.version, f"version {version} is not earlier than {one.version}")
        hold((other.id, other.version) == (one.id, version), f"{version} is version {other.version} of {other.id}")
    refused(OtherRules, one.by, one.version + 1)


def a_game_describes_the_options_it_takes(variant: Variant) -> None:
    """Every value a form offers is taken, its default filled in, and anything else refused."""
    one = game(variant.game)
    completed = one.setting({}, one.seats.start).options
    defaults = {option.name: option.default for option in one.options if option.name in completed}
    hold(defaults == completed, f"the defaults are {defaults}, but what is filled in is {completed}")
    refused(BadOptions, one.setting, {"no such option": 1}, one.seats.start)
    for option in one.options:
        values = (True, False) if isinstance(option.default, bool) else option.values
        for value in values:
            taken = one.setting({option.name: value}, one.seats.start).options[option.name]
            hold(taken == value, f"{option.name}={value} is taken as {taken}")
        refused(BadOptions, one.setting, {option.name: "no such value"}, one.seats.start)


def both_modes_of_kernels_give_the_same_records(variant: Variant) -> None:
    """Compiled or not, a rule does the same."""
    script = [sys.executable, "-m", "strapontin.conformance.driver", variant.game, str(ALIKE)]
    environment = os.environ | {"STRAPONTIN_JIT": "0" if JIT else "1"}
    other = subprocess.run(script, env=environment, capture_output=True, text=True)
    hold(other.returncode == 0, f"the other mode fails: {other.stderr.strip().rpartition(chr(10))[2]}")
    here, there = digests(variants(variant.game), ALIKE), json.loads(other.stdout)
    hold(here == there, f"the modes differ: {[name for name in here if here[name] != there.get(name)]}")


def what_a_game_counts_is_told_of_every_seat(variant: Variant) -> None:
    """`tally` has all `facts`, as JSON."""
    match = whole(variant, 2, MOST)
    told = match.game.tally(match.setting, match.state)
    hold(list(told) == [fact.name for fact in match.game.facts], f"{list(told)} are counted, not what `facts` lists")
    hold(all(len(seats) == variant.players for seats in told.values()), f"not of every seat: {told}")
    hold(json.loads(json.dumps(told)) == told, f"not as JSON: {told}")


def scenes_views_and_notes_are_of_the_types_the_game_names(variant: Variant) -> None:
    """They survive being written as JSON and read as `scene_type`, `view_type` and one of `notes`."""
    kind = game(variant.game).view_type
    scene = json.loads(json.dumps(begin(variant, 16).scene))
    hold(_read(scene, game(variant.game).scene_type) == scene, f"not a {game(variant.game).scene_type.__name__}")
    for ply, match in enumerate(steps(variant, 16, MOST)):
        if ply % (3 * variant.players):
            continue
        for seat in all_eyes(match):
            view = json.loads(json.dumps(match.view(seat)))
            hold(_read(view, kind) == view, f"the view of {seat} is no {kind.__name__}")
    for note in match.log("*"):
        hold(type(note) in match.game.notes, f"{type(note).__name__} is not among its notes")
        told = json.loads(msgspec.json.encode(note))
        hold(_read(told, type(note)) == told, f"{note.key} is no {type(note).__name__}")


def previews_name_exactly_the_legal_moves(variant: Variant) -> None:
    """The moves of a view are those a seat may make, in their order."""
    for ply, match in enumerate(steps(variant, 17, MOST)):
        if ply % (4 * variant.players):
            continue
        for seat in range(len(match.players)):
            legal = match.legal(seat) if seat in match.to_act else []
            named = [move["move"] for move in match.view(seat)["moves"]]
            hold(named == legal, f"the view of seat {seat} has {named[:9]}, legal are {legal[:9]}")


def spectators_and_logs_know_every_key_in_both_languages(variant: Variant) -> None:
    """The story is told to those who watch, and every line of it has its sentence, if the game has words."""
    match = whole(variant, 18, MOST)
    hold(match.log(None), "spectators are told nothing")
    for note in match.log("*"):
        for language in LANGUAGES if _speaks(variant.game) else ():
            hold(note.key in catalogue(language), f"no words in {language} for {note.key}")


def pictures_are_drawn_for_every_pair_of_eyes(variant: Variant) -> None:
    """Whoever looks, there is an SVG; what can be tapped in it is a move of theirs."""
    *_, match = steps(variant, 19, 12)
    for seat in all_eyes(match):
        picture = ElementTree.fromstring(match.svg(seat))
        hold(picture.tag.endswith("svg"), f"what {seat} sees is no SVG")
        places = {one.get("data-move") for one in picture.iter()} - {None}
        moves = {one["move"] for one in match.view(seat)["moves"]}
        hold(places <= moves, f"{seat} can tap {sorted(map(str, places - moves))[:9]}, which are no moves")


def _read(shown: Any, kind: type) -> Any:
    """JSON read as a type and written again."""
    return json.loads(msgspec.json.encode(msgspec.convert(shown, kind)))


def _speaks(name: str) -> bool:
    """Whether there are words for a game at all; a plug-in may do without."""
    return any(key.startswith(f"{name}.") for language in LANGUAGES for key in catalogue(language))


OF_GAMES = (
    a_game_says_of_itself_what_faces_ask,
    a_game_numbers_its_rules,
    a_game_describes_the_options_it_takes,
    both_modes_of_kernels_give_the_same_records,
)
CHECKS = (
    what_a_game_counts_is_told_of_every_seat,
    scenes_views_and_notes_are_of_the_types_the_game_names,
    previews_name_exactly_the_legal_moves,
    spectators_and_logs_know_every_key_in_both_languages,
    pictures_are_drawn_for_every_pair_of_eyes,
)
