"""Routes on the shipped streets, found by the hub's own engine, and what is left of one while somebody walks it."""

import re

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import HOME, SCHOOL, House


@pytest.fixture
def routing_house(tmp_path, region):
    """A hub of the test's own with the region's roads."""
    (tmp_path / "region").symlink_to(region / "region")
    house = House(tmp_path).start()
    yield house
    house.stop()


def is_routing(member):
    """Waits until the hub's engine answers."""
    for _ in range(100):
        found = ask(member, HOME, SCHOOL)
        if found["engine"] == "valhalla":
            return found
    raise AssertionError("the engine did not come up")


def ask(member, start, end, mode="walk"):
    point = [{"latitude": latitude, "longitude": longitude} for latitude, longitude in (start, end)]
    return member.call("POST", "/routes", {"from": point[0], "to": point[1], "mode": mode})


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_route_is_shown_and_what_is_left_falls_as_i_walk(routing_house, visit, size):
    anna = routing_house.member("Anna Beck")
    anna.place("School", SCHOOL, "Primary school")
    anna.is_at(HOME, seconds_ago=1_500)
    route = is_routing(anna)
    page = visit(routing_house, size).log_in(anna, "/route")
    expect(page.get_by_text("Tap the map to say where to go.")).to_be_visible()
    page.get_by_label("To", exact=True).select_option(label="School, Primary school")
    kilometres = f"{route['distanceMetres'] / 1000:.1f}"
    expect(page.locator(".route-summary")).to_contain_text(f"{kilometres}\u00a0km")
    expect(page.get_by_text("© OpenStreetMap contributors").first).to_be_visible()
    expect(page.locator(".route-steps li").first).to_contain_text("Head ")
    expect(page.locator(".route-steps li").last).to_have_text("You are there")
    left = page.locator(".route-left-words")
    expect(left).to_contain_text(f"{kilometres}\u00a0km to go")
    line = route["line"]
    half = line[len(line) // 2]
    # As fast as somebody walks: the hub believes nothing faster.
    anna.is_at((half[1], half[0]), seconds_ago=750, times=(60, 0))
    expect(left).not_to_contain_text(f"{kilometres}\u00a0km to go")
    expect(left).to_contain_text(re.compile(r"to go, \d+\s*min"))
    anna.is_at((line[-1][1], line[-1][0]), times=(60, 0))
    expect(left).to_have_text("You are there")


def test_another_mode_is_another_way(routing_house, visit):
    anna = routing_house.member("Anna Beck")
    anna.place("School", SCHOOL, "Primary school")
    anna.is_at(HOME)
    is_routing(anna)
    page = visit(routing_house).log_in(anna, "/route")
    page.get_by_label("To", exact=True).select_option(label="School, Primary school")
    expect(page.locator(".route-summary")).to_contain_text("min")
    on_foot = page.locator(".route-summary").inner_text()
    page.get_by_label("Drive", exact=True).check()
    expect(page.locator(".route-summary")).not_to_have_text(on_foot)
    expect(page.locator(".route-summary")).to_contain_text("min")


def test_a_tap_on_the_map_says_where_to_go(routing_house, visit):
    anna = routing_house.member("Anna Beck")
    anna.is_at(HOME)
    is_routing(anna)
    page = visit(routing_house).log_in(anna, "/route")
    canvas = page.locator("route-map canvas")
    expect(canvas).to_be_visible()
    page.wait_for_timeout(1000)
    box = canvas.bounding_box()
    canvas.click(position={"x": box["width"] / 2 + 30, "y": box["height"] / 2 + 60})
    expect(page.get_by_label("To", exact=True)).to_have_value("picked")
    expect(page.locator(".route-summary")).to_contain_text("min")


def test_f56_without_an_engine_it_says_straight_line(house, visit):
    anna = house.member("Anna Beck")
    anna.place("School", SCHOOL, "Primary school")
    anna.is_at(HOME)
    page = visit(house).log_in(anna, "/route")
    page.get_by_label("To", exact=True).select_option(label="School, Primary school")
    expect(page.locator(".route-summary")).to_contain_text("Straight line: 1.3\u00a0km")
    expect(page.locator(".route-summary")).to_contain_text("without a time")
    expect(page.locator(".route-steps li")).to_have_count(0)


def test_who_is_nowhere_is_asked_for_a_start(house, visit):
    anna = house.member("Anna Beck")
    anna.place("School", SCHOOL, "Primary school")
    page = visit(house).log_in(anna, "/route")
    page.get_by_label("To", exact=True).select_option(label="School, Primary school")
    expect(page.get_by_text("Your own position is not known yet.")).to_be_visible()
