"""What the page is for: seeing at once where everyone is, and how old that is."""

import re
import time

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import HOME, SCHOOL
from waiting import caught


@pytest.fixture
def two(house):
    """Anna, who looks, and Bo, who goes to school."""
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    bo.lets(anna)
    for member in (anna, bo):
        member.place("Home", HOME, "Our house")
        member.place("School", SCHOOL, "Primary school")
        member.is_at(HOME, seconds_ago=900)
    return anna, bo


def test_the_hand_moves_on_a_fix_without_reload(house, visit, two):
    anna, bo = two
    page = visit(house).log_in(anna, "/clock")
    row = page.locator("main li").filter(has_text="Bo")
    expect(row).to_contain_text("Home")
    page.evaluate("window.isSamePage = true")
    bo.is_at(SCHOOL)
    expect(row).to_contain_text("School")
    assert page.evaluate("window.isSamePage")


def passed(seconds):
    """Returns when so many seconds have passed."""
    time.sleep(seconds)


def test_a_jump_of_16_km_moves_the_hand_within_ten_seconds_of_the_pages_report(house, visit, two):
    anna, bo = two
    hers = visit(house).log_in(anna, "/clock")
    row = hers.locator("main li").filter(has_text="Bo")
    where = {"latitude": HOME[0], "longitude": HOME[1], "accuracy": 10}
    his = visit(house, geolocation=where, permissions=["geolocation"])
    page = his.log_in(bo, "/account")
    with page.expect_response(lambda answer: answer.url.endswith("/api/v1/fixes")):
        page.get_by_role("switch", name="Share my position while this page is open").check(force=True)
    expect(row).to_contain_text("Home")
    # The page tells of a position once a second at most, and the first one is as old as its window.
    passed(1.5)
    with page.expect_response(lambda answer: answer.url.endswith("/api/v1/fixes")):
        his.context.set_geolocation(where | {"latitude": HOME[0] + 0.144})
    # What stands in for a receiver has a new time only where it is set anew; the page asks for it by itself after 4 s.
    passed(4)
    his.context.set_geolocation(where | {"latitude": HOME[0] + 0.1441})
    expect(row).to_contain_text(re.compile("Unknown|Travelling"))


def test_whose_hands_i_see_is_chosen_and_stays(house, visit, two):
    page = visit(house).log_in(two[0], "/clock")
    his = page.locator("main li").filter(has_text="Bo")
    expect(his).to_be_visible()

    def choose():
        page.get_by_role("button", name="Edit clock").click()
        return page.get_by_role("dialog", name="People on my clock").get_by_label("Bo")

    choose().uncheck()
    page.keyboard.press("Escape")
    expect(his).to_have_count(0)
    page.reload()
    expect(page.locator("main li").first).to_be_visible()
    expect(his).to_have_count(0)
    choose().check()
    page.keyboard.press("Escape")
    expect(his).to_be_visible()


def test_a_wall_shows_the_clock_by_its_link_under_the_names_that_all_may_read(house, visit, two):
    anna, bo = two
    seen = anna.call("GET", "/connections")["seen"][0]
    anna.call("PUT", f"/connections/{seen['id']}/name", {"name": "Grumpy"})
    link = anna.call("POST", "/clock/links", {})["svg"]
    page = visit(house).page
    page.goto(link)
    words = page.evaluate("document.documentElement.textContent")
    assert bo.name in words and "Grumpy" not in words


def test_two_people_see_each_other_move(house, visit, two):
    anna, bo = two
    anna.lets(bo)
    hers, his = visit(house, DESKTOP).log_in(anna, "/clock"), visit(house).log_in(bo, "/clock")
    anna.is_at(SCHOOL)
    expect(his.locator("main li").filter(has_text="Anna Beck")).to_contain_text("School")
    bo.moves(HOME, SCHOOL)
    expect(hers.locator("main li").filter(has_text="Bo")).to_contain_text(re.compile("School|Travelling"))


def test_f51_what_is_stale_turns_grey_by_itself(house, visit, two):
    anna, bo = two
    visitor = visit(house)
    visitor.page.clock.install()
    for member in (anna, bo):
        member.is_at(HOME)
    page = visitor.log_in(anna)
    row = page.get_by_role("link", name=re.compile("^Bo At Home"))
    expect(row).to_contain_text("Live")
    expect(row.locator(".is-stale")).to_have_count(0)
    # From here on nothing is heard: time alone has to do it.
    visitor.context.set_offline(True)
    page.clock.fast_forward("04:00")
    expect(row).not_to_contain_text("As of")
    page.clock.fast_forward("01:02")
    expect(row).to_contain_text(re.compile(r"As of \d\d:\d\d, 5 min ago, ±\s10\sm"))
    expect(row.locator(".is-stale").first).to_be_visible()


