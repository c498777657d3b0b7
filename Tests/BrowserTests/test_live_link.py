"""A live link without a trip: made by a member, opened by somebody without an account in a browser of their own (A12)."""

import os
import re
import time

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import HOME, SCHOOL
from log_hygiene import SECRETS


def shot(page, name):
    """Keeps a picture where the run asks for some."""
    if folder := os.environ.get("HEARTH_SHOTS"):
        page.wait_for_timeout(1_000)
        page.screenshot(path=f"{folder}/{name}.png")


def make_link(page, name="Grandma", hours="2 hours", level=None):
    """Makes a link by the account page, and answers what is shown once."""
    page.get_by_role("button", name="Share live location").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("For whom").fill(name)
    sheet.get_by_label("Duration").select_option(label=hours)
    if level:
        sheet.get_by_label(level).check(force=True)
    sheet.get_by_role("button", name="Create link").click()
    field = page.get_by_label("Link", exact=True)
    expect(field).to_have_value(re.compile(r"/live#hearth_live_[0-9A-Za-z]{36}$"))
    link = field.input_value()
    SECRETS.token(link.split("#")[1])
    return link


def path_of(link):
    return "/live" + link.split("/live")[1]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_live_link_is_made_opened_without_an_account_followed_and_stopped(house, visit, two, theme):
    anna, _ = two
    hers = visit(house, color_scheme=theme)
    page = hers.log_in(anna, "/account")
    expect(page.locator("shared-chip")).to_have_text("Shared with 1")
    page.get_by_role("button", name="Share live location").click()
    shot(page, f"live-make-{theme}")
    page.get_by_role("button", name="Close").click()
    link = make_link(page)
    shot(page, f"live-made-{theme}")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("shared-chip")).to_have_text("Shared with 2")
    row = page.locator("live-links li").filter(has_text="Grandma")
    expect(row).to_contain_text("Exact position, until")
    expect(row).to_contain_text("Not opened yet")

    guest = visit(house, DESKTOP if theme == "dark" else PHONE, color_scheme=theme)
    seen = guest.open(path_of(link))
    heading = seen.get_by_role("heading", level=1, name="Anna Beck")
    expect(heading).to_be_visible()
    # The secret left the address, nothing finds the page, and its bare address says nothing (F47).
    assert seen.url == house.url + "/live"
    assert seen.locator('meta[name="robots"][content="noindex"]').count() == 1
    assert "Anna" not in seen.request.get(house.url + "/live").text()
    expect(seen.get_by_text("This link ends")).to_be_visible()
    expect(seen.locator(".marker-pin")).to_be_visible()
    expect(row).to_contain_text("1 browser, last used")

    # She moves, and the guest sees it without a reload; the line begins with the link.
    time.sleep(1)
    anna.is_at(SCHOOL, times=(0,))
    anna.is_at(SCHOOL, times=(0,))
    expect(seen.locator(".marker-pin")).to_have_attribute("aria-label", re.compile("Live"))
    shot(seen, f"live-view-{theme}")
    shot(page, f"live-list-{theme}")
    notices = [notice["kind"] for notice in anna.call("GET", "/notices")["items"]]
    assert "liveLinkAdded" in notices and "liveLinkViewed" in notices
    looked = hers.open("/who-looked")
    expect(looked.locator(".row").filter(has_text="Grandma")).to_contain_text("by a live link")
    shot(looked, f"live-looked-{theme}")

    # It ends in one tap, and the open page says so within two seconds.
    page = hers.open("/sharing")
    expect(page.get_by_text("1 live link")).to_be_visible()
    page.get_by_role("button", name="Stop the link for Grandma").click()
    began = time.monotonic()
    expect(seen.get_by_role("heading", name="Link not open")).to_be_visible()
    assert time.monotonic() - began < 2
    assert "Anna" not in seen.locator("main").inner_text()
    shot(seen, f"live-gone-{theme}")
    seen.goto("about:blank")
    expect(guest.open(path_of(link)).get_by_role("heading", name="Link not open")).to_be_visible()


@pytest.mark.sweep
def test_a_live_link_by_place_has_no_map_and_lowering_takes_the_position_at_once(house, visit, two):
    anna, _ = two
    anna.place("Home", HOME)
    anna.is_at(HOME)
    page = visit(house).log_in(anna, "/account")
    link = make_link(page, "Neighbour", "1 hour", "Place name only")
    page.get_by_role("button", name="Close").click()
    exact = make_link(page, "Grandma")
    seen = visit(house).open(path_of(link))
    expect(seen.get_by_text("Home", exact=False).first).to_be_visible()
    assert seen.locator(".marker-pin").count() == 0
    shot(seen, "live-place")
    other = visit(house).open(path_of(exact))
    expect(other.locator(".marker-pin")).to_be_visible()
    anna.call("PATCH", "/me/sharing", {"precisionAtMost": "place"})
    expect(other.locator(".marker-pin")).to_have_count(0)


@pytest.mark.sweep
def test_a_browser_with_a_live_link_is_removed_alone(house, visit, two):
    anna, _ = two
    page = visit(house).log_in(anna, "/account")
    link = make_link(page)
    page.get_by_role("button", name="Close").click()
    first, second = visit(house).open(path_of(link)), visit(house, DESKTOP).open(path_of(link))
    for seen in (first, second):
        expect(seen.get_by_role("heading", level=1, name="Anna Beck")).to_be_visible()
    row = page.locator("live-links li").filter(has_text="Grandma").first
    expect(row).to_contain_text("2 browsers")
    page.get_by_role("button", name=re.compile("^Remove ")).first.click()
    gone = [seen for seen in (first, second) if seen.get_by_role("heading", name="Link not open").is_visible()]
    deadline = time.monotonic() + 5
    while not gone and time.monotonic() < deadline:
        first.wait_for_timeout(100)
        gone = [seen for seen in (first, second) if seen.get_by_role("heading", name="Link not open").is_visible()]
    assert len(gone) == 1


def test_a_childs_live_link_waits_for_a_guardian(house, visit):
    anna = house.member("Anna Beck")
    family = anna.call("GET", "/families")["items"][0]["id"]
    leo = anna.call("POST", f"/families/{family}/members", {"name": "Leo", "birthYear": 2014})["id"]
    link = anna.call("POST", f"/families/{family}/members/{leo}/links", {})["link"]
    his = visit(house)
    page = his.open("/child" + link.split("/child")[1])
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(house.url + "/")
    page = his.open("/account")
    shared = make_link(page)
    expect(page.get_by_text("The link opens once an adult of your family approves it.")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("live-links li")).to_contain_text("Needs approval by an adult of your family")
    seen = visit(house).open(path_of(shared))
    expect(seen.get_by_role("heading", name="Link not open")).to_be_visible()
    hers = visit(house).log_in(anna, "/notices")
    expect(hers.get_by_role("heading", name="Leo wants to share a live link")).to_be_visible()
    hers.get_by_role("link", name="Family", exact=False).first.click()
    # The notices have a button of their own that names him.
    expect(hers.get_by_role("heading", level=1, name="My family")).to_be_visible()
    hers.get_by_role("button", name=re.compile("Leo")).first.click()
    hers.get_by_role("button", name="Approve the link for Grandma").click()
    shot(hers, "live-child")
    expect(page.locator("live-links li")).to_contain_text("Not opened yet")
    seen.goto("about:blank")
    seen.goto(house.url + path_of(shared))
    expect(seen.get_by_role("heading", level=1, name="Leo")).to_be_visible()
