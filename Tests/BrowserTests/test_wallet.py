"""The wallet: two members move money and see each other's, and the page finds in the log what was turned in the database."""

import re
import sqlite3
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import HEARTH, PASSWORD, new_id
from log_hygiene import SECRETS
from test_every_page import serious, settled, sticks_out
from test_family import invite
from test_security import long_ago
from waiting import eventually

COIN, GOLD = 2, 1


def join(member, other):
    """Has somebody join a member's family."""
    other.call("PUT", "/me/family", {"invite": invite(member)["link"].split("=")[1]})


@pytest.fixture
def pair(house):
    """Anna and Bo, of one family."""
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    join(anna, bo)
    return anna, bo


def account(member, name="Purse", amount=0, asset=COIN):
    """An account of a member with something in it, as a program opens it."""
    made = member.call("POST", "/accounts", {"id": new_id(), "asset": asset, "name": name})
    if amount:
        prove(member)
        body = {"id": new_id(), "from": "cash", "to": made["id"], "asset": asset, "amount": str(amount)}
        member.call("POST", "/transfers", body)
    return made["id"]


def prove(member):
    member.token = member.call("POST", "/sessions/current/proof", {"password": PASSWORD})["token"]
    SECRETS.token(member.token)


def confirm(page):
    """Proves who is there, where the page asks."""
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


