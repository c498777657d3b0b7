"""What other apps share with the installed page, and the number on its icon."""

import json
import re

import pytest
from playwright.sync_api import expect

from house import HOME, PASSWORD, new_id
from waiting import eventually

PLACE = {"title": "Castle hill", "text": "https://www.openstreetmap.org/?mlat=47.1397&mlon=9.5218#map=16/47.2/9.6"}
TRACK = """<gpx version="1.1"><trk><trkseg>
<trkpt lat="47.16" lon="9.51"><time>2024-05-04T08:00:00Z</time></trkpt>
<trkpt lat="47.17" lon="9.51"><time>2024-05-04T08:05:00Z</time></trkpt></trkseg></trk></gpx>"""
FORM = """<form method="post" enctype="multipart/form-data" action="%s/share">
<textarea name="title"></textarea><textarea name="text"></textarea><textarea name="url"></textarea>
<input type="file" name="file"></form>"""

# The system's icon cannot be read: the page's own calls are.
BADGES = """
window.badges = [];
navigator.setAppBadge = async (count) => void window.badges.push(count);
navigator.clearAppBadge = async () => void localStorage.setItem("cleared", "yes");
"""


def worked(visit, house, member=None):
    """A window whose service worker runs, of somebody who is logged in, or of nobody."""
    visitor = visit(house, service_workers="allow")
    page = visitor.log_in(member) if member else visitor.open("/welcome")
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    return page


def share(page, house, file=None, **fields):
    """Sends what the system sends when somebody picks Hearth in another app, and what any other site could send."""
    page.goto("about:blank")
    page.set_content(FORM % house.url)
    for name, text in fields.items():
        page.locator(f"[name={name}]").fill(text)
    if file:
        page.locator("[name=file]").set_input_files(file)
    page.evaluate("document.forms[0].submit()")
    page.wait_for_url(re.compile(re.escape(house.url) + "/(shared/|welcome)"))
    return page


def kept(page):
    return page.evaluate("caches.has('hearth-shared')")


def test_a_shared_place_becomes_a_place_and_is_sent_nowhere_before(house, visit):
    anna = house.member("Anna Beck")
    anna.is_at(HOME)
    page = worked(visit, house, anna)
    sent = []
    page.on("request", lambda request: request.url.startswith(house.url + "/api/") and sent.append((request.url, request.post_data)))
    share(page, house, **PLACE)
    expect(page.get_by_role("heading", level=1)).to_have_text("Shared with Hearth")
    expect(page.get_by_role("heading", level=2)).to_have_text("Castle hill")
    expect(page.get_by_text("47.1397, 9.5218")).to_be_visible()
    assert not kept(page)
    assert sent and not [entry for entry in sent if "47.1397" in json.dumps(entry)]
    page.get_by_role("link", name="Save as a place").click()
    expect(page.get_by_label("Description")).to_have_value("Castle hill")
    page.get_by_label("Clock label").select_option("Home")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(house.url + "/my-clock")
    place = anna.call("GET", "/places")["items"][0]
    assert abs(place["latitude"] - 47.1397) < 1e-6 and abs(place["longitude"] - 9.5218) < 1e-6


@pytest.mark.sweep
def test_a_shared_place_becomes_the_destination_of_a_trip(house, visit):
    page = worked(visit, house, house.member("Anna Beck"))
    share(page, house, text="geo:47.1397,9.5218?q=47.1397,9.5218(Castle%20hill)")
    page.get_by_role("link", name="Plan a trip there").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Plan a trip")
    chosen = "(select) => select.selectedOptions[0].textContent"
    assert eventually(lambda: page.locator("#route-to").evaluate(chosen) == "Castle hill")


def test_s63_a_shared_place_stands_in_no_address(house, visit):
    page = worked(visit, house, house.member("Anna Beck"))
    opened = []
    page.on("framenavigated", lambda frame: opened.append(frame.url))
    for link, field in [("Save as a place", "#place-description"), ("Plan a trip there", "#route-to")]:
        share(page, house, **PLACE)
        page.get_by_role("link", name=link).click()
        page.locator(field).wait_for()
    page.go_back()
    entries = page.context.new_cdp_session(page).send("Page.getNavigationHistory")["entries"]
    addresses = opened + [entry["url"] for entry in entries]
    assert any(address.endswith("/places/new") for address in addresses)
    assert any(address.endswith("/trip") for address in addresses)
    assert not [address for address in addresses if re.search("47.139|9.521|Castle", address)]


def test_s63_a_place_opened_in_another_tab_fills_nothing_in_this_one(house, visit):
    page = worked(visit, house, house.member("Anna Beck"))
    share(page, house, **PLACE)
    with page.context.expect_page() as other:
        page.get_by_role("link", name="Plan a trip there").click(modifiers=["Control"])
    other.value.close()
    expect(page.get_by_role("heading", level=2)).to_have_text("Castle hill")
    page.evaluate("document.body.append(Object.assign(document.createElement('a'), {href: '/trip', textContent: 'Trip'}))")
    page.get_by_role("link", name="Trip", exact=True).last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Plan a trip")
    page.locator("#route-to").wait_for()
    assert "Castle hill" not in page.locator("#route-to").inner_text()


