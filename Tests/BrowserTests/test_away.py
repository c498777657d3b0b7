"""The page without the hub: the frame stays, what was there is read with its time, and what cannot be done is said."""

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP
from house import HOME, SCHOOL, moment, new_id
from test_missions import grown_child
from waiting import until

# Each main page, and under which name the last of what it reads is kept.
TABS = {"Home": "family", "Clock": "family", "Trip": "safety", "Missions": "/missions", "Wallet": "/wallet"}


def tab(page, name):
    page.get_by_role("navigation", name="Main pages").get_by_role("link", name=name).click()


def has_kept(page, name):
    """Waits until the page keeps what it has read."""
    until(page, "(name) => localStorage.getItem(`hearth.kept.${name}`)", name)
    # What was read beside it is written within a second of it.
    page.wait_for_timeout(1_200)


def kept(page):
    """The names under which this browser keeps anything of its member."""
    return page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('hearth.kept'))")


def opened(visit, house, member, **options):
    """A page whose worker holds its files, and that has been on each of its five main pages."""
    visitor = visit(house, service_workers="allow", **options)
    page = visitor.log_in(member)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    for name, last in TABS.items():
        tab(page, name)
        has_kept(page, last)
    return visitor, page


@pytest.fixture
def ready(house):
    """Anna, who sees Bo at school, has a mission and an account with money."""
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    bo.lets(anna)
    bo.place("School", SCHOOL)
    bo.is_at(SCHOOL)
    anna.is_at(HOME)
    anna.call("POST", "/missions", {"id": new_id(), "title": "Read a book", "minutes": 25})
    return anna, bo


@pytest.mark.sweep
@pytest.mark.parametrize("viewport", [None, DESKTOP], ids=["phone", "desktop"])
def test_a_page_reloaded_without_the_hub_shows_on_every_tab_what_was_there_with_its_time(house, visit, ready, viewport):
    anna, _ = ready
    options = {"viewport": viewport} if viewport else {}
    _, page = opened(visit, house, anna, **options)
    house.kill()
    tab(page, "Home")
    page.reload()
    banner = page.locator(".frame-banner")
    expect(banner).to_contain_text("Offline since")
    # Whom it shows, and that nobody is there now.
    expect(page.locator(".people-list")).to_contain_text("Bo")
    page.get_by_role("main").get_by_text("Bo").first.click()
    expect(page.locator("person-summary")).to_contain_text("As of")
    expect(page.locator("person-summary")).not_to_contain_text("Live")
    tab(page, "Clock")
    row = page.locator(".clock-rows .row").filter(has_text="Bo")
    expect(row).to_contain_text("School")
    expect(row.locator(".clock-age")).to_have_class("clock-age is-old")
    expect(row.locator(".clock-age")).to_contain_text("min ago")
    tab(page, "Trip")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".state-offline")).to_have_count(0)
    tab(page, "Missions")
    expect(page.get_by_text("Read a book")).to_be_visible()
    tab(page, "Wallet")
    expect(page.get_by_role("heading", name="Wallet")).to_be_visible()
    expect(page.locator(".state-offline")).to_have_count(0)
    expect(banner).to_contain_text("Offline since")
    house.start()
    expect(banner).to_be_hidden()
    tab(page, "Clock")
    expect(row.locator(".clock-age")).not_to_have_class("clock-age is-old")