def new_account(page, name=""):
    page.get_by_role("button", name="New account").click()
    dialog = page.locator("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_role("button", name="Open account").click()
    return dialog


def row(page, name):
    return page.locator(".account-table tbody tr").filter(has=page.get_by_role("link", name=name, exact=True))


def act(page, name):
    """Presses one of the wallet's actions, also one that is behind "More"."""
    actions = page.locator(".money-actions")
    expect(actions).to_be_visible()
    more = actions.get_by_role("button", name="More", exact=True, expanded=False)
    if name in ("Withdraw", "Transfer") and more.count():
        more.click()
    actions.get_by_role("button", name=name, exact=True).click()


def move(page, button, amount, own=None, other=None, memo=None):
    """Fills in one of the sheets and sends it."""
    act(page, button)
    dialog = page.locator("dialog")
    # As they stand in the sheet: what is chosen first decides what the second offers.
    chosen = [("own", own), ("other", other)] if button == "Transfer" else [("other", other), ("own", own)]
    for which, label in chosen:
        if label:
            dialog.locator(f"#money-{which}").select_option(label=label)
    if memo:
        dialog.get_by_label("Note (optional)").fill(memo)
    dialog.get_by_label(re.compile("^Amount")).fill(amount)
    dialog.locator("form button[type=submit]").click()
    return dialog


def in_family_log(house):
    """What `hearth ledger verify` says, and whether it found all right."""
    done = subprocess.run([HEARTH, "ledger", "verify", "--data", str(house.folder)], capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr, done.returncode == 0


def test_two_members_open_accounts_move_money_pay_each_other_and_both_see_it_live(house, visit, pair):
    anna, bo = pair
    page = visit(house, locale="en-GB").log_in(anna, "/wallet")
    expect(page.get_by_role("heading", name="Wallet", level=1)).to_be_visible()
    expect(page.get_by_text("Anna Beck").first).to_be_visible()
    expect(page.get_by_text("Total", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="No accounts yet")).to_be_visible()
    new_account(page)
    expect(row(page, "Account 1")).to_contain_text("0.00 coin")

    # A transfer needs a second account: the sheet that says so leads to the one that opens it.
    act(page, "Transfer")
    page.locator("dialog").get_by_role("button", name="New account").click()
    expect(page.locator("dialog").get_by_role("heading", name="New account")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)

    # A name that is there already is refused beside its field; another one is not.
    dialog = new_account(page, "Account 1")
    expect(dialog.get_by_text("This name is taken")).to_be_visible()
    expect(dialog.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("Name").fill("Bicycle")
    dialog.get_by_role("button", name="Open account").click()
    expect(row(page, "Bicycle")).to_be_visible()

    # Cash in, which takes a proof of who is there, and is signed by this browser's own key.
    long_ago(house)
    dialog = move(page, "Deposit", "1,250.50", own="Account 1")
    confirm(page)
    expect(row(page, "Account 1")).to_contain_text("1,250.50 coin")
    expect(page.locator(".total-amount")).to_have_text("1,250.50 coin")
    move(page, "Transfer", "300", own="Account 1", other="Bicycle")
    expect(row(page, "Account 1")).to_contain_text("950.50 coin")
    expect(row(page, "Bicycle")).to_contain_text("300.00 coin")
    expect(page.locator(".total-amount")).to_have_text("1,250.50 coin")

    # A transfer of more than there is says what is missing; a withdrawal takes what there is and says so.
    dialog = move(page, "Transfer", "300.01", own="Bicycle", other="Account 1")
    expect(dialog.get_by_text("0.01 coin missing.")).to_be_visible()
    page.keyboard.press("Escape")
    dialog = move(page, "Withdraw", "500", own="Bicycle")
    expect(dialog.get_by_text("300.00 withdrawn: only 300.00 was available")).to_be_visible()
    dialog.get_by_role("button", name="Done").click()
    expect(row(page, "Bicycle")).to_contain_text("0.00 coin")

    # What is no amount moves nothing.
    for typed, words in (("12,5", "Ambiguous"), ("1.234", "At most 2 decimals"), ("0", "more than 0"), ("", "Enter an amount")):
        dialog = move(page, "Deposit", typed)
        expect(dialog.get_by_text(re.compile(words))).to_be_visible()
        page.keyboard.press("Escape")

    # Bo opens an account; Anna's page hears of it, pays, and Bo's page shows it come.
    his = visit(house, DESKTOP, locale="it-IT").log_in(bo, "/wallet")
    new_account(his, "Taschengeld")
    expect(row(his, "Taschengeld")).to_contain_text("0,00 coin")
    page.reload()
    move(page, "Pay", "50.25", own="Account 1", other="Bo", memo="ice cream")
    expect(row(page, "Account 1")).to_contain_text("900.25 coin")
    expect(row(his, "Taschengeld")).to_contain_text("50,25 coin")

    # Bo asks for more, in his own way of writing it; Anna answers.
    move(his, "Request", "1,5", other="Anna Beck", memo="more ice cream")
    expect(his.get_by_role("heading", name="Your requests")).to_be_visible()
    waiting = page.locator("article").filter(has_text="Bo requests 1.50 coin")
    expect(waiting).to_contain_text("more ice cream")
    waiting.get_by_role("button", name="Pay").click()
    page.locator("dialog").get_by_role("button", name="Pay").click()
    expect(row(page, "Account 1")).to_contain_text("898.75 coin")
    expect(row(his, "Taschengeld")).to_contain_text("51,75 coin")
    expect(his.get_by_role("heading", name="Your requests")).to_have_count(0)

    # The account's own page: renamed, its history with what was left each time, and who signed.
    row(page, "Account 1").get_by_role("link").click()
    expect(page.get_by_role("heading", name="Account 1", level=1)).to_be_visible()
    lines = page.locator(".entry-table tbody tr")
    expect(lines).to_have_count(4)
    expect(lines.nth(0)).to_contain_text("To Bo")
    expect(lines.nth(0)).to_contain_text("more ice cream")
    expect(lines.nth(1)).to_contain_text("−50.25")
    expect(lines.nth(1)).to_contain_text("900.25")
    expect(lines.nth(3)).to_contain_text("+1,250.50")
    signed = page.evaluate("(id) => fetch(`/api/v1/accounts/${id}/entries`).then((answer) => answer.json())", page.url.split("/")[-1])
    assert {entry["signedBy"] for entry in signed["items"]} == {"device"}
    page.get_by_role("button", name="Rename").click()
    page.locator("dialog").get_by_label("Name").fill("Bicycle")
    page.locator("dialog").get_by_role("button", name="Save").click()
    expect(page.locator("dialog").get_by_text("This name is taken")).to_be_visible()
    page.locator("dialog").get_by_label("Name").fill("Every day")
    page.locator("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Every day", level=1)).to_be_visible()

    # Closed with what is left in it going to the other one; nothing is lost.
    page.get_by_role("button", name="Close account").click()
    page.locator("dialog").get_by_label("Move the rest to").select_option(label="Bicycle")
    page.locator("dialog").get_by_role("button", name="Close account").click()
    expect(page.get_by_role("heading", name="Wallet", level=1)).to_be_visible()
    expect(row(page, "Bicycle")).to_contain_text("898.75 coin")
    expect(row(page, "Every day")).to_have_count(0)


def test_who_has_no_account_is_paid_all_the_same(house, visit, pair):
    anna, bo = pair
    account(anna, amount=1000)
    page = visit(house).log_in(anna, "/wallet")
    long_ago(house)
    # What cannot be paid opens no account.
    dialog = move(page, "Pay", "10.50", other="Bo", memo="ice cream")
    expect(dialog.get_by_text("0.50 coin missing.")).to_be_visible()
    assert bo.call("GET", "/wallet")["accounts"] == []
    page.keyboard.press("Escape")
    move(page, "Pay", "4", other="Bo", memo="ice cream")
    confirm(page)
    expect(row(page, "Purse")).to_contain_text("6.00 coin")
    his = visit(house).log_in(bo, "/wallet")
    expect(row(his, "Account 1")).to_contain_text("4.00 coin")


def test_one_byte_turned_in_the_database_is_named_by_the_command_and_by_the_page(house, visit, pair):
    anna, bo = pair
    purse = account(anna, amount=1000)
    other = account(bo)
    body = {"id": new_id(), "from": purse, "to": other, "asset": COIN, "amount": "300"}
    paid = anna.call("POST", "/transfers", body)
    visitor = visit(house)
    page = visitor.log_in(anna, "/wallet/check")
    page.get_by_role("button", name="Verify now").click()
    expect(page.get_by_role("heading", name="All entries valid")).to_be_visible()
    expect(page.get_by_text(re.compile("^Verified by Anna Beck"))).to_be_visible()
    visitor.open("/wallet")
    expect(page.locator("ledger-badge")).to_contain_text("Verified on this device")
    words, isRight = in_family_log(house)
    assert isRight, words

    house.stop()
    with sqlite3.connect(house.folder / "hearth.db") as database:
        # The family's own log: Bo left another one when he joined.
        where = "place = (SELECT place >> 40 FROM ledger_entry GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) << 40 | ?"
        (record,) = database.execute(f"SELECT record FROM ledger_entry WHERE {where}", (paid["leaf"],)).fetchone()
        turned = record[:80] + bytes([record[80] ^ 1]) + record[81:]
        database.execute(f"UPDATE ledger_entry SET record = ? WHERE {where}", (turned, paid["leaf"]))
    words, isRight = in_family_log(house)
    assert not isRight and f"entry {paid['leaf']}" in words, words
    house.start()
    visitor.open("/wallet/check")
    page.get_by_role("button", name=re.compile("^Verify ")).click()
    expect(page.get_by_role("heading", name="Error found")).to_be_visible()
    expect(page.get_by_text(f"Entry {paid['leaf']} is invalid.")).to_be_visible()
    expect(page.get_by_text("Changed after it was written.")).to_be_visible()
    visitor.open("/wallet")
    expect(page.locator("ledger-badge")).to_contain_text("This device found an error")


def test_a_hub_that_was_put_back_to_an_older_log_is_seen_by_whoever_saw_the_later_one(house, visit, pair, tmp_path):
    anna, _ = pair
    purse = account(anna, amount=1000)
    house.stop()
    file = house.folder / "hearth.db"
    older = file.read_bytes()
    house.start()
    body = {"id": new_id(), "from": purse, "to": "cash", "asset": COIN, "amount": "300"}
    anna.call("POST", "/transfers", body)
    visitor = visit(house)
    page = visitor.log_in(anna, "/wallet/check")
    page.get_by_role("button", name="Verify now").click()
    expect(page.get_by_role("heading", name="All entries valid")).to_be_visible()
    house.stop()
    for leftover in house.folder.glob(f"{file.name}-*"):
        leftover.unlink()
    file.write_bytes(older)
    house.start()
    # The older database does not know this browser: the log-in is new, and what it keeps of the log is not.
    page.context.clear_cookies()
    page = visitor.log_in(anna, "/wallet/check")
    expect(page.get_by_role("heading", name="This is not the ledger you saw before")).to_be_visible()
    expect(page.get_by_text(re.compile("shorter than before"))).to_be_visible()
    page.get_by_role("button", name="Accept this ledger").click()
    page.locator("dialog").get_by_role("button", name="Accept this ledger").click()
    expect(page.get_by_role("heading", name="This is not the ledger you saw before")).to_have_count(0)


def test_a_device_signs_with_its_own_key_until_that_is_revoked(house, visit, pair):
    anna, _ = pair
    account(anna, amount=1000)
    page = visit(house).log_in(anna, "/wallet/keys")
    expect(page.get_by_text("Creates its own key when you next pay.")).to_be_visible()
    long_ago(house)
    page.get_by_role("button", name="Create key on this device").click()
    confirm(page)
    expect(page.get_by_text("Signs with its own key.", exact=True)).to_be_visible()
    # Nobody can read it out, not even a script on this page.
    kept = page.evaluate(
        """() => new Promise((done) => {
            const opened = indexedDB.open('hearth-ledger', 1);
            opened.onsuccess = () => {
                const asked = opened.result.transaction('kept').objectStore('kept').getAll();
                asked.onsuccess = () => Promise.all(asked.result.filter((one) => one.secret).map((one) =>
                    crypto.subtle.exportKey('pkcs8', one.secret).then(() => 'out', (error) => error.name))).then(done);
            };
        })"""
    )
    assert kept == ["InvalidAccessError"]
    page.get_by_role("button", name=re.compile("^Revoke .*, this device$")).click()
    page.locator("dialog").get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("Key revoked. The hub signs")).to_be_visible()
    page.goto(house.url + "/wallet")
    act(page, "Withdraw")
    expect(page.locator("dialog").get_by_text(re.compile("The hub signs with the key it keeps for you"))).to_be_visible()


def test_a_browser_without_ed25519_lets_the_hub_sign_and_says_so(house, visit, pair):
    anna, _ = pair
    purse = account(anna)
    visitor = visit(house)
    visitor.page.add_init_script("SubtleCrypto.prototype.generateKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))")
    page = visitor.log_in(anna, "/wallet")
    move(page, "Deposit", "10")
    expect(row(page, "Purse")).to_contain_text("10.00 coin")
    (entry,) = anna.call("GET", f"/accounts/{purse}/entries")["items"]
    assert entry["signedBy"] == "hub"
    visitor.open("/wallet/keys")
    expect(page.get_by_text(re.compile("This browser cannot create keys here"))).to_be_visible()
    visitor.open("/wallet/check")
    expect(page.get_by_text(re.compile("Signatures cannot be verified here"))).to_be_visible()


def test_a_payment_whose_answer_is_lost_happens_once(house, visit, pair):
    anna, bo = pair
    account(anna, amount=1000)
    account(bo)
    page = visit(house).log_in(anna, "/wallet")
    move(page, "Pay", "1", other="Bo")
    expect(row(page, "Purse")).to_contain_text("9.00 coin")
    # The hub takes it, and its answer does not arrive.
    page.route("**/api/v1/transfers", lambda route: (route.fetch(), route.abort()))
    dialog = move(page, "Pay", "2", other="Bo")
    expect(dialog.get_by_role("alert").filter(has_text=re.compile("No connection"))).to_be_visible()
    page.unroute("**/api/v1/transfers")
    dialog.locator("form button[type=submit]").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(row(page, "Purse")).to_contain_text("7.00 coin")
    assert bo.call("GET", "/wallet")["totals"][0]["amount"] == "300"


def test_a_statement_is_printed_with_all_there_is_and_nothing_else(house, visit, pair):
    anna, _ = pair
    purse = account(anna, amount=100_000)
    for _ in range(60):
        body = {"id": new_id(), "from": purse, "to": "cash", "asset": COIN, "amount": "100"}
        anna.call("POST", "/transfers", body)
    visitor = visit(house, DESKTOP)
    visitor.page.add_init_script("window.print = () => { window.printed = document.querySelectorAll('.entry-table tbody tr').length }")
    page = visitor.log_in(anna, f"/wallet/accounts/{purse}")
    expect(page.locator(".entry-table tbody tr")).to_have_count(50)
    page.get_by_role("button", name="Show older").click()
    expect(page.locator(".entry-table tbody tr")).to_have_count(61)
    page.reload()
    page.get_by_role("button", name="Print").click()
    assert eventually(lambda: page.evaluate("window.printed")) == 61
    page.emulate_media(media="print")
    expect(page.locator(".print-only")).to_contain_text("Anna Beck, Purse. Printed on")
    expect(page.locator(".frame-bar")).to_be_hidden()
    expect(page.get_by_role("button")).to_have_count(0)
    # More lines than one sheet holds: nothing is cut off at its end.
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) > 1