@pytest.mark.sweep
def test_a_shared_track_becomes_an_import(house, visit):
    anna = house.member("Anna Beck")
    page = worked(visit, house, anna)
    share(page, house, {"name": "walk.gpx", "mimeType": "application/gpx+xml", "buffer": TRACK.encode()})
    expect(page.get_by_role("heading", level=2)).to_have_text("walk.gpx")
    assert anna.call("GET", "/me/retention").get("history") != "forever", "nothing is imported unasked"
    page.get_by_role("button", name="Import from other apps").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.locator(".import-report")).to_contain_text("2 new positions")


def test_a_share_waits_for_the_log_in(house, visit):
    anna = house.member("Anna Beck")
    page = worked(visit, house)
    share(page, house, **PLACE)
    page.wait_for_url(house.url + "/welcome")
    expect(page.get_by_text("Castle hill")).to_have_count(0)
    page.get_by_label("Phone number").fill(anna.phone)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Castle hill")


@pytest.mark.sweep
def test_a_share_is_opened_once_and_not_by_whoever_logs_in_next(house, visit, two):
    anna, bo = two
    page = worked(visit, house, anna)
    share(page, house, **PLACE)
    expect(page.get_by_role("heading", level=2)).to_have_text("Castle hill")
    address = page.url
    page.reload()
    expect(page.get_by_role("heading", name="Nothing to open")).to_be_visible()
    # One that its owner did not come to open.
    page.evaluate(
        """async () => {
            const cache = await caches.open('hearth-shared');
            const share = {at: Date.now(), title: 'Castle hill', text: 'geo:47.1397,9.5218', url: ''};
            await cache.put(location.pathname, new Response(JSON.stringify(share)));
        }"""
    )
    page.goto(house.url + "/account")
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_url(house.url + "/welcome")
    assert eventually(lambda: not kept(page))
    page.get_by_label("Phone number").fill(bo.phone)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(re.compile("/people/|/$"))
    page.goto(address)
    expect(page.get_by_role("heading", name="Nothing to open")).to_be_visible()


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "<img src=x onerror=alert(1)>", "text": "javascript:alert(1) <script>alert(1)</script>"},
        {"text": "geo:" * 250_000},
        {"url": "https://maps.app.goo.gl/AbC123"},
        {},
    ],
    ids=["script", "huge", "short link", "nothing"],
)
def test_a_hostile_share_does_nothing(house, visit, fields):
    anna = house.member("Anna Beck")
    page = worked(visit, house, anna)
    alerts = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    share(page, house, **fields)
    expect(page.get_by_role("heading", name="No position found")).to_be_visible()
    assert not alerts and page.locator("main img, main script").count() == 0
    page.get_by_role("button", name="Go to Home").click()
    assert anna.call("GET", "/places")["items"] == []


def test_a_name_with_a_script_in_it_is_only_a_name(house, visit):
    page = worked(visit, house, house.member("Anna Beck"))
    share(page, house, title="<b onclick=alert(1)>Pub</b>", text="geo:47.1397,9.5218")
    expect(page.get_by_role("heading", level=2)).to_have_text("<b onclick=alert(1)>Pub</b>")
    page.get_by_role("link", name="Save as a place").click()
    expect(page.get_by_label("Description")).to_have_value("<b onclick=alert(1)>Pub</b>")


def test_an_old_share_is_forgotten(house, visit):
    page = worked(visit, house, house.member("Anna Beck"))
    page.evaluate(
        """async () => {
            const cache = await caches.open('hearth-shared');
            const share = {at: Date.now() - 16 * 60_000, title: '', text: 'geo:47.1397,9.5218', url: ''};
            await cache.put('/shared/old', new Response(JSON.stringify(share)));
        }"""
    )
    page.goto(house.url + "/shared/old")
    expect(page.get_by_role("heading", name="Nothing to open")).to_be_visible()
    assert eventually(lambda: not kept(page))


def test_the_icon_counts_what_waits_and_nothing_after_the_log_out(house, visit):
    anna, bo = house.member("Anna Beck"), house.member("Bo")
    visitor = visit(house)
    visitor.context.add_init_script(BADGES)
    page = visitor.log_in(anna)
    told = len(anna.call("GET", "/notices")["items"])
    assert eventually(lambda: page.evaluate("badges.at(-1)") == told)
    bo.call("POST", "/connection-requests", {"id": new_id(), "phone": anna.phone})
    assert eventually(lambda: page.evaluate("badges.at(-1)") == told + 1)
    page.evaluate("localStorage.removeItem('cleared')")
    page.goto(house.url + "/account")
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_url(house.url + "/welcome")
    assert eventually(lambda: page.evaluate("localStorage.getItem('cleared')") == "yes")
