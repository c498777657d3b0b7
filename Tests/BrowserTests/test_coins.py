"""Wallets of coins: watched ones, and hot ones that the hub makes and pays out of.

In the suite a node and a wallet program that are made up answer (`pretend_monero`); `make coins` runs the same on the real
ones, on a chain that is mined here.
"""

import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import ROOT, House, port_nobody_is_given
from pretend_monero import PretendChain
from test_money import join_as_child

# Of Tests/LocalChain, public on purpose: they open nothing but chains of tests.
ADDRESS = "438p5tYwXB4fKAfbY5mt8jRsZxE9QsAETidRsh2ZoNLi7NEWnMTha7p5mdXgZ5Uk9F5dj5AWehdpSNsmLSThQXNDDJuAMA4"
VIEW_KEY = "634f46f74084a7fcc76409a7a8cd81cf2f31d4b230665694b364f3554544a40b"
OTHER_KEY = "19f9436d28a1157f3a9ce4a8c5e6dce836a279fb724b5c9452ce61a3f181200c"


class RealChain:
    """A node of a chain on this machine alone."""

    def __init__(self, folder):
        subprocess.run([ROOT / "Scripts/build-local-chain"], check=True)
        self.folder = pathlib.Path(folder)
        shutil.copytree(ROOT / ".build/local-chain", self.folder / "node")
        self.port = port_nobody_is_given()
        self.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        self.process = subprocess.Popen(
            ["monerod", "--regtest", "--keep-fakechain", "--offline", "--fixed-difficulty", "1", "--data-dir", self.folder / "node"]
            + ["--rpc-bind-port", str(self.port), "--p2p-bind-port", str(port_nobody_is_given()), "--no-zmq", "--non-interactive"]
            + ["--log-level", "*:FATAL", "--log-file", self.folder / "node.log", "--check-updates", "disabled"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(200):
            try:
                return self.ask("get_info")
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the node does not answer")

    def ask(self, method, **parameters):
        call = {"jsonrpc": "2.0", "id": "0", "method": method, "params": parameters}
        request = urllib.request.Request(f"{self.url}/json_rpc", json.dumps(call).encode())
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["result"]

    def mine(self, blocks, address):
        self.ask("generateblocks", amount_of_blocks=blocks, wallet_address=address)

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture(params=["pretended", "real"])
def chain(request, tmp_path, monkeypatch):
    """A node, and on the path the wallet program that goes with it."""
    if request.param == "real":
        if os.environ.get("HEARTH_CHAIN") != "1":
            pytest.skip("make coins")
        made = RealChain(tmp_path)
    else:
        programs = tmp_path / "programs"
        programs.mkdir()
        (programs / "monero-wallet-rpc").symlink_to(ROOT / "Tests/BrowserTests/pretend_monero.py")
        monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
        made = PretendChain(port_nobody_is_given())
    yield made
    made.stop()


@pytest.fixture
def hub(tmp_path, chain):
    (tmp_path / "hub").mkdir()
    house = House(tmp_path / "hub", "--coins", "monero-regtest", "--coins-node", chain.url).start()
    yield house
    house.stop()


def add_wallet(page, view_key=VIEW_KEY, name="Savings"):
    """Fills in the sheet and sends it."""
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Name").fill(name)
    sheet.get_by_label("Primary address").fill(ADDRESS)
    sheet.get_by_label("Secret view key").fill(view_key)
    sheet.get_by_role("button", name="Add a wallet").click()
    return sheet


PASSWORD = "right horse battery staple"


def make_wallet(page, name="Pocket money", limit="50"):
    """Makes a hot wallet, up to its words; answers with them."""
    page.get_by_role("button", name="Make a wallet").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Name").fill(name)
    sheet.get_by_role("button", name="Continue").click()
    guard(sheet, limit)
    sheet.get_by_role("button", name="Make a wallet").click()
    return words_on(page)


def guard(sheet, limit):
    """Types a spending password and a daily limit, one after the other."""
    sheet.get_by_label("Spending password").fill(PASSWORD)
    sheet.get_by_role("button", name="Continue").click()
    sheet.get_by_label("Daily limit in XMR").fill(limit)


def words_on(page):
    words = page.locator(".coin-words li")
    expect(words).to_have_count(25)
    return words.all_inner_texts()


def confirm_words(page, words):
    """Types back the four words that are asked for."""
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="I wrote them down").click()
    asked = sheet.get_by_label("Word ")
    expect(asked).to_have_count(4)
    for index, label in enumerate(sheet.locator("label").all_inner_texts()):
        asked.nth(index).fill(words[int(label.removeprefix("Word ")) - 1])
    sheet.get_by_role("button", name="Confirm").click()
    expect(sheet).to_have_count(0)


def wallet_of(member, name="Pocket money"):
    return next(wallet for wallet in member.call("GET", "/coin-wallets")["wallets"] if wallet["name"] == name)


def fill_wallet(chain, page, member):
    """Mines a reward into a hot wallet, and so many blocks that it can be spent."""
    chain.mine(1, wallet_of(member)["address"])
    chain.mine(70, ADDRESS)
    # The reward of a block falls with the coins that there are.
    expect(page.get_by_text(re.compile(r"^35\.\d+ XMR can be spent now"))).to_be_visible()
    return int(wallet_of(member)["balance"])


def more(page, name):
    """Presses a button behind More."""
    button = page.get_by_role("button", name=name)
    if not button.is_visible():
        page.get_by_role("button", name="More").click()
    button.click()
    return page.get_by_role("dialog")


def a_day_later(house):
    """Has the hub find that its payees were added a day before."""
    rewrite(house, "UPDATE coin_payee SET added_at = added_at - 86400000")


def rewrite(house, statement):
    """Changes the database of a hub that is stopped for it."""
    house.stop()
    with sqlite3.connect(house.folder / "hearth.db") as database:
        database.execute(statement)
    house.start()


def prepare(page, amount, password=PASSWORD):
    """Fills in the sheet of a payment, up to what it costs."""
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Amount in XMR").fill(amount)
    sheet.get_by_role("button", name="Continue").click()
    sheet.get_by_label("Spending password").fill(password)
    sheet.get_by_role("button", name="Check and send").click()
    return sheet


@pytest.mark.parametrize("shape", [PHONE, DESKTOP])
def test_d5_a_wallet_of_coins_is_watched_and_shows_what_arrives(hub, chain, visit, shape):
    anna, bo = hub.member("Anna Beck"), hub.member("Bo", colour=2)
    page = visit(hub, shape).log_in(anna, "/wallet")
    page.get_by_role("link", name="Monero").click()
    expect(page.get_by_text("Laws and taxes on coins are up to you.")).to_have_count(1)
    page.get_by_role("button", name="Watch a wallet").click()
    # Secret words never leave the page.
    asked = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    sheet = add_wallet(page, " ".join(["abbey"] * 25))
    expect(sheet.get_by_text("These look like secret words.")).to_be_visible()
    expect(sheet.get_by_label("Secret view key")).to_have_value("")
    assert not any("abbey" in body for body in asked)
    add_wallet(page, OTHER_KEY)
    expect(sheet.get_by_text("This view key belongs to another wallet.")).to_be_visible()
    add_wallet(page)
    expect(page.get_by_role("heading", name="Savings")).to_be_visible()
    expect(page.get_by_text("This hub can show it, not spend it", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Send")).to_have_count(0)
    expect(page.get_by_text("Nothing received yet.")).to_be_visible()
    chain.mine(1, ADDRESS)
    expect(page.get_by_text("1 of 10 confirmations")).to_be_visible()
    expect(page.get_by_text("locked for 59 more blocks, about 118 min")).to_be_visible()
    # Nobody else sees that it exists.
    assert bo.call("GET", "/coin-wallets")["wallets"] == []
    # The node goes away: what was read stays, and the page says so.
    amount = page.locator(".total-amount").inner_text()
    assert amount.endswith(" XMR") and amount != "0 XMR"
    chain.stop()
    expect(page.get_by_text("The node does not answer.")).to_be_visible()
    assert page.locator(".total-amount").inner_text() == amount
    # A name of the account, and then the wallet is no longer watched.
    page.get_by_role("button", name="Account 1").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Holidays")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Holidays")).to_be_visible()
    more(page, "Stop watching")
    page.get_by_role("alertdialog").get_by_role("button", name="Stop watching").click()
    expect(page.get_by_text("No wallet yet")).to_be_visible()
    assert anna.call("GET", "/coin-wallets")["wallets"] == []


def test_d5_a_child_watches_a_wallet_once_an_adult_allows_it(hub, chain, visit):
    anna, mira = hub.member("Anna Beck"), hub.member("Mira", colour=2)
    join_as_child(anna, mira)
    child = visit(hub).log_in(mira, "/wallet/coins")
    expect(child.get_by_text("An adult of your family has to allow this first")).to_be_visible()
    expect(child.get_by_role("button", name="Watch a wallet")).to_have_count(0)
    adult = visit(hub, DESKTOP).log_in(anna, "/wallet/family")
    adult.get_by_role("switch", name="Mira may watch a wallet").check()
    child.get_by_role("button", name="Watch a wallet").click()
    add_wallet(child)
    expect(child.get_by_role("heading", name="Savings")).to_be_visible()
    # Watching is all that a child is offered.
    expect(child.get_by_role("button", name="Watch a wallet")).to_be_visible()
    for name in ("Make a wallet", "Restore from words", "Send"):
        expect(child.get_by_role("button", name=name)).to_have_count(0)
    # The adult sees what was allowed, and nothing of what is done with it.
    adult.reload()
    expect(adult.get_by_role("switch", name="Mira may watch a wallet")).to_be_checked()
    expect(adult.get_by_text("Savings")).to_have_count(0)
    adult.get_by_role("switch", name="Mira may watch a wallet").uncheck()
    expect(child.get_by_text("An adult of your family has to allow this first")).to_be_visible()


@pytest.mark.sweep
@pytest.mark.parametrize("shape", [PHONE, DESKTOP])
def test_d5_a_hot_wallet_has_its_words_written_down_before_it_has_an_address(hub, chain, visit, shape):
    anna = hub.member("Anna Beck")
    page = visit(hub, shape).log_in(anna, "/wallet/coins")
    words = make_wallet(page)
    assert len(words) == 25 and wallet_of(anna)["address"] == ""
    wallet = wallet_of(anna)["id"]
    page.wait_for_url(re.compile(f"#sheet=coin-words-{wallet}"))
    # A reload leads back to them, by the spending password.
    page.reload()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Spending password").fill("not the right one")
    sheet.get_by_role("button", name="Show the 25 words").click()
    expect(sheet.get_by_text("Wrong spending password.")).to_be_visible()
    sheet.get_by_label("Spending password").fill(PASSWORD)
    sheet.get_by_role("button", name="Show the 25 words").click()
    assert words_on(page) == words
    # Back closes the sheet; what is left to do is said, and nothing else can be done.
    page.go_back()
    expect(sheet).to_have_count(0)
    expect(page.get_by_text("Until then it has no address and sends nothing.")).to_be_visible()
    for name in ("Send", "Ask for coins"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    more(page, "Forget this wallet")
    question = page.get_by_role("alertdialog")
    expect(question.get_by_text("If you did not write them down, what is in it is lost.")).to_be_visible()
    question.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Show the 25 words").click()
    sheet.get_by_label("Spending password").fill(PASSWORD)
    sheet.get_by_role("button", name="Show the 25 words").click()
    sheet.get_by_role("button", name="I wrote them down").click()
    for field in sheet.get_by_label("Word ").all():
        field.fill("zipper")
    sheet.get_by_role("button", name="Confirm").click()
    expect(sheet.get_by_text("These are not the words.")).to_be_visible()
    sheet.get_by_role("button", name="Show the words").click()
    confirm_words(page, words)
    expect(page.get_by_text("This hub can spend it with your spending password", exact=True)).to_be_visible()
    assert wallet_of(anna)["address"].startswith("4")
    # Forgotten, it is restored from what was written down.
    more(page, "Forget this wallet")
    page.get_by_role("alertdialog").get_by_role("button", name="Forget this wallet").click()
    expect(page.get_by_text("No wallet yet")).to_be_visible()
    page.get_by_role("button", name="Restore from words").click()
    sheet.get_by_label("Name").fill("Back again")
    sheet.get_by_label("The 25 words").fill(" ".join(words[:24]))
    sheet.get_by_role("button", name="Continue").click()
    expect(sheet.get_by_text("24 words. It takes 25.")).to_be_visible()
    sheet.get_by_label("The 25 words").fill("\n".join(f"{number}. {word}" for number, word in enumerate(words, 1)))
    sheet.get_by_role("button", name="Continue").click()
    guard(sheet, "2")
    sheet.get_by_role("button", name="Restore", exact=True).click()
    expect(page.get_by_role("heading", name="Back again")).to_be_visible()
    expect(page.get_by_role("button", name="Send")).to_be_visible()


@pytest.mark.sweep
def test_d5_coins_are_sent_to_a_payee_a_day_after_it_was_added_and_proved(hub, chain, visit):
    anna, bo = hub.member("Anna Beck"), hub.member("Bo", colour=2)
    # Bo asks for coins into a wallet that the hub only watches.
    theirs = visit(hub, DESKTOP).log_in(bo, "/wallet/coins")
    theirs.get_by_role("button", name="Watch a wallet").click()
    add_wallet(theirs)
    theirs.get_by_role("button", name="Ask for coins").click()
    asking = theirs.get_by_role("dialog")
    asking.get_by_label("Amount in XMR").fill("1.5")
    asking.get_by_label("What for").fill("A bicycle")
    asking.get_by_role("button", name="Create request").click()
    code = asking.get_by_role("img", name="QR code of the request")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    address = wallet_requests(bo)[0]["address"]
    assert address.startswith("8")
    expect(asking.get_by_text(f"monero:{address}?tx_amount=1.5&tx_description=A%20bicycle")).to_be_visible()
    theirs.wait_for_url(re.compile("#sheet=coin-request-"))
    theirs.go_back()
    expect(theirs.get_by_role("button", name="A bicycle Waiting for payment")).to_be_visible()
    # Anna adds Bo, and has to wait a day.
    window = visit(hub)
    page = window.log_in(anna, "/wallet/coins")
    confirm_words(page, make_wallet(page))
    balance = fill_wallet(chain, page, anna)
    page.get_by_role("button", name="Send").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Add a person").click()
    adding = sheet.last
    adding.get_by_label("Name").fill("Bo")
    adding.get_by_label("Their Monero address").fill(address)
    adding.get_by_role("button", name="Add a person").click()
    expect(sheet.get_by_text("Bo can be paid from")).to_be_visible()
    page.keyboard.press("Escape")
    a_day_later(hub)
    page.goto(hub.url + "/wallet/coins")
    page.get_by_role("button", name="Send").click()
    expect(sheet.get_by_label("To")).to_contain_text("Bo")
    # More than the limit, then a wrong password; neither prepares anything.
    prepare(page, "50.1")
    expect(sheet.get_by_text("of your daily limit is left")).to_be_visible()
    prepare(page, "1.5", "a wrong password")
    expect(sheet.get_by_text("Wrong spending password.")).to_be_visible()
    sheet.get_by_label("Spending password").fill(PASSWORD)
    sheet.get_by_role("button", name="Check and send").click()
    expect(sheet.get_by_text("Total")).to_be_visible()
    expect(sheet.get_by_text(address)).to_be_visible()
    assert wallet_payments(anna)[0]["state"] == "prepared"
    # Its fee and total are there again after a reload, and the hub that is away is said to have sent nothing by itself.
    page.reload()
    expect(sheet.get_by_text("Total")).to_be_visible()
    page.route("**/sending", lambda route: route.abort())
    sheet.get_by_role("button", name="Send", exact=True).click()
    expect(sheet.get_by_text("it is paid once at most")).to_be_visible()
    page.unroute("**/sending")
    page.wait_for_timeout(1_000)
    assert wallet_payments(anna)[0]["state"] == "prepared"
    sheet.get_by_role("button", name="Send", exact=True).click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_text("Waiting for a block")).to_be_visible()
    chain.mine(11, ADDRESS)
    row = page.get_by_role("button", name=re.compile("^Bo"))
    expect(row).to_contain_text("Confirmed")
    row.click()
    sheet.get_by_role("button", name="Show proof").click()
    expect(sheet.get_by_text("Transaction key")).to_be_visible()
    payment = wallet_payments(anna)[0]
    expect(sheet.get_by_text(payment["hash"])).to_be_visible()
    assert int(payment["total"]) == int(payment["amount"]) + int(payment["fee"])
    theirs.goto(hub.url + "/wallet/coins")
    expect(theirs.get_by_text("1.5 XMR received")).to_be_visible()
    # The rest is there, less amount and fee.
    left = int(wallet_of(anna)["balance"])
    assert left == balance - int(payment["total"])


def wallet_payments(member):
    return member.call("GET", f"/coin-wallets/{wallet_of(member)['id']}/payments")["items"]


def wallet_requests(member):
    return member.call("GET", f"/coin-wallets/{wallet_of(member, 'Savings')['id']}/requests")["items"]


@pytest.mark.sweep
def test_d5_an_own_account_is_paid_at_once_within_a_limit_that_rises_a_day_later(hub, chain, visit):
    anna = hub.member("Anna Beck")
    page = visit(hub).log_in(anna, "/wallet/coins")
    confirm_words(page, make_wallet(page, limit="0.5"))
    expect(page.get_by_text("0.5 XMR of 0.5 XMR left within 24 hours")).to_be_visible()
    # Raising waits, lowering does not.
    sheet = more(page, "Change daily limit")
    sheet.get_by_label("Daily limit in XMR").fill("3")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".coin-wallet").get_by_text("Daily limit 3 XMR from")).to_be_visible()
    assert wallet_of(anna)["dailyLimit"] == "500000000000"
    more(page, "Change daily limit")
    sheet.get_by_label("Daily limit in XMR").fill("0.25")
    sheet.get_by_role("button", name="Save").click()
    expect(page.get_by_text("0.25 XMR of 0.25 XMR left within 24 hours")).to_be_visible()
    more(page, "New account")
    sheet.get_by_label("Name").fill("Holidays")
    sheet.get_by_role("button", name="Open account").click()
    expect(page.get_by_role("button", name="Holidays")).to_be_visible()
    fill_wallet(chain, page, anna)
    # Among one's own accounts no limit counts but the fee.
    page.get_by_role("button", name="Send").click()
    expect(sheet.get_by_label("To")).to_contain_text("Holidays")
    prepare(page, "2")
    expect(sheet.get_by_text("Total")).to_be_visible()
    sheet.get_by_role("button", name="Discard").click()
    expect(sheet).to_have_count(0)
    assert wallet_payments(anna) == []
    page.get_by_role("button", name="Send").click()
    prepare(page, "40")
    expect(sheet.get_by_text(re.compile(r"^35\.\d+ XMR can be spent now, fee included\."))).to_be_visible()
    prepare(page, "2")
    sheet.get_by_role("button", name="Send", exact=True).click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Holidays.*Waiting for a block"))).to_be_visible()
    # The old spending password changes it; afterwards only the new one counts.
    more(page, "Change spending password")
    sheet.get_by_label("Present spending password").fill(PASSWORD)
    sheet.get_by_label("New spending password").fill("another horse, another staple")
    sheet.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Spending password changed")).to_be_visible()


