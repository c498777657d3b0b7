"""The account: who I am, who sees me and how much, whom I see, and what reports for me."""

import json
import re

from playwright.sync_api import expect

from house import HOME
from waiting import eventually


def section(page, title):
    return page.locator(".section").filter(has=page.get_by_role("heading", name=title))


def said(page, words):
    expect(page.locator(".frame-words")).to_contain_text(words)


def test_name_and_colour_are_saved_at_once_and_every_page_shows_them(house, visit, two):
    page = visit(house).log_in(two[0], "/account")
    page.locator("profile-row").get_by_role("button").click()
    sheet = page.get_by_role("dialog", name="Profile")
    sheet.get_by_label("Name", exact=True).fill("Anna B.")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("status")).to_have_text("Saved")
    page.get_by_role("radio", name="Indigo").check(force=True)
    expect(page.locator(".frame-head .avatar")).to_have_attribute("data-colour", "8")
    assert two[0].call("GET", "/me")["name"] == "Anna B."


def test_an_empty_name_is_refused_beside_its_field(house, visit, two):
    page = visit(house).log_in(two[0], "/account")
    page.locator("profile-row").get_by_role("button").click()
    page.get_by_label("Name", exact=True).fill(" ")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Enter a name.")).to_be_visible()
    assert two[0].call("GET", "/me")["name"] == "Anna Beck"


def test_a_level_is_changed_and_a_refusal_takes_it_back(house, visit, two):
    page = visit(house).log_in(two[0], "/account")
    row = section(page, "People who see me").get_by_role("button", name=re.compile("Bo"))
    row.press("Enter")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="About 1 km").check(force=True)
    expect(sheet.get_by_role("status")).to_have_text("Saved")
    assert two[0].call("GET", "/connections")["seers"][0]["precision"] == "coarse"
    answer = {"status": 500, "code": "internal", "title": "Something went wrong."}
    page.route("**/connections/*", lambda route: route.fulfill(status=500, body=json.dumps(answer)))
    sheet.get_by_role("radio", name="Exact position").check(force=True)
    expect(sheet.get_by_role("status")).to_have_text("Something went wrong.")
    expect(sheet.get_by_role("radio", name="About 1 km")).to_be_checked()
    page.keyboard.press("Escape")
    expect(row).to_be_focused()
    expect(row).to_contain_text("About 1 km")


def test_f43_every_page_says_with_how_many_is_shared(house, visit, two):
    page = visit(house).log_in(two[0], "/account")
    chip = page.locator("shared-chip")
    expect(chip).to_contain_text("Shared with 1")
    section(page, "People who see me").get_by_role("button", name=re.compile("Bo")).click()
    page.get_by_role("radio", name="Nothing").check(force=True)
    page.keyboard.press("Escape")
    expect(chip).to_be_empty()
    page = visit(house).log_in(two[1], "/connect")
    expect(page.locator("shared-chip")).to_be_empty()


def test_two_pages_connect_by_number_and_code_however_it_is_typed(house, visit, two):
    anna, bo = two
    his, hers = visit(house).log_in(bo, "/connect"), visit(house).log_in(anna, "/connect")
    his.get_by_role("button", name="Let someone see me").click()
    his.get_by_role("button", name="Make code").click()
    code = his.locator(".code > [dir=ltr]").inner_text()
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{4} [0-9A-HJKMNP-TV-Z]{4}", code)
    hers.get_by_label("Their phone number").fill(bo.phone)
    hers.get_by_label("Their connect code").fill("00000000")
    hers.get_by_role("button", name="Connect", exact=True).click()
    expect(hers.get_by_role("alert").filter(has_text="Wrong number or code")).to_be_visible()
    hers.get_by_label("Their connect code").fill(code.lower().replace(" ", "-").replace("0", "o").replace("1", "l"))
    hers.get_by_role("button", name="Connect", exact=True).click()
    said(hers, "You now see Bo.")
    hers.wait_for_url(f"{house.url}/people/{bo.id}")
    # He is told at once, without a reload.
    expect(his.locator("shared-chip")).to_contain_text("Shared with 1")


