"""The table of Le Jeu du Metro as SVG: trains around the quay, going left clockwise, one's own hand in front.

The pictures of cards, objectives, train and passenger are the files of `art/`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from xml.sax.saxutils import escape

from strapontin.games.jeudumetro.faces.view import JeudumetroView, Place, Play
from strapontin.games.jeudumetro.kernels.board import JeudumetroSetting

INK, PAPER, ENAMEL, GOLD, TILE = "#14213D", "#FFFDF6", "#1D3E6E", "#F2B705", "#E4EBF2"
FONT = "Overpass, 'Helvetica Neue', Arial, sans-serif"
COLOURS = ("#0072B2", "#B85C00", "#00795A", "#A8447F", "#5A4FA3", "#8A6A00")
"""One for each train, told apart by sign and stripe as well."""
STRIPES = ("", "9 5", "2 5", "14 4 3 4", "5 2", "1 3")
SIGNS = (
    '<circle r="6"/>',
    '<path d="M0 -7L7 6H-7z"/>',
    '<rect x="-6" y="-6" width="12" height="12"/>',
    '<path d="M0 -8L8 0L0 8L-8 0z"/>',
    '<path d="M-2 -7h4v5h5v4h-5v5h-4v-5h-5v-4h5z"/>',
    '<path d="M0 -7a7 7 0 0 1 0 14z"/>',
)
COATS = ("#0B5FA5", "#C8450B", "#F2B705", "#00795A", "#A8447F", "#5B6472")
"""Passengers come in six colours, which has no effect."""

WIDTH, PANEL, TALL, GAP = 720, 228, 162, 10
COLUMNS = (GAP, (WIDTH - PANEL) // 2, WIDTH - PANEL - GAP)
CARD = 74
NAME = 10
"""Letters of a name that fit on a plate."""
# By number of places, going left from one's own: column and row of each panel, and the rows of the table.
LAYOUTS: dict[int, tuple[tuple[tuple[int, int], ...], int]] = {
    3: (((1, 1), (0, 0), (2, 0)), 2),
    4: (((1, 2), (0, 1), (1, 0), (2, 1)), 3),
    5: (((1, 2), (0, 1), (0, 0), (2, 0), (2, 1)), 3),
    6: (((1, 3), (0, 2), (0, 1), (1, 0), (2, 1), (2, 2)), 4),
}
FACING = (((0, 1), (0, 0), (2, 0), (2, 1)), 2)
"""Two players: own A and B in front, the other's B and A across."""


@cache
def art() -> dict[str, str]:
    """Every picture by its name, as a whole SVG document."""
    folder = resources.files(__package__) / "art"
    return {
        path.name.removesuffix(".svg"): path.read_text(encoding="utf-8")
        for path in sorted(folder.iterdir(), key=lambda path: path.name)
        if path.name.endswith(".svg")
    }


def circle(setting: JeudumetroSetting) -> list[str]:
    """The places in the order of the circle, going left from the first."""
    names, order, place = setting.lore.places, [], 0
    for _ in names:
        order.append(names[place])
        place = int(setting.board.left[place])
    return order


def draw(setting: JeudumetroSetting, view: JeudumetroView, move: str | None = None, names: Sequence[str] = ()) -> str:
    """The table as these eyes see it, with the effect of a legal move marked if one is named."""
    play = next((one for one in view.moves if one.move == move), None)
    slots, rows = FACING if setting.players == 2 else LAYOUTS[len(view.places)]
    table = rows * (TALL + GAP) + GAP
    seated = view.seat if isinstance(view.seat, int) else 0
    order = circle(setting)
    start = next(place.place for place in view.places if place.seat == seated)
    order = order[order.index(start) :] + order[: order.index(start)]
    by_name = {place.place: place for place in view.places}
    parts = [_middle(view, play, table)]
    for name, (column, row) in zip(order, slots, strict=True):
        parts.append(_panel(view, by_name[name], play, names, COLUMNS[column], GAP + row * (TALL + GAP)))
    height = table
    if isinstance(view.seat, int) and view.hands[view.seat].size:
        parts.append(_hand(view, play, table))
        height += round(CARD * 1.4) + 2 * GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="{FONT}" '
        f'font-weight="700" fill="{INK}">{_symbols()}'
        f'<rect width="{WIDTH}" height="{height}" rx="18" fill="{TILE}"/>'
        f'<rect width="{WIDTH}" height="{height}" rx="18" fill="url(#jdm-tiles)"/>{"".join(parts)}</svg>'
    )


