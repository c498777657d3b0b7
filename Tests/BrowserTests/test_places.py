"""My places: set by tapping, by the keyboard, changed, deleted; and what they do to my hand."""

import re

from playwright.sync_api import expect

from conftest import DESKTOP
from house import HOME


def fill(page, label, description):
    page.get_by_label("Clock label").select_option(label)
    page.get_by_label("Description").fill(description)


def test_a_place_is_set_by_tapping_and_moves_my_hand(house, visit):
    anna = house.member("Anna Beck")
    anna.is_at(HOME)
    page = visit(house).log_in(anna, "/my-clock")
    expect(page.get_by_text(re.compile("^Unknown, since")).first).to_be_visible()
    page.get_by_role("link", name="Set a place for Home").click()
    canvas = page.locator("place-map canvas")
    expect(canvas).to_be_visible()
    save = page.get_by_role("button", name="Save")
    expect(page.get_by_text("Tap the map to set the pin.")).to_be_visible()
    # The map opens where its owner is, so that its middle is home.
    page.wait_for_timeout(1000)
    box = canvas.bounding_box()
    canvas.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(page.get_by_text("Enter a description.")).to_be_visible()
    page.get_by_label("Description").fill("Our house")
    save.click()
    page.wait_for_url(house.url + "/my-clock")
    expect(page.get_by_text("Our house")).to_be_visible()
    place = anna.call("GET", "/places")["items"][0]
    assert place["label"] == "Home" and abs(place["latitude"] - HOME[0]) < 0.002
    expect(page.get_by_text(re.compile("^Home, since")).first).to_be_visible()


def test_a_place_is_set_where_i_am(house, visit):
    anna = house.member("Anna Beck")
    where = {"latitude": HOME[0], "longitude": HOME[1], "accuracy": 8}
    page = visit(house, geolocation=where, permissions=["geolocation"]).log_in(anna, "/places/new?label=Home")
    expect(page.get_by_text("Tap the map to set the pin.")).to_be_visible()
    page.get_by_role("button", name="Here", exact=True).click()
    expect(page.get_by_text("Enter a description.")).to_be_visible()
    page.get_by_label("Description").fill("Our house")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(house.url + "/my-clock")
    place = anna.call("GET", "/places")["items"][0]
    assert abs(place["latitude"] - HOME[0]) < 1e-4 and abs(place["longitude"] - HOME[1]) < 1e-4


def test_a_place_is_set_by_the_keyboard_alone(house, visit):
    anna = house.member("Anna Beck")
    anna.is_at(HOME)
    page = visit(house, DESKTOP).log_in(anna, "/places/new")
    canvas, pin = page.locator("place-map canvas"), page.get_by_role("button", name=re.compile("Place pin"))
    canvas.wait_for()
    # The map takes keys from the moment it is drawn.
    page.wait_for_timeout(2000)
    canvas.focus()
    page.keyboard.press("Enter")
    pin.focus()
    for _ in range(8):
        page.keyboard.press("ArrowUp")
    expect(page.get_by_text(re.compile("Pin moved .* north"))).to_be_visible()
    fill(page, "School", "Primary school")
    page.keyboard.press("Enter")
    page.wait_for_url(house.url + "/my-clock")
    assert [place["label"] for place in anna.call("GET", "/places")["items"]] == ["School"]


def test_a_place_is_changed_and_deleted(house, visit):
    anna = house.member("Anna Beck")
    anna.place("Home", HOME, "Our house", radius=100)
    page = visit(house).log_in(anna, "/my-clock")
    page.get_by_role("link", name=re.compile("Our house")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit Home")
    page.get_by_label("Description").fill("Our new house")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(house.url + "/my-clock")
    assert anna.call("GET", "/places")["items"][0]["description"] == "Our new house"
    page.get_by_role("link", name=re.compile("Our new house")).click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    page.wait_for_url(house.url + "/my-clock")
    assert anna.call("GET", "/places")["items"] == []


def test_a_radius_is_slid_or_typed_from_10_to_50_000_metres(house, visit):
    anna = house.member("Anna Beck")
    anna.place("Home", HOME, "Our house", radius=77)
    page = visit(house).log_in(anna, "/places/new")
    slider, metres = page.get_by_role("slider", name="Radius", exact=True), page.get_by_label("Radius in metres")
    expect(metres).to_have_value("100")
    expect(slider).to_have_attribute("aria-valuetext", "100 metres")
    page.goto(house.url + "/my-clock")
    page.get_by_role("link", name=re.compile("Our house")).click()
    expect(metres).to_have_value("77")
    slider.focus()
    for key, shown, heard in (("ArrowRight", "90", "90"), ("End", "50000", "50,000"), ("Home", "10", "10")):
        page.keyboard.press(key)
        expect(metres).to_have_value(shown)
        expect(slider).to_have_attribute("aria-valuetext", f"{heard} metres")
    metres.fill("5")
    expect(page.locator("#place-radius-wrong")).to_be_empty()
    metres.press("Tab")
    expect(page.locator("#place-radius-wrong")).to_contain_text("Enter a radius of 10 to")
    # It says why it does nothing, in the field that is wrong.
    page.get_by_role("button", name="Save").click(force=True)
    expect(metres).to_be_focused()
    assert anna.call("GET", "/places")["items"][0]["radiusMetres"] == 77
    metres.fill("12 345")
    expect(page.locator("#place-radius-wrong")).to_be_empty()
    expect(slider).to_have_attribute("aria-valuetext", "12,345 metres")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(house.url + "/my-clock")
    assert anna.call("GET", "/places")["items"][0]["radiusMetres"] == 12_345
