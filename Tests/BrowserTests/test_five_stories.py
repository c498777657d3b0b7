"""Five stories from end to end, each as somebody lives it, in Chromium, WebKit or Firefox.

A run has them in Chromium; `make browsers` has them in the other two. What each step does in every case is shown by the
tests of its page. Pictures of each step: HEARTH_PICTURES=FOLDER.
"""

import os
import re
import time
import urllib.request

import pytest

from conftest import DESKTOP
from house import HOME, PASSWORD, SCHOOL, House
from log_hygiene import SECRETS
from test_getting_in import code_for
from test_guests import KEY
from test_trips import PIN, set_pins

ENGINES = os.environ.get("HEARTH_ENGINES", "chromium").split(",")
NUMBERS = [f"+41 44 668 18 0{digit}" for digit in range(5)]
NEW_YORK = (40.714, -74.006)

pytestmark = [
    pytest.mark.parametrize("engine", ENGINES),
    # Selenium warns of what it does itself.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]


@pytest.fixture
def machine(tmp_path):
    """A hub on an empty machine, that takes nobody without an invite and sends no texts, and what its console says."""
    folder = tmp_path / "hub"
    folder.mkdir()
    house = House(folder, "--registration", "invite", from_nothing=True).start()
    line = next(line for line in house.process.stdout if "/register#claim=" in line)
    house.claim = "/register#" + line.rpartition("#")[2].strip()
    SECRETS.token(house.claim.rpartition("=")[2])
    for number in NUMBERS:
        SECRETS.number(number)
    yield house
    house.stop()


def become_keeper(window, house, name, number):
    """Registers with the link of the console and the code of the outbox."""
    window.open(house.claim)
    fill_in(window, name, number)
    window.picture("the first account")
    window.press("Text me a code").heading("Enter the code")
    # The page says where a hub that sends no texts keeps it.
    window.sees("The keeper can read it on the hub's machine: hearth outbox")
    window.picture("the code")
    window.fill("6-digit code", code_for(house))
    window.is_at("/")


def fill_in(window, name, number):
    asked = [("Phone number", number)] if number else []
    for label, text in (*asked, ("/^Name/", name), ("Password", PASSWORD)):
        window.fill(label, text)
        if window.find("button", "Continue"):
            window.press("Continue")


def reports(address, at):
    """What a phone app says to the hub."""
    request = urllib.request.Request(f"{address}&lat={at[0]}&lon={at[1]}&accuracy=9&batt=71", method="POST")
    with urllib.request.urlopen(request, timeout=20) as answer:
        assert answer.status == 200


def shares_here(window, at):
    """Lets the open page tell where it is."""
    window.stands(at)
    window.open("/account")
    window.choose("Share my position while this page is open")
    window.sees("On. People who see you get it")


def test_a_stranger_gets_from_an_empty_machine_to_a_first_fix(machine, windows):
    anna = windows(machine, "stranger")
    become_keeper(anna, machine, "Anna Beck", NUMBERS[0])
    anna.heading("Get started")
    anna.picture("home, new")

    # There is a world before there is a region: its towns are found, and one of them has the first place.
    anna.open("/my-clock")
    anna.follow("Set a place for Home")
    anna.fill("Search for a place or address", "Vaduz")
    anna.sees("Liechtenstein")
    anna.picture("a town of the world")
    anna.press("Vaduz", "choice").sees("Pin set at Vaduz.")
    anna.press("Save").is_at("/my-clock")

    # A phone app is set up and reports; the page that waits for it says so.
    anna.open("/").follow("Set up a phone")
    anna.choose("Traccar Client").press("Continue").sees("Waiting for the first position")
    anna.picture("the phone's set-up")
    token = re.search("device identifier ([^,]+),", anna.text(".steps"))[1]
    reports(f"{machine.url}/in/osmand?id={token}", HOME)
    anna.sees("It works")
    anna.picture("heard")
    anna.follow("Show on the map").is_at("/")
    anna.sees(re.compile(r"±\s*9\s*m"))
    anna.sees("Battery")
    anna.waits(lambda: anna.run("return document.querySelector('live-map .marker-pin') !== null"), "marks nobody")
    anna.picture("the first fix")


def earlier(window, minutes):
    """Lets a guest's countdown be older than it is, by all that the device keeps."""
    window.run(
        """const [key, minutes] = arguments;
        const kept = JSON.parse(localStorage.getItem(key));
        const moved = (time) => new Date(Date.parse(time) - minutes * 60_000).toISOString();
        for (const name of ['startedAt', 'freeUntil', 'since']) kept.countdown[name] = moved(kept.countdown[name]);
        localStorage.setItem(key, JSON.stringify(kept));""",
        KEY,
        minutes,
    )
    window.reload()


def add_mission(window, title, minutes):
    window.press("/^(New mission|Add a mission)$/").fill("Name", title).fill("Minutes", str(minutes))
    window.press("Add").misses("Add")


def start_mission(window, title):
    window.press(title).press("Confirm").press("Start").sees("Cancel")


def left(window):
    minutes, seconds = window.text(".ring-digits").split(":")
    return int(minutes) * 60 + int(seconds)


@pytest.mark.sweep
def test_a_guest_s_week_moves_in(machine, windows):
    keeper, ben = windows(machine, "keeper"), windows(machine, "guest")
    become_keeper(keeper, machine, "Anna Beck", NUMBERS[0])
    ben.open("/welcome").follow("Continue without an account").heading("No missions yet")
    # Two evenings of a week are over, the third is under way.
    for title, minutes in (("Read", 25), ("Tidy up", 15)):
        add_mission(ben, title, minutes)
        start_mission(ben, title)
        earlier(ben, minutes)
        ben.heading("Done")
        ben.press("Confirm").heading("Missions")
    ben.sees("40 gold")
    ben.follow("40 gold").heading("Store")
    ben.press("Add an item").fill("Name", "Sports bottle").fill("Price in gold", "5")
    ben.press("Save").misses("Price in gold")
    ben.press("/^Buy/").press("/^Buy/").sees("Sports bottle is yours.")
    ben.press("Done").sees("35 gold")
    ben.stands(HOME)
    ben.open("/here")
    ben.stands(HOME)
    ben.choose("Find my position while this page is open").sees("At none of your places")
    ben.press("Add current position").fill("Name", "Home").press("Save").sees("At Home, since")
    ben.picture("where a guest is")
    ben.open("/missions")
    add_mission(ben, "Cello", 30)
    start_mission(ben, "Cello")
    earlier(ben, 20)
    ben.sees("Pause")
    assert 500 <= left(ben) <= 600
    ben.picture("a countdown under way")

    # The invite is for his number, so that he needs no code; all that he had comes along.
    link = invite(keeper, NUMBERS[1])
    ben.open(link)
    ben.heading("Anna Beck invites you").press("Continue")
    fill_in(ben, "Ben", NUMBERS[1])
    ben.press("Create account").is_at("/")
    ben.waits(lambda: ben.run("return localStorage.getItem(arguments[0])", KEY) is None, "still holds what a guest had")
    ben.open("/missions")
    ben.sees("Cello")
    ben.picture("moved in")
    ben.press("/Cello/", "link").sees("Pause")
    assert 300 <= left(ben) <= 600
    ben.open("/store/history")
    ben.sees("From before you had an account")
    ben.sees("You earned 60 gold and spent 5 gold on this device without an account.")
    ben.picture("from before")
    # Where he was stays on the device until he asks for it.
    assert ben.asks("/places")["items"] == []
    ben.open("/missions").press("Move to my account").misses("Move to my account")
    assert [place["label"] for place in ben.asks("/places")["items"]] == ["Home"]
    # A reload moves nothing in twice.
    ben.reload()
    ben.sees("Cello")
    assert [each["title"] for each in ben.asks("/missions")["items"]].count("Cello") == 1


def invite(window, number, code=False):
    """Makes an invite for a number, and returns its link's path, or its code of eight characters."""
    window.open("/family")
    window.press("/^Invite someone/").fill("Their phone number", number)
    window.press("Make invite").heading("Invite ready")
    window.picture("an invite")
    link = window.text(".invite-link")
    SECRETS.token(link.partition("=")[2])
    return window.text(".code > [dir=ltr]") if code else "/join#" + link.partition("#")[2]


@pytest.mark.sweep
def test_a_family_of_three_comes_together_without_any_texts(machine, windows):
    anna, ben, cleo = (windows(machine, name) for name in ("anna", "ben", "cleo"))
    become_keeper(anna, machine, "Anna Beck", NUMBERS[0])
    # Ben opens a link; Cleo was told a code and types it.
    ben.open(invite(anna, NUMBERS[1])).heading("Anna Beck invites you")
    ben.picture("invited")
    ben.press("Continue")
    fill_in(ben, "Ben", NUMBERS[1])
    ben.press("Create account").is_at("/")
    code = invite(anna, NUMBERS[2], code=True)
    cleo.open("/welcome").follow("Create an account").follow("I was invited").heading("Join a family")
    cleo.fill("Invite code", code).press("Continue").fill("Phone number", NUMBERS[2]).press("View invite")
    cleo.heading("Anna Beck invites you")
    cleo.press("Continue")
    # The code was for a number, which is known by now.
    fill_in(cleo, "Cleo", number="")
    cleo.press("Create account").is_at("/")
    assert len([item for item in machine.command("outbox") if item["channel"] == "text"]) == 1, "the keeper's code alone"

    # Ben and Cleo connect with each other by number and connect code.
    for giver, number, taker, name in ((ben, NUMBERS[1], cleo, "Ben"), (cleo, NUMBERS[2], ben, "Cleo")):
        giver.open("/connect").press("/^Let someone see me/").choose("Exact position").press("Make code").heading("Your code")
        giver.picture("a connect code")
        code = giver.text(".code > [dir=ltr]")
        giver.press("Close")
        taker.follow("My account").follow("/^See someone/").fill("Their phone number", number).fill("Their connect code", code)
        taker.press("Connect").heading(name)
        taker.picture("connected")

    # Each shares where they are, and each has everybody's hand.
    for window, at in ((anna, HOME), (ben, SCHOOL), (cleo, HOME)):
        shares_here(window, at)
    for window in (anna, ben, cleo):
        window.open("/clock")
        for name in ("Anna Beck", "Ben", "Cleo"):
            window.sees(name)
        window.waits(
            lambda: sum("fix" in each for each in window.asks("/presence")["items"]) == 3, "does not see all three"
        )
        window.picture("the clock")
    anna.open("/")
    anna.waits(lambda: anna.run("return document.querySelectorAll('live-map .marker-pin').length") == 3, "marks not all three")
    anna.picture("all three")


@pytest.mark.sweep
def test_a_jump_across_an_ocean_moves_the_hand_and_the_number_to_call(house, windows):
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    anna.lets(bo)
    set_pins(anna)
    anna.place("Home", HOME, "Our house")
    his = windows(house, "watcher", DESKTOP)
    log_in(his, bo)
    his.open("/clock")
    hers = windows(house, "traveller")
    log_in(hers, anna)
    # The far town is found before there is any region, and has a place of hers.
    hers.open("/places/new?label=Work")
    hers.fill("Search for a place or address", "New York").sees("New York City")
    hers.press("New York City", "choice").sees("Pin set at New York City.")
    hers.fill("Radius in metres", "20000").press("Save").is_at("/my-clock")
    shares_here(hers, HOME)
    his.sees(re.compile("Anna Beck.{0,20} Home, since"))
    hers.open("/trip").sees("112 · Liechtenstein, from your position")
    hers.picture("the number at home")

    # A far jump is believed with its second report (F54); of a jump less than a second after a position a page tells none.
    time.sleep(1.5)
    for step in range(3):
        hers.stands((NEW_YORK[0] + step / 5_000, NEW_YORK[1]))
        time.sleep(4)
    his.sees(re.compile("Anna Beck.{0,20} Work, since"))
    his.picture("the hand across the ocean")
    hers.open("/trip").sees("911 · United States, from your position")
    hers.picture("the number over there")
    his.open(f"/people/{anna.id}").heading("Anna Beck")
    his.sees(re.compile(r"±\s*\d+\s*m"))
    his.picture("the map over there")


def log_in(window, member):
    window.open("/welcome").fill("Phone number", member.phone).press("Continue").fill("Password", PASSWORD)
    window.press("Log in").is_at("/")


def set_out(window, to, *companions):
    """Sets out to a place of one's own, to be there in half an hour."""
    window.open("/trip").select("To", to)
    for name in companions:
        window.press(f"/^{name}/", "choice")
    window.fill("Expected arrival", window.run("return new Date(Date.now() + 30 * 60_000).toTimeString().slice(0, 5)"))
    window.press("Set out").sees("This device sends your position.")


@pytest.mark.sweep
def test_a_companion_follows_with_nothing_but_a_code(house, windows):
    anna = house.member("Anna Beck")
    set_pins(anna)
    anna.place("School", SCHOOL, "Primary school")
    anna.is_at(HOME)
    hers = windows(house, "traveller")
    hers.stands(HOME)
    log_in(hers, anna)
    set_out(hers, "School")
    hers.sees("Share without an account")
    hers.picture("on the way")
    code = hers.text(".code")
    SECRETS.token(code.replace(" ", ""))

    # Dora has no account and no link: a code that she was told on the phone.
    dora = windows(house, "companion")
    dora.open("/welcome").follow("Watch over somebody").heading("Watch over somebody")
    dora.picture("where the code goes")
    dora.fill("Code (8 letters and digits)", code.lower()).press("Open")
    dora.heading("Anna Beck is on a trip")
    dora.sees("to go")
    dora.picture("watching")
    # Whoever watches is seen.
    hers.sees(re.compile(r", since \d"))

    # She calls for help. No message can leave this hub, which her page says; Dora's open page shows it all the same.
    hers.press("SOS").sees("NO ONE WAS NOTIFIED")
    dora.heading("Anna Beck may need help")
    dora.sees("SOS pressed at")
    dora.picture("the alarm")
    dora.press("I'm on it").sees("You are shown as responding.")
    hers.fill("/PIN/", PIN).press("Done")
    dora.sees("Anna Beck is safe")
    dora.picture("safe")
    hers.press("I've arrived safely").fill("/PIN/", PIN).press("Done")
    hers.heading("Plan a trip")
    dora.sees("Anna Beck says they arrived")
    dora.picture("arrived")
