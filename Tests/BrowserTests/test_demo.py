"""A visitor of the demo: one tap, and every page has something worth seeing, for a parent and for a child."""

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE, Visit, new_window
from house import Demo
from test_every_page import serious, sticks_out

# What each page shows of the family's life: a person, an amount, a place, which an empty hub does not have.
PARENT = {
    "/": "Mia",
    "/clock": "Mia",
    "/trip": "Mia",
    "/missions": "Sweep the yard",
    "/wallet": "Thaler",
    "/wallet/family": "Pocket money",
    "/store": "Ice cream",
    "/store/history": "Ice cream",
    "/notices": "arrived: Home",
    "/family": "Maximilian-Alexander Konstantin",
    "/sharing": "people who see you",
    "/my-clock": "Shop",
}
CHILD = {
    "/": "Anna",
    "/clock": "Anna",
    "/trip": "the grammar school",
    "/missions": "Practise the cello",
    "/wallet": "A new bicycle",
    "/store": "Ice cream",
    "/notices": "arrived: Home",
    "/family": "Anna",
    "/sharing": "people who see you",
}


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    demo = Demo(tmp_path_factory.mktemp("demo") / "data", speed=1, start="7:30")
    yield demo
    demo.stop()


def entered(chromium, demo, name, size):
    """A window in which a visitor entered as one of the family."""
    visitor = Visit(new_window(chromium, size), demo)
    page = visitor.open("/welcome")
    page.get_by_role("button", name=f"Enter as {name}").click()
    page.wait_for_url(demo.url + "/")
    return visitor


@pytest.fixture(scope="module")
def anna(chromium, demo):
    visitor = entered(chromium, demo, "Anna", DESKTOP)
    yield visitor
    assert not visitor.close()


@pytest.fixture(scope="module")
def mia(chromium, demo):
    visitor = entered(chromium, demo, "Mia", PHONE)
    yield visitor
    assert not visitor.close()


@pytest.mark.sweep
@pytest.mark.parametrize("path", PARENT)
def test_every_main_page_shows_a_parent_something(anna, path):
    expect(anna.open(path).get_by_role("main").get_by_text(PARENT[path]).locator("visible=true").first).to_be_visible()


@pytest.mark.sweep
@pytest.mark.parametrize("path", CHILD)
def test_every_main_page_shows_a_child_something(mia, path):
    expect(mia.open(path).get_by_role("main").get_by_text(CHILD[path]).locator("visible=true").first).to_be_visible()


def test_the_things_in_the_store_have_pictures(mia):
    page = mia.open("/store")
    pictures = page.locator(".store-item img")
    expect(pictures).to_have_count(5)
    assert pictures.evaluate_all("(all) => Promise.all(all.map((image) => image.decode().then(() => image.naturalWidth)))") == [256] * 5


def test_the_way_in_shows_faces_and_needs_no_typing(chromium, demo):
    visitor = Visit(new_window(chromium, PHONE), demo)
    page = visitor.open("/welcome")
    buttons = page.get_by_role("button", name="Enter as")
    expect(buttons).to_have_count(6)
    faces = buttons.locator("img")
    expect(faces).to_have_count(6)
    assert faces.evaluate_all("(all) => Promise.all(all.map((image) => image.decode().then(() => image.naturalWidth)))") == [256] * 6
    assert serious(page) == [] and sticks_out(page) == []
    # The keyboard does what the finger does.
    page.get_by_role("button", name="Enter as Leo").press("Enter")
    page.wait_for_url(demo.url + "/")
    assert page.request.get(demo.url + "/api/v1/me").json()["name"] == "Leo"
    assert not visitor.close()


def test_another_sites_page_logs_nobody_in(chromium, demo):
    """A page of another origin on this machine: its browser sends where the request comes from."""
    request = urllib.request.Request(demo.url + "/api/v1/demo", headers={"Sec-Fetch-Site": "same-origin"})
    members = json.load(urllib.request.urlopen(request))["items"]
    context = new_window(chromium, PHONE)
    page = context.new_page()
    page.route("http://localhost:19999/**", lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Elsewhere</h1>"))
    page.goto("http://localhost:19999/")
    came = page.evaluate(
        """async ([url, member]) => {
            const send = (headers) => fetch(url, {method: 'POST', credentials: 'include', mode: headers ? 'cors' : 'no-cors',
                headers: headers ?? {}, body: JSON.stringify({member})}).then((answer) => answer.type, () => 'refused');
            return [await send(), await send({'Content-Type': 'application/json'})];
        }""",
        [demo.url + "/api/v1/demo", members[0]["member"]],
    )
    # The first may be sent, but its answer is nobody's to read; the second is never sent.
    assert came[0] in ("opaque", "refused") and came[1] == "refused", came
    assert [cookie for cookie in context.cookies() if "hearth" in cookie["name"]] == []
    context.close()


def test_a_name_that_is_led_to_this_machine_finds_no_door(demo):
    request = urllib.request.Request(demo.url + "/api/v1/demo", headers={"Host": "evil.example", "Sec-Fetch-Site": "same-origin"})
    assert json.load(urllib.request.urlopen(request)) == {"items": []}


def test_a_hub_has_no_such_door(house, visit):
    page = visit(house).open("/welcome")
    expect(page.get_by_role("button", name="Continue", exact=True)).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="Enter as")).to_have_count(0)
