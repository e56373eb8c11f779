"""What people do around a table: invite, talk, look again, take back, be called, play once more."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from strapontin.core.registry import games
from strapontin.words import catalogue
from tests.web.hands import CONFIRM, TURN, act, tap
from tests.web.scenes import SCENES
from tests.web.tables import ask, finished, seated, table, wait_over
from tests.web.waiting import until, wait_until

ENGLISH = catalogue("en")


def start_odyssey(visitor: Any) -> Any:
    page = visitor.page
    page.goto(f"{visitor.address}/t/{table(page, visitor.address, 'odyssee')}")
    page.locator(TURN).wait_for()
    return page


def dig(page: Any) -> None:
    page.locator(".dig").first.focus()
    page.keyboard.press("Enter")


def test_the_invitation_is_a_link_a_picture_and_a_share_sheet(visit: Any) -> None:
    ana = visit(permissions=["clipboard-read", "clipboard-write"])
    ana.page.add_init_script("navigator.share = (given) => { window.shared = given; return Promise.resolve(); };")
    SCENES["lobby"](ana.page, ana.address)
    link = ana.page.locator("#invitation").input_value()
    assert link == ana.page.url
    until(ana.page, "document.querySelector('.invite img').naturalWidth > 50")
    ana.page.get_by_role("button", name="Copy").click()
    ana.page.get_by_role("button", name="Copied").wait_for()
    assert ana.page.evaluate("navigator.clipboard.readText()") == link
    ana.page.get_by_role("button", name="Share").click()
    assert ana.page.evaluate("window.shared.url") == link


def test_a_stranger_on_a_phone_sits_down_in_two_taps_and_cannot_take_anothers_name(visit: Any) -> None:
    stranger = visit(viewport={"width": 360, "height": 640})
    SCENES["name-taken"](stranger.page, stranger.address)
    stranger.page.get_by_text(ENGLISH["web.fault.name-taken"]).wait_for()
    stranger.page.get_by_label("Your name").fill("Bo")
    stranger.page.get_by_role("button", name="Sit here").first.click()
    stranger.page.get_by_text("You have a seat").wait_for()


def together(visit: Any, game: str = "jeudumetro") -> tuple[Any, Any, str]:
    """Ana and Ben, who speaks French, at a table that has just begun."""
    ana, ben = visit(), visit(locale="fr")
    code = invite(ana, game)
    ben.go(f"/t/{code}")
    ben.page.get_by_label("Votre nom").fill("Ben")
    ben.page.get_by_role("button", name="M’asseoir ici").first.click()
    ben.page.get_by_text("Votre place est réservée").wait_for()
    ana.page.get_by_role("button", name="Start", exact=True).click()
    for friend in (ana, ben):
        friend.page.locator(".room").wait_for()
    return ana, ben, code


def test_what_one_looks_at_stays_while_the_others_choose(visit: Any) -> None:
    ana, ben, _ = together(visit, "metrox")
    ana.page.locator(TURN).wait_for()
    tap(ana.page, "metrox", random.Random(1))
    ana.page.locator(CONFIRM).wait_for()
    looking = ana.page.locator(".bar").inner_text()
    assert act(ben.page, "metrox", random.Random(2))
    ana.page.get_by_text(ENGLISH["web.players.ready"]).wait_for()
    assert ana.page.locator(CONFIRM).count() == 1
    assert ana.page.locator(".bar").inner_text() == looking


def test_words_and_phrases_reach_the_other_in_their_language(visit: Any) -> None:
    ana, ben, _ = together(visit)
    ana.page.get_by_role("tab", name="Chat").click()
    ana.page.get_by_role("button", name="Good luck!").click()
    ana.page.get_by_label("A word to the table").fill("see you at République")
    ana.page.get_by_role("button", name="Send").click()
    ben.page.locator(".unread:visible", has_text="2").wait_for()
    ben.page.get_by_role("tab", name="Discussion").click()
    ben.page.locator(".chat li", has_text="Bonne chance").wait_for()
    ben.page.locator(".chat li", has_text="see you at République").wait_for()
    assert ben.page.locator(".unread:visible").count() == 0


def invite(visitor: Any, game: str = "jeudumetro") -> str:
    """A table for two, opened by hand."""
    visitor.go(f"/new/{game}")
    visitor.page.get_by_label("Your name").fill("Ana")
    visitor.page.locator("input[name=players][value='2']").check(force=True)
    visitor.page.get_by_role("button", name="Open the table").click()
    visitor.page.locator("#invitation").wait_for()
    return str(visitor.page.url.rsplit("/", 1)[1])


def test_a_move_is_confirmed_taken_back_or_played_with_one_tap(visit: Any) -> None:
    page = start_odyssey(visit())
    dig(page)
    page.locator(CONFIRM).wait_for()
    page.keyboard.press("Escape")
    assert page.locator(CONFIRM).count() == 0
    dig(page)
    page.locator(CONFIRM).click()
    page.get_by_role("button", name="Take back").click()
    page.get_by_text(ENGLISH["web-odyssee.prompt.start"]).wait_for()

    page.get_by_role("button", name="Settings").click()
    page.locator("label.switch", has_text="Play with one tap").click()
    assert page.get_by_role("switch", name="Play with one tap").is_checked()
    page.keyboard.press("Escape")
    dig(page)
    page.get_by_role("button", name="Take back").wait_for()
    assert page.locator(CONFIRM).count() == 0


def test_an_entry_of_the_log_is_shown_on_the_board_until_it_is_tapped_again(visit: Any) -> None:
    ana = visit()
    seated(ana.page, ana.address, "correspondances")
    entry = ana.page.locator(".log li button", has_text="lays it").first
    entry.click()
    ana.page.locator(".told").first.wait_for()
    entry.click()
    assert ana.page.locator(".told").count() == 0


def test_the_house_says_when_a_bot_failed_and_when_nobody_may_watch(visit: Any) -> None:
    ana, wires = visit(), []

    def overheard(wire: Any) -> None:
        wire.connect_to_server()
        wires.append(wire)

    ana.page.route_web_socket(re.compile("/socket$"), overheard)
    ana.go(f"/t/{table(ana.page, ana.address, 'metrox')}")
    ana.page.locator(TURN).wait_for()
    wires[-1].send(json.dumps({"type": "notice", "kind": "bot-failed", "seat": 1}))
    told = ana.page.get_by_text(ENGLISH["web.bot-failed"].partition("{name}")[0])
    told.wait_for()
    assert act(ana.page, "metrox", random.Random(1))
    told.wait_for(state="detached")
    fault = {"kind": "no-spectators", "message": "this table does not want to be watched"}
    wires[-1].send(json.dumps({"type": "refused", "id": None, "error": fault}))
    wires[-1].close(code=4403)
    ana.page.get_by_role("heading", name=ENGLISH["web.wrong.full.title"]).wait_for()


def test_the_title_calls_and_so_does_a_notification_while_the_page_is_hidden(visit: Any) -> None:
    ana = visit(permissions=["notifications"])
    ana.page.add_init_script(
        "window.calls = []; class Bell { constructor(title) { window.calls.push(title); }"
        "static permission = 'granted';"
        "static requestPermission() { return Promise.resolve('granted'); } } window.Notification = Bell;"
        "Object.defineProperty(document, 'hidden', { get: () => true });"
        "localStorage.setItem('strapontin.preferences', JSON.stringify({ notify: true, language: 'en' }));"
    )
    page = start_odyssey(ana)
    assert page.title().startswith("● Your turn")
    assert page.evaluate("window.calls") == ["It is your turn"]


def test_clocks_run_for_whoever_is_to_move(visit: Any) -> None:
    ana = visit()
    code = table(ana.page, ana.address, "odyssee", clock={"kind": "minutes", "minutes": 15, "increment": 10})
    ana.go(f"/t/{code}")
    ana.page.locator(TURN).wait_for()
    shown = ana.page.locator(".players .time").first
    before = shown.inner_text()
    assert re.fullmatch(r"1[0-5]:\d\d", before)
    until(ana.page, f"document.querySelector('.players .time').textContent !== '{before}'")


def test_the_next_game_is_one_tap_away_for_both(visit: Any) -> None:
    ana, ben, code = together(visit, "metrox")  # over soonest
    for friend in (ana, ben):
        ask(friend.page, friend.address, "POST", f"/tables/{code}/away", {"id": "away"})
    wait_over(ana.page, ana.address, code)
    for friend in (ana, ben):
        friend.page.locator("dialog[open] .score").first.wait_for()
    ben.page.keyboard.press("Escape")  # has seen enough of the result, and hears of the offer all the same
    ana.page.get_by_role("button", name="Rematch").click()
    ana.page.get_by_role("link", name="Join the rematch").click()
    ben.page.locator(".offer").get_by_role("link", name=catalogue("fr")["web.end.rematch.go"]).click()
    for friend in (ana, ben):
        friend.page.wait_for_url(lambda url: not url.endswith(code))
        friend.page.locator(".lobby li.guest").nth(1).wait_for()


def test_against_bots_the_next_game_begins_with_one_tap(visit: Any) -> None:
    ana = visit()
    SCENES["end-solo"](ana.page, ana.address)
    before = ana.page.url
    ana.page.get_by_role("button", name=ENGLISH["web.end.again"]).click()
    ana.page.wait_for_url(lambda url: url != before)
    ana.page.locator(TURN).wait_for()


def test_play_now_remembers_level_and_city(visit: Any) -> None:
    ana = visit()
    ana.go("/")
    ana.page.locator(".tune").first.click()
    for choice in ("Novice", "Paris"):
        ana.page.locator(".choice", has_text=choice).locator("input").check(force=True)
    ana.page.locator("dialog[open] .go").click()
    ana.page.locator(".room").wait_for()
    ana.go("/")
    ana.page.locator(".station.go").first.click()
    ana.page.locator(".room").wait_for()
    told = ask(ana.page, ana.address, "GET", f"/tables/{ana.page.url.rsplit('/', 1)[1]}")
    assert (told["seats"][1]["level"], told["options"]["map"]) == ("novice", "paris")


def test_after_a_win_a_stronger_bot_is_one_tap_away(visit: Any) -> None:
    ana = visit()
    winners: list[int] = []
    while winners != [0]:  # whoever plays for her is much the better one
        code = table(ana.page, ana.address, "metrox")
        ask(ana.page, ana.address, "POST", f"/tables/{code}/away", {"id": "away"})
        wait_over(ana.page, ana.address, code)
        winners = ask(ana.page, ana.address, "GET", f"/tables/{code}")["result"]["winners"]
    ana.go(f"/t/{code}")
    ana.page.locator(".acts .button.gold").click()
    ana.page.locator("dialog[open] .stronger").click()
    ana.page.wait_for_url(lambda url: not url.endswith(code))
    ana.page.locator(".room").wait_for()
    told = ask(ana.page, ana.address, "GET", f"/tables/{ana.page.url.rsplit('/', 1)[1]}")
    assert told["seats"][1]["level"] == "novice"


def test_home_begins_with_the_tables_that_wait_for_me(visit: Any) -> None:
    ana = visit()
    code = table(ana.page, ana.address, "metrox")
    ana.go("/")
    ana.page.locator(f"main > .yours:first-child a[href='/t/{code}']").wait_for()


def test_the_lobby_tells_city_and_pace(visit: Any) -> None:
    ana = visit()
    SCENES["lobby-stranger"](ana.page, ana.address)
    assert "Amsterdam" in ana.page.locator(".deal").inner_text()
    assert ENGLISH["web.new.pace.none"] in ana.page.locator(".deal").inner_text()
    SCENES["lobby"](ana.page, ana.address)
    assert ENGLISH["web.option.special"] not in ana.page.locator(".deal").inner_text()  # Amsterdam has none


@pytest.mark.parametrize("game", games())
def test_rules_for_players_have_contents_and_end_before_notation(visit: Any, game: str) -> None:
    ana = visit()
    ana.go("/")
    ana.page.locator(f".ways [href='/rules/{game}']").click()
    entries = ana.page.locator(".contents a")
    entries.nth(4).wait_for()
    heads = ana.page.locator("article h2.head").all_inner_texts()
    assert entries.all_inner_texts() == heads
    assert "Notation" not in heads
    assert "{" not in ana.page.locator("article").inner_text()
    entries.last.click()
    until(ana.page, f"document.activeElement.textContent === {json.dumps(heads[-1])}")


def test_alone_the_end_says_what_the_score_is_worth(visit: Any) -> None:
    ana = visit()
    SCENES["end-solo"](ana.page, ana.address)
    verdicts = [ENGLISH[f"metrox.tier.{tier}"] for tier in range(1, 9)]
    assert ana.page.locator("dialog[open] .verdict").inner_text() in verdicts


@pytest.mark.parametrize("game", games())
def test_the_log_tells_everything_in_words(visit: Any, game: str) -> None:
    reader = visit(locale="fr")
    reader.go(f"/t/{finished(reader.page, reader.address, game)}")
    entries = reader.page.locator(".log li")
    entries.nth(3).wait_for()
    french = entries.all_inner_texts()
    reader.page.get_by_role("button", name="Switch to English").click()
    wait_until(lambda: entries.first.inner_text() != french[0], "the log is told in English")
    for told in (french, entries.all_inner_texts()):
        assert [one for one in told if re.search(r"[{}]|\b(undefined|null|NaN)\b|^\w+\.\w+", one)] == []


@pytest.mark.parametrize("game", games())
def test_a_replay_is_stepped_run_jumped_about_in_and_seen_with_other_eyes(visit: Any, game: str) -> None:
    reader = visit()
    SCENES[f"replay-{game}"](reader.page, reader.address)
    page = reader.page

    def at() -> int:
        return int(page.locator(".slider").input_value())

    half = at()
    page.get_by_role("button", name="Next move").click()
    assert at() == half + 1
    page.keyboard.press("ArrowLeft")
    page.locator(".stars button").first.click()
    page.locator(".stars .here").wait_for()
    assert at() > 0
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, "document.querySelector('.slider').value > 1")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="To the start").click()
    page.get_by_label("Seen by").select_option("1")
    page.locator(".players li:nth-child(2) button[aria-pressed=true]").first.wait_for()  # their side of the table
    page.get_by_role("button", name="Next move").click()
    assert at() >= 1
    page.get_by_role("button", name="Verify the draws").click()
    page.get_by_text("all fair").wait_for()
    page.keyboard.press("Escape")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    assert saved.value.suggested_filename.endswith(".json")


def test_a_seat_sees_in_the_replay_only_what_it_knew(visit: Any) -> None:
    reader = visit()
    SCENES["replay-jeudumetro"](reader.page, reader.address)
    secret = reader.page.locator(".aim[aria-label=secret]")
    assert secret.count() == 0
    reader.page.get_by_label("Seen by").select_option("spectator")
    reader.page.locator(".aim[aria-label=secret]").nth(2).wait_for()