def test_a_history_that_cannot_be_read_to_its_beginning_does_not_look_complete(house, visit, pair):
    anna, _ = pair
    purse = account(anna, amount=1_000)
    for amount in ("100", "200"):
        anna.call("POST", "/transfers", {"id": new_id(), "from": purse, "to": "cash", "asset": COIN, "amount": amount})
    leaves = [entry["leaf"] for entry in anna.call("GET", f"/accounts/{purse}/entries")["items"]]
    house.stop()
    with sqlite3.connect(house.folder / "hearth.db") as database:
        database.execute("UPDATE ledger_entry SET record = x'01' WHERE place & 1099511627775 = ?", (leaves[1],))
    database.close()
    house.start()
    visitor = visit(house)
    page = visitor.log_in(anna, f"/wallet/accounts/{purse}")
    rows = page.locator(".entry-table tbody tr")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("−2.00")
    lost = page.get_by_role("alert").filter(has_text="Earlier entries cannot be read")
    expect(lost).to_contain_text(f"Entry {leaves[1]} was changed")
    expect(lost).to_contain_text("The balance then was 9.00 coin")
    assert serious(page) == [] and sticks_out(page) == []
    page.emulate_media(media="print")
    expect(lost).to_be_visible()
    page.emulate_media(media="screen")
    lost.get_by_role("link", name="Verify the ledger").click()
    expect(page.get_by_role("heading", name="Verify the ledger")).to_be_visible()


