"""Home: whom it shows, what it says of them, and what it is without a map, without people, without a hub."""

import re

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import HOME, PASSWORD, SCHOOL
from waiting import eventually


@pytest.fixture
def two(house):
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    bo.lets(anna)
    bo.place("Home", HOME, "Our house")
    for member in (anna, bo):
        member.is_at(HOME, seconds_ago=3600)
    bo.moves(HOME, SCHOOL)
    return anna, bo


def person(page, name):
    return page.get_by_role("list").get_by_role("link", name=re.compile(f"^{name} "))


def remembered(page):
    """Until the hub has a choice: a reload before that would take it back."""
    return page.expect_response(lambda answer: answer.request.method == "PUT" and answer.url.endswith("/me/shown"))


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_choosing_a_person_shows_them_and_is_remembered(house, visit, two, size):
    page = visit(house, size).log_in(two[0])
    with remembered(page):
        person(page, "Bo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bo")
    expect(page.locator("main")).to_contain_text("km/h")
    expect(page.locator("main")).to_contain_text(re.compile(r"Battery\s*64"))
    expect(page.locator("main")).to_contain_text(re.compile("North"))
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bo")
    with remembered(page):
        page.get_by_role("button", name="Everyone", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Everyone")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Everyone")


def test_each_person_has_an_address_for_back_and_reload(house, visit, two):
    anna, bo = two
    page = visit(house, DESKTOP).log_in(anna)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Everyone")
    page.locator("live-map canvas").first.evaluate("(canvas) => { window.before = canvas; }")
    person(page, "Bo").click()
    page.wait_for_url(f"{house.url}/people/{bo.id}")
    expect(heading).to_have_text("Bo")
    expect(person(page, "Bo")).to_have_attribute("aria-current", "page")
    person(page, "You").click()
    page.wait_for_url(f"{house.url}/people/{anna.id}")
    expect(heading).to_have_text("You")
    for step, words in ((page.go_back, "Bo"), (page.go_back, "Everyone"), (page.go_forward, "Bo")):
        step()
        expect(heading).to_have_text(words)
    # The map has turned to each of them, and was not drawn anew.
    assert page.locator("live-map canvas").first.evaluate("(canvas) => canvas === window.before")
    page.reload()
    expect(heading).to_have_text("Bo")
    # Home is where it was left, and going back from there leads to where one came from.
    bar = page.get_by_role("navigation")
    bar.get_by_role("link", name="Clock").click()
    page.wait_for_url(house.url + "/clock")
    bar.get_by_role("link", name="Home").click()
    page.wait_for_url(f"{house.url}/people/{bo.id}")
    expect(heading).to_have_text("Bo")
    page.go_back()
    page.wait_for_url(house.url + "/clock")


def test_the_address_of_somebody_can_be_shared_with_those_who_see_them(house, visit, two):
    anna, bo = two
    path = f"/people/{bo.id}"
    page = visit(house).open(path)
    page.wait_for_url(house.url + "/welcome")
    page.get_by_label("Phone number").fill(anna.phone)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(house.url + path)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Bo")
    # It is still his address when he shares no longer, and shows nobody else.
    bo.call("DELETE", f"/connections/{bo.call('GET', '/connections')['seers'][0]['id']}")
    expect(heading).to_have_text("Not shared with you")
    stranger = visit(house).log_in(house.member("Cleo"), path)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Not shared with you")
    expect(stranger.locator("main")).not_to_contain_text("Bo")
    stranger.get_by_role("button", name="Show everyone").click()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("You")
    assert stranger.url == house.url + "/"


def test_the_day_says_how_far_and_how_long_each_way(house, visit, two):
    page = visit(house, DESKTOP).log_in(two[0])
    person(page, "Bo").click()
    panel = page.locator("motion-panel")
    expect(panel).to_contain_text(re.compile(r"In a vehicle|Cycling"))
    expect(panel).to_contain_text("km")
    expect(panel.get_by_role("listitem").filter(has_text=re.compile(r"\d\d:\d\d to \d\d:\d\d: Still"))).to_be_attached()


def test_a_position_moves_on_the_map_when_a_fix_arrives(house, visit, two):
    anna, bo = two
    anna.is_at(HOME)
    page = visit(house, DESKTOP).log_in(anna)
    markers = page.locator("live-map .marker-pin")
    expect(markers).to_have_count(2)
    page.wait_for_timeout(1000)
    apart = "([one, other]) => { const [a, b] = [one, other].map((each) => each.getBoundingClientRect()); return b.x - a.x; }"
    before = markers.evaluate_all(apart)
    # 38 m: further within two seconds of the way's last fix, the hub would wait for a second fix before it believes it.
    bo.is_at((SCHOOL[0], SCHOOL[1] + 0.0005), times=(0,), speedMetresPerSecond=12)
    assert eventually(lambda: abs(markers.evaluate_all(apart) - before) > 5)