def test_a_person_whose_phone_died_is_lost_and_said_so(house, visit, two):
    anna, _ = two
    mira = house.member("Mira")
    mira.lets(anna)
    mira.is_at(SCHOOL, seconds_ago=4000)
    page = visit(house).log_in(anna, "/clock")
    expect(page.locator("main li").filter(has_text="Mira")).to_contain_text("Lost, since")


def test_consent_taken_back_takes_the_person_off_the_page(house, visit, two):
    anna, bo = two
    page = visit(house).log_in(anna)
    expect(page.get_by_text("Bo", exact=True).first).to_be_visible()
    for seer in bo.call("GET", "/connections")["seers"]:
        bo.call("DELETE", f"/connections/{seer['id']}")
    expect(page.get_by_text("Bo", exact=True)).to_have_count(0)


def test_consent_taken_back_before_the_stream_opens_takes_the_person_off_too(house, visit, two):
    anna, bo = two
    visitor, held = visit(house), []
    visitor.page.route("**/api/v1/events*", lambda route: held.append(route))
    page = visitor.log_in(anna)
    expect(page.get_by_text("Bo", exact=True).first).to_be_visible()
    caught(page, held)
    for seer in bo.call("GET", "/connections")["seers"]:
        bo.call("DELETE", f"/connections/{seer['id']}")
    held[0].continue_()
    expect(page.get_by_text("Bo", exact=True)).to_have_count(0)


@pytest.mark.parametrize("precision", ["place", "coarse"])
def test_who_shares_less_is_shown_with_less(house, visit, precision):
    anna, bo = house.member("Anna Beck"), house.member("Bo")
    bo.lets(anna, precision)
    bo.place("School", SCHOOL)
    bo.is_at(SCHOOL)
    page = visit(house).log_in(anna)
    page.get_by_text("Bo", exact=True).first.click()
    expect(page.get_by_text("At School, since").first).to_be_visible()
    assert not re.search(r"±|\d+ m\b", page.locator("main").inner_text())


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_reduced_motion_swings_nothing(house, visit, two, size):
    anna, bo = two
    page = visit(house, size, reduced_motion="reduce").log_in(anna, "/clock")
    expect(page.locator("main li").filter(has_text="Bo")).to_contain_text("Home")
    bo.is_at(SCHOOL)
    expect(page.locator("main li").filter(has_text="Bo")).to_contain_text("School")
    assert page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length") == 0


def test_where_are_you_now_is_answered_with_one_tap_or_not_at_all(house, visit, two):
    anna, bo = two
    where = {"latitude": SCHOOL[0], "longitude": SCHOOL[1], "accuracy": 8}
    hers = visit(house).log_in(anna, f"/people/{bo.id}")
    his = visit(house, geolocation=where, permissions=["geolocation"]).log_in(bo, "/notices")
    expect(hers.get_by_text("A phone app such as OwnTracks cannot be asked")).to_be_visible()
    hers.get_by_role("button", name="Ask where Bo is now").click()
    expect(hers.get_by_text(re.compile(r"Asked at \d\d:\d\d\. No answer yet\. You can ask again from"))).to_be_visible()
    card = his.locator("article").filter(has_text="Anna Beck asks: Where are you now?")
    expect(card).to_be_visible()
    # Ages are whole seconds, and what stands in for a receiver has a new time only where it is set anew.
    passed(3)
    his.context.set_geolocation(where)
    card.get_by_role("button", name="Send my position").click()
    expect(card).to_have_count(0)
    expect(hers.get_by_text(re.compile("A newer position has come since"))).to_be_visible()
    assert bo.call("GET", "/presence")["items"][0]["fix"]["accuracyMetres"] == 8


def test_a_question_that_is_put_away_leaves_the_asker_with_no_answer_yet(house, visit, two):
    anna, bo = two
    anna.call("POST", "/position-requests", {"member": bo.id})
    asked = anna.call("GET", "/position-requests")
    page = visit(house).log_in(bo, "/notices")
    card = page.locator("article").filter(has_text="Anna Beck asks: Where are you now?")
    card.get_by_role("button", name=re.compile("^Dismiss")).click()
    expect(card).to_have_count(0)
    assert anna.call("GET", "/position-requests") == asked
    hers = visit(house).log_in(anna, f"/people/{bo.id}")
    expect(hers.get_by_text(re.compile("No answer yet"))).to_be_visible()
