"""Somebody's whole time with a hub, from the invite to the deleted account, on a phone, set up as a family would have it."""

import io
import json
import re
import zipfile

import pytest
from playwright.sync_api import expect

from conftest import PHONE
from house import HOME, PASSWORD, House
from log_hygiene import SECRETS
from test_getting_in import register

ANNAS = "+41 44 668 18 00"
BENS = "+41 44 668 18 01"


@pytest.fixture
def fresh(tmp_path):
    """A hub nobody has registered on, which takes nobody without an invite, and the code that its first start prints."""
    house = House(tmp_path, "--registration", "invite", from_nothing=True).start()
    line = next(line for line in house.process.stdout if line.startswith("claim code"))
    claim = line.rpartition(" ")[2].strip()
    SECRETS.token(claim)
    for number in [ANNAS, BENS]:
        SECRETS.number(number)
    yield house, claim
    house.stop()


@pytest.fixture
def picture(tmp_path):
    """Keeps what the page looks like at each step, to be looked at."""

    def picture(page, name):
        page.screenshot(path=tmp_path / f"{name}.png")

    return picture


def make_code(page, level):
    """A connect code that grants a level for an hour."""
    page.get_by_role("button", name=re.compile("Let someone see me")).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name=level).check(force=True)
    sheet.get_by_role("button", name="Make code").click()
    expect(sheet.get_by_role("heading", name="Your code")).to_be_focused()
    code = sheet.locator(".code > [dir=ltr]").inner_text()
    sheet.get_by_role("button", name="Close").click()
    return code


def connect(page, house, number, code, name):
    """Connects to somebody by number and code."""
    page.goto(house.url + "/connect")
    page.get_by_label("Their phone number").fill(number)
    page.get_by_label("Their connect code").fill(code)
    page.get_by_role("button", name="Connect", exact=True).click()
    expect(page.locator(".frame-words")).to_contain_text(f"You now see {name}.")
    page.wait_for_url("**/people/*")
    # Home shows whom one has just connected to.
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def shown(page, member):
    """What the hub tells this page of somebody."""
    items = page.evaluate("fetch('/api/v1/presence').then((answer) => answer.json())")["items"]
    return next((item for item in items if item["member"] == member), {})


def test_somebody_comes_is_seen_decides_and_leaves(fresh, visit, picture):
    house, claim = fresh
    # Anna sets the hub up: with the claim code of its console she becomes its keeper.
    hers = visit(house, PHONE, service_workers="allow").open(f"/register#claim={claim}")
    register(hers, house, ANNAS, "Anna Beck")
    # She invites Ben into the family; nothing is shared by that.
    hers.goto(house.url + "/family")
    hers.get_by_role("button", name=re.compile("Invite someone")).click()
    hers.get_by_label("For one phone number only").uncheck(force=True)
    hers.get_by_role("group", name="What they see of you").get_by_label("Nothing").check(force=True)
    hers.get_by_role("group", name="What you ask to see").get_by_label("Nothing").check(force=True)
    hers.get_by_role("button", name="Make invite").click()
    expect(hers.get_by_role("heading", name="Invite ready")).to_be_focused()
    picture(hers, "01 the invite")
    link = hers.locator(".invite-link").inner_text()
    SECRETS.token(link.partition("=")[2])

    # Ben opens the link on his phone, registers with a texted code, and sets a password.
    where = {"latitude": HOME[0], "longitude": HOME[1], "accuracy": 8}
    window = visit(house, PHONE, geolocation=where, permissions=["geolocation"], service_workers="allow")
    his = window.open("/join#" + link.partition("#")[2])
    expect(his.get_by_role("heading", name="Anna Beck invites you")).to_be_visible()
    picture(his, "02 the invited")
    register(his, house, BENS, "Ben")
    expect(his.get_by_role("link", name="My account")).to_be_visible()
    picture(his, "03 home, new")
    ben = his.evaluate("fetch('/api/v1/me').then((answer) => answer.json())")["id"]

    # Anna gives him a code, and he connects to her by number and code.
    hers.goto(house.url + "/account")
    connect(his, house, ANNAS, make_code(hers, "Place name only"), "Anna Beck")
    # He gives her one for his exact position, and she connects to him.
    his.goto(house.url + "/account")
    code = make_code(his, "Exact position")
    connect(hers, house, BENS, code, "Ben")
    # He shares where he is, and she sees him.
    his.get_by_role("switch", name="Share my position while this page is open").check(force=True)
    expect(his.get_by_text("On. People who see you get it")).to_be_visible()
    expect(hers.locator("main")).to_contain_text(re.compile(r"±\s*8\s*m"))
    expect(hers.locator("live-map .marker-pin").first).to_be_visible()
    fix = shown(hers, ben)["fix"]
    assert abs(fix["latitude"] - HOME[0]) < 0.0001 and abs(fix["longitude"] - HOME[1]) < 0.0001
    picture(hers, "04 Anna sees Ben")

    # He looks at who looked: it was Anna, and she saw him exactly.
    his.goto(house.url + "/who-looked")
    look = his.locator(".row").filter(has_text="Anna Beck")
    expect(look).to_contain_text("your exact position")
    picture(his, "05 who looked")

    # He lowers the level, and is no longer seen precisely.
    his.goto(house.url + "/account")
    row = his.locator("people-who-see-me").get_by_role("button", name=re.compile("Anna Beck"))
    row.click()
    sheet = his.get_by_role("dialog")
    sheet.get_by_role("radio", name="About 1 km").check(force=True)
    expect(sheet.get_by_role("status")).to_have_text("Saved")
    picture(his, "06 less")
    sheet.get_by_role("button", name="Close").click()
    expect(row).to_contain_text("About 1 km")
    # Her open page hears of it by itself.
    expect(hers.get_by_text("Ben shares about 1 km")).to_be_visible()
    told = shown(hers, ben)
    assert not told.get("fix") and told["cell"]["sizeMetres"] >= 1000, sorted(told)
    picture(hers, "07 Anna sees about a kilometre")

    # He takes everything along.
    mine = his.locator("my-data")
    with his.expect_download() as download:
        mine.get_by_role("button", name=re.compile("Export my data")).click()
    archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert archive.testzip() is None
    assert json.loads(archive.read("profile.json"))["name"] == "Ben"
    assert any(name.endswith(".gpx") for name in archive.namelist())

    # He deletes the account, and its number and password open nothing any more.
    mine.get_by_role("button", name=re.compile("Delete my account")).click()
    his.get_by_role("dialog").get_by_role("button", name="Continue").click()
    sure = his.get_by_role("alertdialog")
    picture(his, "08 sure")
    sure.get_by_role("textbox").fill("delete")
    sure.get_by_role("button", name="Delete account").click()
    expect(his.get_by_text("Account deleted.")).to_be_visible()
    picture(his, "09 gone")
    his.get_by_label("Phone number").fill(BENS)
    his.get_by_role("button", name="Continue").click()
    his.get_by_label("Password").fill(PASSWORD)
    his.get_by_role("button", name="Log in", exact=True).click()
    expect(his.get_by_role("alert").filter(has_text="wrong")).to_be_visible()
    # Anna is told nothing of where he was.
    assert not {"fix", "cell", "place"} & set(shown(hers, ben))
