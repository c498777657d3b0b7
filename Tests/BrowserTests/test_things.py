"""Cars, pets and things that a Traccar server forwards: offered, assigned, and shown to their owner alone."""

import re

from playwright.sync_api import expect

from house import HOME, WORK, moment


def forward(page, house, token, where):
    """Forwards a position of Bella's collar as a Traccar server does, and says what it is answered."""
    body = {
        "position": {
            "fixTime": moment().replace("Z", "+00:00"),
            "outdated": False,
            "valid": True,
            "latitude": where[0],
            "longitude": where[1],
            "altitude": 431,
            "speed": 5.4,
            "course": 90,
            "accuracy": 8,
            "attributes": {"batteryLevel": 81, "motion": True},
        },
        "device": {"uniqueId": "collar-1", "name": "Bella"},
    }
    answer = page.request.post(house.url + "/in/traccar", data=body, headers={"Authorization": f"Bearer {token}"})
    return answer.status, answer.text()


def test_a_traccar_server_offers_a_tracker_which_becomes_a_thing_of_mine_alone(house, visit, two):
    anna, bo = two
    page = visit(house).log_in(anna, "/devices/new")
    page.get_by_role("radio", name="Traccar server").check(force=True)
    page.get_by_label("Phone name").fill("Our Traccar")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Traccar server on Our Traccar")
    lines = page.get_by_label("Lines for the server's settings").input_value()
    assert [re.search("key='([^']+)'", line).group(1) for line in lines.split("\n")] == [
        "forward.type",
        "forward.url",
        "forward.header",
        "forward.retry.enable",
    ]
    expect(page.get_by_label("Use another app")).to_have_count(0)
    token = re.search("Bearer ([^<]+)<", lines).group(1)
    assert forward(page, house, token, HOME) == (200, "")
    page.get_by_role("link", name="Back").click()
    page.get_by_role("link", name=re.compile("Our Traccar.*1 tracker to assign", re.S)).click()
    expect(page.get_by_text("Not assigned, updated")).to_be_visible()
    expect(page.get_by_label("What is it?")).to_contain_text("A new thing: Bella")
    page.get_by_role("button", name="Assign").click()
    expect(page.get_by_text("Assigned to Bella, updated")).to_be_visible()
    page.get_by_role("link", name="Open", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bella")
    expect(page.get_by_text("No position yet")).to_be_visible()

    # The page that is open is told, and nobody else.
    assert forward(page, house, token, WORK) == (200, "")
    expect(page.get_by_text("Position now, battery 81%, within 8 m, 10 km/h")).to_be_visible()
    expect(page.locator("thing-map .thing-pin")).to_be_visible()
    seen = bo.call("GET", "/presence")
    assert str(WORK[0]) not in str(seen)
    assert str(WORK[0]) not in str(anna.call("GET", "/presence"))

    page.goto(house.url + "/account")
    expect(page.get_by_role("heading", name="Cars, pets and things")).to_be_visible()
    page.get_by_role("link", name=re.compile("Bella.*Position", re.S)).click()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove", exact=True).click()
    page.get_by_role("link", name=re.compile("Our Traccar.*1 tracker to assign", re.S)).click()
    expect(page.get_by_text("Not assigned, updated")).to_be_visible()


def test_an_old_phone_reports_for_a_car_and_never_moves_its_owner(house, visit, two):
    anna = two[0]
    page = visit(house).log_in(anna, "/devices/new")
    page.get_by_role("switch", name="A car, a pet or a thing").check(force=True)
    page.get_by_label("Phone name").fill("Car")
    page.get_by_role("radio", name="Traccar Client").check(force=True)
    page.get_by_role("button", name="Continue").click()
    token = re.search("device identifier ([^,]+),", page.locator(".steps").inner_text()).group(1)
    assert page.request.post(house.url + f"/in/osmand?id={token}&lat={HOME[0]}&lon={HOME[1]}&accuracy=5").ok
    expect(page.get_by_text("It works", exact=True)).to_be_visible()
    assert "'accuracyMetres': 5" not in str(anna.call("GET", "/presence"))
    devices = anna.call("GET", "/devices")["items"]
    assert [device["position"]["latitude"] for device in devices if device["name"] == "Car"] == [HOME[0]]


def test_colota_is_set_up_by_a_link_and_a_code(house, visit, two):
    page = visit(house).log_in(two[0], "/devices/new")
    page.get_by_role("radio", name="Colota").check(force=True)
    page.get_by_role("button", name="Continue").click()
    link = page.get_by_role("link", name="Open in Colota").get_attribute("href")
    assert link.startswith("colota://setup?config=")
    drawn = page.get_by_alt_text("QR code that sets up Colota").evaluate("(image) => image.naturalWidth")
    assert drawn > 0
