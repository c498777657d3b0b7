"""What keeps sharing in its subject's hands: who looked, notices, asking, pausing, and stopping everything."""

import json
import re
import subprocess
import urllib.error
import urllib.parse
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from house import HOME, ROOT, SCHOOL, new_id
from waiting import eventually


def in_an_hour():
    return (datetime.now(timezone.utc) + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def said(page, words):
    expect(page.locator(".frame-words")).to_contain_text(words)


def test_f37_who_looked_is_told_by_day_and_person_within_ten_seconds(house, visit, two):
    anna, bo = two
    page = visit(house).log_in(anna, "/who-looked")
    expect(page.get_by_role("heading", name="No one has looked yet")).to_be_visible()
    bo.call("GET", "/presence")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    row = page.locator(".row").filter(has_text="Bo")
    expect(row).to_contain_text("Saw your exact position, in a program")
    his = visit(house).log_in(bo, "/clock")
    expect(his.locator("family-clock")).to_be_visible()
    expect(row).to_contain_text("on the clock")


def safety_paths(trip, alarm):
    """Where the router leads to a page about safety, with a trip and an alarm in the places of their names."""
    script = """import { screens } from "./Web/lib/dom/screens.js";
        console.log(JSON.stringify(screens.filter(({ isSafety }) => isSafety).map(({ path }) => path)))"""
    words = ["node", "--input-type=module", "-e", script]
    paths = json.loads(subprocess.run(words, capture_output=True, check=True, cwd=ROOT, timeout=60).stdout)
    given = {"/watching/:id": f"/watching/{trip}", "/alarms/:id": f"/alarms/{alarm}"}
    return [given.get(path, path) for path in paths]


def follow_link(page, path):
    """Goes to a page of the app as by a link on the page that is open."""
    page.evaluate(
        """(path) => {
            const link = document.body.appendChild(document.createElement('a'));
            link.href = path;
            link.click();
            link.remove();
        }""",
        path,
    )
    page.wait_for_url("**" + path)
    page.get_by_role("heading", level=1).first.wait_for(state="attached")


def steps(page):
    """The paths that Back and Forward could lead to, and the one that is open."""
    entries = page.context.new_cdp_session(page).send("Page.getNavigationHistory")["entries"]
    return [urllib.parse.urlsplit(entry["url"]).path for entry in entries]


def test_f33_each_safety_page_is_left_in_one_tap_for_another_site_and_no_step_leads_back(house, visit, two):
    anna, bo = two
    anna.call("PUT", "/me/pins", {"pin": "2580"})
    place = {"name": "School", "latitude": SCHOOL[0], "longitude": SCHOOL[1]}
    trip = {"id": new_id(), "destination": place, "mode": "walk", "companions": [bo.id], "dueAt": in_an_hour()}
    trip["origin"] = {"latitude": HOME[0], "longitude": HOME[1]}
    anna.call("POST", "/trips", trip)
    anna.call("POST", "/countdowns", {"id": new_id(), "trip": trip["id"], "cause": "alert", "startedAgoMilliseconds": 0})
    (alarm,) = anna.call("GET", "/me/safety")["alarms"]
    paths = safety_paths(trip["id"], alarm["id"])
    assert len(paths) == 10
    visitor = visit(house)
    told = []

    def elsewhere(route):
        told.append(route.request.headers.get("referer", ""))
        route.fulfill(content_type="text/html", body="<title>Elsewhere</title>")

    visitor.context.route("https://www.wikipedia.org/**", elsewhere)
    for member in [bo, anna]:
        # Anna rides the trip that Bo watches; what is Bo's alone is not there for her.
        page = visitor.log_in(member, "/account")
        for path in paths if member is bo else ["/trip"]:
            page.goto(house.url + "/account")
            page.get_by_role("heading", level=1).first.wait_for(state="attached")
            follow_link(page, path)
            assert not re.search("danger|abuse|duress", page.title(), re.IGNORECASE), page.title()
            page.get_by_role("button", name="Hide this page").click()
            page.wait_for_url("https://www.wikipedia.org/")
            assert not set(paths) & set(steps(page)), path
            page.go_back()
            page.wait_for_url(house.url + "/account")
    # From one to the next, as in an alarm: the last one's exit leaves none of those before it.
    page = visitor.log_in(bo, "/account")
    page.get_by_role("heading", level=1).first.wait_for(state="attached")
    for path in paths:
        follow_link(page, path)
    follow_link(page, "/notices")
    follow_link(page, "/who-looked")
    page.get_by_role("button", name="Hide this page").click()
    page.wait_for_url("https://www.wikipedia.org/")
    assert not set(paths) & set(steps(page))
    assert set(told) == {""}, "the other site is not told where its visitor came from"


def test_f90_hiding_the_page_or_logging_out_ends_the_view_of_a_link(house, visit, two):
    anna, bo = two
    anna.call("PUT", "/me/pins", {"pin": "2580"})
    place = {"name": "School", "latitude": SCHOOL[0], "longitude": SCHOOL[1]}
    origin = {"latitude": HOME[0], "longitude": HOME[1]}
    trip = {"id": new_id(), "destination": place, "origin": origin, "mode": "walk", "companions": [], "dueAt": in_an_hour()}
    link = "/follow#" + anna.call("POST", "/trips", trip)["link"].split("#")[1]
    visitor = visit(house)
    page = visitor.page
    visitor.context.route("https://www.wikipedia.org/**", lambda route: route.fulfill(content_type="text/html", body="Elsewhere"))
    views = lambda: visitor.context.request.get(house.url + "/api/v1/session").json()["views"]
    visitor.open(link)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anna")
    assert views() == ["trip"]
    page.get_by_role("button", name="Hide this page").click()
    page.wait_for_url("https://www.wikipedia.org/")
    assert eventually(lambda: views() == [])
    visitor.open("/follow")
    expect(page.locator("#follow-code")).to_be_visible()
    visitor.log_in(bo, "/account")
    visitor.open(link)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anna")
    page.goto(house.url + "/account")
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_url(house.url + "/welcome")
    assert views() == []


def test_f41_stopping_everything_is_two_taps_and_says_what_was_cut(house, visit, two):
    anna, bo = two
    page = visit(house).log_in(anna, "/account")
    page.get_by_role("link", name=re.compile("Pause, show less")).click()
    expect(page.get_by_text("may notice sudden silence")).to_be_visible()
    expect(page.get_by_text("1 person who sees you")).to_be_visible()
    page.get_by_role("button", name="Stop everything").click()
    expect(page.get_by_role("heading", name="Sharing stopped")).to_be_focused()
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
    said(page, "No one sees more than about 1 km now.")
    assert anna.call("GET", "/connections")["seers"][0]["precision"] == "coarse"
    page.get_by_role("button", name="Place names only for everyone").click()
    said(page, "No one sees more than place names now.")
    assert anna.call("GET", "/connections")["seers"][0]["precision"] == "place"


def test_f39_a_pause_is_begun_and_ended(house, visit, two):
    anna, bo = two
    before = [item["fix"] for item in bo.call("GET", "/presence")["items"] if item["member"] == anna.id]
    page = visit(house).log_in(anna, "/sharing")
    page.get_by_role("button", name="Until I end it").click()
    expect(page.get_by_text("Paused since")).to_be_visible()
    anna.is_at((47.2, 9.5), times=(0,))
    after = [item["fix"] for item in bo.call("GET", "/presence")["items"] if item["member"] == anna.id]
    assert [fix["latitude"] for fix in before] == [fix["latitude"] for fix in after]
    page.get_by_role("button", name="End pause").click()
    expect(page.get_by_text("as if your phone had no signal")).to_be_visible()


def test_f34_somebody_asks_without_a_code_and_the_subject_decides(house, visit):
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    his = visit(house).log_in(bo, "/connect")
    his.get_by_label("Their phone number").fill(anna.phone)
    his.get_by_role("button", name="Ask without a code").click()
    said(his, "If they have an account, they will get your request.")
    hers = visit(house).log_in(anna, "/notices")
    card = hers.locator(".notice").filter(has_text="Bo asks to see you")
    card.get_by_role("button", name="Choose what they see").click()
    sheet = hers.get_by_role("dialog")
    expect(sheet.get_by_role("radio", name="Place name only")).to_be_checked()
    sheet.get_by_label("Duration").select_option("Until I stop")
    sheet.get_by_role("button", name="Share").click()
    expect(sheet.get_by_text("Confirm that it has no end")).to_be_visible()
    assert bo.call("GET", "/connections")["seen"] == [], "F42: without an end takes a second tap"
    sheet.get_by_role("checkbox").check()
    sheet.get_by_role("button", name="Share").click()
    said(hers, "Bo now sees you.")
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
    said(page, "Bo no longer sees you.")
    assert bo.call("GET", "/connections")["seen"] == []
    away = page.get_by_role("button", name=re.compile("Dismiss"))
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
    said(page, "Declined. Bo is not notified.")
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
    fold = page.locator(".notice-fold", has_text="3 people used your connect codes")
    expect(fold).to_be_visible()
    expect(page.get_by_role("heading", name="Dora used your connect code")).to_be_hidden()
    fold.locator("summary").first.click()
    expect(page.get_by_role("heading", name="Dora used your connect code")).to_be_visible()
    page.get_by_role("button", name="Dismiss all of these").click()
    expect(fold).to_have_count(0)


def test_the_dot_of_notices_lies_within_the_picture_s_link(house, visit, two):
    page = visit(house).log_in(two[0])
    link = page.locator("[data-news] .to-account")
    expect(link).to_be_visible()
    # Placed from nothing, WebKit cuts it at the window's edge.
    assert link.evaluate("(link) => getComputedStyle(link).position") == "relative"
    dot = link.evaluate("(link) => { const { top, right } = getComputedStyle(link, '::after'); return [top, right]; }")
    assert dot == ["0px", "0px"]
