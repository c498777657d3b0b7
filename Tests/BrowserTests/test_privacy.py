"""What keeps sharing in its subject's hands: who looked, notices, asking, pausing, and stopping everything."""

import re
import urllib.error

import pytest
from playwright.sync_api import expect

from house import new_id


def said(page, words):
    expect(page.locator(".frame-words")).to_contain_text(words)


def test_f37_who_looked_is_told_by_day_and_person_within_ten_seconds(house, visit, two):
    anna, bo = two
    page = visit(house).log_in(anna, "/who-looked")
    expect(page.get_by_role("heading", name="Nobody has looked yet")).to_be_visible()
    bo.call("GET", "/presence")
    expect(page.get_by_role("heading", name="Today")).to_be_visible(timeout=10_000)
    row = page.locator(".row").filter(has_text="Bo")
    expect(row).to_contain_text("Saw your exact position, in a program")
    his = visit(house).log_in(bo, "/clock")
    expect(his.locator("family-clock")).to_be_visible()
    expect(row).to_contain_text("on the clock", timeout=10_000)


def test_f33_a_safety_page_is_left_in_one_tap_and_no_step_back_leads_there_again(house, visit, two):
    page = visit(house).log_in(two[0], "/account")
    for row, path in [("Who looked", "/who-looked"), ("Pause, show less", "/sharing")]:
        page.goto(house.url + "/account")
        page.get_by_role("link", name=re.compile(row)).click()
        page.wait_for_url(house.url + path)
        expect(page).to_have_title("My account · Hearth")
        page.get_by_role("button", name="Leave quickly").click()
        page.wait_for_url(house.url + "/clock")
        page.go_back()
        page.wait_for_url(house.url + "/account")


def test_f41_stopping_everything_is_two_taps_and_says_what_was_cut(house, visit, two):
    anna, bo = two
    page = visit(house).log_in(anna, "/account")
    page.get_by_role("link", name=re.compile("Pause, show less")).click()
    expect(page.get_by_text("they may notice sudden silence")).to_be_visible()
    expect(page.get_by_text("1 person who sees you")).to_be_visible()
    page.get_by_role("button", name="Stop everything now").click()
    expect(page.get_by_role("heading", name="Everything is stopped")).to_be_focused()
    expect(page.get_by_text("1 person who sees you")).to_be_visible()
    expect(page.locator("shared-chip")).to_be_empty()
    assert bo.call("GET", "/connections")["seen"] == []
    with pytest.raises(urllib.error.HTTPError) as ended:
        anna.call("GET", "/me")
    assert ended.value.code == 401


def test_f41_instead_of_silence_everyone_is_shown_less(house, visit, two):
    anna, bo = two
    page = visit(house).log_in(anna, "/sharing")
    page.get_by_role("button", name="About 1 km for everyone").click()
    said(page, "Nobody sees more than about 1 km now.")
    assert anna.call("GET", "/connections")["seers"][0]["precision"] == "coarse"
    page.get_by_role("button", name="Place names only for everyone").click()
    said(page, "Nobody sees more than place names now.")
    assert anna.call("GET", "/connections")["seers"][0]["precision"] == "place"


def test_f39_a_pause_is_begun_and_ended(house, visit, two):
    anna, bo = two
    before = [item["fix"] for item in bo.call("GET", "/presence")["items"] if item["member"] == anna.id]
    page = visit(house).log_in(anna, "/sharing")
    page.get_by_role("button", name="Until I end it").click()
    expect(page.get_by_text("You have been paused since")).to_be_visible()
    anna.is_at((47.2, 9.5), times=(0,))
    after = [item["fix"] for item in bo.call("GET", "/presence")["items"] if item["member"] == anna.id]
    assert [fix["latitude"] for fix in before] == [fix["latitude"] for fix in after]
    page.get_by_role("button", name="End the pause").click()
    expect(page.get_by_text("To everyone else it looks as if")).to_be_visible()


