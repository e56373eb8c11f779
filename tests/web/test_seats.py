"""Who sits, who watches, who leaves: the page asks before anything is final and says who one is at this table."""

from __future__ import annotations

from typing import Any

from strapontin.coach.puzzles import Puzzle, shipped
from strapontin.core.match import Match
from strapontin.words import catalogue
from tests.web.hands import CONFIRM, TURN
from tests.web.tables import ask, begun, finished, open_table, table, wait_over
from tests.web.waiting import until

ENGLISH = catalogue("en")
MENU = "[aria-label='The table']:visible"


def say(key: str, **params: str) -> str:
    return str(ENGLISH[key]).format(**params)


def turns(one: Puzzle) -> bool:
    """Whether the tile of a puzzle can be laid on some cell in more than one way."""
    legal = Match.from_record(one.record).legal(one.seat)
    return len({move.partition(":")[0] for move in legal}) < len(legal)


def test_resigning_is_asked_told_and_shown(visit: Any) -> None:
    ana, bo = visit(), visit()
    page = ana.page
    # another person sits there, for whom the bot has to wait: among bots alone the game would soon be over
    code = table(page, ana.address, "odyssee", bots={}, start=False)
    ask(bo.page, bo.address, "POST", "/guest", {"language": "en"})
    ask(bo.page, bo.address, "POST", f"/tables/{code}/seats/1", {"name": "Bo"})
    ask(page, ana.address, "POST", f"/tables/{code}/start", {})
    ana.go(f"/t/{code}")
    page.locator(".room").wait_for()
    page.locator(MENU).first.click()
    page.get_by_role("button", name=say("web.room.resign"), exact=True).click()
    page.get_by_role("button", name=say("web.room.resign.no")).click()
    page.get_by_role("button", name=say("web.room.resign"), exact=True).click()
    page.get_by_text(say("web.room.resign.more")).wait_for()
    page.get_by_role("button", name=say("web.room.resign.yes")).click()
    page.get_by_text(say("web.resigned")).wait_for()
    page.locator(".players").get_by_text(say("web.players.resigned")).first.wait_for()
    page.locator(".log").get_by_text(say("web.log.resign.you")).wait_for()
    assert page.locator(TURN).count() == 0
    page.reload()
    page.locator(".log").get_by_text(say("web.log.resign.you")).wait_for()


def test_back_closes_a_drawer_and_not_the_table(visit: Any) -> None:
    ana = visit()
    ana.go("/")
    begun(ana.page, ana.address, "metrox")
    at = ana.page.url
    ana.page.locator("[aria-label=Rules]:visible").first.click()
    ana.page.locator("dialog[open]").wait_for()
    ana.page.go_back()
    ana.page.locator("dialog[open]").wait_for(state="detached")
    assert ana.page.url == at
    assert ana.page.locator(".room").is_visible()
    ana.page.locator(MENU).first.click()
    ana.page.keyboard.press("Escape")
    until(ana.page, "!history.state?.sheet")
    ana.page.go_back()
    ana.page.locator(".station.go").first.wait_for()


def test_a_spectator_is_told_so_and_whose_cards_lie_there(visit: Any) -> None:
    ana, eve = visit(), visit()
    code = table(ana.page, ana.address, "jeudumetro")
    eve.go(f"/t/{code}")
    eve.page.get_by_text(say("web.you.watching")).wait_for()
    eve.page.locator(".hand").get_by_text(say("web-jeudumetro.hand.of", name="Ana")).wait_for()


def test_a_full_table_promises_no_seat(visit: Any) -> None:
    ana = visit()
    begun(ana.page, ana.address, "odyssee")
    ana.page.locator(MENU).first.click()
    ana.page.get_by_text(say("web.invite.watch.more")).wait_for()
    assert ana.page.get_by_text(say("web.invite.more")).count() == 0


def test_a_replay_speaks_of_players_by_name_and_of_nobody_as_thinking(visit: Any) -> None:
    eve = visit()
    eve.go(f"/replay/{finished(eve.page, eve.address, 'correspondances')}")
    eve.page.locator(".slider").wait_for()
    eve.page.locator(".slider").fill("6")
    eve.page.locator(".mine").first.wait_for()
    assert eve.page.locator(".mine").first.inner_text().strip().endswith("’s line")
    assert eve.page.get_by_text(say("web.players.thinking")).count() == 0
    assert eve.page.get_by_text(say("web-correspondances.stretch.you")).count() == 0


