"""Routes on the shipped streets, found by the hub's own engine, and what is left of one while somebody walks it."""

import math
import os
import re
import subprocess
import time
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import HEARTH, HOME, SCHOOL, House, new_id


@pytest.fixture
def routing_house(tmp_path, region):
    """A hub of the test's own with the region's roads."""
    (tmp_path / "region").symlink_to(region / "region")
    house = House(tmp_path).start()
    yield house
    house.stop()


def is_routing(member):
    """Waits until the hub's engine answers, which nothing tells; a member may ask so often a second."""
    for _ in range(55):
        found = ask(member, HOME, SCHOOL)
        if found["engine"] == "valhalla":
            return found
        time.sleep(0.5)
    raise AssertionError("the engine did not come up")


def ask(member, start, end, mode="walk"):
    point = [{"latitude": latitude, "longitude": longitude} for latitude, longitude in (start, end)]
    return member.call("POST", "/routes", {"from": point[0], "to": point[1], "mode": mode})


@pytest.mark.sweep
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_route_is_shown_and_what_is_left_falls_as_i_walk(routing_house, visit, size):
    anna = routing_house.member("Anna Beck")
    anna.place("School", SCHOOL, "Primary school")
    anna.is_at(HOME, seconds_ago=1_500)
    route = is_routing(anna)
    page = visit(routing_house, size).log_in(anna, "/route")
    expect(page.get_by_text("Tap the map to set the destination.")).to_be_visible()
    page.get_by_label("To", exact=True).select_option(label="School, Primary school")
    kilometres = f"{route['distanceMetres'] / 1000:.1f}"
    expect(page.locator(".route-summary")).to_contain_text(f"{kilometres}\u00a0km")
    expect(page.get_by_text("© OpenStreetMap contributors").last).to_be_visible()
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
    expect(left).to_have_text("You have arrived")


def recorded(line, metres_per_second=1.4, every_seconds=5):
    """A walk along a line as a GPX file, a point every few seconds."""
    points, at, left = [], 0, 0
    for (west, south), (east, north) in zip(line, line[1:]):
        scale = math.cos(math.radians(south))
        metres = 111_195 * math.hypot(north - south, (east - west) * scale)
        while left < metres:
            share = left / metres
            points.append((at, south + (north - south) * share, west + (east - west) * share))
            at += every_seconds
            left += metres_per_second * every_seconds
        left -= metres
    points.append((at, line[-1][1], line[-1][0]))
    begun = datetime(2026, 3, 1, 8, tzinfo=timezone.utc)
    rows = [
        f'<trkpt lat="{latitude:.6f}" lon="{longitude:.6f}"><time>{(begun + timedelta(seconds=seconds)).isoformat()}</time></trkpt>'
        for seconds, latitude, longitude in points
    ]
    return f'<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><trk><trkseg>{"".join(rows)}</trkseg></trk></gpx>'


@pytest.mark.sweep
def test_a_replayed_walk_makes_the_rest_fall_to_nothing(routing_house, visit, tmp_path):
    anna = routing_house.member("Anna Beck")
    anna.place("School", SCHOOL, "Primary school")
    anna.is_at(HOME, seconds_ago=1_700)
    route = is_routing(anna)
    page = visit(routing_house).log_in(anna, "/route")
    page.get_by_label("To", exact=True).select_option(label="School, Primary school")
    left = page.locator(".route-left-words")
    expect(left).to_contain_text(f"{route['distanceMetres'] / 1000:.1f}\u00a0km to go")
    page.evaluate(
        """() => {
            window.said = [];
            const note = () => {
                const text = document.querySelector('.route-left-words')?.textContent;
                if (text && text !== window.said.at(-1)) window.said.push(text);
            };
            note();
            new MutationObserver(note).observe(document.body, {subtree: true, childList: true, characterData: true});
        }"""
    )
    track = tmp_path / "walk.gpx"
    track.write_text(recorded(route["line"]))
    device = anna.call("POST", "/devices", {"id": new_id(), "name": "Phone"})
    walk = [HEARTH, "replay", track, "--server", routing_house.url, "--speed", "60"]
    done = subprocess.run(walk, env=os.environ | {"HEARTH_TOKEN": device["token"]}, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    expect(left).to_have_text("You have arrived")
    said = page.evaluate("window.said")
    metres = [metres_in(text) for text in said[:-1]]
    assert len(metres) > 10 and metres == sorted(metres, reverse=True), said
    assert metres[-1] < 200, said


def metres_in(text):
    """What "1.2 km to go, 14 min" leaves."""
    figure, unit = re.match(r"([\d.,]+)\s*(km|m)\b", text).groups()
    return float(figure.replace(",", "")) * (1000 if unit == "km" else 1)


@pytest.mark.sweep
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


@pytest.mark.sweep
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
    expect(page.get_by_text("Your position is not known yet.")).to_be_visible()


@pytest.mark.sweep
def test_the_way_to_somebody_begins_at_home_and_ends_where_they_are(routing_house, visit):
    anna = routing_house.member("Anna Beck")
    jonas = routing_house.member("Jonas")
    jonas.lets(anna)
    anna.is_at(HOME)
    jonas.is_at(SCHOOL)
    is_routing(anna)
    page = visit(routing_house).log_in(anna)
    page.get_by_role("link", name="Jonas").click()
    way = page.get_by_role("link", name="Route there")
    page.get_by_role("button", name="Show more").click()
    way.click()
    expect(page.get_by_role("heading", name="Route", exact=True)).to_be_attached()
    assert re.search(r"/route#member=[0-9a-f-]{36}$", page.url), "no coordinates in an address"
    expect(page.get_by_label("To", exact=True).locator("option:checked")).to_have_text("Jonas")
    expect(page.locator(".route-summary")).to_contain_text("min")


def test_a_place_of_mine_leads_to_the_way_there(house, visit):
    anna = house.member("Anna Beck")
    anna.place("School", SCHOOL, "Primary school")
    anna.is_at(HOME)
    page = visit(house).log_in(anna, "/my-clock")
    page.get_by_role("link", name="Primary school").click()
    page.get_by_role("link", name="Route here").click()
    expect(page.get_by_label("To", exact=True).locator("option:checked")).to_have_text("School, Primary school")
    expect(page.locator(".route-summary")).to_contain_text("Straight line")
