"""Searching the shipped streets: a place is set where it was found, a route leads there, and a tapped point has a name."""

import re

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import HOME, House
from test_routes import is_routing

pytestmark = pytest.mark.sweep


@pytest.fixture
def searching_house(tmp_path, region):
    """A hub of the test's own with the region."""
    (tmp_path / "region").symlink_to(region / "region")
    house = House(tmp_path).start()
    yield house
    house.stop()


def field(page):
    return page.get_by_role("combobox", name=re.compile("^Search for"))


def found(page):
    return page.get_by_role("listbox").get_by_role("option")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_place_is_set_where_a_street_was_found(searching_house, visit, size):
    anna = searching_house.member("Anna Beck")
    anna.is_at(HOME)
    page = visit(searching_house, size).log_in(anna, "/places/new?label=School")
    expect(page.locator("place-map canvas")).to_be_visible()
    field(page).press_sequentially("landstrase scha", delay=20)
    first = found(page).first
    expect(first).to_contain_text("Landstrasse")
    expect(first).to_contain_text("9494 Schaan")
    expect(first).to_contain_text("km")
    expect(page.get_by_text("© OpenStreetMap contributors").first).to_be_visible()
    field(page).fill("stadtle 43")
    expect(first).to_contain_text("Städtle 43")
    field(page).press("ArrowDown")
    expect(first).to_have_attribute("aria-selected", "true")
    field(page).press("Enter")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(page.get_by_text("Pin set at Städtle 43.")).to_be_visible()
    expect(page.get_by_label("Description")).to_have_value("Städtle 43")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(searching_house.url + "/my-clock")
    place = anna.call("GET", "/places")["items"][0]
    assert place["description"] == "Städtle 43" and place["label"] == "School"
    assert abs(place["latitude"] - 47.1381654) < 1e-6 and abs(place["longitude"] - 9.5227332) < 1e-6


def test_the_list_works_by_keyboard_and_tells_a_reader_what_it_holds(searching_house, visit):
    anna = searching_house.member("Anna Beck")
    anna.is_at(HOME)
    page = visit(searching_house).log_in(anna, "/places/new")
    combobox = field(page)
    combobox.fill("landstrasse")
    expect(page.get_by_text(re.compile("^[0-9]+ places found$"))).to_be_attached()
    expect(combobox).to_have_attribute("aria-expanded", "true")
    options = found(page)
    count = options.count()
    combobox.press("ArrowUp")
    expect(options.nth(count - 1)).to_have_attribute("aria-selected", "true")
    combobox.press("ArrowDown")
    expect(combobox).not_to_have_attribute("aria-activedescendant", re.compile("."))
    combobox.press("Escape")
    expect(options.first).to_be_hidden()
    expect(combobox).to_have_value("landstrasse")
    combobox.press("ArrowDown")
    expect(options.first).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(combobox).to_have_value("")
    expect(combobox).to_be_focused()
    combobox.fill("xyzzyqwert")
    expect(page.locator(".search-words")).to_have_text("No results")


def test_a_route_leads_to_what_was_found_and_a_tapped_point_has_its_name(searching_house, visit):
    anna = searching_house.member("Anna Beck")
    anna.is_at(HOME)
    is_routing(anna)
    page = visit(searching_house).log_in(anna, "/route")
    canvas = page.locator("route-map canvas")
    expect(canvas).to_be_visible()
    field(page).fill("Universität")
    found(page).first.click()
    destination = page.get_by_label("To", exact=True)
    expect(destination.locator("option:checked")).to_have_text("Universität Liechtenstein")
    expect(page.locator(".route-summary")).to_contain_text("min")
    on_the_way = page.locator(".route-summary").inner_text()
    page.wait_for_timeout(1500)
    box = canvas.bounding_box()
    canvas.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(destination.locator("option:checked")).to_have_text(re.compile(", Vaduz$|^Vaduz$"))
    expect(page.locator(".route-summary")).not_to_have_text(on_the_way)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_before_any_region_a_place_is_set_where_a_town_of_the_world_was_found(house, visit, size):
    anna = house.member("Anna Beck")
    anna.is_at(HOME)
    page = visit(house, size).log_in(anna, "/places/new?label=School")
    field(page).fill("Springfield")
    expect(found(page).filter(has_text="Massachusetts, United States")).to_have_count(1)
    expect(found(page).filter(has_text="Illinois, United States")).to_have_count(1)
    expect(page.get_by_text("GeoNames (CC BY 4.0)").first).to_be_visible()
    field(page).fill("New York")
    first = found(page).first
    expect(first).to_contain_text("New York City")
    expect(first).to_contain_text("New York, United States")
    field(page).press("Enter")
    expect(page.get_by_text("Pin set at New York City.")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(house.url + "/my-clock")
    place = next(place for place in anna.call("GET", "/places")["items"] if place["label"] == "School")
    assert abs(place["latitude"] - 40.714) < 1e-6 and abs(place["longitude"] + 74.006) < 1e-6