@cache
def _symbols() -> str:
    """The art as symbols to use, and the tiled wall."""
    made = []
    for name, text in art().items():
        box = re.search(r'viewBox="([^"]+)"', text)
        assert box is not None
        inner = text[text.index(">") + 1 : text.rindex("</svg>")]
        made.append(f'<symbol id="jdm-{name}" viewBox="{box[1]}">{inner}</symbol>')
    tiles = '<path d="M0 0H48V24H0zM24 24V48H72M0 48H48" fill="none" stroke="#fff" stroke-width="2"/>'
    return (
        f'<defs>{"".join(made)}<pattern id="jdm-tiles" width="48" height="48" '
        f'patternUnits="userSpaceOnUse">{tiles}</pattern></defs>'
    )


def _use(name: str, x: float, y: float, width: float, tall: float = 1.4) -> str:
    return f'<use href="#jdm-{name}" x="{x:g}" y="{y:g}" width="{width:g}" height="{width * tall:g}"/>'


def _text(x: float, y: float, size: float, text: str, fill: str = INK, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{fill}">{text}</text>'


def _crowd(count: int, x: float, y: float, width: float, tall: float, least: int) -> str:
    """Passengers in rows, packed closer when they are many."""
    rows = 2 if count <= 2 * least else 3
    across = max(least, -(-count // rows))
    step, line = width / across, tall / rows
    size = min(step * 1.3, line * 0.66)
    heads = []
    for i in range(count):
        left, top = x + (i % across + 0.5) * step, y + (i // across) * line
        heads.append(
            f'<g transform="translate({left:.1f} {top:.1f}) scale({size / 20:.3f})">'
            f'<path d="M-8 30V19a8 8 0 0 1 16 0v11z" fill="{COATS[i % 6]}"/>'
            f'<circle cy="8" r="7" fill="#F3C9A0" stroke="{INK}" stroke-width="1.5"/></g>'
        )
    return "".join(heads)


def _panel(view: JeudumetroView, place: Place, play: Play | None, names: Sequence[str], x: float, y: float) -> str:
    """One place: its plate, the train with its passengers, attached cards, the objective."""
    on_turn = view.turn == place.seat and not view.over
    won = place.seat in view.winners
    aimed = play is not None and place.place in play.targets
    rim = GOLD if on_turn or won else INK
    colour, stripe, sign = (kind[(place.train - 1) % 6] for kind in (COLOURS, STRIPES, SIGNS))
    change = next((one for one in play.changes if one.place == place.place), None) if play else None
    parts = [
        f'<rect width="{PANEL}" height="{TALL}" rx="12" fill="{PAPER}" stroke="{rim}" '
        f'stroke-width="{5 if rim == GOLD else 2}"/>',
        f'<path d="M2 12a10 10 0 0 1 10 -10h{PANEL - 24}a10 10 0 0 1 10 10v20H2z" fill="{ENAMEL}"/>',
        '<circle cx="18" cy="17" r="14" fill="#fff"/>' if len(place.place) == 1 else "",
        "" if len(place.place) == 1 else '<rect x="3" y="4" width="38" height="26" rx="13" fill="#fff"/>',
        _text(18 if len(place.place) == 1 else 22, 24, 20, place.place, ENAMEL),
        _seat_line(view, place, won, names),
        _train(place, colour, stripe, sign),
        _attached(place),
        _objective(view, place),
    ]
    if change is not None:
        parts.append(
            f'<rect x="48" y="3" width="112" height="28" rx="14" fill="{GOLD}" stroke="{INK}" '
            f'stroke-width="2"/>{_text(104, 24, 21, f"{change.before} → {change.after}")}'
        )
    if play is not None and place.seat in play.may_win:
        sure = place.seat in play.wins
        parts.append(_star(112, 134, 1.5, GOLD if sure else "none") + ("" if sure else _text(112, 142, 20, "?")))
    if aimed:
        parts.append(
            f'<rect x="-4" y="-4" width="{PANEL + 8}" height="{TALL + 8}" rx="15" fill="none" stroke="#C8450B" '
            f'stroke-width="5" stroke-dasharray="12 7"/>'
        )
    return f'<g transform="translate({x:g} {y:g})">{"".join(parts)}</g>'


def _seat_line(view: JeudumetroView, place: Place, won: bool, names: Sequence[str]) -> str:
    """On the plate: a star for winners, the name, and how many cards the player holds."""
    hand = view.hands[place.seat]
    shown = _star(64, 17, 1.1, GOLD) if won else ""
    if names:
        shown += _text(82, 22, 14, escape(names[place.seat][:NAME]), "#fff", "start")
    if place.place.endswith("B"):  # two players: one hand, shown beside train A
        return shown
    return shown + _use("back", PANEL - 58, 4, 18) + _text(PANEL - 20, 24, 20, str(hand.size), "#fff")


def _star(x: float, y: float, size: float, fill: str) -> str:
    shape = "M0 -10l3 6.2 6.8 .8-5 4.7 1.3 6.7-6.1 -3.3-6.1 3.3 1.3 -6.7-5 -4.7 6.8 -.8z"
    return (
        f'<path transform="translate({x:g} {y:g}) scale({size:g})" d="{shape}" fill="{fill}" stroke="{INK}" '
        f'stroke-width="1.5" stroke-linejoin="round"/>'
    )


def _train(place: Place, colour: str, stripe: str, sign: str) -> str:
    """The train: a wide window full of passengers, and their number at the front."""
    dash = f' stroke-dasharray="{stripe}"' if stripe else ""
    return (
        f'<path d="M8 104V54a16 16 0 0 1 16 -16h170q22 0 24 22l3 44z" fill="{colour}" stroke="{INK}" '
        f'stroke-width="2.5" stroke-linejoin="round"/>'
        f'<rect x="14" y="45" width="146" height="46" rx="6" fill="#F4F8FC" stroke="{INK}" stroke-width="2"/>'
        f"{_crowd(place.passengers, 16, 47, 142, 44, 10)}"
        f'<path d="M10 98h208" stroke="#fff" stroke-width="4"{dash}/>'
        f'<path d="M6 106h218" stroke="{INK}" stroke-width="5" stroke-linecap="round"/>'
        f'<rect x="165" y="47" width="46" height="34" rx="6" fill="#fff" stroke="{INK}" stroke-width="2"/>'
        f"{_text(188, 74, 28, str(place.passengers))}"
        f'<g transform="translate(202 91) scale(.8)" fill="#fff" stroke="{INK}" stroke-width="1.5">{sign}</g>'
    )


def _attached(place: Place) -> str:
    """Star people and controllers riding with the train, as small cards."""
    riding = ["SP"] * place.stars + ["CT"] * place.controllers
    return "".join(_use(card, PANEL - 40 - 35 * i, 112, 33) for i, card in enumerate(riding))


def _objective(view: JeudumetroView, place: Place) -> str:
    """The objective card, as far as it is known, and how far away it is."""
    shown = _use(place.objective or "secret", 8, 112, 33)
    if place.missing is None:
        return shown
    label = (
        "✓" if place.missing == 0 else f"−{place.missing}" if place.objective in ("0", "R0") else f"+{place.missing}"
    )
    return shown + _text(47, 144, 24, label, ENAMEL, "start")


def _middle(view: JeudumetroView, play: Play | None, table: float) -> str:
    """The quay with its passengers, the pile, the discard, and how near the last train is."""
    x, y = COLUMNS[1], table / 2 - TALL / 2
    if len(view.places) in (3, 5):  # nobody sits across: the quay moves up
        y = max(y - (TALL + GAP) / 2, 2.4 * GAP)
    gone = f"{view.quay} → {play.quay}" if play is not None and play.quay != view.quay else str(view.quay)
    wide = 46 if len(gone) < 4 else 108
    discarded = sum(view.discard.values())
    parts = [
        f'<rect y="4" width="{PANEL}" height="62" rx="8" fill="#fff" stroke="{INK}" stroke-width="2"/>',
        f'<path d="M0 58h{PANEL}v8a8 8 0 0 1 -8 8H8a8 8 0 0 1 -8 -8z" fill="{GOLD}" stroke="{INK}" stroke-width="2"/>',
        f'<path d="M6 66h{PANEL - 12}" stroke="#fff" stroke-width="4" stroke-dasharray="2 6" stroke-linecap="round"/>',
        _crowd(view.quay, 6, 17, PANEL - 12, 44, 13),
        f'<rect x="{(PANEL - wide) / 2}" y="-12" width="{wide}" height="28" rx="6" fill="{ENAMEL}" stroke="#fff" '
        f'stroke-width="2"/>{_text(PANEL / 2, 9, 22, gone, "#fff")}',
        _use("back", 10, 84, 44),
        _plate(32, 130, str(view.pile)),
        f'<rect x="66" y="84" width="44" height="61.6" rx="5" fill="none" stroke="{INK}" stroke-width="2" '
        f'stroke-dasharray="5 4"/>',
        _top_of_discard(view),
        _plate(88, 130, str(discarded)),
        _clock(view),
    ]
    return f'<g transform="translate({x:g} {y:g})">{"".join(parts)}</g>'


def _plate(x: float, y: float, text: str) -> str:
    return (
        f'<rect x="{x - 19}" y="{y - 2}" width="38" height="24" rx="6" fill="#fff" stroke="{INK}" stroke-width="2"/>'
        f"{_text(x, y + 17, 18, text)}"
    )


def _top_of_discard(view: JeudumetroView) -> str:
    """The commonest card of the discard stands for it; the order in it does not matter."""
    if not view.discard:
        return ""
    return _use(max(view.discard, key=lambda name: view.discard[name]), 66, 84, 44)


def _clock(view: JeudumetroView) -> str:
    """The platform clock: one mark for each refill of the pile up to the last train."""
    hands = "M0 -16V0L11 7" if not view.last_train else "M0 -16V0"
    marks = []
    for i in range(view.last_refill):
        fill = "#C8450B" if i < view.refills else "#fff"
        marks.append(
            f'<circle cx="{-(view.last_refill - 1) * 8 + i * 16}" cy="40" r="6" fill="{fill}" stroke="{INK}" '
            f'stroke-width="2"/>'
        )
    face = "#FFD9C7" if view.last_train else "#fff"
    return (
        f'<g transform="translate(174 108)"><circle r="24" fill="{face}" stroke="{INK}" stroke-width="4"/>'
        f'<path d="{hands}" fill="none" stroke="{"#C8450B" if view.last_train else INK}" stroke-width="4" '
        f'stroke-linecap="round" stroke-linejoin="round"/>{"".join(marks)}</g>'
    )


def _hand(view: JeudumetroView, play: Play | None, y: float) -> str:
    """One's own cards in front; the one about to be played is raised, those about to go are dimmed."""
    assert isinstance(view.seat, int)
    cards = view.hands[view.seat].cards
    step = min(CARD + GAP, (WIDTH - 2 * GAP - CARD) / max(1, len(cards) - 1))
    x = (WIDTH - step * (len(cards) - 1) - CARD) / 2
    leaving = list(play.discards) if play else []
    raised = play.card if play else None
    parts = []
    for i, card in enumerate(cards):
        lift, dim = 0, ""
        if card == raised:
            lift, raised = -8, None
        elif card in leaving:
            leaving.remove(card)
            dim = ' opacity="0.4"'
        parts.append(f"<g{dim}>{_use(card, x + i * step, y + lift, CARD)}</g>")
    return "".join(parts)
