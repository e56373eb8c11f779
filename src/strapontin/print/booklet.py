"""A game on paper as one vector PDF: what lies on the table, then the rules."""

from __future__ import annotations

from strapontin.core.registry import game as find
from strapontin.games.metrox.kernels.board import DEFAULT_MAP
from strapontin.games.metrox.kernels.map import Map
from strapontin.games.metrox.kernels.map import city as city_of
from strapontin.print import correspondances, jeudumetro, metrox, odyssee, rules
from strapontin.print.press import Paper, Press
from strapontin.words import Language, say

MOST_COPIES = 100
MAKERS = {"correspondances": correspondances, "jeudumetro": jeudumetro, "odyssee": odyssee}
"""What has no map to choose, by game."""


def booklet(
    game: str,
    *,
    city: Map | str | None = None,
    copies: int = 1,
    paper: Paper = "a4",
    language: Language = "en",
    single_sided: bool = False,
) -> bytes:
    """Everything a game needs; metroX on a city, by its id or as a map, with that many sheets of it."""
    if not 1 <= copies <= MOST_COPIES:
        raise ValueError(f"copies: {copies}; it must be 1 to {MOST_COPIES}")
    name = find(game).name
    title = say(language, "print.title", game=name)
    if game == "metrox":
        chart = city if isinstance(city, Map) else city_of(city or DEFAULT_MAP)
        press = Press(f"{title} · {chart.name or chart.id}", paper, language, single_sided)
        metrox.draw(press, chart, copies)
        shown = metrox.pictures()
    else:
        press = Press(title, paper, language, single_sided)
        MAKERS[game].draw(press)
        shown = MAKERS[game].pictures()
    rules.draw(press, game, name, shown)
    return press.pages()
