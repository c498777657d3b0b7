"""My days: yesterday in order beside the map, the calendar, taking and deleting a day, and what other apps recorded."""

import math
import re
import time
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from house import HOME, SCHOOL, House

pytestmark = pytest.mark.sweep

TRACK = """<gpx version="1.1"><trk><trkseg>{points}
<trkpt lat="47.16" lon="9.51"><time>1901-12-13T20:45:52Z</time></trkpt></trkseg></trk></gpx>"""


def fix(at, seconds, **figures):
    then = datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"at": then, "latitude": at[0], "longitude": at[1], "accuracyMetres": 10} | figures


def lived(start):
    """An hour at home, a quarter of an hour's walk, an hour at school, and the way back, from a moment on."""
    fixes, at = [], start
    for begin, end, minutes in [(HOME, HOME, 60), (HOME, SCHOOL, 15), (SCHOOL, SCHOOL, 60), (SCHOOL, HOME, 15), (HOME, HOME, 30)]:
        for step in range(minutes * 2):
            part = step / (minutes * 2)
            point = tuple(begin[axis] + (end[axis] - begin[axis]) * part for axis in (0, 1))
            fixes.append(fix(point, at))
            at += 30
    return fixes


def yesterday(page):
    """Eight in the morning of yesterday, by the browser's clock."""
    return page.evaluate("""() => {
        const now = new Date();
        return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 8).getTime() / 1000;
    }""")


def tell(member, fixes):
    for start in range(0, len(fixes), 100):
        member.call("POST", "/fixes", fixes[start : start + 100])


def entry(page, words):
    return page.locator(".history-entry", has_text=re.compile(words))


@pytest.fixture
def anna(house, visit):
    anna = house.member("Anna Beck")
    anna.place("Home", HOME)
    anna.place("School", SCHOOL)
    return anna


def test_yesterday_stands_in_order_beside_the_map(house, visit, anna):
    visitor = visit(house)
    page = visitor.log_in(anna)
    tell(anna, lived(yesterday(page)))
    visitor.open("/history")
    expect(page.get_by_role("heading", level=1)).to_have_text("Today")
    page.get_by_role("button", name="Previous day").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Yesterday")
    names = page.locator(".history-name")
    expect(names).to_have_count(5)
    assert [name for name in names.all_inner_texts()][0::2] == ["Home", "School", "Home"]
    expect(entry(page, "School")).to_contain_text(re.compile("09:1[0-9] to 10:1[0-9]"))
    expect(page.locator(".history-totals")).to_contain_text("km")
    # The list leads to the map, also while that loads, and the map to the list.
    entry(page, "School").click()
    expect(entry(page, "School")).to_have_attribute("aria-pressed", "true")
    canvas = page.locator("history-map canvas")
    expect(canvas).to_be_visible()
    expect(page.get_by_role("button", name="Show the whole day")).to_be_visible()
    page.wait_for_timeout(900)
    box = canvas.bounding_box()
    page.get_by_role("button", name="Show the whole day").click()
    expect(entry(page, "School")).to_have_attribute("aria-pressed", "false")
    entry(page, "School").click()
    page.wait_for_timeout(900)
    entry(page, "Home").first.evaluate("(button) => button.setAttribute('aria-pressed', 'true')")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(entry(page, "School")).to_have_attribute("aria-pressed", "true")
    expect(entry(page, "Home").first).to_have_attribute("aria-pressed", "false")
    # A reload shows the same day.
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Yesterday")
    expect(names).to_have_count(5)


def test_the_hubs_map_names_stays_and_draws_the_way_on_its_streets(tmp_path, region, visit):
    (tmp_path / "region").symlink_to(region / "region")
    house = House(tmp_path).start()
    try:
        anna = house.member("Anna Beck")
        anna.place("Home", HOME)
        visitor = visit(house)
        page = visitor.log_in(anna)
        route = found_route(anna)
        start = yesterday(page)
        tell(anna, walked(route["line"], start))
        visitor.open("/history")
        page.get_by_role("button", name="Previous day").click()
        names = page.locator(".history-name")
        expect(names).to_have_count(3)
        expect(names.first).to_have_text("Home")
        expect(names.last).to_have_text(re.compile(r"^\S.*, (Triesen|Vaduz)$"))
        query = f"?from={iso(start - 3600)}&to={iso(start + 5 * 3600)}"
        journey = anna.call("GET", f"/me/history{query}")["entries"][1]["journey"]
        assert journey["isOnStreets"] and abs(journey["distanceMetres"] - route["distanceMetres"]) < 60
    finally:
        house.stop()


