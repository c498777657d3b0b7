"""Proving anew who one is, and what makes an account harder to take."""

import sqlite3

from playwright.sync_api import expect

from conftest import PHONE
from house import PASSWORD


def long_ago(house):
    """Lets every session have been proved long ago, as after an evening with the page open."""
    with sqlite3.connect(house.folder / "hearth.db", timeout=10) as database:
        database.execute("UPDATE session SET proved_at = 0")
    database.close()


def test_something_sensitive_asks_for_the_password_again(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house, PHONE).log_in(anna, "/account")
    long_ago(house)
    page.get_by_role("button", name="Change my password").click()
    page.get_by_label("New password").fill("another long phrase of mine")
    page.get_by_role("button", name="Set the password").click()
    sheet = page.get_by_role("dialog", name="Confirm it is you")
    password = sheet.get_by_label("Your password")
    expect(password).to_be_focused()
    password.fill("not my password")
    sheet.get_by_role("button", name="Confirm").click()
    expect(sheet.get_by_role("alert").filter(has_text="not your password")).to_be_visible()
    password.fill(PASSWORD)
    sheet.get_by_role("button", name="Confirm").click()
    expect(page.locator(".frame-words")).to_contain_text("Your password is set")


def test_whoever_closes_the_question_changes_nothing(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house, PHONE).log_in(anna, "/account")
    long_ago(house)
    page.get_by_role("button", name="Change my password").click()
    page.get_by_label("New password").fill("another long phrase of mine")
    page.get_by_role("button", name="Set the password").click()
    page.get_by_role("dialog", name="Confirm it is you").get_by_role("button", name="Close").click()
    expect(page.get_by_role("alert").filter(has_text="confirm that it is you")).to_be_visible()
    assert anna.call("POST", "/sessions", {"phone": anna.phone, "password": PASSWORD})["token"]
