"""The way in and out."""

from playwright.sync_api import expect

from house import PASSWORD


def test_logging_in_staying_logged_in_and_logging_out(house, visit):
    anna = house.member("Anna Beck")
    visitor = visit(house)
    page = visitor.log_in_by_form(anna)
    page.reload()
    expect(page.get_by_role("link", name="My account")).to_be_visible()
    page.goto(house.url + "/account")
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    assert not [cookie for cookie in visitor.context.cookies() if cookie["name"] in ("__Host-hearth", "hearth-session")]
    page.goto(house.url + "/clock")
    page.wait_for_url(house.url + "/welcome")


def test_wrong_input_gets_plain_words_that_do_not_say_which_was_wrong(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house).open("/welcome")
    log_in = page.get_by_role("button", name="Log in")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert").filter(has_text="Please enter your phone number.")).to_be_visible()
    words = []
    for phone, password in ((anna.phone, "not her password"), ("+423 237 99 99", PASSWORD)):
        page.get_by_label("Phone number").fill(phone)
        if page.get_by_role("button", name="Continue").count():
            page.get_by_role("button", name="Continue").click()
        page.get_by_label("Password").fill(password)
        log_in.click()
        expect(page.get_by_label("Password")).to_be_focused()
        expect(log_in).to_be_enabled()
        words.append(page.locator("#wrong").text_content())
    assert words[0] and words[0] == words[1]


def test_nobody_who_is_logged_out_sees_a_page(house, visit):
    page = visit(house).open("/account")
    page.wait_for_url(house.url + "/welcome")
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in to Hearth")


def test_an_ended_session_leads_back_to_the_way_in(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house).log_in(anna)
    expect(page.get_by_role("link", name="My account")).to_be_visible()
    sessions = anna.call("GET", "/sessions")["items"]
    for session in sessions:
        if not session["current"]:
            anna.call("DELETE", f"/sessions/{session['id']}")
    page.wait_for_url(house.url + "/welcome")


def test_where_a_cookie_did_not_stick_the_page_says_so(house, visit):
    anna = house.member("Anna Beck")
    visitor = visit(house)
    page = visitor.page

    def drop(route):
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        visitor.context.clear_cookies()
        route.fulfill(response=answer, headers=headers)

    page.route("**/api/v1/sessions", drop)
    visitor.open("/welcome")
    page.get_by_label("Phone number").fill(anna.phone)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert").filter(has_text="Login not saved by this browser.")).to_be_visible()


def test_s17_on_this_machine_cookies_stick_without_https(house, visit):
    anna = house.member("Anna Beck")
    visitor = visit(house)
    visitor.log_in_by_form(anna)
    kept = {cookie["name"]: cookie for cookie in visitor.context.cookies()}
    assert set(kept) == {"hearth-session", "hearth-device"}
    assert all(not cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Lax" for cookie in kept.values())
