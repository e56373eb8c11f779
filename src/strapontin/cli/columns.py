"""A screen in two columns: a tall board on the left, everything that is read beside it on the right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

import rich._wrap
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from strapontin.cli.move_menu import PLAIN, Menu

NARROWEST = 24
"""A narrower column is not worth having."""

# Rich takes a no-break space for a place to break at; French needs it before : ; ! ? »
rich._wrap.re_word = re.compile(r"[^\S\xa0\u202f]*(?:\S|[\xa0\u202f])+[^\S\xa0\u202f]*")


def beside(
    left: RenderableType,
    taken: int,
    parts: Sequence[Sequence[Sequence[Text]]],
    news: Sequence[str],
    menu: Menu,
    width: int,
    height: int,
) -> RenderableType | None:
    """The board and its panel, or None if there is no room beside it.

    Every part of the panel is given in versions, the fullest first; while all does not fit, later parts are told
    more briefly, the last ones first. What is left over is for the news.
    """
    room, rows = width - taken - 1, height - 1
    if room < NARROWEST:
        return None
    choices = menu.lines(room)
    versions = [[wrapped(version, room) for version in part] for part in parts]
    chosen = [0] * len(versions)

    def used() -> int:
        return len(choices) + sum(len(part[at]) for part, at in zip(versions, chosen, strict=True))

    for i in reversed(range(len(versions))):
        while used() > rows and chosen[i] < len(versions[i]) - 1:
            chosen[i] += 1
    told = [wrapped([Text(line, style="dim")], room) for line in news]
    heads = [row for entry in told[len(told) - latest(told, rows - used()) :] for row in entry]
    panel = [line for part, at in zip(versions, chosen, strict=True) for line in part[at]]
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=taken, no_wrap=True)
    table.add_column(width=room, no_wrap=True, overflow="ellipsis")
    table.add_row(left, Group(*panel, *heads, *choices))
    return table


def latest(news: Sequence[Sequence[Text]], rows: int) -> int:
    """How many of the last news fit into so many rows, each of them whole."""
    used = list(accumulate(len(entry) for entry in reversed(news)))
    return sum(one <= rows for one in used)


def wrapped(lines: Sequence[Text], width: int) -> list[Text]:
    """The lines in a narrow column, broken between words."""
    return [part for line in lines for part in line.wrap(PLAIN, width)]
