"""Somebody without an account: all of it on one device, and all of it along when they register."""

import re

import pytest
from playwright.sync_api import expect

from house import HOME, new_id
from test_every_page import serious, settled, sticks_out
from test_family import NUMBER, invite, path_of
from test_getting_in import register
from test_missions import add, begin, buy, left, row
from test_store import card, square
from waiting import eventually

pytestmark = pytest.mark.sweep

KEY = "hearth.guest.missions"


def earlier(page, minutes):
    """Lets the countdown be older than it is, by all that the device keeps."""
    page.evaluate(
        """([key, minutes]) => {
            const kept = JSON.parse(localStorage.getItem(key));
            const moved = (time) => new Date(Date.parse(time) - minutes * 60_000).toISOString();
            for (const name of ['startedAt', 'freeUntil', 'since']) kept.countdown[name] = moved(kept.countdown[name]);
            localStorage.setItem(key, JSON.stringify(kept));
        }""",
        [KEY, minutes],
    )
    page.reload()


def finish(page, title, minutes):
    """A whole countdown, without the wait."""
    begin(page, title)
    earlier(page, minutes)
    expect(page.get_by_role("heading", name="Done")).to_be_visible()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="Missions", level=1)).to_be_visible()


def stock(page, name, price, picture=False):
    """Puts something into the store as a person does."""
    page.get_by_role("button", name=re.compile("^(New item|Add an item)$")).click()
    dialog = page.get_by_role("dialog", name="New item")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Price in gold").fill(str(price))
    if picture:
        dialog.locator("input[type=file]").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": square()})
        expect(dialog.locator(".item-picture img")).to_be_visible()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)


def a_guest_s_week(page):
    """25 gold earned, a bottle bought for 5, one still on the shelf, and a countdown of which 20 minutes are over."""
    add(page, "Read", 25)
    finish(page, "Read", 25)
    page.locator(".gold-card").click()
    stock(page, "Sports bottle", 5, picture=True)
    buy(page, "Sports bottle")
    page.get_by_role("dialog", name="Bought").get_by_role("button", name="Done").click()
    page.get_by_role("link", name="Back").click()
    add(page, "Cello", 30)
    begin(page, "Cello")
    earlier(page, 20)
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    assert 570 <= left(page) <= 600


def test_a_guest_earns_gold_and_has_a_store_on_the_device_alone(house, visit):
    page = visit(house).open("/missions")
    asked = []
    page.on("request", lambda request: "/api/" in request.url and request.method != "GET" and asked.append(request.url))
    expect(page.locator(".gold-amount")).to_have_text("0 gold")
    add(page, "Read", 25)
    row(page, "Read").click()
    expect(page.get_by_role("dialog", name="Read")).to_contain_text("25 gold")
    page.keyboard.press("Escape")
    begin(page, "Read")
    earlier(page, 25)
    expect(page.get_by_text("+25 gold")).to_be_visible()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".gold-amount")).to_have_text("25 gold")

    page.locator(".gold-card").click()
    expect(page.get_by_role("heading", name="Store", level=1)).to_be_visible()
    assert not serious(settled(page))
    stock(page, "Sports bottle", 5, picture=True)
    stock(page, "Keyboard", 1000)
    expect(card(page, "Sports bottle").locator("img")).to_have_js_property("complete", True)
    buy(page, "Sports bottle")
    dialog = page.get_by_role("dialog", name="Bought")
    expect(dialog).to_contain_text("Sports bottle is yours.")
    dialog.get_by_role("button", name="Done").click()
    expect(page.locator(".balance-amount")).to_have_text("20 gold")
    buy(page, "Keyboard")
    page.get_by_role("dialog", name=re.compile("980 gold")).get_by_role("button", name="Done").click()
    page.reload()
    expect(page.locator(".balance-amount")).to_have_text("20 gold")
    page.get_by_role("link", name="Purchases").click()
    expect(page.locator(".purchase")).to_contain_text("Sports bottle")
    expect(page.locator(".purchase")).to_contain_text("bought")
    assert not serious(settled(page)) and not sticks_out(page)
    assert not asked, "nothing of it goes to the hub"


def test_the_hub_is_asked_once_where_nobody_was_logged_in(house, visit):
    visitor = visit(house)
    page = visitor.open("/welcome")
    expect(page.get_by_role("button", name="Continue", exact=True)).to_be_visible()
    refused, asked = [], []
    page.on("response", lambda answer: answer.status == 401 and refused.append(answer.url))
    page.on("request", lambda request: "/api/v1/session" in request.url and asked.append(request.url))
    for path in ("/missions", "/store", "/here"):
        settled(visitor.open(path))
    assert refused == [] and len(asked) == 3
    # Whoever logs in with the same browser has everything at once, now and on the next visit.
    refused.clear()
    visitor.log_in(house.member("Anna Beck"), "/clock")
    expect(page.locator("main li").filter(has_text="Anna Beck")).to_be_visible()
    assert refused == []


