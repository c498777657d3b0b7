"""The main pages in WebKit and in Firefox, each used once: what a browser that is not Chromium could do otherwise."""

import re

import pytest

from house import HOME, PASSWORD, SCHOOL
from test_five_stories import add_mission, log_in, set_out, start_mission
from test_security import long_ago
from test_trips import PIN, set_pins

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.parametrize("engine", ["webkit", "firefox"]),
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]


def test_somebody_logs_in_looks_around_sets_a_place_counts_down_and_moves_money(house, windows):
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    bo.lets(anna)
    bo.place("School", SCHOOL, "Primary school")
    for member in (anna, bo):
        member.is_at(HOME, seconds_ago=900)
    window = windows(house, "main pages")
    log_in(window, anna)

    # Home: a map that is drawn, and a person on it.
    window.sees("Everyone")
    window.waits(lambda: window.run("return document.querySelectorAll('live-map .marker-pin').length") == 2, "marks not both")
    window.picture("home")
    window.press("/^Bo /", "link").heading("Bo")

    # The clock: a hand that moves without a reload.
    window.open("/clock").heading("Clock")
    window.run("window.isSamePage = true")
    bo.is_at(SCHOOL)
    window.sees(re.compile("Bo.{0,10} School, since"))
    assert window.run("return window.isSamePage")
    window.picture("clock")

    # A place, by the search and by the slider's number.
    window.open("/places/new?label=Work").fill("Search for a place or address", "Zürich").sees("Switzerland")
    window.press("Zürich", "choice").sees("Pin set at Zürich.")
    window.fill("Radius in metres", "2500")
    window.picture("place")
    window.press("Save").is_at("/my-clock")
    (place,) = anna.call("GET", "/places")["items"]
    assert (place["label"], place["radiusMetres"]) == ("Work", 2500)

    # A countdown that the hub keeps.
    window.open("/missions")
    add_mission(window, "Read", 25)
    start_mission(window, "Read")
    window.sees(re.compile("24:5\\d"))
    window.picture("countdown")
    assert anna.call("GET", "/me/focus")["countdown"]["state"] == "running"
    window.reload()
    window.sees(re.compile("24:\\d\\d"))

    # Money, signed by a key of this browser.
    window.open("/wallet").press("New account").press("Open account").sees("Account 1")
    long_ago(house)
    window.press("Deposit").fill("/^Amount/", "12.50").press("Deposit")
    window.fill("Your password", PASSWORD).press("Confirm").sees("12.50 coin")
    window.picture("wallet")


def test_somebody_sets_out_and_calls_for_help(house, windows):
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    anna.lets(bo)
    anna.place("School", SCHOOL, "Primary school")
    anna.is_at(HOME)
    set_pins(anna)
    window = windows(house, "trip")
    log_in(window, anna)
    set_out(window, "School", "Bo")
    window.picture("trip")
    window.press("SOS").sees("NO ONE WAS NOTIFIED")
    window.picture("alarm")
    window.waits(lambda: bo.call("GET", "/alarms")["items"], "tells nobody")
    window.fill("/PIN/", PIN).press("Done")
    window.press("I've arrived safely").fill("/PIN/", PIN).press("Done")
    window.heading("Plan a trip")
