"""`strapontin mcp`: the games for language models, by the Model Context Protocol on standard input and output."""

from __future__ import annotations

import argparse
import io
from typing import TYPE_CHECKING

from strapontin.cli.error_words import spoken
from strapontin.cli.language import language
from strapontin.words import Language

if TYPE_CHECKING:
    from strapontin.adapters.sitting import Voice
    from strapontin.core.match import Match

COLUMNS = 100
"""How wide a board may be."""


def run(args: argparse.Namespace) -> int:
    """Answer until the client is gone."""
    import mcp  # noqa: F401  (said at once where it is not installed)

    from strapontin.adapters.desk import Desk
    from strapontin.adapters.mcp import serve

    serve(Desk(voice(language(args.language))))
    return 0


def voice(tongue: Language) -> Voice:
    """The words of the terminal."""
    from rich.console import Console

    from strapontin.adapters.sitting import Voice
    from strapontin.cli.boards import board, shown, tell

    def table(match: Match, seat: int) -> str:
        page = Console(file=io.StringIO(), width=COLUMNS, color_system=None, highlight=False, legacy_windows=False)
        page.print(board(match.game.id).show(match, seat, tongue))
        assert isinstance(page.file, io.StringIO)
        return "\n".join(line.rstrip() for line in page.file.getvalue().rstrip().splitlines())

    def does(match: Match, seat: int) -> dict[str, str]:
        module, view = board(match.game.id), shown(match, seat)
        return {one["move"]: module.describe(one, view, tongue) for one in view["moves"]}

    def material(game: str) -> list[str]:
        module = board(game)
        return list(module.explain(tongue)) if hasattr(module, "explain") else []

    return Voice(
        language=tongue,
        board=table,
        news=lambda match, seat, since: [tell(note, match, tongue, seat) for note in match.log(seat, since)],
        does=does,
        material=material,
        complaint=lambda line: spoken(line, tongue),
    )
