"""What a family agrees on about its money: allowances, limits, a second adult, and what it counts; and what a child sees."""

import re
from datetime import datetime, timezone

import pytest
from playwright.sync_api import expect

from conftest import AFTERNOON, DESKTOP, PHONE
from house import new_id
from test_every_page import serious, settled, shaped, sticks_out
from test_family import invite
from test_security import long_ago
from test_wallet import COIN, account, confirm, join, prove
from waiting import caught


def family_of(member):
    return member.call("GET", "/families")["items"][0]["id"]


def join_as_child(member, child):
    """Has somebody join a member's family as a child of it."""
    token = invite(member, role="child", mySharing="off", askedSharing="off")["link"].split("=")[1]
    child.call("PUT", "/me/family", {"invite": token, "birthYear": datetime.now(timezone.utc).year - 11})


@pytest.fixture
def three(house):
    """Anna and Bo, adults of one family, and Mira, a child of it who has 20.00 coin."""
    anna, bo, mira = house.member("Anna Beck"), house.member("Bo", colour=2), house.member("Mira", colour=5)
    join(anna, bo)
    join_as_child(anna, mira)
    prove(anna)
    purse = account(anna, amount=10_000)
    account(mira, "Purse")
    pay(anna, purse, mira, 2_000)
    return anna, bo, mira


def pay(member, source, other, amount):
    body = {"id": new_id(), "from": source, "toMember": other.id, "asset": COIN, "amount": str(amount)}
    return member.call("POST", "/transfers", body)


def section(page, title):
    return page.locator(".section").filter(has=page.get_by_role("heading", name=title, exact=True))


def said(page, words):
    expect(page.locator(".frame-words")).to_contain_text(words)


def set_limits(member, sums=(), days=()):
    prove(member)
    body = {
        "approvalAbove": [{"asset": COIN, "amount": str(amount)} for amount in sums],
        "perDay": [{"member": child.id, "asset": COIN, "amount": str(amount)} for child, amount in days],
    }
    member.call("PUT", f"/families/{family_of(member)}/limits", body)


def allow(member, child, amount=500, memo="pocket money"):
    prove(member)
    body = {"id": new_id(), "to": child.id, "source": "cash", "asset": COIN, "amount": str(amount), "memo": memo}
    body |= {"schedule": {"every": "week", "day": 6, "time": "10:00"}, "timeZone": AFTERNOON}
    return member.call("POST", f"/families/{family_of(member)}/allowances", body)


def test_an_allowance_is_set_up_changed_and_stopped(house, visit, three):
    anna, bo, mira = three
    allowances = f"/families/{family_of(anna)}/allowances"
    page = visit(house).log_in(anna, "/wallet")
    page.get_by_role("link", name=re.compile("Family money")).click()
    expect(page.get_by_role("heading", name="Family money", level=1)).to_be_visible()
    mine = section(page, "Allowances")
    expect(mine).to_contain_text("No allowances yet.")
    mine.get_by_role("button", name="New allowance").click()
    dialog = page.locator("dialog")
    expect(dialog.get_by_label("To", exact=True)).to_have_value(mira.id)
    dialog.get_by_label("Amount in coin").fill("5.005")
    dialog.get_by_role("button", name="Start allowance").click()
    expect(dialog.get_by_text("At most 2 decimals.")).to_be_visible()
    dialog.get_by_label("Amount in coin").fill("5")
    dialog.get_by_label("From", exact=True).select_option(label="The family's cash: coin")
    dialog.get_by_label("Day of the week").select_option(label="Saturday")
    dialog.get_by_label("Time", exact=True).fill("10:00")
    dialog.get_by_label("Note").fill("pocket money")
    long_ago(house)
    dialog.get_by_role("button", name="Start allowance").click()
    confirm(page)
    said(page, "Allowance for Mira started. Next:")
    line = mine.get_by_role("button", name=re.compile("^Mira: 5.00 coin"))
    expect(line).to_contain_text("Every Saturday at 10:00")
    expect(line).to_contain_text("pocket money")
    (order,) = anna.call("GET", allowances)["items"]
    assert (order["to"], order["amount"], order["schedule"]) == (mira.id, "500", {"every": "week", "day": 6, "time": "10:00"})

    # Another amount is another order in place of this one.
    line.click()
    dialog.get_by_label("Amount in coin").fill("6.50")
    dialog.get_by_label("Repeats").select_option(label="Every month")
    dialog.get_by_label("Day of the month").select_option(label="31")
    dialog.get_by_role("button", name="Save").click()
    line = mine.get_by_role("button", name=re.compile("^Mira: 6.50 coin"))
    expect(line).to_contain_text("On the last day of every month at 10:00")
    (changed,) = anna.call("GET", allowances)["items"]
    assert changed["amount"] == "650" and changed["id"] != order["id"]

    line.click()
    dialog.get_by_role("button", name="Stop allowance").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Stop allowance").click()
    said(page, "Allowance stopped.")
    expect(mine).to_contain_text("No allowances yet.")
    assert anna.call("GET", allowances)["items"] == []


