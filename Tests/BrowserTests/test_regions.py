"""The keeper's page of regions: an extract goes up in pieces, becomes the hub's map and ways, and leaves again."""

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import HOME, ROOT, SCHOOL, House

pytestmark = pytest.mark.sweep

EXTRACT = ROOT / "Region/liechtenstein-2013.osm.pbf"
MINUTES = 180_000


@pytest.fixture
def bare_house(tmp_path):
    """A hub of the test's own without a region; whoever comes first is its keeper."""
    house = House(tmp_path).start()
    yield house
    house.stop()


def engine(member):
    """Who finds a way for somebody."""
    point = [{"latitude": latitude, "longitude": longitude} for latitude, longitude in (HOME, SCHOOL)]
    return member.call("POST", "/routes", {"from": point[0], "to": point[1], "mode": "walk"})["engine"]


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_keeper_imports_a_region_and_removes_it(bare_house, visit, tmp_path, size):
    anna = bare_house.member("Anna Beck")
    page = visit(bare_house, size).log_in(anna, "/regions")
    expect(page.get_by_text("No region yet")).to_be_visible()
    expect(page.get_by_text("© OpenStreetMap contributors")).to_be_visible()
    page.get_by_label("Extract", exact=True).set_input_files(EXTRACT)
    expect(page.get_by_label("Name", exact=True)).to_have_value("liechtenstein")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_text("liechtenstein, in use")).to_be_visible(timeout=MINUTES)
    expect(page.get_by_role("progressbar")).to_be_hidden()
    expect(page.get_by_text("Routing: on this hub.")).to_be_visible()
    assert engine(anna) == "valhalla"

    # A file that ends in the middle changes nothing.
    cut = tmp_path / "liechtenstein.osm.pbf"
    cut.write_bytes(EXTRACT.read_bytes()[:500_000])
    page.get_by_label("Extract", exact=True).set_input_files(cut)
    page.get_by_role("button", name="Import", exact=True).click()
    wrong = page.get_by_text("could not be imported. No region changed.")
    expect(wrong).to_contain_text("liechtenstein.osm.pbf is cut short", timeout=MINUTES)
    assert str(tmp_path) not in page.content()
    page.get_by_role("button", name="Close").click()
    expect(wrong).to_be_hidden()
    assert engine(anna) == "valhalla"

    page.get_by_role("button", name="Remove liechtenstein").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No region yet")).to_be_visible()
    assert engine(anna) == "straightLine"


def test_what_is_no_extract_is_not_sent(bare_house, visit, tmp_path):
    page = visit(bare_house).log_in(bare_house.member("Anna Beck"), "/regions")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#region-wrong")).to_have_text("Choose a file.")
    other = tmp_path / "holiday.jpg"
    other.write_bytes(b"no map")
    page.get_by_label("Extract", exact=True).set_input_files(other)
    expect(page.locator("#region-wrong")).to_have_text("Not an extract. The name must end in .osm.pbf.")


def test_an_upload_goes_on_where_the_hub_was_away_and_is_given_up(bare_house, visit, tmp_path):
    page = visit(bare_house).log_in(bare_house.member("Anna Beck"), "/regions")
    large = tmp_path / "large.osm.pbf"
    large.write_bytes(EXTRACT.read_bytes()[:500_000] * 6)
    lost = []

    def lose_one_answer(route):
        # The piece arrives, and the page is not told.
        if "from=0" in route.request.url or lost:
            return route.continue_()
        lost.append(route.fetch())
        return route.abort()

    page.route("**/extract?**", lose_one_answer)
    page.get_by_label("Extract", exact=True).set_input_files(large)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("large.osm.pbf could not be imported.")).to_be_visible(timeout=MINUTES)
    assert lost


def test_who_is_no_keeper_is_told_so(bare_house, visit):
    bare_house.member("Anna Beck")
    page = visit(bare_house).log_in(bare_house.member("Jonas"), "/regions")
    expect(page.get_by_text("Only the hub's keeper can do this.")).to_be_visible()
    page.goto(f"{bare_house.url}/account")
    expect(page.get_by_role("heading", name="My account")).to_be_visible()
    expect(page.get_by_role("link", name="Hub maps")).to_have_count(0)
