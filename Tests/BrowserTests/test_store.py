"""The store: adults keep the shelf and hand over what was bought, and whoever buys is told how it stands."""

import re
import struct
import zlib

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP
from house import new_id
from test_every_page import serious, settled, sticks_out
from test_missions import buy
from test_wallet import join


def square(edge=32):
    """A red square as a PNG."""

    def part(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    rows = (b"\0" + b"\xc6\x28\x28" * edge) * edge
    head = struct.pack(">IIBBBBB", edge, edge, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")


@pytest.fixture
def pair(house):
    """Anna and Bo, of one family."""
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    join(anna, bo)
    return anna, bo


def item(member, name, price, **more):
    return member.call("POST", "/store/items", {"id": new_id(), "name": name, "price": price} | more)["id"]


def earn(member, gold):
    """Gold for so many minutes, with the word of an adult of the family."""
    mission = member.call("POST", "/missions", {"id": new_id(), "title": "Earned", "minutes": gold, "needsApproval": True})
    for act in ("claim", "approve"):
        occurrence = mission["occurrences"][0]
        body = {"occurrence": occurrence["number"], "version": occurrence["version"]}
        mission = member.call("POST", f"/missions/{mission['id']}/{act}", body)["mission"]
    assert mission["occurrences"][0]["gold"] == str(gold)


def card(page, name):
    return page.locator(".store-item").filter(has_text=name)


def test_an_adult_fills_the_shelf_changes_it_and_takes_things_out(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house).log_in(anna, "/store")
    expect(page.get_by_role("heading", name="The store is empty")).to_be_visible()
    page.get_by_role("button", name="Add an item").click()
    dialog = page.get_by_role("dialog", name="New item")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("Enter a name.")).to_be_visible()
    expect(dialog.get_by_text("Enter a price.")).to_be_visible()
    dialog.get_by_label("Name").fill("Sports bottle")
    for typed, words in (("0", "Enter 1 to"), ("2.5", "Digits only")):
        dialog.get_by_label("Price in gold").fill(typed)
        dialog.get_by_role("button", name="Save").click()
        expect(dialog.get_by_text(re.compile(words))).to_be_visible()
    dialog.get_by_label("Price in gold").fill("5")
    dialog.get_by_label("Stock").fill("2")
    dialog.locator("input[type=file]").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": square()})
    expect(dialog.locator(".item-picture img")).to_be_visible()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    expect(card(page, "Sports bottle")).to_contain_text("2 left")
    picture = card(page, "Sports bottle").locator("img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("(image) => image.naturalWidth") == 256

    card(page, "Sports bottle").get_by_role("button", name="Edit").click()
    dialog = page.get_by_role("dialog", name="Edit item")
    dialog.get_by_label("Price in gold").fill("7")
    dialog.get_by_role("button", name="Save").click()
    expect(card(page, "Sports bottle").locator(".price")).to_contain_text("7")

    card(page, "Sports bottle").get_by_role("button", name="Edit").click()
    page.get_by_role("button", name="Remove from store").click()
    expect(card(page, "Sports bottle")).to_contain_text("Not in the store")
    page.get_by_role("button", name="Undo").click()
    expect(card(page, "Sports bottle").get_by_role("button", name="Buy: Sports bottle")).to_be_visible()


def test_what_is_bought_is_handed_over_refused_or_taken_back_and_both_see_it(house, visit, pair):
    anna, bo = pair
    item(anna, "Sports bottle", "5", stock=1)
    item(anna, "Ice cream", "3")
    earn(bo, 12)
    his = visit(house).log_in(bo, "/store")
    hers = visit(house, DESKTOP).log_in(anna, "/store")
    expect(his.locator(".balance-amount")).to_have_text("12 gold")
    buy(his, "Sports bottle")
    his.get_by_role("dialog", name="Bought").get_by_role("button", name="Done").click()
    expect(his.locator(".balance-amount")).to_have_text("7 gold")
    expect(card(his, "Sports bottle")).to_contain_text("Sold out")

    # Refused: the gold is back, and so is the bottle.
    order = hers.locator(".purchase").filter(has_text="Sports bottle")
    expect(order).to_contain_text("Bo")
    order.get_by_role("button", name="Decline").click()
    sheet = hers.get_by_role("alertdialog")
    expect(sheet).to_contain_text("5 gold returned to Bo")
    sheet.get_by_role("button", name="Decline").click()
    expect(his.locator(".balance-amount")).to_have_text("12 gold")
    expect(card(his, "Sports bottle")).to_contain_text("1 left")

    # Taken back by whoever bought it; then bought for good.
    buy(his, "Ice cream")
    his.get_by_role("dialog", name="Bought").get_by_role("button", name="Done").click()
    his.locator(".purchase").get_by_role("button", name="Cancel purchase").click()
    his.get_by_role("alertdialog").get_by_role("button", name="Cancel purchase").click()
    expect(his.locator(".balance-amount")).to_have_text("12 gold")
    buy(his, "Ice cream")
    his.get_by_role("dialog", name="Bought").get_by_role("button", name="Done").click()
    hers.locator(".purchase").filter(has_text="Ice cream").get_by_role("button", name="Hand over").click()
    expect(his.locator(".purchase")).to_have_count(0)
    expect(his.locator(".balance-amount")).to_have_text("9 gold")

    # All of it stands in the history.
    hers.get_by_role("link", name="Purchases").click()
    expect(hers.get_by_role("heading", name="Purchases")).to_be_visible()
    expect(hers.locator(".purchase")).to_have_count(3)
    states = [row.get_attribute("data-state") for row in hers.locator(".purchase").all()]
    assert states == ["delivered", "withdrawn", "refused"]


@pytest.mark.sweep
def test_the_store_fits_at_twice_the_text_from_right_to_left_and_axe_finds_nothing(house, visit, pair):
    anna, bo = pair
    item(anna, "Donaudampfschifffahrtsgesellschaft", "1000000000")
    item(anna, "אופניים חדשים", "5", stock=0)
    earn(bo, 9)
    bottle = item(anna, "Sports bottle", "5")
    bo.call("POST", "/purchases", {"id": new_id(), "item": bottle})
    visitor = visit(house)
    page = visitor.log_in(anna)
    page.add_init_script("localStorage.setItem('hearth.language', 'pseudo')")
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'))"
    )
    for path in ("/store", "/store/history"):
        visitor.open(path)
        settled(page)
        assert not sticks_out(page), path
        assert not serious(page), path