def test_a_child_has_a_limit_for_a_day_and_a_sum_waits_for_a_second_adult(house, visit, three):
    anna, bo, mira = three
    page = visit(house, DESKTOP).log_in(anna, "/wallet/family")
    dialog = page.locator("dialog")
    page.get_by_role("button", name="New limit").click()
    dialog.get_by_label("Amount in coin").fill("7.50")
    dialog.get_by_role("button", name="Save").click()
    line = page.get_by_role("button", name="Mira: 7.50 coin a day")
    expect(line).to_be_visible()
    page.get_by_role("button", name="Add daily total").click()
    dialog.get_by_label("Amount in coin").fill("50")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Above 50.00 coin")).to_be_visible()
    line.click()
    dialog.get_by_label("Amount in coin").fill("5")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Mira: 5.00 coin a day")).to_be_visible()
    limits = bo.call("GET", f"/families/{family_of(bo)}/limits")
    assert limits == {
        "approvalAbove": [{"asset": COIN, "amount": "5000"}],
        "perDay": [{"member": mira.id, "asset": COIN, "amount": "500", "spent": "0"}],
    }
    page.get_by_role("button", name="Above 50.00 coin").click()
    dialog.get_by_role("button", name="Remove daily total").click()
    expect(section(page, "Second adult")).to_contain_text("No second adult needed.")
    assert bo.call("GET", f"/families/{family_of(bo)}/limits")["approvalAbove"] == []


def test_a_child_sees_what_is_left_today_and_when_the_next_allowance_comes(house, visit, three):
    anna, bo, mira = three
    set_limits(anna, sums=[5_000], days=[(mira, 500)])
    allow(anna, mira)
    page = visit(house).log_in(mira, "/wallet")
    page.get_by_role("link", name=re.compile("Family money")).click()
    spend = section(page, "What you can spend")
    expect(spend).to_contain_text("Left today5.00 coin")
    expect(spend).to_contain_text("Above 50.00 coin a day, an adult must approve.")
    own = section(page, "Allowances")
    expect(own).to_contain_text("5.00 coin from Anna Beck")
    expect(own).to_contain_text(re.compile(r"Next: .* at \d\d:\d\d"))
    # What the child gives away is taken off while the page stands, and so is what waits for an adult.
    (purse,) = mira.call("GET", "/wallet")["accounts"]
    prove(mira)
    out = {"id": new_id(), "from": purse["id"], "to": "cash", "asset": COIN, "amount": "125"}
    assert mira.call("POST", "/transfers", out)["state"] == "done"
    expect(spend).to_contain_text("Left today3.75 coin")
    expect(spend).to_contain_text("1.25 coin of 5.00 coin spent today")
    beyond = {"id": new_id(), "from": purse["id"], "to": "cash", "asset": COIN, "amount": "400"}
    assert mira.call("POST", "/transfers", beyond)["state"] == "held"
    expect(spend).to_contain_text("Left today0.00 coin")
    # A child changes none of it.
    for words in ("New", "New unit", "Create"):
        expect(page.locator("main").get_by_role("button", name=re.compile(words))).to_have_count(0)


def test_something_of_the_familys_own_is_counted_and_made_where_everybody_sees_it(house, visit, three):
    anna, bo, mira = three
    page = visit(house).log_in(anna, "/wallet/family")
    theirs = visit(house).log_in(mira, "/wallet/family")
    things = section(page, "Units")
    expect(things).to_contain_text("Backed by the family's cash")
    page.get_by_role("button", name="New unit").click()
    dialog = page.locator("dialog")
    dialog.get_by_role("button", name="Add unit").click()
    expect(dialog.get_by_text("Enter a name.")).to_be_visible()
    dialog.get_by_label("Name").fill("coin")
    dialog.get_by_role("button", name="Add unit").click()
    expect(dialog.get_by_text("Your family already has a unit with this name.")).to_be_visible()
    dialog.get_by_label("Name").fill("Screen minutes")
    dialog.get_by_label("Decimals").select_option(label="1 decimal, as in 1.5")
    dialog.get_by_role("button", name="Add unit").click()
    said(page, "Screen minutes added.")
    long_ago(house)
    page.get_by_role("button", name="Create Screen minutes").click()
    expect(dialog).to_contain_text("Your family is notified")
    dialog.get_by_label("For", exact=True).select_option(label="Mira")
    dialog.get_by_label("Amount in Screen minutes").fill("30")
    dialog.get_by_role("button", name="Create").click()
    confirm(page)
    said(page, "30.0 Screen minutes created for Mira")
    expect(things).to_contain_text("30.0 created so far")
    expect(section(theirs, "Units")).to_contain_text("30.0 created so far")
    assert "minted" in {notice["kind"] for notice in bo.call("GET", "/notices")["items"]}
    assert [account["amount"] for account in mira.call("GET", "/wallet")["accounts"] if account["asset"] != COIN] == ["300"]


