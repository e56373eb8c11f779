"""What is worth counting about a finished game besides its result, game by game."""

from __future__ import annotations

from typing import Any

from strapontin.core.match import Match


def facts(match: Match) -> dict[str, Any]:
    """A few numbers by seat for the report; none for a game without anything of its own."""
    find = {"metrox": _metrox, "jeudumetro": _jeudumetro, "odyssee": _odyssee}.get(match.game.id)
    return find(match) if find else {}


def _metrox(match: Match) -> dict[str, Any]:
    """The lines every seat has completed: 1 first, 2 later."""
    city, state = match.setting.lore, match.state
    lines = [line.id for line in city.lines]
    seats = range(len(match.players))
    return {"lines": [dict(zip(lines, state.sheet[s].value[: len(lines)].tolist(), strict=True)) for s in seats]}


def _jeudumetro(match: Match) -> dict[str, Any]:
    """The objectives every seat held at the end."""
    from strapontin.games.jeudumetro.state import OBJECTIVES

    board, state = match.setting.board, match.state
    held: list[list[str]] = [[] for _ in match.players]
    for place in range(int(board.places)):
        held[int(board.owner[place])].append(OBJECTIVES[int(state.face[state.card[place]])])
    return {"objectives": ["+".join(sorted(one)) for one in held]}


def _odyssee(match: Match) -> dict[str, Any]:
    """The lines every seat has finished."""
    return {"finished": match.state.finished[: len(match.players)].tolist()}