def test_a_long_name_on_the_map_breaks_between_its_words(house, visit, two):
    long = house.member("Maximilian-Alexander Konstantin", colour=3)
    long.lets(two[0])
    # Apart from the others: where people crowd, a name is cut on purpose.
    long.is_at((2 * SCHOOL[0] - HOME[0], SCHOOL[1]))
    page = visit(house).log_in(two[0])
    name = page.locator(".marker-name", has_text="Maximilian")
    expect(name).to_be_visible()
    # A line for each word at most: none is taken apart.
    assert name.evaluate("(name) => name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight)") < 3.5


def test_somebody_alone_is_told_how_to_begin(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house).log_in(anna)
    expect(page.get_by_role("heading", name="Get started")).to_be_visible()
    expect(page.get_by_role("link", name="Connect with someone")).to_have_attribute("href", "/connect")
    expect(page.get_by_role("link", name="Set up a phone")).to_have_attribute("href", "/devices/new")


def test_a_connected_member_is_shown_how_to_appear_on_the_map_until_they_do(house, visit):
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    anna.lets(bo)
    anna.is_at(HOME)
    page = visit(house).log_in(bo)
    # Bo sees Anna on the map, and the hub never heard of him.
    expect(page.locator("people-list").get_by_text("Anna Beck")).to_be_visible()
    start = page.locator(".home-start")
    expect(start.get_by_role("heading", name="Get started")).to_be_visible()
    expect(start.get_by_text("You are not on the map yet.")).to_be_visible()
    expect(start.get_by_text("Only you so far.")).to_be_hidden()
    expect(start.get_by_role("link", name="Set up a phone")).to_have_attribute("href", "/devices/new")
    bo.is_at(HOME)
    expect(start).to_be_hidden()


def test_without_a_map_everything_else_is_there(house, visit, two):
    visitor = visit(house)
    visitor.page.route("**/vendor/**", lambda route: route.abort())
    page = visitor.log_in(two[0])
    expect(page.get_by_text("The map cannot be shown here")).to_be_visible()
    expect(person(page, "Bo")).to_contain_text("Live")


def test_the_page_tells_its_own_position_only_when_it_is_asked_to(house, visit):
    anna = house.member("Anna Beck")
    visitor = visit(house, geolocation={"latitude": HOME[0], "longitude": HOME[1], "accuracy": 12}, permissions=["geolocation"])
    page = visitor.log_in(anna)
    expect(page.get_by_role("heading", name="Get started")).to_be_visible()
    assert "fix" not in anna.call("GET", "/presence")["items"][0]
    page.get_by_role("button", name=re.compile("Share where you are|Share my position")).or_(
        page.get_by_role("switch", name=re.compile("Share"))
    ).first.click()
    expect(page.locator("live-map").get_by_role("button", name=re.compile("^Anna Beck"))).to_be_visible()
    assert anna.call("GET", "/presence")["items"][0]["fix"]["accuracyMetres"] == 12


def test_p11_a_first_visit_takes_few_files_and_100_kilobytes_before_the_map(house, visit, two):
    visitor = visit(house)
    visitor.let_in(two[0])
    page, files, sizes = visitor.page, {}, {}
    devtools = visitor.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.on("Network.requestWillBeSent", lambda event: files.update({event["requestId"]: event["request"]["url"]}))
    devtools.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(house.url + "/")
    expect(page.locator("safety-strip")).to_be_attached()
    # The last things that come are those of a call for help, and the map's own library.
    eventually(lambda: any("/styles/alarm-countdown.css" in url for url in files.values()) or page.wait_for_timeout(100))
    eventually(lambda: any("/vendor/" in url for url in files.values()) or page.wait_for_timeout(100))
    page.wait_for_timeout(500)
    paths = {request: url.removeprefix(house.url) for request, url in files.items()}
    not_counted = ("/vendor/", "/glyphs/", "/api/", "/core.wasm", "data:", "blob:")
    shell = {paths[request]: size for request, size in sizes.items() if not paths[request].startswith(not_counted)}
    assert len(shell) <= 14, sorted(shell)
    assert sum(shell.values()) <= 100_000, shell