def test_a_guest_goes_on_while_the_hub_is_away(house, visit):
    page = visit(house, service_workers="allow").open("/missions")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    add(page, "Read", 25)
    house.stop()
    page.reload()
    expect(row(page, "Read")).to_be_visible()
    add(page, "Cello", 30)
    begin(page, "Cello")
    house.start()
    page.reload()
    expect(page.get_by_role("timer")).to_be_visible()


def test_a_guest_s_week_moves_in_whole_with_the_countdown_that_runs(house, visit):
    anna = house.member("Anna Beck")
    anna.call("POST", "/store/items", {"id": new_id(), "name": "Kite", "price": "7"})
    visitor = visit(house)
    page = visitor.open("/missions")
    a_guest_s_week(page)
    page = visitor.open("/register")
    register(page, house, NUMBER, "Ben")
    assert page.evaluate(f"localStorage.getItem('{KEY}')") is None

    # The countdown goes on where it was, and is not called off for nothing any more.
    page.get_by_role("navigation").get_by_role("link", name="Missions").click()
    expect(page.locator(".now-card")).to_contain_text("Cello")
    expect(page.locator(".gold-amount")).to_have_text("0 gold")
    page.locator(".now-card").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    assert 420 <= left(page) <= 600

    # The store is theirs, and what was earned and bought is a list of its own, which buys nothing.
    visitor.open("/store")
    expect(page.locator(".balance-amount")).to_have_text("0 gold")
    expect(card(page, "Sports bottle").locator("img")).to_have_js_property("complete", True)
    expect(card(page, "Kite")).to_have_count(0)
    visitor.open("/store/history")
    expect(page.get_by_role("heading", name="From before you had an account")).to_be_visible()
    expect(page.get_by_text("You earned 45 gold and spent 5 gold on this device without an account.")).to_be_visible()
    expect(page.locator(".purchase")).to_have_count(3)
    assert not serious(settled(page)) and not sticks_out(page)
    page.get_by_role("button", name="Delete list").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete list").click()
    expect(page.get_by_role("heading", name="From before you had an account")).to_have_count(0)


def test_a_move_that_is_cut_says_so_and_goes_on_with_the_next_visit(house, visit):
    anna = house.member("Anna Beck")
    visitor = visit(house)
    page = visitor.open("/missions")
    a_guest_s_week(page)
    page.route("**/api/v1/me/guest-records", lambda route: route.abort())
    visitor.open(path_of(invite(anna)["link"]))
    register(page, house, NUMBER, "Ben")
    expect(page.get_by_text("Your earlier data is still on this device")).to_be_visible()
    page.unroute("**/api/v1/me/guest-records")
    page.reload()
    assert eventually(lambda: page.evaluate(f"localStorage.getItem('{KEY}') === null"))
    visitor.open("/missions")
    expect(page.locator(".now-card")).to_contain_text("Cello")
    # In a family with others the bottle is no item of theirs, but it is remembered.
    assert anna.call("GET", "/store/items")["items"] == []
    visitor.open("/store/history")
    expect(page.locator(".purchase")).to_have_count(4)
    expect(page.locator(".purchase").filter(has_text="was in your store")).to_contain_text("Sports bottle")


def test_who_logs_in_is_asked_before_what_a_guest_left_is_theirs(house, visit):
    anna = house.member("Anna Beck")
    mission = new_id()
    anna.call("POST", "/missions", {"id": mission, "title": "Piano", "minutes": 20})
    anna.call("POST", f"/missions/{mission}/start", {"id": new_id(), "occurrence": 0})
    visitor = visit(house)
    page = visitor.open("/missions")
    a_guest_s_week(page)
    visitor.open("/welcome")
    visitor.log_in_by_form(anna)
    expect(page.get_by_text("Your earlier data is still on this device")).to_be_visible()
    visitor.open("/missions")
    waiting = page.locator("section").filter(has_text="From before you logged in")
    expect(waiting).to_contain_text("1 mission")
    waiting.get_by_role("button", name="Move to my account").click()
    # One countdown at a time: the one from this device waits, and comes when the other is over.
    expect(page.get_by_text("A countdown waits until no other is running.")).to_be_visible()
    expect(row(page, "Cello")).to_be_visible()
    running = anna.call("GET", "/me/focus")["countdown"]
    anna.call("POST", f"/missions/{mission}/stop", {"countdown": running["id"]})
    waiting.get_by_role("button", name="Move to my account").click()
    expect(waiting).to_have_count(0)
    countdown = anna.call("GET", "/me/focus")["countdown"]
    assert countdown["state"] == "paused" and 420_000 <= countdown["remainingMilliseconds"] <= 600_000
    assert sorted(each["title"] for each in anna.call("GET", "/missions")["items"]) == ["Cello", "Piano"]
    assert page.evaluate(f"localStorage.getItem('{KEY}')") is None


