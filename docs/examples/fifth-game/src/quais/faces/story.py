"""The log: keys of the catalogues, and their parameters."""

from quais.faces.notation import NAMES
from quais.kernels import rules
from quais.kernels.state import PASS, QuaisSetting, State
from strapontin.core.contract import CHANCE
from strapontin.core.game import Actions, Note


def story(setting: QuaisSetting, before: State, actor: int, actions: Actions, after: State) -> list[Note]:
    """What one step tells everybody."""
    if actor == CHANCE:
        return [Note("quais.comes", {"n": int(after.cars)})]
    if actions[0] == PASS:
        return [Note("quais.passed", {"seat": actor})]
    gain = rules.points(setting.board, after, actor) - rules.points(setting.board, before, actor)
    return [Note("quais.parked", {"seat": actor, "place": NAMES[actions[0]], "n": int(gain)})]
