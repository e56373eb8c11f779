"""Every page and state the page can be in, each a way to bring a browser there: photographed and checked one by one."""

from __future__ import annotations

import json
import re
from typing import Any

from strapontin.core.registry import game as game_of
from strapontin.core.registry import games
from strapontin.games.metrox.kernels.board import DEFAULT_MAP
from strapontin.games.metrox.kernels.map import CITIES
from strapontin.words import LANGUAGES, catalogue
from tests.web import evening_scenes
from tests.web.hands import CONFIRM, TURN, find_a_line
from tests.web.scene import SCENES, Way, opened, scene
from tests.web.tables import ask, begun, finished, open_table, seated, table, tried, wait_over
from tests.web.waiting import settle, until, wait_until

__all__ = ["REVIEWED", "SCENES", "enter", "evening_scenes"]

QUIET_FAULTS = (
    "wrong-link",
    "daily-unknown",
    "no-spectators",
    "no-answer",
    "lost",
    "restarting",
    "tunnel",
    "tunnel-new",
    "tunnel-table",
)
"""Scenes in which the browser notes a failed request, which is the point there."""


def played(game: str) -> Way:
    return lambda page, address: seated(page, address, game)


def ended(game: str) -> Way:
    def go(page: Any, address: str) -> None:
        page.goto(f"{address}/t/{finished(page, address, game)}")
        page.locator(".acts .button.gold").click()
        page.locator("dialog[open]").wait_for()

    return go


WHOLE = """(() => {
  const [slider, told] = ['.slider', '.steps .n'].map((one) => document.querySelector(one));
  return slider.max > 0 && told.textContent.endsWith(` ${slider.max}`);
})()"""
"""All of a replay has come."""