def test_d5_a_wallet_without_its_password_is_removed_and_that_is_told(hub, chain, visit):
    anna = hub.member("Anna Beck")
    page = visit(hub).log_in(anna, "/wallet/coins")
    make_wallet(page)
    page.go_back()
    more(page, "Forget this wallet")
    page.get_by_role("alertdialog").get_by_role("button", name="Forget this wallet").click()
    expect(page.get_by_text("No wallet yet")).to_be_visible()
    page.goto(hub.url + "/notices")
    expect(page.get_by_text("A wallet of yours was removed")).to_be_visible()
    page.get_by_role("link", name="Monero").click()
    expect(page.get_by_text("No wallet yet")).to_be_visible()


@pytest.mark.sweep
@pytest.mark.parametrize("shape", [PHONE, DESKTOP])
def test_d5_after_a_restore_the_page_says_why_nothing_is_sent_and_until_when(hub, chain, visit, shape):
    anna = hub.member("Anna Beck")
    page = visit(hub, shape).log_in(anna, "/wallet/coins")
    confirm_words(page, make_wallet(page))
    rewrite(hub, f"UPDATE coin_wallet SET is_limit_old = 1, restored_at = {int(time.time() * 1000)}")
    page.reload()
    expect(page.get_by_text("This wallet sends nothing until")).to_be_visible()
    expect(page.get_by_text("Set the limit again: until 24 hours later it is 0.")).to_be_visible()
    assert wallet_of(anna)["dailyLimit"] == "0"
    sheet = more(page, "Change daily limit")
    sheet.get_by_label("Daily limit in XMR").fill("3")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".coin-wallet").get_by_text("Daily limit 3 XMR from")).to_be_visible()
    expect(page.get_by_text("Set the limit again")).to_have_count(0)


