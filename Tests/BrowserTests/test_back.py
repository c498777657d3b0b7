"""Back: each person and each sheet is an address, and a step back closes what was opened last."""

import re

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE

pytestmark = pytest.mark.sweep


@pytest.fixture
def anna(home_of_six):
    return home_of_six.members[0]


def test_a_step_back_closes_the_sheet_and_its_address_opens_it_again(home_of_six, visit, anna):
    page = visit(home_of_six).log_in(anna, "/clock")
    sheet = page.get_by_role("dialog")
    arrange = page.get_by_role("button", name="Edit clock")
    arrange.click()
    expect(sheet).to_be_visible()
    assert page.url == home_of_six.url + "/clock#sheet=clock"
    page.go_back()
    expect(sheet).to_have_count(0)
    assert page.url == home_of_six.url + "/clock"
    expect(page.locator("family-clock")).to_be_visible()
    page.go_forward()
    expect(sheet).to_be_visible()
    page.reload()
    expect(sheet).to_be_visible()
    # Closed otherwise, it leaves no step behind.
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.wait_for_url(home_of_six.url + "/clock")
    steps = page.evaluate("history.length")
    arrange.click()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_url(home_of_six.url + "/clock")
    assert page.evaluate("history.length") == steps


def test_what_is_asked_before_a_sheet_closes_is_answered_no_by_a_step_back(home_of_six, visit, anna):
    page = visit(home_of_six).log_in(anna, "/account")
    page.get_by_role("button", name=re.compile("^Jonas")).first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Stop sharing with Jonas").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(sheet).to_be_visible()
    page.go_back()
    expect(sheet).to_have_count(0)
    assert page.url == home_of_six.url + "/account"
    expect(page.get_by_role("button", name=re.compile("^Jonas")).first).to_be_visible()