def test_a_tile_that_can_be_turned_is_not_laid_by_the_first_tap(visit: Any) -> None:
    ana = visit()
    ana.page.add_init_script(
        "localStorage.setItem('strapontin.preferences', JSON.stringify({ oneTap: true, language: 'en' }))"
    )
    ana.go("/learn/correspondances")
    page = ana.page
    page.get_by_role("button", name=say("web.learn.next"), exact=True).click()
    page.locator(".cell[aria-label*='ways to lay']").first.wait_for()
    for cell in range(page.locator(".cell[aria-label*='ways to lay']").count()):
        page.locator(".cell[aria-label*='ways to lay']").nth(cell).focus()
        page.keyboard.press("Enter")
        page.locator(CONFIRM).wait_for()
        page.locator("button.turn").click()
        assert page.get_by_role("list", name="Step 2 of").count() == 1
        assert page.get_by_text(say("web.learn.other")).count() == 0
    # nor is it tried in a puzzle before it lies as it is meant; and a solution is drawn where nothing can be tried
    ana.go("/puzzles/correspondances")
    puzzles = shipped("correspondances").puzzles
    for n in range(1, next(i for i, one in enumerate(puzzles) if turns(one)) + 1):
        page.get_by_role("button", name=say("web.puzzles.next")).click()
        page.get_by_text(say("web.puzzles.number", n=str(n + 1), all=str(len(puzzles)))).wait_for()
    page.locator(".cell[aria-label*='ways to lay']").first.focus()
    page.keyboard.press("Enter")
    page.locator(".puzzle .confirm").wait_for()
    page.get_by_role("button", name=say("web.puzzles.next")).click()
    page.locator(".puzzle .show").click()
    page.locator(".cell[aria-pressed=true]").wait_for()


def test_whoever_lost_sees_no_confetti(visit: Any) -> None:
    ana = visit()
    code = table(ana.page, ana.address, "metrox")
    ask(ana.page, ana.address, "POST", f"/tables/{code}/away", {"id": "away"})
    wait_over(ana.page, ana.address, code)
    ana.go(f"/t/{code}")
    ana.page.locator(".acts .button.gold").click()
    ana.page.locator("dialog[open] .terminus").wait_for()
    won = ana.page.locator("dialog[open] li.won .you").count() > 0
    assert (ana.page.locator("dialog[open] .paper").count() > 0) is won


def test_a_reminder_is_shown(visit: Any) -> None:
    ana = visit()
    ana.page.add_init_script(
        "const Real = WebSocket; window.WebSocket = class extends Real { constructor(...given) { super(...given); "
        "window.hear = (text) => this.onmessage({data: text}); } };"
    )
    begun(ana.page, ana.address, "odyssee")
    ana.page.evaluate("""hear('{"type": "notice", "kind": "reminder", "seat": 0}')""")
    ana.page.get_by_text(say("web.reminder")).wait_for()


def test_a_pasted_link_may_carry_a_query(visit: Any) -> None:
    ana = visit()
    code = open_table(ana.page, ana.address, 3)
    ana.go("/")
    ana.page.get_by_label(say("web.join.label")).fill(f"{ana.address}/t/{code}?x=1#there")
    ana.page.get_by_role("button", name=say("web.join.go"), exact=True).click()
    ana.page.locator(".seats input").wait_for()


def test_the_first_language_the_browser_names_is_spoken(visit: Any) -> None:
    ana = visit()
    ana.page.add_init_script("Object.defineProperty(navigator, 'languages', { get: () => ['de', 'en', 'fr'] })")
    ana.go("/")
    ana.page.get_by_role("heading", name=say("web.home.title")).wait_for()


def test_where_notifications_throw_the_turn_is_still_called_and_the_setting_says_so(visit: Any) -> None:
    ana = visit()
    ana.page.add_init_script(
        "window.Notification = class { constructor() { throw new TypeError('Illegal constructor'); }"
        "static permission = 'granted';"
        "static requestPermission() { return Promise.resolve('granted'); } };"
    )
    ana.go("/")
    ana.page.get_by_role("button", name=say("web.settings.title")).click()
    ana.page.get_by_role("switch", name=say("web.settings.notify"), exact=False).press("Space")
    ana.page.get_by_text(say("web.settings.notify.cannot")).wait_for()
    assert not ana.page.get_by_role("switch", name=say("web.settings.notify"), exact=False).is_checked()