def iso(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat().replace("+00:00", "Z")


def found_route(member):
    """The way on foot from home to school, once the hub's engine answers."""
    point = [{"latitude": latitude, "longitude": longitude} for latitude, longitude in (HOME, SCHOOL)]
    for _ in range(55):
        found = member.call("POST", "/routes", {"from": point[0], "to": point[1], "mode": "walk"})
        if found["engine"] == "valhalla":
            return found
        time.sleep(0.5)
    raise AssertionError("the engine did not come up")


def walked(line, start):
    """An hour at home, the way along a line at a walk, and an hour at its end, a few metres off to and fro."""
    scale = math.cos(math.radians(HOME[0]))
    fixes = [fix(HOME, start + 30 * step) for step in range(120)]
    at, off = start + 3600, 0
    for (x0, y0), (x1, y1) in zip(line, line[1:]):
        metres = math.hypot((x1 - x0) * scale, y1 - y0) * 111_200
        for step in range(int(metres // 14)):
            part, off = step * 14 / metres, (off + 1) % 5
            fixes.append(fix((y0 + (y1 - y0) * part + (off - 2) * 2e-5, x0 + (x1 - x0) * part), at))
            at += 10
        at += metres % 14 / 1.4
    end = line[-1]
    return fixes + [fix((end[1], end[0]), at + 30 * step) for step in range(120)]


def test_the_calendar_shows_which_days_have_positions(house, visit, anna):
    visitor = visit(house)
    page = visitor.log_in(anna)
    start = yesterday(page)
    tell(anna, lived(start))
    visitor.open("/history")
    expect(page.locator(".state-empty")).to_contain_text("No data for this day")
    page.get_by_role("button", name=re.compile("choose another day")).click()
    sheet = page.get_by_role("dialog")
    day = sheet.locator(".month-day.has-data")
    # By the browser's own days, which begin at another time than the machine's.
    if page.evaluate("(start) => new Date(start * 1000).getMonth() !== new Date().getMonth()", start):
        sheet.get_by_role("button", name="Previous month").click()
    expect(day).to_have_count(1)
    day.click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_have_text("Yesterday")
    expect(page.locator(".history-entry")).to_have_count(5)


def test_a_day_is_taken_along_and_deleted(house, visit, anna):
    visitor = visit(house)
    page = visitor.log_in(anna)
    tell(anna, lived(yesterday(page)))
    visitor.open("/history")
    page.get_by_role("button", name="Previous day").click()
    expect(page.locator(".history-entry")).to_have_count(5)
    with page.expect_download() as download:
        page.get_by_role("link", name="GPX").click()
    assert download.value.path().read_text().count("<trkpt") == len(lived(0))
    page.get_by_role("button", name="Delete this day").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete this day").click()
    expect(page.locator(".frame-words")).to_contain_text("360 positions deleted")
    expect(page.locator(".state-empty")).to_be_visible()


def test_what_another_app_recorded_is_imported_once_and_says_what_was_left_out(house, visit, anna):
    visitor = visit(house)
    page = visitor.log_in(anna)
    # On this date in every zone that AFTERNOON may be, for half an hour.
    start = datetime(2024, 5, 4, 9, tzinfo=timezone.utc)
    points = "".join(
        f'<trkpt lat="{HOME[0] + step * 0.0004}" lon="{HOME[1]}">'
        f"<time>{(start + timedelta(seconds=step * 20)).isoformat().replace('+00:00', 'Z')}</time></trkpt>"
        for step in range(90)
    )
    file = {"name": "walk.gpx", "mimeType": "application/gpx+xml", "buffer": TRACK.format(points=points).encode()}
    visitor.open("/history")
    page.get_by_role("button", name="Import from other apps").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("First choose how long to keep your history")
    sheet.get_by_role("button", name="Save").click()
    sheet.get_by_label("Choose file").set_input_files(file)
    report = sheet.locator(".import-report")
    expect(report).to_contain_text("90 new positions")
    expect(report).to_contain_text("1 point with an impossible time")
    assert anna.call("GET", "/me/retention")["history"] == "forever"
    sheet.get_by_role("button", name="Choose file").click()
    sheet.get_by_label("Choose file").set_input_files(file)
    expect(report).to_contain_text("90 already here")
    sheet.get_by_role("button", name="Choose file").click()
    sheet.get_by_label("Choose file").set_input_files({"name": "x.gpx", "mimeType": "text/plain", "buffer": b"Dear diary"})
    expect(report).to_contain_text("File type not supported")
    sheet.get_by_role("button", name="Close").click()
    visitor.open("/history/2024-05-04")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sat 4 May 2024")
    expect(page.locator(".history-entry")).to_have_count(1)
    expect(entry(page, "km")).to_be_visible()


def test_without_the_hub_the_page_says_so_and_comes_back(house, visit, anna):
    visitor = visit(house)
    page = visitor.log_in(anna)
    visitor.open("/history")
    expect(page.locator(".state-empty")).to_be_visible()
    page.route("**/api/v1/me/history*", lambda route: route.abort())
    page.get_by_role("button", name="Previous day").click()
    expect(page.locator(".state-offline")).to_be_visible()
    page.unroute("**/api/v1/me/history*")
    page.locator(".state-offline").get_by_role("button").click()
    expect(page.locator(".state-empty")).to_be_visible()