def test_homes_panel_closes_by_a_step_back_and_leaves_the_map_in_sight(home_of_six, visit, anna):
    jonas = home_of_six.members[1]
    page = visit(home_of_six).log_in(anna, f"/people/{jonas.id}")
    marker = page.locator("live-map .marker-pin")
    expect(marker).to_have_count(1)
    page.get_by_role("button", name="Show more").click()
    panel = page.locator("bottom-panel")
    expect(panel).to_have_class(re.compile("is-open"))
    page.wait_for_timeout(1_500)
    top = panel.evaluate("(panel) => panel.getBoundingClientRect().top")
    main = page.locator("main").bounding_box()
    assert top >= main["y"] + 0.4 * main["height"]
    box = marker.bounding_box()
    assert main["y"] < box["y"] and box["y"] + box["height"] < top
    # The button to centre is there, above the panel.
    centre = page.get_by_role("button", name="Recentre map").bounding_box()
    assert centre["y"] + centre["height"] <= top
    page.go_back()
    expect(panel).not_to_have_class(re.compile("is-open"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Jonas")


def test_the_arrow_at_the_top_is_a_step_back_where_one_came_from_there(home_of_six, visit, anna):
    page = visit(home_of_six, DESKTOP).log_in(anna, "/clock")
    steps = page.evaluate("history.length")
    page.get_by_role("link", name="My clock and places").click()
    page.wait_for_url(home_of_six.url + "/my-clock")
    page.get_by_role("link", name="Back").click()
    page.wait_for_url(home_of_six.url + "/clock")
    page.get_by_role("link", name="My clock and places").click()
    page.wait_for_url(home_of_six.url + "/my-clock")
    assert page.evaluate("history.length") == steps + 1


def test_a_page_about_safety_keeps_no_step_for_its_sheets(home_of_six, visit, anna):
    page = visit(home_of_six).log_in(anna, "/sharing")
    expect(page.get_by_role("heading", level=1)).to_be_attached()
    steps = page.evaluate("history.length")
    open_one = "async (address) => { const { openSheet } = await import(address); openSheet('One', []); }"
    page.evaluate(open_one, home_of_six.url + "/lib/dom/sheet.js")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("[history.length, location.hash]") == [steps, ""]


def test_an_address_presses_nothing_but_what_opens_a_sheet(home_of_six, visit, anna):
    page = visit(home_of_six).log_in(anna, "/history#sheet=delete")
    page.wait_for_timeout(1_500)
    expect(page.get_by_role("alertdialog")).to_have_count(0)


def test_a_clocks_names_lie_on_no_hand_and_no_other_name_and_are_whole(home_of_six, visit, anna):
    page = visit(home_of_six, PHONE).log_in(anna, "/clock")
    labels = page.locator(".hand:not(.is-unnamed) .hand-label")
    expect(labels.first).to_be_visible()
    page.wait_for_timeout(1_500)
    found = page.evaluate(
        """() => {
            const boxes = [...document.querySelectorAll('.hand:not(.is-unnamed)')].map((hand) => ({
                name: hand.querySelector('.hand-name'),
                label: hand.querySelector('.hand-label').getBoundingClientRect(),
                picture: hand.querySelector('.avatar').getBoundingClientRect(),
            }));
            const over = (a, b, room) => a.left + room < b.right && b.left + room < a.right && a.top + room < b.bottom && b.top + room < a.bottom;
            const wrong = [];
            for (const one of boxes) {
                if (one.name.scrollWidth > one.name.clientWidth + 1) wrong.push(`cut: ${one.name.textContent}`);
                for (const other of boxes) {
                    if (one !== other && over(one.label, other.label, 2)) wrong.push(`${one.name.textContent} on ${other.name.textContent}`);
                    if (one !== other && over(one.label, other.picture, 4)) wrong.push(`${one.name.textContent} on a picture`);
                }
            }
            return wrong;
        }"""
    )
    assert found == []


@pytest.mark.parametrize(("locale", "words"), [("de-DE", ["Zuhause", "Arbeit", "Schule"]), ("fr-FR", ["Maison", "Travail", "École"])])
def test_the_usual_labels_are_said_in_the_pages_language(home_of_six, visit, anna, locale, words):
    page = visit(home_of_six, locale=locale).log_in(anna, "/clock")
    for word in words:
        expect(page.locator(".clock-face")).to_contain_text(word)
    page.goto(home_of_six.url + "/my-clock")
    for word in words:
        expect(page.locator(".my-clock-label", has_text=word).first).to_be_visible()


def test_an_empty_word_draws_no_shape_and_a_word_covers_no_button(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house).log_in(anna, "/account")
    expect(page.get_by_role("heading", level=1)).to_be_attached()
    page.evaluate("document.querySelector('hearth-frame').say('')")
    expect(page.locator(".frame-words > p")).to_have_count(0)
    page.evaluate("document.querySelector('hearth-frame').say('Saved')")
    words, main, bar = (page.locator(each).bounding_box() for each in (".frame-words > p", "main", ".frame-bar"))
    assert words["y"] >= main["y"] + main["height"] and words["y"] + words["height"] <= bar["y"]


def test_large_text_keeps_the_bars_words_whole_and_folds_the_maps_sources(home_of_six, visit, anna):
    visitor = visit(home_of_six)
    visitor.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'))"
    )
    page = visitor.log_in(anna)
    links = page.locator(".frame-bar a")
    # The bar is drawn after the log-in: what is read before that is an empty list.
    expect(links).to_have_count(5)
    heights = links.evaluate_all(
        "(links) => links.map((link) => { const range = document.createRange(); range.selectNodeContents(link.lastChild);"
        " const box = link.getBoundingClientRect(); const text = range.getBoundingClientRect();"
        " return [range.getClientRects().length, text.width <= box.width]; })"
    )
    assert heights == [[1, True]] * 5
    names = page.locator(".maplibregl-ctrl-attrib")
    expect(names).to_be_attached()
    page.wait_for_timeout(1_000)
    assert names.bounding_box()["height"] <= 52


def test_a_connect_code_has_no_end_by_one_tap(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house).log_in(anna, "/account#sheet=code")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_label("Duration")).to_have_value("hour")
    sheet.get_by_role("button", name="Without end").click()
    expect(sheet.get_by_role("checkbox", name=re.compile("without an end"))).to_be_checked()
    sheet.get_by_role("button", name="Make").click()
    expect(sheet.locator(".code")).to_be_visible()


def test_deleting_a_day_is_apart_from_its_exports(house, visit):
    anna = house.member("Anna Beck")
    anna.moves((47.1410, 9.5209), (47.1500, 9.5209))
    page = visit(house).log_in(anna, "/history")
    remove = page.get_by_role("button", name="Delete this day")
    expect(remove).to_be_visible()
    exports = page.get_by_role("heading", name="Export this day").locator("xpath=..")
    expect(exports.get_by_role("link", name="GPX", exact=True)).to_be_visible()
    expect(exports.get_by_role("button", name="Delete this day")).to_have_count(0)
