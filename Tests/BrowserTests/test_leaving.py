"""Taking one's data along, how long it is kept, and leaving for good."""

import io
import json
import re
import urllib.error
import zipfile

import pytest
from playwright.sync_api import expect

from house import HOME, PASSWORD, SCHOOL


@pytest.fixture
def two(house):
    """Anna, the keeper, and Bo: each sees the other."""
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    anna.lets(bo)
    bo.lets(anna)
    bo.is_at(HOME)
    return anna, bo


def said(page, words):
    expect(page.locator(".frame-words")).to_contain_text(words)


def data(page, name):
    return page.locator("my-data").get_by_role("button", name=re.compile(name))


def test_f58_everything_of_mine_comes_as_one_file(house, visit, two):
    anna, bo = two
    bo.place("School", SCHOOL)
    page = visit(house).log_in(bo, "/account")
    with page.expect_download() as download:
        data(page, "Export my data").click()
    assert re.fullmatch(r"hearth-\d{4}-\d\d-\d\d\.zip", download.value.suggested_filename)
    archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert archive.testzip() is None
    read = lambda name: json.loads(archive.read(name))
    assert read("profile.json")["name"] == "Bo" and read("profile.json")["phone"] == bo.phone
    assert [place["label"] for place in read("places.json")["items"]] == ["School"]
    assert [person["name"] for person in read("connections.json")["seen"]] == ["Anna Beck"]
    tracks = [name for name in archive.namelist() if name.startswith("track/")]
    assert {name.rsplit(".", 1)[1] for name in tracks} == {"gpx", "json"}
    fixes = [fix for name in tracks if name.endswith("json") for fix in read(name)["fixes"]]
    assert len(fixes) == 4 and abs(fixes[0]["latitude"] - HOME[0]) < 0.001
    assert b"What this hub keeps of you" in archive.read("README.txt")
    said(page, "to your downloads")


def test_f57_my_history_is_kept_as_long_as_i_say(house, visit, two):
    page = visit(house).log_in(two[1], "/account")
    expect(data(page, "Keep history for")).to_contain_text("30 days")
    data(page, "Keep history for").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Keep my positions for").select_option(label="Forever")
    expect(sheet.get_by_role("status")).to_have_text("Saved")
    assert two[1].call("GET", "/me/retention") == {"history": "forever", "isChosen": True}
    sheet.get_by_label("Keep my positions for").select_option(label="7 days")
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    expect(sheet.get_by_label("Keep my positions for")).to_have_value("")
    sheet.get_by_label("Keep my positions for").select_option(label="7 days")
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.url.endswith("/me/retention")):
        page.get_by_role("alertdialog").get_by_role("button", name="Keep less").click()
    assert two[1].call("GET", "/me/retention") == {"history": "days", "days": 7, "isChosen": True}
    page.keyboard.press("Escape")
    expect(data(page, "Keep history for")).to_contain_text("7 days")
    expect(data(page, "Keep history for")).to_be_focused()


def test_f46_who_leaves_is_gone_and_others_see_a_silent_name(house, visit, two):
    anna, bo = two
    hers = visit(house).log_in(anna, "/account")
    seen = hers.locator("people-i-see")
    expect(seen).to_contain_text("Bo")
    page = visit(house).log_in(bo, "/account")
    data(page, "Delete my account").click()
    sheet = page.get_by_role("dialog")
    for words in ["Deleted now, for good", "Ends now", "What stays"]:
        expect(sheet.get_by_role("heading", name=words)).to_be_visible()
    sheet.get_by_role("button", name="Continue").click()
    sure = page.get_by_role("alertdialog")
    sure.get_by_role("button", name="Delete account").click()
    expect(sure.get_by_role("alert")).to_contain_text("Type “")
    assert bo.call("GET", "/me")["name"] == "Bo"
    sure.get_by_role("textbox").fill("Delete")
    sure.get_by_role("button", name="Delete account").click()
    expect(page.get_by_text("Account deleted.")).to_be_visible()
    page.get_by_label("Phone number").fill(bo.phone)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="wrong")).to_be_visible()
    with pytest.raises(urllib.error.HTTPError, match="401"):
        bo.call("GET", "/me")
    # Hers says so by itself, under an identity that is new.
    expect(seen).to_contain_text("Bo")
    expect(seen).to_contain_text("Last update")
    ghost = anna.call("GET", "/connections")["seen"][0]
    assert ghost["name"] == "Bo" and ghost["member"] != bo.id and "gone" not in ghost


def test_the_only_keeper_names_another_first(house, visit, two):
    anna, bo = two
    page = visit(house).log_in(anna, "/account")
    data(page, "Delete my account").click()
    page.get_by_role("button", name="Continue").click()
    sure = page.get_by_role("alertdialog")
    sure.get_by_role("textbox").fill("delete")
    sure.get_by_role("button", name="Delete account").click()
    expect(sure.get_by_role("alert")).to_contain_text("Choose a new keeper")
    sure.get_by_label("New keeper").select_option(label="Bo")
    sure.get_by_role("button", name="Delete account").click()
    expect(page.get_by_text("Account deleted.")).to_be_visible()
    assert bo.call("GET", "/me")["keeper"] is True
