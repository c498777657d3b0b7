"""A wall display: clock, map and the day's missions by a read-only link, for whoever passes by (B8)."""

import os
import re

import pytest
from playwright.sync_api import expect

from conftest import PHONE
from house import HOME, SCHOOL, new_id
from log_hygiene import SECRETS
from test_family_places import joins

pytestmark = pytest.mark.sweep

NOON, EVENING = "2026-03-01T12:00:00Z", "2026-03-01T20:59:30Z"
TABLET = {"width": 1024, "height": 768}
UPRIGHT = {"width": 768, "height": 1024}


def shot(page, name):
    """Keeps a picture where the run asks for some."""
    if folder := os.environ.get("HEARTH_SHOTS"):
        page.wait_for_timeout(1_500)
        page.screenshot(path=f"{folder}/{name}.png")


def make_link(page, *shown):
    """Makes a link where the clock is edited, and answers the address of its page."""
    page.get_by_role("button", name="Edit clock").click()
    section = page.get_by_role("dialog").locator("section").filter(has=page.get_by_role("heading", name="Wall display"))
    for label in shown:
        section.get_by_role("switch", name=label).check(force=True)
    section.get_by_role("button", name="Make a link").click()
    field = section.get_by_label("Page for a tablet")
    expect(field).to_have_value(re.compile(r"/wall#[\w-]{20,}$"))
    link = field.input_value()
    SECRETS.token(link.split("#")[1])
    return link


@pytest.fixture
def family(house):
    """Anna and Bo, who see each other, at home and at school."""
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    joins(bo, anna)
    bo.lets(anna)
    anna.is_at(HOME)
    bo.is_at(SCHOOL)
    return anna, bo


@pytest.mark.parametrize(("size", "theme"), [(TABLET, "light"), (UPRIGHT, "dark"), (PHONE, "light")])
def test_a_wall_shows_clock_map_and_missions_to_whoever_passes_by(house, visit, family, size, theme):
    anna, bo = family
    for title in ("Feed the cat", "Water the plants"):
        anna.call("POST", "/missions", {"id": new_id(), "title": title, "minutes": 10, "priority": "medium", "anyone": True})
    page = visit(house).log_in(anna, "/clock")
    link = make_link(page, "Show the map", "Show today's missions")
    expect(page.get_by_text("Clock, map and missions")).to_be_visible()

    wall = visit(house, size, color_scheme=theme, timezone_id="UTC")
    wall.page.clock.install(time=NOON)
    screen = wall.open("/wall" + link.split("/wall")[1])
    expect(screen.locator("family-clock .hand")).to_have_count(2)
    expect(screen.locator(".wall-missions")).to_contain_text("Feed the cat")
    expect(screen.get_by_text("12:00")).to_be_visible()
    expect(screen.locator(".frame-bar")).to_be_hidden()
    # Its token is in no address that somebody passing by could read.
    assert screen.url == house.url + "/wall"
    # Bo has not agreed to be on a map that others see: the clock says what it says by every link.
    expect(screen.locator(".marker-pin")).to_have_count(1)
    shot(screen, f"wall-{size['width']}-{theme}")
    his = visit(house).log_in(bo, "/account")
    chip = his.locator("shared-chip")
    expect(chip).to_have_text("Shared with 1")
    his.get_by_role("switch", name="Show me on our family's map").check(force=True)
    expect(his.get_by_text("Saved")).to_be_visible()
    expect(chip).to_have_text("Shared with 2")
    screen.clock.run_for("00:20")
    expect(screen.locator(".marker-pin")).to_have_count(2)
    shot(screen, f"wall-two-{size['width']}-{theme}")


def test_a_wall_is_dim_at_night_until_it_is_touched_and_says_when_it_is_old(house, visit, family):
    anna, _ = family
    link = make_link(visit(house).log_in(anna, "/clock"), "Show the map")
    wall = visit(house, TABLET, timezone_id="UTC")
    wall.page.clock.install(time=EVENING)
    screen = wall.open("/wall" + link.split("/wall")[1])
    expect(screen.locator("family-clock .hand")).to_have_count(2)
    expect(screen.locator("html.is-night")).to_have_count(0)
    screen.clock.run_for("01:00")
    expect(screen.locator("html.is-night")).to_have_count(1)
    shot(screen, "wall-night")
    screen.mouse.click(200, 200)
    expect(screen.locator("html.is-night")).to_have_count(0)
    wall.context.set_offline(True)
    screen.clock.run_for("02:30")
    expect(screen.locator("html.is-night")).to_have_count(1)
    expect(screen.get_by_text(re.compile("^Not updated since"))).to_be_visible()


def test_a_wall_opens_again_by_itself_and_goes_dark_with_its_link(house, visit, family):
    anna, _ = family
    page = visit(house).log_in(anna, "/clock")
    link = make_link(page)
    screen = visit(house, TABLET).open("/wall" + link.split("/wall")[1])
    expect(screen.locator("family-clock .hand")).to_have_count(2)
    expect(screen.locator(".wall-map, .wall-missions")).to_have_count(0)
    screen.reload()
    expect(screen.locator("family-clock .hand")).to_have_count(2)
    page.get_by_role("button", name=re.compile("^End the link")).click()
    expect(page.get_by_text("Link ended. It no longer works.")).to_be_visible()
    screen.reload()
    expect(screen.get_by_text("Link not open")).to_be_visible()
    expect(screen.locator("family-clock")).to_have_count(0)