def test_whom_i_see_is_called_as_i_like_and_nobody_else_reads_it(house, visit, two):
    anna, bo = two
    hers = visit(house).log_in(anna, "/account")
    page = visit(house).log_in(bo, "/account")
    rename = section(page, "People I see").get_by_role("button", name="Rename Anna Beck")
    rename.click()
    sheet = page.get_by_role("dialog", name="Rename Anna Beck")
    field = sheet.get_by_label("Your name for them")
    expect(field).to_have_value("Anna Beck")
    field.fill(" ")
    field.press("Enter")
    expect(sheet.get_by_role("alert")).to_have_text("Enter a name.")
    # A blank of Braille is a sign, and shows nothing.
    field.fill("\u2800")
    field.press("Enter")
    expect(sheet.get_by_role("alert")).to_contain_text("visible characters")
    field.fill("Grandma")
    field.press("Enter")
    expect(sheet).not_to_be_attached()
    row = section(page, "People I see").get_by_role("link", name=re.compile("Grandma"))
    expect(row).to_contain_text("Uses the name Anna Beck")
    row.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Grandma")
    page.goto(house.url + "/clock")
    expect(page.locator("family-clock")).to_contain_text("Grandma")
    expect(page.locator("family-clock")).not_to_contain_text("Anna")
    assert "Grandma" not in json.dumps([anna.call("GET", path) for path in ["/connections", "/clock", "/families"]])
    hers.reload()
    expect(section(hers, "People who see me")).to_contain_text("Bo")
    expect(hers.locator("body")).not_to_contain_text("Grandma")

    page.goto(house.url + "/account")
    section(page, "People I see").get_by_role("button", name="Rename Grandma").click()
    page.get_by_role("button", name="Use Anna Beck again").click()
    expect(section(page, "People I see").get_by_role("link", name=re.compile("Anna Beck"))).to_be_visible()


def test_whom_i_see_is_removed_only_after_a_question(house, visit, two):
    page = visit(house).log_in(two[1], "/account")
    remove = section(page, "People I see").get_by_role("button", name="Remove Anna Beck")
    remove.click()
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    expect(remove).to_be_focused()
    remove.click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove", exact=True).click()
    expect(section(page, "People I see")).to_contain_text("You see no one yet.")
    assert two[1].call("GET", "/connections")["seen"] == []


def test_a_phone_is_set_up_heard_for_the_first_time_and_removed(house, visit, two):
    page = visit(house).log_in(two[0], "/devices/new")
    expect(page.get_by_label("Phone name")).to_have_value("Anna's phone")
    expect(page.get_by_text("works only on the hub's own machine")).to_be_visible()
    page.get_by_role("radio", name="Traccar Client").check(force=True)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Traccar Client on Anna's phone")
    expect(page.get_by_text("Waiting for the first position")).to_be_visible()
    drawn = page.get_by_alt_text("QR code that sets up Traccar Client").evaluate("(image) => image.naturalWidth")
    assert drawn > 0
    token = re.search("device identifier ([^,]+),", page.locator(".steps").inner_text()).group(1)
    report = f"/in/osmand?id={token}&lat={HOME[0]}&lon={HOME[1]}&accuracy=5"
    assert page.request.post(house.url + report).ok
    expect(page.get_by_text("It works", exact=True)).to_be_visible()
    with page.expect_download() as download:
        page.get_by_label("Use another app").select_option("gpslogger")
        page.get_by_role("link", name=re.compile("^Save ")).click()
    assert download.value.suggested_filename == "hearth.properties"
    page.get_by_role("link", name="Back").click()
    section(page, "My devices").get_by_role("link", name=re.compile("Anna's phone")).click()
    page.get_by_role("button", name="Remove phone").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove", exact=True).click()
    said(page, "Anna's phone removed")
    assert two[0].call("GET", "/devices")["items"] == []


def test_the_page_shares_its_own_position_once_asked_and_not_after_a_log_out(house, visit, two):
    where = {"latitude": HOME[0], "longitude": HOME[1]}
    page = visit(house, geolocation=where, permissions=["geolocation"]).log_in(two[1], "/account")
    expect(page.get_by_text("This page does not know where you are.")).to_be_visible()
    page.get_by_role("switch", name="Share my position while this page is open").check(force=True)
    expect(page.get_by_text("On. People who see you get it")).to_be_visible()
    presence = "fetch('/api/v1/presence').then((answer) => answer.text()).then((text) => text.includes('fix'))"
    assert eventually(lambda: page.evaluate(presence))
    page.reload()
    expect(page.get_by_role("switch", name="Share my position while this page is open")).to_be_checked()
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_url(house.url + "/welcome")
    assert page.evaluate("localStorage.getItem('hearth.ownFixes')") is None


def test_f90_a_session_that_ended_while_its_page_was_closed_shares_no_position_of_the_next_member(house, visit, two):
    where = {"latitude": HOME[0], "longitude": HOME[1]}
    page = visit(house, geolocation=where, permissions=["geolocation"]).log_in(two[1], "/account")
    page.get_by_role("switch", name="Share my position while this page is open").check(force=True)
    expect(page.get_by_text("On. People who see you get it")).to_be_visible()
    page.goto("about:blank")
    for session in two[1].call("GET", "/sessions")["items"]:
        if not session.get("current"):
            two[1].call("DELETE", f"/sessions/{session['id']}")
    page.goto(house.url + "/account")
    page.wait_for_url(house.url + "/welcome")
    assert page.evaluate("localStorage.getItem('hearth.ownFixes')") is None


def test_a_browser_that_refuses_the_position_is_said_so(house, visit, two):
    page = visit(house, permissions=[]).log_in(two[0], "/account")
    page.get_by_role("switch", name="Share my position while this page is open").click()
    expect(page.get_by_text("Location is blocked.")).to_be_visible()
    expect(page.get_by_role("switch", name="Share my position while this page is open")).not_to_be_checked()