def test_s22_what_is_kept_goes_with_the_log_out_the_session_and_the_member(house, visit, ready):
    anna, bo = ready
    visitor, page = opened(visit, house, anna)
    assert "hearth.kept.family" in kept(page) and "hearth.kept./wallet" in kept(page)
    # Somebody else logs in where the session was changed behind the page.
    visitor.context.clear_cookies()
    visitor.log_in(bo)
    until(page, "(id) => localStorage.getItem('hearth.kept') === id", bo.id)
    assert "hearth.kept./wallet" not in kept(page)
    has_kept(page, "family")
    assert anna.phone not in page.evaluate("JSON.stringify(localStorage)")
    # Logged out from elsewhere, and heard of it when the hub was back.
    house.kill()
    page.reload()
    expect(page.locator(".frame-banner")).to_contain_text("Offline since")
    house.start()
    for session in bo.call("GET", "/sessions")["items"]:
        if not session["current"]:
            bo.call("DELETE", f"/sessions/{session['id']}")
    page.wait_for_url("**/welcome")
    assert kept(page) == []
    # And where they log out themselves, the hub there or not.
    visitor.log_in(bo, "/account")
    has_kept(page, "family")
    house.kill()
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.get_by_text("No connection to the hub.").first).to_be_visible()
    assert kept(page) == []


@pytest.mark.sweep
def test_a_running_trip_s_page_says_without_the_hub_what_still_works(house, visit, ready):
    anna, bo = ready
    anna.lets(bo)
    anna.call("PUT", "/me/pins", {"pin": "2580"})
    place = {"name": "School", "latitude": SCHOOL[0], "longitude": SCHOOL[1]}
    trip = {"id": new_id(), "destination": place, "mode": "walk", "companions": [bo.id], "dueAt": moment(-1_800)}
    anna.call("POST", "/trips", trip | {"origin": {"latitude": HOME[0], "longitude": HOME[1]}})
    _, page = opened(visit, house, anna)
    tab(page, "Trip")
    expect(page.get_by_role("heading", name="To School")).to_be_visible()
    # Neither the code nor the link by which anybody could watch lies in the browser.
    mine = anna.call("GET", "/me/safety")["trip"]
    has_kept(page, "safety")
    stored = page.evaluate("JSON.stringify(localStorage)")
    assert "School" in stored and mine["accessCode"] not in stored and mine["link"].split("#")[1] not in stored
    house.kill()
    page.reload()
    away = page.locator(".away-banner")
    expect(away).to_contain_text("Hub not reachable since")
    expect(away.locator("a[href^='tel:']").first).to_be_visible()
    expect(page.get_by_role("heading", name="To School")).to_be_visible()
    page.get_by_role("button", name="I've arrived safely").click()
    for digit in "2580":
        page.get_by_role("dialog").get_by_role("button", name=digit, exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    expect(page.get_by_role("dialog").get_by_text("No connection to the hub.")).to_be_visible()
    page.keyboard.press("Escape")
    house.start()
    expect(away).to_have_count(0)


def test_a_child_s_report_made_without_the_hub_waits_through_a_reload_and_is_sent_once(house, visit):
    anna = house.member("Anna Beck")
    child, link = grown_child(house, anna)
    anna.call("POST", "/missions", {"id": new_id(), "title": "Tidy up", "minutes": 20, "assignee": child["id"]})
    page = visit(house, service_workers="allow").open("/child#" + link.split("#")[1])
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(house.url + "/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(house.url + "/missions")
    row = page.locator(".mission-front").filter(has_text="Tidy up")
    expect(row).to_be_visible()
    has_kept(page, "/missions")
    house.kill()
    row.click()
    page.get_by_role("button", name="Mark as done").click()
    expect(page.get_by_text("Saved on this device.")).to_be_visible()
    expect(row).to_contain_text("Done, not sent yet")
    page.reload()
    expect(row).to_contain_text("Done, not sent yet")
    # What needs the hub is refused in words.
    row.click()
    expect(page.get_by_role("button", name="Mark as done")).to_have_count(0)
    page.get_by_role("button", name="Cancel").click()
    house.start()
    expect(page.get_by_role("heading", name="Needs approval")).to_be_visible()
    [mission] = anna.call("GET", "/missions")["items"]
    assert [occurrence["state"] for occurrence in mission["occurrences"]] == ["claimed"]
    assert page.evaluate("JSON.parse(localStorage.getItem('hearth.kept.outbox').replace(/^\\d+ /, ''))") == []
