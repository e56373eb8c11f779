"""Tables as scenes and tests want them: asked for by requests, begun, some moves in, or played to the end."""

from __future__ import annotations

import random
from typing import Any

from strapontin.core.registry import game as game_of
from tests.web.boards import board
from tests.web.hands import CONFIRM, TURN, tap
from tests.web.waiting import wait_until

_finished: dict[tuple[str, str], str] = {}


def ask(page: Any, address: str, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """One request with the browser's own cookie."""
    answer = page.request.fetch(f"{address}/api/v1{path}", method=method, data=body)
    assert answer.ok, f"{method} {path}: {answer.text()}"
    return answer.json()


def table(page: Any, address: str, game: str, seat: int | None = 0, **given: Any) -> str:
    """A table with quick bots on all other seats, started at once; its code."""
    ask(page, address, "POST", "/guest", {"language": "en"})
    players = given.pop("players", None) or game_of(game).usual
    bots = {str(one): board(game).LEVEL for one in range(players) if one != seat}
    asked = {"game": game, "players": players, "bots": bots, "name": "Ana", "seat": seat, "start": True}
    return str(ask(page, address, "POST", "/tables", asked | given)["table"]["id"])


def open_table(page: Any, address: str, players: int, bots: dict[str, str] | None = None) -> str:
    """A table somebody else has set up."""
    other = page.context.browser.new_context()
    ask(other, address, "POST", "/guest", {"language": "en"})
    asked = {"game": "metrox", "players": players, "name": "Ana", "bots": bots or {}}
    code = ask(other, address, "POST", "/tables", asked)["table"]["id"]
    other.close()
    return str(code)


def wait_over(page: Any, address: str, code: str) -> None:
    """Wait until bots have played a game to its end."""
    wait_until(lambda: ask(page, address, "GET", f"/tables/{code}")["state"] == "over", f"{code} is over")


def finished(page: Any, address: str, game: str) -> str:
    """A game bots have played to its end, the same one for every scene of a server."""
    if (address, game) not in _finished:
        code = table(page, address, game, seat=None)
        wait_over(page, address, code)
        _finished[address, game] = code
    return _finished[address, game]


def tried(page: Any, address: str, game: str = "metrox") -> list[Any]:
    """A try of today's line, played to its end; the history as the person saw it."""
    ask(page, address, "POST", "/guest", {"language": "en"})
    code = ask(page, address, "POST", f"/daily/{game}", {"name": "Ana"})["table"]["id"]
    n = 0
    while not (told := ask(page, address, "GET", f"/tables/{code}/snapshot"))["view"]["over"]:
        n += 1
        move = told["view"]["moves"][0]["move"]
        ask(page, address, "POST", f"/tables/{code}/moves", {"id": f"m{n}", "move": move})
    return list(told["history"])


def begun(page: Any, address: str, game: str, **given: Any) -> None:
    """A game that has just begun."""
    page.goto(f"{address}/t/{table(page, address, game, **given)}")
    page.locator(".room").wait_for()


def seated(page: Any, address: str, game: str) -> None:
    """Some moves into a game, one more being looked at."""
    begun(page, address, game)
    chance = random.Random(5)
    for n in range(board(game).MOVES + 1):
        page.locator(f"{TURN}, dialog[open]").first.wait_for()
        if page.locator("dialog[open]").count():
            return
        tap(page, game, chance)
        if n < board(game).MOVES and page.locator(CONFIRM).count():
            page.locator(CONFIRM).click()