@pytest.mark.sweep
def test_d5_a_payment_that_no_node_can_have_is_discarded_and_no_other(hub, chain, visit):
    anna = hub.member("Anna Beck")
    page = visit(hub).log_in(anna, "/wallet/coins")
    confirm_words(page, make_wallet(page))
    more(page, "New account")
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Name").fill("Holidays")
    sheet.get_by_role("button", name="Open account").click()
    expect(page.get_by_role("button", name="Holidays")).to_be_visible()
    fill_wallet(chain, page, anna)
    page.get_by_role("button", name="Send").click()
    prepare(page, "2")
    expect(sheet.get_by_text("Total")).to_be_visible()
    # As two days after it was sent: once an answer was lost, and where no node was reached.
    rewrite(hub, "UPDATE coin_payment SET state = 'begun', sent_at = prepared_at - 2 * 86400000")
    page.goto(hub.url + "/wallet/coins")
    row = page.get_by_role("button", name=re.compile("^Holidays.*No node has it"))
    row.click()
    expect(sheet.get_by_text("A node may have it, so it cannot be discarded.")).to_be_visible()
    expect(sheet.get_by_role("button", name="Discard")).to_have_count(0)
    rewrite(hub, "UPDATE coin_payment SET state = 'ungiven'")
    page.goto(hub.url + "/wallet/coins")
    row.click()
    sheet.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("Discarded. Nothing was sent.")).to_be_visible()
    expect(row).to_have_count(0)
    assert wallet_payments(anna) == []


def test_d5_a_hub_that_is_away_is_asked_for_no_payment_later(hub, chain, visit):
    anna = hub.member("Anna Beck")
    page = visit(hub).log_in(anna, "/wallet/coins")
    confirm_words(page, make_wallet(page))
    page.get_by_role("button", name="Ask for coins").click()
    hub.stop()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Create request").click()
    expect(sheet.get_by_text("Nothing is sent later by itself.")).to_be_visible()
    hub.start()
    page.wait_for_timeout(2_000)
    assert anna.call("GET", f"/coin-wallets/{wallet_of(anna)['id']}/requests")["items"] == []
