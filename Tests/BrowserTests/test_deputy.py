"""A deputy on a second machine: what it may read is asked before it holds anything, and the trip's page says what it holds."""

import os
import re
import subprocess
import time

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP
from house import HEARTH, House
from log_hygiene import SECRETS
from test_trips import begin, pair, traveller

NAME = "Grandma's house"


class Deputy:
    """The deputy of a hub, in a process and folder of its own; what it would text is kept there."""

    def __init__(self, house, folder):
        self.folder = str(folder)
        code = house.command("deputy", "pair", "--hub-name", "The Becks")["code"]
        SECRETS.code(code)
        words = [HEARTH, "deputy", "join", house.url, "--name", NAME, "--data", self.folder]
        subprocess.run(words, env=os.environ | {"HEARTH_DEPUTY_CODE": code}, check=True, timeout=60, capture_output=True)
        self.serve()

    def serve(self):
        words = [HEARTH, "deputy", "serve", "--data", self.folder]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout.readline() == "guarding 1 hub\n"

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture
def hub(tmp_path):
    house = House(tmp_path / "hub")
    house.folder.mkdir()
    yield house.start()
    house.stop()


@pytest.fixture
def deputy(hub, tmp_path):
    deputy = Deputy(hub, tmp_path / "deputy")
    yield deputy
    deputy.stop()


@pytest.mark.sweep
def test_g10_a_deputy_is_asked_for_first_and_shown_once_it_holds_the_trip_and_as_silent_later(hub, deputy, visit):
    anna, bo = pair(hub)
    bo.call("PUT", f"/me/deputies/{bo.call('GET', '/me/deputies')['items'][0]['id']}", {})
    _, page = traveller(visit, hub, anna)
    # Before the first trip the page asks, and says what can be read.
    expect(page.get_by_role("heading", name="If the hub fails")).to_be_visible()
    page.get_by_role("button", name="Review").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(f"The person who runs {NAME} can read:")
    expect(sheet).to_contain_text("people without confirmed notifications")
    expect(sheet).to_contain_text("Never where you are")
    assert "guards" not in anna.call("GET", "/me/deputies")["items"][0]
    sheet.get_by_role("button", name="Allow", exact=True).click()
    expect(page.get_by_text(f"{NAME} guards your trips.")).to_be_visible()
    expect(page.get_by_role("heading", name="If the hub fails")).to_be_hidden()
    begin(anna, bo)
    began = time.monotonic()
    held = page.get_by_text(re.compile(f"Also guarded by {NAME}, confirmed \\d+ seconds? ago"))
    expect(held).to_be_visible()
    # Five seconds, and what a browser takes.
    assert time.monotonic() - began < 7
    confirmed = anna.call("GET", "/me/safety")["trip"]["protection"]["deputies"][0]
    assert confirmed["confirmedAt"]
    deputy.stop()
    silent = page.get_by_text(re.compile(f"{NAME}: not heard since \\d"))
    expect(silent).to_be_visible(timeout=300_000)
    expect(page.get_by_text("Not fully protected")).to_be_visible()
    deputy.serve()
    expect(held).to_be_visible()


def test_a_member_changes_their_mind_and_the_keeper_sees_whom_a_deputy_guards(hub, deputy, visit):
    anna, _ = pair(hub)
    page = visit(hub, DESKTOP).log_in(anna, "/security")
    row = page.locator("li", has_text=NAME)
    expect(row).to_contain_text("Not decided yet")
    for choice, state in (("Allow", "Guards your trips"), ("Do not allow", "Does not guard your trips")):
        row.get_by_role("button", name="Review").click()
        page.get_by_role("dialog").get_by_role("button", name=choice, exact=True).click()
        expect(row).to_contain_text(state)
        state = hub.command("deputy", "list")[0]
        assert state["name"] == NAME and state["members"] == (1 if choice == "Allow" else 0)
    page.goto(f"{hub.url}/hub")
    expect(page.get_by_role("heading", name="Deputies")).to_be_visible()
    expect(page.locator("li", has_text=NAME).last).to_contain_text("last heard")