@pytest.mark.sweep
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_an_account_and_its_sheets_keep_nobody_out(house, visit, pair, size, theme):
    anna, bo = pair
    purse = account(anna, amount=123_456_789_00)
    account(anna, "Ein sehr langer Name für ein Konto, ja", 5)
    account(anna, "gold", 30, GOLD)
    account(bo)
    bo.call("POST", "/money-requests", {"id": new_id(), "member": anna.id, "account": account(bo, "Two"), "amount": "50"})
    visitor = visit(house, size, color_scheme=theme)
    page = visitor.log_in(anna, "/wallet")
    settled(page)
    assert serious(page) == [] and sticks_out(page) == []
    for button in ("Pay", "Request", "Deposit", "Withdraw", "Transfer"):
        act(page, button)
        expect(page.locator("dialog form")).to_be_visible()
        assert serious(page) == [] and sticks_out(page) == [], button
        page.keyboard.press("Escape")
    visitor.open(f"/wallet/accounts/{purse}")
    settled(page)
    assert serious(page) == [] and sticks_out(page) == []


def test_three_verbs_stand_in_front_and_an_amount_is_typed_on_large_keys(house, visit, pair):
    anna, _ = pair
    page = visit(house, has_touch=True, is_mobile=True).log_in(anna, "/wallet")
    new_account(page)
    actions = page.locator(".money-actions").get_by_role("button")
    expect(actions).to_have_text(["Pay", "Request", "Deposit", "More"])
    page.get_by_role("button", name="More", exact=True).click()
    expect(actions).to_have_text(["Pay", "Request", "Deposit", "More", "Withdraw", "Transfer"])
    page.get_by_role("button", name="Deposit", exact=True).click()
    dialog = page.locator("dialog")
    amount = dialog.get_by_label(re.compile("^Amount"))
    expect(amount).to_have_attribute("inputmode", "none")
    for key in ("1", "2", ".", "5", ".", "0"):
        dialog.get_by_role("button", name=key, exact=True).tap()
    expect(amount).to_have_value("12.50")
    dialog.get_by_role("button", name="Delete last digit").tap()
    expect(amount).to_have_value("12.5")
    box = dialog.get_by_role("button", name="5", exact=True).bounding_box()
    assert box["height"] >= 56 and box["width"] >= 80, box
    assert sticks_out(page) == []
    # A keyboard has no use for the keys.
    desk = visit(house, DESKTOP).log_in(anna, "/wallet")
    act(desk, "Deposit")
    expect(desk.locator("dialog .amount-keys")).to_have_count(0)
    expect(desk.locator("dialog .amount-input")).to_have_attribute("inputmode", "decimal")
