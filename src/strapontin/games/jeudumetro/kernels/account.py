"""What decides a game of Le Jeu du Metro: how each objective of a seat stands in the end, and who else wins."""

from __future__ import annotations

from strapontin.core.contract import Counts
from strapontin.core.game import Account, Entry
from strapontin.core.kernel import kernel
from strapontin.core.layout import Floats
from strapontin.games.jeudumetro.kernels.board import JeudumetroSetting
from strapontin.games.jeudumetro.kernels.effects import missing
from strapontin.games.jeudumetro.kernels.state import Board, State


@kernel
def count(board: Board, state: State, seat: int, out: Floats) -> None:
    """For each place of the seat whether its objective is reached, and how far it is; then which others win."""
    n = 0
    for place in range(board.places):
        if board.owner[place] == seat:
            away = missing(board, state, place, state.face[state.card[place]])
            out[n] = 1.0 if away == 0 else 0.0
            out[n + 1] = away
            n += 2
    for other in range(board.players):
        if other != seat:
            out[n] = float(state.won >> other & 1)
            n += 1


def parts(setting: JeudumetroSetting, seat: int) -> list[Entry]:
    """Two for each place of a seat, one for each of the others."""
    found = []
    for place, name in enumerate(setting.lore.places):
        if setting.board.owner[place] == seat:
            found.append(Entry("jeudumetro.why.reached", "share", 1, {"place": name}))
            found.append(Entry("jeudumetro.why.away", "number", -1, {"place": name}))
    others = [other for other in range(setting.players) if other != seat]
    return found + [Entry("jeudumetro.why.rival", "share", -1, {"seat": other}) for other in others]


ACCOUNT = Account(Counts(parts=count), parts, budget=16000)
