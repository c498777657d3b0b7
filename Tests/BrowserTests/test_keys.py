"""Devices that sign: adults who revoke one that is not theirs, and which of them have seen the log."""

import re
import sqlite3

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from test_every_page import serious, settled, sticks_out
from test_money import said, section, three
from test_security import long_ago
from test_wallet import account, confirm, pair

pytestmark = pytest.mark.sweep

__all__ = ["pair", "three"]


def make_key(page):
    page.get_by_role("button", name="Create key on this device").click()
    expect(page.get_by_text("Signs with its own key.", exact=True)).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_two_adults_revoke_the_device_of_a_child(house, visit, three, size):
    anna, bo, mira = three
    childs = visit(house).log_in(mira, "/wallet/keys")
    make_key(childs)
    expect(childs.get_by_role("heading", name="Keys of your family")).to_have_count(0)
    visitor = visit(house, size)
    hers = visitor.log_in(anna, "/wallet/keys")
    # Anna's own device signs what she agrees to.
    make_key(hers)
    theirs = section(hers, "Keys of your family")
    expect(theirs).to_contain_text(re.compile(", Mira"))
    settled(hers)
    assert serious(hers) == [] and sticks_out(hers) == []
    long_ago(house)
    theirs.get_by_role("button", name=re.compile("^Revoke: .*, Mira$")).click()
    dialog = hers.locator("dialog")
    expect(dialog).to_contain_text("Mira is notified, and other adults are asked to approve")
    dialog.get_by_role("button", name="Revoke").click()
    confirm(hers)
    said(hers, "Approved. Another adult must approve too.")
    expect(theirs).to_contain_text("Revoke requested: approved by you. 1 more adult must approve by")
    expect(theirs.get_by_role("button", name=re.compile("^Withdraw: "))).to_be_visible()
    settled(hers)
    assert serious(hers) == [] and sticks_out(hers) == []
    expect(childs.get_by_text(re.compile("Adults want to revoke this: approved by Anna Beck"))).to_be_visible()

    his = visit(house).log_in(bo, "/wallet/keys")
    section(his, "Keys of your family").get_by_role("button", name=re.compile("^Approve: .*, Mira$")).click()
    his.locator("dialog").get_by_role("button", name="Revoke").click()
    said(his, "Key revoked.")
    expect(his.locator(".section").filter(has_text=re.compile(", Mira"))).to_have_count(0)
    expect(hers.get_by_role("button", name=re.compile("Mira"))).to_have_count(0)
    expect(childs.get_by_text("Key revoked. The hub signs")).to_be_visible()
    visitor = visit(house)
    notices = visitor.log_in(mira, "/notices")
    expect(notices.get_by_role("heading", name="A device no longer signs for you")).to_be_visible()
    # What both signed stands in the log, and whoever checks it finds it in order.
    visitor.open("/wallet/check")
    notices.get_by_role("button", name="Verify now").click()
    expect(notices.get_by_role("heading", name="All entries valid")).to_be_visible()


def test_an_agreement_is_taken_back(house, visit, three):
    anna, _, mira = three
    childs = visit(house).log_in(mira, "/wallet/keys")
    make_key(childs)
    page = visit(house).log_in(anna, "/wallet/keys")
    theirs = section(page, "Keys of your family")
    theirs.get_by_role("button", name=re.compile("^Revoke: ")).click()
    page.locator("dialog").get_by_role("button", name="Revoke").click()
    theirs.get_by_role("button", name=re.compile("^Withdraw: ")).click()
    said(page, "Approval withdrawn.")
    expect(theirs.get_by_role("button", name=re.compile("^Revoke: "))).to_be_visible()
    expect(childs.get_by_text(re.compile("want to revoke this"))).to_have_count(0)


def test_a_device_signs_which_log_it_has_seen_and_the_others_read_that(house, visit, pair):
    anna, bo = pair
    account(anna, amount=1000)
    his = visit(house)
    page = his.log_in(bo, "/wallet/keys")
    make_key(page)
    his.open("/wallet")
    expect(page.get_by_role("link", name=re.compile("Verify the ledger"))).to_contain_text("Not verified on this device yet")
    hers = visit(house)
    other = hers.log_in(anna, "/wallet")
    expect(other.get_by_role("link", name=re.compile("Verify the ledger"))).to_contain_text(re.compile(r"Seen by .* of Bo, \d"))
    hers.open("/wallet/check")
    expect(other.locator(".log-facts")).to_contain_text(re.compile(r"Seen and signed.*, Bo, \d"))
    other.get_by_role("button", name="Verify now").click()
    expect(other.get_by_role("heading", name="All entries valid")).to_be_visible()
    settled(other)
    assert serious(other) == [] and sticks_out(other) == []
    # A hub that says of a device what it has not signed is found out.
    house.stop()
    with sqlite3.connect(house.folder / "hearth.db") as database:
        database.execute("UPDATE ledger_cosignature SET seconds = seconds - 60")
    house.start()
    # Bo's page would sign anew what it sees.
    page.close()
    hers.open("/wallet/check")
    other.get_by_role("button", name=re.compile("^Verify ")).click()
    expect(other.get_by_role("heading", name="Error found")).to_be_visible()
    expect(other.get_by_text(re.compile("did not sign that"))).to_be_visible()
