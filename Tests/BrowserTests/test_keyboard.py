"""The phone's own keyboard: what it covers, and when it goes."""

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from waiting import eventually

pytestmark = pytest.mark.sweep

# A browser of tests has no keyboard on its screen: the page is told of one as a phone tells it.
COVER = """(pixels) => {
    Object.defineProperty(visualViewport, 'height', {configurable: true, get: () => innerHeight - pixels});
    visualViewport.dispatchEvent(new Event('resize'));
}"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_sheet_stays_above_the_keyboard(house, visit, size):
    page = visit(house, size).log_in(house.member("Anna Beck"), "/connect")
    page.get_by_role("button", name="Let someone see me").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("button", name="Make code")).to_be_visible()

    def lies_between(top, bottom):
        box = sheet.bounding_box()
        return box["y"] >= top - 1 and box["y"] + box["height"] <= bottom + 1

    page.evaluate(COVER, 400)
    assert eventually(lambda: lies_between(0, size["height"] - 400)), sheet.bounding_box()
    close = sheet.get_by_role("button", name="Close")
    close.scroll_into_view_if_needed()
    assert close.bounding_box()["y"] >= 0
    page.evaluate(COVER, 0)
    assert eventually(lambda: lies_between(0, size["height"]) and not lies_between(0, size["height"] - 400))


def test_the_number_keyboard_closes_on_next_and_on_a_tap_elsewhere(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house, PHONE, has_touch=True, is_mobile=True).log_in(anna, "/places/new")
    metres = page.get_by_label("Radius in metres")
    page.wait_for_load_state("networkidle")
    metres.tap()
    metres.fill("250")
    page.get_by_text("Radius in metres").tap()
    expect(metres).to_be_focused()
    page.get_by_text("Phones are accurate to").tap()
    expect(metres).not_to_be_focused()
    metres.tap()
    metres.press("Enter")
    expect(metres).not_to_be_focused()
    expect(metres).to_have_value("250")


def test_where_there_is_a_real_keyboard_nobody_loses_their_place(house, visit):
    page = visit(house, DESKTOP).log_in(house.member("Anna Beck"), "/places/new")
    metres = page.get_by_label("Radius in metres")
    page.wait_for_load_state("networkidle")
    metres.press("Enter")
    expect(metres).to_be_focused()