def test_family_money_waits_fails_and_comes_back_in_words(house, visit, three):
    anna, _, _ = three
    visitor = visit(house)
    page = visitor.log_in(anna, "/wallet")
    limits = f"**/api/v1/families/{family_of(anna)}/limits"
    held = []
    page.route(limits, lambda route: held.append(route))
    visitor.open("/wallet/family")
    expect(page.locator(".state-loading")).to_be_visible()
    caught(page, held).pop().abort()
    expect(page.get_by_role("heading", name="Hub not reachable")).to_be_visible()
    page.unroute(limits)
    problem = '{"status": 503, "code": "notStored", "title": "The hub is busy just now."}'
    answer = {"status": 503, "content_type": "application/problem+json", "body": problem}
    page.route(limits, lambda route: route.fulfill(**answer))
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The hub is busy just now.")).to_be_visible()
    page.unroute(limits)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Allowances")).to_be_visible()


@pytest.mark.sweep
def test_family_money_and_its_sheets_keep_nobody_out(house, visit, three):
    anna, bo, mira = three
    set_limits(anna, sums=[5_000], days=[(mira, 500)])
    allow(anna, mira, memo="Taschengeld für die Schule und für alles, was man sonst noch braucht")
    for member in (anna, mira):
        page = visit(house).log_in(member, "/wallet/family")
        settled(page)
        for size in ("phone", "desktop"):
            for theme in ("light", "dark"):
                shaped(page, size, theme)
                assert serious(page) == [] and sticks_out(page) == [], (member.name, size, theme)
        page.evaluate("localStorage.setItem('hearth.language', 'pseudo')")
        page.reload()
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        for size in ("desktop", "phone"):
            assert sticks_out(shaped(settled(page), size)) == [], (member.name, size, "long words")
    page = visit(house).log_in(anna, "/wallet/family")
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    buttons = ["New allowance", "^Mira: 5.00 coin Every", "New limit", "^Mira: 5.00 coin a day", "Add daily total"]
    for button in [*buttons, "New unit", "Create gold"]:
        page.get_by_role("button", name=re.compile(button)).click()
        expect(page.locator("dialog form").first).to_be_visible()
        for theme in ("light", "dark"):
            assert serious(shaped(page, "phone", theme)) == [] and sticks_out(page) == [], (button, theme)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


def test_d5_an_account_is_saved_for_with_a_picture_and_a_share_of_the_allowance(house, visit, three):
    _, _, mira = three
    (purse,) = mira.call("GET", "/wallet")["accounts"]
    page = visit(house).log_in(mira, f"/wallet/accounts/{purse['id']}")
    page.get_by_role("button", name="Set a savings goal").click()
    dialog = page.get_by_role("dialog", name="Set a savings goal")
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog.get_by_role("alert").filter(has_text=re.compile("."))).to_have_count(1)
    dialog.locator("#goal-amount").fill("80")
    dialog.get_by_label("Percent of each allowance").fill("120")
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog.get_by_text("Enter 0 to 100.")).to_be_visible()
    dialog.get_by_label("Percent of each allowance").fill("25")
    drawn = page.evaluate(
        """() => new Promise((made) => {
            const canvas = Object.assign(document.createElement('canvas'), {width: 40, height: 30});
            canvas.getContext('2d').fillRect(0, 0, 20, 30);
            canvas.toBlob(async (blob) => made([...new Uint8Array(await blob.arrayBuffer())]));
        })"""
    )
    picture = {"name": "bicycle.png", "mimeType": "image/png", "buffer": bytes(drawn)}
    dialog.locator("input[type=file]").set_input_files(picture)
    expect(dialog.locator(".goal-picture")).to_be_visible()
    assert not serious(settled(page))
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_have_count(0)
    said(page, "Goal saved")
    card = page.locator(".goal")
    expect(card).to_contain_text("80.00")
    expect(card).to_contain_text("60.00")
    expect(card).to_contain_text("25% of each allowance")
    expect(card.locator("progress")).to_have_js_property("value", 0.25)
    expect(page.locator(".goal-picture").first).to_have_js_property("naturalWidth", 256)
    assert not serious(settled(page))
    assert not sticks_out(page)

    # It can be changed, and ended without moving anything.
    card.get_by_role("button", name="Change goal").click()
    page.get_by_role("dialog", name="Change goal").get_by_role("button", name="End goal").click()
    page.get_by_role("alertdialog").get_by_role("button", name="End goal").click()
    expect(page.locator(".goal")).to_have_count(0)
    expect(page.locator(".total-amount")).to_contain_text("20.00")
