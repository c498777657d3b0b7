"""What is pressed stays under the finger until its click was heard, whatever comes from the hub meanwhile."""

import pytest
from playwright.sync_api import expect

from test_store import card, item
from test_trips import begin, hub, mails, push, set_pins  # noqa: F401 (fixtures)
from test_wallet import join
from house import new_id
from waiting import eventually


@pytest.fixture
def shelf(house, visit):
    """Anna's store with one item, as Bo sees it on a phone."""
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    join(anna, bo)
    item(anna, "Sports bottle", "5")
    visitor = visit(house, has_touch=True)
    visitor.page.clock.install()
    page = visitor.log_in(bo, "/store")
    expect(buy_button(page)).to_be_visible()
    return anna, page


def buy_button(page):
    return page.get_by_role("button", name="Buy: Sports bottle")


def middle(target):
    box = target.bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def comes(page, anna, name="Ice cream"):
    """Anna puts something on the shelf, and the page has heard of it: all of its readings are in, and drawn or put off."""
    with page.expect_response("**/store/items"), page.expect_response("**/me/focus"):
        item(anna, name, "3")
    page.wait_for_timeout(300)


def test_a_mouse_s_click_is_not_lost_when_the_page_is_drawn_anew_under_it(shelf):
    anna, page = shelf
    page.mouse.move(**middle(buy_button(page)))
    page.mouse.down()
    comes(page, anna)
    expect(card(page, "Ice cream")).to_have_count(0)
    page.mouse.up()
    expect(page.get_by_role("dialog", name="Buy Sports bottle?")).to_be_visible()
    expect(card(page, "Ice cream")).to_have_count(1)


def test_a_finger_s_tap_is_not_lost_either(shelf):
    anna, page = shelf
    at = middle(buy_button(page))
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    comes(page, anna)
    expect(card(page, "Ice cream")).to_have_count(0)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_role("dialog", name="Buy Sports bottle?")).to_be_visible()
    page.clock.run_for(400)
    expect(card(page, "Ice cream")).to_have_count(1)


def test_nor_what_the_space_bar_presses_and_the_keyboard_stays_where_it_was(shelf):
    anna, page = shelf
    buy_button(page).focus()
    page.keyboard.down("Space")
    comes(page, anna)
    page.keyboard.up("Space")
    dialog = page.get_by_role("dialog", name="Buy Sports bottle?")
    expect(dialog).to_be_visible()
    expect(card(page, "Ice cream")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(buy_button(page)).to_be_focused()
    comes(page, anna, "Kite")
    expect(card(page, "Kite")).to_have_count(1)
    expect(buy_button(page)).to_be_focused()


def test_a_press_elsewhere_or_one_that_is_no_tap_keeps_nothing_back(shelf):
    anna, page = shelf
    page.mouse.move(**middle(page.get_by_role("heading", name="Store", exact=True)))
    page.mouse.down()
    comes(page, anna)
    expect(card(page, "Ice cream")).to_have_count(1)
    page.mouse.up()
    # Held so long it is no tap, and what is new is shown under it.
    page.mouse.move(**middle(buy_button(page)))
    page.mouse.down()
    comes(page, anna, "Kite")
    expect(card(page, "Kite")).to_have_count(0)
    page.clock.fast_forward("00:06")
    expect(card(page, "Kite")).to_have_count(1)
    page.mouse.up()


def test_what_is_known_of_an_alarm_is_shown_at_once_while_its_button_is_held(hub, visit):  # noqa: F811
    anna, bo, cara = hub.member("Anna Beck"), hub.member("Bo", colour=2), hub.member("Cara", colour=4)
    for companion in (bo, cara):
        anna.lets(companion)
    set_pins(anna)
    trip = begin(anna, bo, cara)
    call = {"id": new_id(), "trip": trip["id"], "cause": "alert", "startedAgoMilliseconds": 20_000}
    anna.call("POST", "/countdowns", call)
    (alarm,) = eventually(lambda: bo.call("GET", "/alarms")["items"])
    page = visit(hub).log_in(bo, f"/alarms/{alarm['id']}")
    see_to_it = page.get_by_role("button", name="I'm on it")
    see_to_it.scroll_into_view_if_needed()
    page.mouse.move(**middle(see_to_it))
    page.mouse.down()
    cara.call("POST", f"/alarms/{alarm['id']}/acknowledge", {})
    expect(page.get_by_text("Responding: Cara")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_text("Responding: Cara and Bo", exact=True)).to_be_visible()
