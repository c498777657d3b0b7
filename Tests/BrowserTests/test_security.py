"""Proving anew who one is, and what makes an account harder to take."""

import base64
import hmac
import sqlite3
import struct
import time

import pytest
from playwright.sync_api import expect

from conftest import PHONE
from house import PASSWORD
from test_getting_in import type_texted_code


def long_ago(house):
    """Lets every session have been proved long ago, as after an evening with the page open."""
    with sqlite3.connect(house.folder / "hearth.db", timeout=10) as database:
        database.execute("UPDATE session SET proved_at = 0")
    database.close()


def test_something_sensitive_asks_for_the_password_again(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house, PHONE).log_in(anna, "/security")
    long_ago(house)
    page.get_by_role("button", name="Change password").click()
    page.get_by_label("New password").fill("another long phrase of mine")
    page.get_by_role("button", name="Set password").click()
    sheet = page.get_by_role("dialog", name="Confirm it is you")
    password = sheet.get_by_label("Your password")
    expect(password).to_be_focused()
    password.fill("not my password")
    sheet.get_by_role("button", name="Confirm").click()
    expect(sheet.get_by_role("alert").filter(has_text="Wrong password")).to_be_visible()
    password.fill(PASSWORD)
    sheet.get_by_role("button", name="Confirm").click()
    expect(page.locator(".frame-words")).to_contain_text("Password set")


def test_whoever_closes_the_question_changes_nothing(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house, PHONE).log_in(anna, "/security")
    long_ago(house)
    page.get_by_role("button", name="Change password").click()
    page.get_by_label("New password").fill("another long phrase of mine")
    page.get_by_role("button", name="Set password").click()
    page.get_by_role("dialog", name="Confirm it is you").get_by_role("button", name="Close").click()
    expect(page.get_by_role("alert").filter(has_text="onfirm it is you")).to_be_visible()
    assert anna.call("POST", "/sessions", {"phone": anna.phone, "password": PASSWORD})["token"]


def authenticator(page):
    """A phone's or computer's own keeper of passkeys, as DevTools has one."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    sure = {"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options | sure})


def app_code(secret, seconds):
    """What an authenticator app shows (RFC 6238)."""
    key = base64.b32decode(secret)
    mac = hmac.digest(key, struct.pack(">Q", int(seconds) // 30), "sha1")
    start = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[start:start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"


@pytest.fixture
def localhost(house):
    """The hub under the name by which browsers let passkeys work."""
    house.address = house.address.replace("127.0.0.1", "localhost")
    yield house
    house.address = house.address.replace("localhost", "127.0.0.1")


def test_a_passkey_is_added_and_logs_in_without_number_and_password(localhost, visit):
    anna = localhost.member("Anna Beck")
    visitor = visit(localhost, PHONE)
    authenticator(visitor.page)
    page = visitor.log_in(anna, "/security")
    expect(page.get_by_text("Texts are weaker")).to_be_visible()
    page.get_by_role("button", name="Add a passkey").click()
    sheet = page.get_by_role("dialog", name="Add a passkey")
    sheet.get_by_label("Name").fill("My phone")
    sheet.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Remove My phone")).to_be_visible()
    page.context.clear_cookies()
    page = visitor.open("/welcome")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(localhost.url + "/")
    page = visitor.open("/security")
    passkey = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Remove My phone"))
    expect(passkey).to_contain_text("Last used")
    long_ago(localhost)
    page.get_by_role("button", name="Remove My phone").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    page.get_by_role("dialog", name="Confirm it is you").get_by_role("button", name="Use a passkey").click()
    expect(page.locator(".frame-words")).to_contain_text("Passkey removed")
    expect(page.get_by_role("button", name="Remove My phone")).to_have_count(0)


def test_an_app_is_set_up_and_asked_for_in_a_new_browser(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house, PHONE).log_in(anna, "/security")
    page.get_by_role("button", name="Set up app").click()
    sheet = page.get_by_role("dialog", name="Set up app")
    expect(sheet.get_by_role("img", name="QR code")).to_be_visible()
    secret = sheet.locator(".secret").inner_text().replace(" ", "")
    now = time.time()
    sheet.get_by_label("Code from the app").fill(app_code(secret, now))
    sheet.get_by_role("button", name="Turn on").click()
    codes = page.get_by_role("dialog", name="Your recovery codes")
    expect(codes.get_by_role("listitem")).to_have_count(10)
    recovery = codes.get_by_role("listitem").first.inner_text()
    codes.get_by_role("button", name="I saved them").click()
    expect(page.get_by_text("10 codes left")).to_be_visible()

    page = visit(house, PHONE).open("/welcome")
    page.get_by_label("Phone number").fill(anna.phone)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    sheet = page.get_by_role("dialog", name="Verify this browser")
    sheet.get_by_label("Code from your authenticator app").fill("000")
    sheet.get_by_role("button", name="Confirm").first.click()
    expect(sheet.get_by_role("alert").filter(has_text="Each code works once")).to_be_visible()
    sheet.get_by_text("Use a recovery code").click()
    sheet.get_by_label("Recovery code").fill(recovery.lower())
    sheet.get_by_role("button", name="Confirm").last.click()
    page.wait_for_url(house.url + "/")


def test_a_forgotten_password_waits_a_day_and_any_session_can_object(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house, PHONE).open("/welcome")
    page.get_by_role("link", name="Forgotten password").click()
    # The page before has a field of that name as well.
    expect(page.get_by_role("button", name="Text me a code")).to_be_visible()
    page.get_by_label("Phone number").fill(anna.phone)
    type_texted_code(page, house)
    link = page.get_by_label("Link to set a new password").input_value()
    assert link.startswith(house.url + "/recover#recovery=")
    page.reload()
    page.get_by_label("New password").fill("another long phrase of mine")
    page.get_by_role("button", name="Set a new password").click()
    expect(page.get_by_role("alert").filter(has_text="can still object")).to_be_visible()
    anna.call("DELETE", "/me/recovery")
    page.get_by_role("button", name="Set a new password").click()
    expect(page.get_by_role("alert").filter(has_text="cancelled")).to_be_visible()