def test_f34_somebody_asks_without_a_code_and_the_subject_decides(house, visit):
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    his = visit(house).log_in(bo, "/connect")
    his.get_by_label("Their phone number").fill(anna.phone)
    his.get_by_role("button", name="Ask without a code").click()
    said(his, "If they are here, they are asked now.")
    hers = visit(house).log_in(anna, "/notices")
    card = hers.locator(".notice").filter(has_text="Bo asks to see you")
    card.get_by_role("button", name="Choose what they see").click()
    sheet = hers.get_by_role("dialog")
    expect(sheet.get_by_role("radio", name="Place name only")).to_be_checked()
    sheet.get_by_label("How long").select_option("Until I stop")
    sheet.get_by_role("button", name="Let them see this").click()
    expect(sheet.get_by_text("Please tick that it has no end")).to_be_visible()
    assert bo.call("GET", "/connections")["seen"] == [], "F42: without an end takes a second tap"
    sheet.get_by_role("checkbox").check()
    sheet.get_by_role("button", name="Let them see this").click()
    said(hers, "Bo sees you now.")
    expect(card).to_have_count(0)
    assert [person["name"] for person in bo.call("GET", "/connections")["seen"]] == ["Anna Beck"]
    his.goto(house.url + "/notices")
    expect(his.get_by_role("heading", name="Anna Beck lets you see them")).to_be_visible()


def test_f34_whoever_uses_a_code_is_told_of_and_ended_in_one_tap(house, visit, two):
    anna, bo = two
    visitor = visit(house)
    page = visitor.log_in(anna)
    expect(page.locator("hearth-frame[data-news]")).to_have_count(1)
    visitor.open("/notices")
    card = page.locator(".notice").filter(has_text="Bo used your connect code")
    card.get_by_role("button", name="Stop sharing", exact=True).click()
    said(page, "Bo does not see you any more.")
    assert bo.call("GET", "/connections")["seen"] == []
    away = page.get_by_role("button", name=re.compile("Put away"))
    for left in range(away.count() - 1, -1, -1):
        away.first.click()
        expect(away).to_have_count(left)
    expect(page.get_by_role("heading", name="Nothing new")).to_be_visible()
    expect(page.locator("hearth-frame[data-news]")).to_have_count(0)


def test_f34_who_is_declined_hears_nothing_of_it(house, visit):
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    bo.call("POST", "/connection-requests", {"id": new_id(), "phone": anna.phone})
    page = visit(house).log_in(anna, "/notices")
    page.get_by_role("button", name="Decline").click()
    said(page, "Declined. Bo is not told.")
    assert len(bo.call("GET", "/connection-requests")["sent"]) == 1
    assert {notice["kind"] for notice in bo.call("GET", "/notices")["items"]} == {"newLogIn"}


def test_f42_the_days_between_reminders_are_chosen(house, visit, two):
    page = visit(house).log_in(two[0], "/sharing")
    page.get_by_label("Remind me who sees me").select_option("Every 14 days")
    said(page, "Saved")
    assert two[0].call("GET", "/me/sharing")["reminderDays"] == 14


def test_f43_every_screen_says_with_how_many_is_shared(house, visit, two):
    visitor = visit(house)
    page = visitor.log_in(two[0])
    for path in ["/", "/clock", "/my-clock", "/places/new", "/account", "/connect", "/devices/new", "/who-looked"]:
        visitor.open(path)
        expect(page.locator("shared-chip")).to_contain_text("Shared with 1")


def test_many_notices_of_one_kind_are_one_card_that_opens(house, visit):
    anna = house.member("Anna Beck")
    for name in ["Bo", "Cleo", "Dora"]:
        viewer = house.member(name)
        code = anna.call("PUT", "/me/connect-code", {"precision": "place"})["code"]
        viewer.call("POST", "/connections", {"id": new_id(), "phone": anna.phone, "code": code})
    page = visit(house).log_in(anna, "/notices")
    fold = page.locator(".notice-fold", has_text="3 people used connect codes of yours")
    expect(fold).to_be_visible()
    expect(page.get_by_role("heading", name="Dora used your connect code")).to_be_hidden()
    fold.locator("summary").first.click()
    expect(page.get_by_role("heading", name="Dora used your connect code")).to_be_visible()
    page.get_by_role("button", name="Put all of these away").click()
    expect(fold).to_have_count(0)