def test_what_a_guest_left_outlives_a_log_in_that_does_not_want_it(house, visit):
    anna = house.member("Anna Beck")
    visitor = visit(house)
    page = visitor.open("/missions")
    add(page, "Read", 25)
    visitor.log_in_by_form(anna)
    visitor.open("/account")
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_url(house.url + "/welcome")
    visitor.open("/missions")
    expect(row(page, "Read")).to_be_visible()
    # Logged in once more, they delete it.
    visitor.log_in_by_form(anna)
    visitor.open("/missions")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("From before you logged in")).to_have_count(0)
    assert page.evaluate(f"localStorage.getItem('{KEY}')") is None
    assert anna.call("GET", "/missions")["items"] == []


def test_a_guest_s_presence_is_found_and_kept_on_the_device_and_forgotten_with_it(house, visit):
    where = {"latitude": HOME[0], "longitude": HOME[1], "accuracy": 12}
    visitor = visit(house, geolocation=where, permissions=["geolocation"])
    page = visitor.open("/missions")
    add(page, "Read", 25)
    asked = []
    page.on("request", lambda request: "/api/" in request.url and asked.append((request.method, request.url)))
    page.get_by_role("link", name="My position").click()
    expect(page.get_by_text("This page does not know where you are.")).to_be_visible()
    expect(page.get_by_role("button", name="Add current position")).to_be_disabled()
    page.get_by_role("switch", name="Find my position while this page is open").check(force=True)
    expect(page.get_by_text("nothing is sent")).to_be_visible()
    expect(page.get_by_text("At none of your places")).to_be_visible()
    expect(page.get_by_text(f"{HOME[0]:.5f}, {HOME[1]:.5f}")).to_be_visible()

    page.get_by_role("button", name="Add current position").click()
    dialog = page.get_by_role("dialog", name="Add current position")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Enter a name.")).to_be_visible()
    dialog.get_by_label("Name").fill("Home")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("At Home, since")).to_be_visible()
    assert not serious(settled(page)) and not sticks_out(page)
    # It is known again after a reload, from this device alone.
    page.reload()
    expect(page.get_by_text("At Home, since")).to_be_visible()
    page.get_by_role("button", name="Home").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete place").click()
    expect(page.get_by_text("At none of your places")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("At Home, since")).to_be_visible()
    assert {method for method, _ in asked} <= {"GET"}, asked

    # Another tab has it open as well: forgotten is forgotten everywhere.
    other = visitor.context.new_page()
    other.goto(house.url + "/here")
    expect(other.get_by_text("At Home, since")).to_be_visible()
    page.get_by_role("button", name="Delete everything on this device").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete everything").click()
    page.wait_for_url(house.url + "/welcome")
    expect(other.get_by_text("Not known yet")).to_be_visible()
    expect(other.get_by_role("button", name="Home")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in to Hearth")
    assert set(page.evaluate("Object.keys(localStorage)")) <= {"hearth.nobody"}
    visitor.open("/missions")
    expect(page.get_by_role("heading", name="No missions yet")).to_be_visible()


def test_switched_off_it_forgets_where_somebody_was_and_a_log_in_does_too(house, visit):
    anna = house.member("Anna Beck")
    where = {"latitude": HOME[0], "longitude": HOME[1], "accuracy": 12}
    visitor = visit(house, geolocation=where, permissions=["geolocation"])
    page = visitor.open("/here")
    look = page.get_by_role("switch", name="Find my position while this page is open")
    look.check(force=True)
    expect(page.get_by_text("At none of your places")).to_be_visible()
    look.uncheck(force=True)
    expect(page.get_by_text("Not known yet")).to_be_visible()
    assert page.evaluate("localStorage.getItem('hearth.guest.presence')") is None
    look.check(force=True)
    assert eventually(lambda: page.evaluate("localStorage.getItem('hearth.guest.presence') !== null"))
    visitor.open("/welcome")
    visitor.log_in_by_form(anna)
    assert eventually(lambda: page.evaluate("localStorage.getItem('hearth.guest.presence') === null"))
    # Nothing of it was meant for the hub: a member's page shares only what the member asked for.
    page.reload()
    expect(page.get_by_role("link", name="My account")).to_be_visible()
    assert page.evaluate("localStorage.getItem('hearth.ownFixes')") is None
    visitor.open("/here")
    page.wait_for_url(house.url + "/")


def test_a_guest_s_pages_fit_at_twice_the_text_from_right_to_left(house, visit):
    visitor = visit(house)
    visitor.page.add_init_script("localStorage.setItem('hearth.language', 'pseudo')")
    visitor.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'))"
    )
    for path in ("/missions", "/store", "/store/history", "/here"):
        page = visitor.open(path)
        settled(page)
        assert not sticks_out(page), path
        assert not serious(page), path


def test_a_guest_in_a_tab_on_an_iphone_is_told_that_safari_deletes_what_is_kept_there(visit, house):
    words = "Safari deletes this after seven days without a visit."
    page = visit(house).open("/missions")
    expect(page.get_by_role("heading", name="Only on this device")).to_be_visible()
    expect(page.get_by_text(words)).to_have_count(0)
    guest = visit(house)
    guest.page.add_init_script("Object.defineProperty(navigator, 'standalone', { value: false })")
    expect(guest.open("/missions").get_by_text(words)).to_be_visible()