def replayed(game: str) -> Way:
    def go(page: Any, address: str) -> None:
        page.goto(f"{address}/replay/{finished(page, address, game)}")
        slider = page.locator(".slider")
        slider.wait_for()
        until(page, WHOLE)
        most = int(slider.get_attribute("max") or 0)
        slider.fill(str(most // 2))

    return go


SCENES["home"] = opened("/")
SCENES["daily"] = opened("/daily/jeudumetro")
SCENES["daily-unknown"] = opened("/daily/metrox/2000-01-01")
SCENES["puzzles"] = opened("/puzzles/jeudumetro")
for game in games():
    SCENES[f"new-{game}"] = opened(f"/new/{game}")
    SCENES[f"rules-{game}"] = opened(f"/rules/{game}")
    SCENES[f"learn-{game}"] = opened(f"/learn/{game}")
    SCENES[f"table-{game}"] = played(game)
    SCENES[f"end-{game}"] = ended(game)
    SCENES[f"replay-{game}"] = replayed(game)


def city(name: str) -> Way:
    return lambda page, address: begun(page, address, "metrox", players=3, options={"map": name})


for name in (one for one in CITIES if one != DEFAULT_MAP):
    SCENES[f"city-{name}"] = city(name)


def crowd(game: str) -> Way:
    """As many as can sit down, each with a clock."""
    clock = {"kind": "minutes", "minutes": 15, "increment": 10}

    def go(page: Any, address: str) -> None:
        begun(page, address, game, players=game_of(game).seats[-1], clock=clock)
        page.locator(TURN).wait_for()

    return go


for game in games():
    SCENES[f"crowd-{game}"] = crowd(game)


@scene("lobby")
def lobby(page: Any, address: str) -> None:
    page.goto(address + "/new/metrox")
    page.locator("button[type=submit]").click()
    page.locator("#invitation").wait_for()


@scene("lobby-stranger")
def lobby_stranger(page: Any, address: str) -> None:
    page.goto(f"{address}/t/{open_table(page, address, 3)}")
    page.locator(".seats input").wait_for()


@scene("name-taken")
def name_taken(page: Any, address: str) -> None:
    lobby_stranger(page, address)
    page.locator(".seats input").fill("Ana")
    page.locator(".seats .button.primary").first.click()
    page.locator("[role=alert]").wait_for()


@scene("table-full")
def table_full(page: Any, address: str) -> None:
    page.goto(f"{address}/t/{open_table(page, address, 2, bots={'1': 'random'})}")
    page.locator("#seats").wait_for()


@scene("table-odyssee-tour")
def tour(page: Any, address: str) -> None:
    """A finished odyssey, half-way along the tour."""
    replayed("odyssee")(page, address)
    slider = page.locator(".slider")
    slider.fill(str(int(slider.get_attribute("max") or 4) - 3))


@scene("end-solo")
def end_solo(page: Any, address: str) -> None:
    code = table(page, address, "metrox", players=1)
    ask(page, address, "POST", f"/tables/{code}/away", {"id": "go"})
    wait_over(page, address, code)
    page.goto(f"{address}/t/{code}")
    page.locator(".acts .button.gold").click()
    page.locator("dialog[open] .verdict").wait_for()


def drawer(of: str) -> Way:
    def go(page: Any, address: str) -> None:
        begun(page, address, of)
        page.locator("[aria-label=Rules]:visible, [aria-label='Règles']:visible").first.click()
        page.locator("dialog[open] article").wait_for()

    return go


for game in games():
    SCENES[f"drawer-{game}"] = drawer(game)


@scene("settings")
def settings(page: Any, address: str) -> None:
    page.goto(address + "/")
    page.locator("nav .tool").last.click()
    page.locator("dialog[open]").wait_for()


@scene("invite")
def invite(page: Any, address: str) -> None:
    begun(page, address, "jeudumetro")
    page.locator("[aria-label='The table']:visible, [aria-label='La table']:visible").first.click()
    page.locator("dialog[open] #invitation").wait_for()


@scene("verified")
def verified(page: Any, address: str) -> None:
    replayed("correspondances")(page, address)
    page.locator(".more .button").nth(1).click()
    page.locator("dialog[open] .fair").wait_for()


REVIEWED = "document.querySelector('.review') !== null && document.querySelector('.review progress') === null"


def review(game: str) -> Way:
    """A game that was reviewed, at its costliest move."""

    def go(page: Any, address: str) -> None:
        page.goto(f"{address}/replay/{finished(page, address, game)}?simulations=24")
        page.locator(".more .button").first.click()
        until(page, REVIEWED)
        page.locator(".curve button").first.click()
        page.locator(".review .found").wait_for()

    return go


for game in ("metrox", "correspondances"):
    SCENES[f"review-{game}"] = review(game)


@scene("log-entry")
def log_entry(page: Any, address: str) -> None:
    """An entry of the log, shown again on the board."""
    seated(page, address, "correspondances")
    if page.locator(".tabs button").first.is_visible():
        page.locator(".tabs button").nth(1).click()
    told = [str(catalogue(one)["web-correspondances.log.placed"]).removeprefix("{player} ") for one in LANGUAGES]
    page.locator(".log li button", has_text=re.compile("|".join(told))).first.click()


@scene("chat")
def chat(page: Any, address: str) -> None:
    begun(page, address, "metrox")
    if page.locator(".tabs button").first.is_visible():
        page.locator(".tabs button").nth(2).click()
    else:
        page.locator("[role=tab]").nth(1).click()
    page.locator(".phrases button").first.click()
    page.locator(".chat li b").first.wait_for()


@scene("bot-stands-in")
def bot_stands_in(page: Any, address: str) -> None:
    """The bot has played for who is away, and the table waits for somebody else."""
    clock = {"kind": "minutes", "minutes": 15, "increment": 10}
    code = table(page, address, "odyssee", bots={}, start=False, clock=clock)
    other = page.context.browser.new_context()
    ask(other, address, "POST", "/guest", {"language": "en"})
    ask(other, address, "POST", f"/tables/{code}/seats/1", {"name": "Bo"})
    ask(page, address, "POST", f"/tables/{code}/start", {})
    ask(page, address, "POST", f"/tables/{code}/away", {"id": "away"})
    snapshot = f"/tables/{code}/snapshot"
    wait_until(lambda: ask(page, address, "GET", snapshot)["view"]["to_act"] == [1], "the bot has played")
    other.close()
    page.goto(f"{address}/t/{code}")
    page.locator(".room").wait_for()


@scene("lost")
def lost(page: Any, address: str) -> None:
    begun(page, address, "odyssee")
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.locator(".lost").wait_for()


def underground(page: Any) -> None:
    """Where no server answers."""
    page.route("**/api/v1/**", lambda route: route.abort())


@scene("tunnel")
def tunnel(page: Any, address: str) -> None:
    underground(page)
    page.goto(address)
    page.locator(".tunnel").wait_for()


@scene("tunnel-new")
def tunnel_new(page: Any, address: str) -> None:
    underground(page)
    page.goto(address + "/new/metrox")
    page.locator("input[name=level]").first.wait_for(state="attached")


@scene("tunnel-table")
def tunnel_table(page: Any, address: str) -> None:
    """A table of this device."""
    tunnel_new(page, address)
    page.locator("button[type=submit]").click()
    find_a_line(page).click()
    page.locator(CONFIRM).wait_for()


@scene("newer")
def newer(page: Any, address: str) -> None:
    """A newer page is kept on the device and waits."""
    page.add_init_script(
        "Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {}, register: async () => "
        "({ waiting: { state: 'installed', postMessage: (_, [port]) => port.postMessage(true) }, "
        "addEventListener() {} }) } })"
    )
    page.goto(address)
    page.locator(".newer").wait_for()


@scene("install")
def install(page: Any, address: str) -> None:
    """The browser would install the page."""
    settings(page, address)
    page.evaluate("dispatchEvent(new Event('beforeinstallprompt'))")
    page.locator(".install").wait_for()


@scene("restarting")
def restarting(page: Any, address: str) -> None:
    page.add_init_script(
        "const Real = WebSocket; window.WebSocket = class extends Real { constructor(...given) { super(...given); "
        "window.hear = (text) => this.onmessage({data: text}); } };"
    )
    begun(page, address, "metrox")
    page.evaluate(f"hear({json.dumps(json.dumps({'type': 'notice', 'kind': 'back-in-a-moment', 'retry_after': 5}))})")
    page.locator(".lost").wait_for()


@scene("put-away")
def put_away(page: Any, address: str) -> None:
    code = table(page, address, "metrox")
    info = ask(page, address, "GET", f"/tables/{code}") | {"state": "abandoned"}
    page.route(f"**/api/v1/tables/{code}", lambda route: route.fulfill(json=info))
    page.route_web_socket("**/socket", lambda route: None)
    page.goto(f"{address}/t/{code}")
    page.locator("h1").wait_for()


@scene("no-spectators")
def no_spectators(page: Any, address: str) -> None:
    fault = {"error": {"kind": "no-spectators", "message": "this table does not want to be watched"}}
    page.route("**/api/v1/tables/*", lambda route: route.fulfill(status=403, json=fault))
    page.goto(address + "/t/0123456789abcdef")
    page.locator("h1").wait_for()


@scene("no-answer")
def no_answer(page: Any, address: str) -> None:
    page.route("**/api/v1/games", lambda route: route.abort())
    page.goto(address + "/new/metrox")
    page.locator("h1").wait_for()


@scene("still-running")
def still_running(page: Any, address: str) -> None:
    page.goto(f"{address}/replay/{table(page, address, 'metrox')}")
    page.locator("h1").wait_for()


@scene("daily-result")
def daily_result(page: Any, address: str) -> None:
    """Somebody has arrived."""
    tried(page, address)
    page.goto(f"{address}/daily/metrox")
    page.locator(".picture").wait_for()
    page.locator("tbody tr").first.wait_for()


SCENES["wrong-link"] = opened("/t/0000000000000000")
SCENES["missing"] = opened("/nowhere")


def enter(visitor: Any, name: str) -> Any:
    """Bring a visitor into a scene; its page."""
    SCENES[name](visitor.page, visitor.address)
    settle(visitor.page)
    if name in QUIET_FAULTS:
        visitor.faults.clear()
        visitor.forgiving = True
    return visitor.page
