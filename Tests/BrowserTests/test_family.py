"""The family: inviting, joining, children, leaving, and what everybody is told of the keeper."""

import copy
import re
from datetime import datetime, timezone

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import HOME, PASSWORD, House, new_id
from log_hygiene import SECRETS
from test_every_page import serious, settled, sticks_out
from test_getting_in import fill_form, go_on, register
from test_trips import PIN, hub, keep_call, mails, proved, push, takes_push, type_pin  # noqa: F401 (fixtures)
from waiting import eventually

NUMBER = "+41 44 668 18 00"


def invite(member, **more):
    """The link of an invite that a member makes, and its code."""
    family = member.call("GET", "/families")["items"][0]["id"]
    body = {"id": new_id(), "role": "adult", "mySharing": "exact", "askedSharing": "coarse"} | more
    return member.call("POST", f"/families/{family}/invites", body)


def path_of(link):
    return "/join#" + link.split("#")[1]


def test_a_member_invites_by_link_and_the_other_joins(house, visit):
    anna = house.member("Anna Beck")
    ben = house.member("Ben")
    visitor = visit(house)
    page = visitor.log_in(anna, "/account")
    page.get_by_role("link", name="My family").click()
    expect(page.get_by_text("Only you so far")).to_be_visible()
    page.get_by_role("button", name="Change family name").click()
    page.get_by_label("Family name", exact=True).fill("The Becks")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The Becks")).to_be_visible()
    page.get_by_role("button", name=re.compile("Invite someone")).click()
    page.get_by_label("For one phone number only").uncheck(force=True)
    # Each side is told what it is asked for, in its own words.
    theirs, mine = page.get_by_role("group", name="What they see of you"), page.get_by_role("group", name="What you ask to see")
    expect(theirs.get_by_text(re.compile("^They (also )?see"))).to_have_count(4)
    expect(mine.get_by_text(re.compile("^You (also )?see"))).to_have_count(4)
    expect(mine.get_by_text(re.compile("They|of you|your"))).to_have_count(0)
    page.get_by_role("group", name="What they see of you").get_by_label("Exact position").check(force=True)
    page.get_by_role("group", name="What you ask to see").get_by_label("About 1 km").check(force=True)
    page.get_by_role("button", name="Make invite").click()
    expect(page.get_by_role("heading", name="Invite ready")).to_be_focused()
    expect(page.get_by_alt_text("QR code of the link")).to_be_visible()
    link = page.locator(".invite-link").inner_text()
    assert re.fullmatch(rf"{re.escape(house.url)}/join#invite=[\w-]{{22}}", link), link
    page.keyboard.press("Escape")
    expect(page.get_by_text("For anyone with the link")).to_be_visible()

    other = visit(house)
    page = other.log_in(ben, path_of(link))
    expect(page.get_by_role("heading", name="Anna Beck invites you")).to_be_visible()
    expect(page.get_by_text("Family: The Becks")).to_be_visible()
    expect(page.get_by_role("heading", name="What Anna Beck shows you")).to_be_visible()
    expect(page.get_by_label("About 1 km")).to_be_checked()
    page.get_by_role("group", name="What you show Anna Beck").get_by_label("Place name only").check(force=True)
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_url(house.url + "/family")
    expect(page.locator(".row-name", has_text="Anna Beck")).to_be_visible()
    assert [(seer["name"], seer["precision"]) for seer in ben.call("GET", "/connections")["seers"]] == [("Anna Beck", "place")]
    # What was agreed on was not one thing for both.
    assert [seer["precision"] for seer in anna.call("GET", "/connections")["seers"]] == ["exact"]


def test_somebody_new_joins_with_a_texted_code_on_a_hub_that_is_not_open(tmp_path, visit):
    house = House(tmp_path, "--registration", "open").start()
    anna = house.member("Anna Beck")
    house.stop()
    house.flags = ("--registration", "invite")
    house.start()
    try:
        link = invite(anna)["link"]
        page = visit(house, PHONE).open(path_of(link))
        register(page, house, NUMBER, "Ben")
        members = anna.call("GET", "/families")["items"][0]["members"]
        assert [member["name"] for member in members] == ["Anna Beck", "Ben"]
        other = visit(house).open(path_of(link))
        expect(other.get_by_text("Invite expired or already used")).to_be_visible()
    finally:
        house.stop()


def test_without_texts_an_invite_for_a_number_is_enough_and_the_number_is_shown_as_not_confirmed(tmp_path, visit):
    house = House(tmp_path, "--registration", "open").start()
    anna = house.member("Anna Beck")
    house.stop()
    house.flags = ("--registration", "invite")
    house.start()
    try:
        page = visit(house, PHONE).log_in(anna, "/family")
        page.get_by_role("button", name=re.compile("Invite someone")).click()
        # The hub sends no texts, so that a link for one number is what the sheet offers.
        expect(page.get_by_label("For one phone number only")).to_be_checked()
        expect(page.get_by_text("you vouch for the number")).to_be_visible()
        page.get_by_label("Their phone number").fill(NUMBER)
        page.get_by_role("button", name="Make invite").click()
        expect(page.get_by_role("heading", name="Invite ready")).to_be_focused()
        link = page.locator(".invite-link").inner_text()

        his = visit(house, PHONE).open(path_of(link))
        expect(his.get_by_role("heading", name="Anna Beck invites you")).to_be_visible()
        settled(his)
        assert not serious(his), serious(his)
        fill_form(his, "Ben", number="+41 44 668 18 01")
        expect(his.get_by_text("You need no code")).to_be_visible()
        assert not serious(his), serious(his)
        assert not sticks_out(his)
        his.get_by_role("button", name="Create account").click()
        expect(his.get_by_text("Invite not valid for this number")).to_be_visible()
        his.get_by_label("Phone number").fill(NUMBER)
        his.get_by_role("button", name="Create account").click()
        expect(his.get_by_role("link", name="My account")).to_be_visible()
        his.goto(house.url + "/family")
        expect(his.locator(".row-words", has_text="Number not confirmed")).to_have_count(1)

        page.goto(house.url + "/account")
        expect(page.locator("people-i-see")).to_contain_text("Number not confirmed")
        expect(page.locator("people-who-see-me")).to_contain_text("Number not confirmed")
        # He logs in with number and password on another phone.
        again = visit(house, PHONE).open("/welcome")
        again.get_by_label("Phone number").fill(NUMBER)
        again.get_by_role("button", name="Continue").click()
        again.get_by_label("Password").fill(PASSWORD)
        again.get_by_role("button", name="Log in", exact=True).click()
        expect(again.get_by_role("link", name="My account")).to_be_visible()
    finally:
        house.stop()


def test_a_short_code_opens_the_invite_for_its_number(house, visit):
    anna = house.member("Anna Beck")
    code = invite(anna, phone=NUMBER)["code"]
    page = visit(house).open("/register")
    page.get_by_role("link", name="I was invited").click()
    # The page before has a field of the same name.
    expect(page.get_by_role("heading", name="Join a family")).to_be_visible()
    number = page.get_by_label("Phone number")
    expect(number).to_be_hidden()
    page.get_by_label("Invite code").fill("0000")
    go_on(page)
    expect(page.get_by_role("alert").filter(has_text="Enter 8 letters and digits.")).to_be_visible()
    page.get_by_label("Invite code").fill("0000 0000" if code != "00000000" else "1111 1111")
    go_on(page)
    expect(number).to_be_focused()
    number.fill(NUMBER)
    page.get_by_role("button", name="View invite").click()
    expect(page.get_by_role("alert").filter(has_text="Invite expired or already used. It works once")).to_be_visible()
    page.get_by_label("Invite code").fill(f"{code[:4]} {code[4:].lower()}")
    page.get_by_role("button", name="View invite").click()
    expect(page.get_by_role("heading", name="Anna Beck invites you")).to_be_visible()
    # The number is known by now.
    go_on(page)
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    expect(page.get_by_label("Phone number")).to_have_count(0)


def test_a_guardian_adds_a_child_and_says_that_it_is_grown_up(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house).log_in(anna, "/family")
    page.get_by_role("button", name=re.compile("Add a child")).click()
    page.get_by_label("Name", exact=True).fill("Mira")
    page.get_by_role("button", name="Add child").click()
    expect(page.get_by_role("alert").filter(has_text="year of birth")).to_be_visible()
    page.get_by_label("Year of birth").fill("2016")
    page.get_by_role("button", name="Add child").click()
    row = page.get_by_role("button", name=re.compile("Mira"))
    expect(row).to_contain_text("Child")
    page.get_by_role("button", name="Leave family").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator(".frame-words")).to_contain_text("Hand them over")
    row.click()
    page.get_by_role("button", name="Make Mira an adult").click()
    page.get_by_role("button", name="Make adult").click()
    expect(row).to_have_count(0)


def test_a_child_without_a_number_is_logged_in_by_a_link_once(house, visit):
    anna = house.member("Anna Beck")
    family = anna.call("GET", "/families")["items"][0]["id"]
    anna.call("POST", f"/families/{family}/members", {"name": "Mira", "birthYear": 2016})
    page = visit(house).log_in(anna, "/family")
    page.get_by_role("button", name=re.compile("Mira")).click()
    page.get_by_role("button", name="Log Mira in on their phone").click()
    expect(page.get_by_alt_text("QR code of the link")).to_be_visible()
    link = page.locator(".invite-link").inner_text()
    for number in range(2):
        page = visit(house).open("/child#" + link.split("#")[1])
        page.get_by_role("button", name="Log in").click()
        if number == 0:
            page.wait_for_url(house.url + "/")
        else:
            expect(page.get_by_role("alert").filter(has_text="Link expired or used. Ask for a new one.")).to_be_visible()


def test_a_child_of_ten_says_yes_itself_before_it_is_seen(house, visit):
    anna = house.member("Anna Beck")
    family = anna.call("GET", "/families")["items"][0]["id"]
    year = datetime.now(timezone.utc).year - 11
    mira = anna.call("POST", f"/families/{family}/members", {"name": "Mira", "birthYear": year})
    page = visit(house).log_in(anna, "/family")
    page.get_by_role("button", name=re.compile("Mira")).click()
    page.get_by_role("button", name=re.compile("Anna Beck")).click()
    sheet = page.get_by_role("dialog", name="What Anna Beck sees of Mira")
    sheet.get_by_label("Exact position").check(force=True)
    sheet.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name=re.compile("needs Mira's approval"))).to_be_visible()
    link = anna.call("POST", f"/families/{family}/members/{mira['id']}/links")["link"]
    page = visit(house).open("/child#" + link.split("#")[1])
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(house.url + "/")
    page.goto(house.url + "/account")
    page.get_by_role("button", name=re.compile("needs approval")).click()
    expect(page.get_by_role("dialog")).to_contain_text("wants Anna Beck to see: Exact position")
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("button", name=re.compile("Anna Beck.*Exact position", re.DOTALL))).to_be_visible()
    assert [seen["name"] for seen in anna.call("GET", "/connections")["seen"]] == ["Mira"]


def test_a_child_is_hidden_from_somebody_at_times(house, visit):
    anna = house.member("Anna Beck")
    ben = house.member("Ben")
    token = invite(anna)["link"].split("=")[1]
    ben.call("PUT", "/me/family", {"invite": token})
    family = anna.call("GET", "/families")["items"][0]["id"]
    year = datetime.now(timezone.utc).year - 6
    leo = anna.call("POST", f"/families/{family}/members", {"name": "Leo", "birthYear": year})
    path = f"/families/{family}/members/{leo['id']}"
    anna.call("POST", f"{path}/seers", {"id": new_id(), "viewer": ben.id, "precision": "exact"})
    page = visit(house).log_in(anna, "/family")
    page.get_by_role("button", name=re.compile("Leo")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Ben")).click()
    sheet = page.get_by_role("dialog", name="What Ben sees of Leo")
    sheet.get_by_label("Sat").check()
    sheet.get_by_label("From").fill("18:30")
    sheet.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name=re.compile("hidden at times"))).to_be_visible()
    hours = anna.call("GET", f"{path}/hidden-hours")["items"]
    assert [(item["viewer"], item["days"], item["fromMinute"]) for item in hours] == [(ben.id, [6], 1110)]
    assert ben.call("GET", f"{path}/hidden-hours")["items"] == []


def guardians_of_leo(house):
    """Two guardians, a child, and the path of what the family keeps of it."""
    anna, ben = house.member("Anna Beck"), house.member("Ben")
    ben.call("PUT", "/me/family", {"invite": invite(anna)["link"].split("=")[1]})
    family = anna.call("GET", "/families")["items"][0]["id"]
    leo = anna.call("POST", f"/families/{family}/members", {"name": "Leo", "birthYear": 2018})
    return anna, ben, f"/families/{family}/members/{leo['id']}"


def test_f87_a_phone_by_a_guardians_link_waits_in_words_until_another_guardian_agrees(house, visit):
    anna, ben, path = guardians_of_leo(house)
    link = anna.call("POST", f"{path}/links", {})["link"]
    phone = visit(house).open("/child#" + link.split("#")[1])
    phone.get_by_role("button", name="Log in").click()
    phone.wait_for_url(house.url + "/held")
    expect(phone.get_by_text("shows no positions and sets no PIN")).to_be_visible()
    expect(phone.get_by_text("Can agree under Family: Ben.")).to_be_visible()
    assert not serious(settled(phone)) and not sticks_out(phone)
    # No address leads past it, nor does opening the page anew.
    phone.goto(house.url + "/account")
    phone.wait_for_url(house.url + "/held")

    page = visit(house).log_in(ben, "/notices")
    expect(page.get_by_text("Your agreement is needed for Leo")).to_be_visible()
    page.goto(house.url + "/family")
    card = page.locator("waiting-agreements section")
    expect(card).to_contain_text("Anna Beck's link logged a phone in as Leo")
    expect(card).to_contain_text("until one of them agrees: Ben")
    assert not serious(settled(page)) and not sticks_out(page)
    card.get_by_role("button", name="Agree").click()
    expect(card).to_have_count(0)
    phone.get_by_role("button", name="Check again").click()
    phone.wait_for_url(house.url + "/")


def leo_with_a_phone(hub):
    """Leo, seen by the second guardian whom messages reach; both agreed to Leo's phone, and a PIN was set on it."""
    anna, ben, path = guardians_of_leo(hub)
    anna.call("POST", f"{path}/seers", {"id": new_id(), "viewer": ben.id, "precision": "exact"})
    takes_push(ben, hub.push)
    leo = copy.copy(anna)
    leo.token, token = None, anna.call("POST", f"{path}/links", {})["link"].split("=")[1]
    answer = leo.call("POST", "/sessions", {"link": token})
    leo.token, leo.id = answer["token"], answer["member"]
    SECRETS.token(leo.token)
    proved(ben)
    for asked in ben.call("GET", f"{path}/agreements")["items"]:
        ben.call("PUT", f"{path}/agreements/{asked['id']}")
    leo.call("PUT", "/me/pins", {"pin": PIN})
    return anna, ben, leo, path


def log_in_by_link(visitor, guardian, path, before=lambda page: None):
    """A phone that a guardian's link logs in as a child, until another one agrees."""
    page = visitor.open("/child#" + guardian.call("POST", f"{path}/links", {})["link"].split("#")[1])
    before(page)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(visitor.house.url + "/held")
    return page


def test_f87_a_phone_that_waits_for_a_guardian_calls_for_help_and_shows_the_numbers(hub, visit):  # noqa: F811
    anna, ben, leo, path = leo_with_a_phone(hub)
    here = {"latitude": HOME[0], "longitude": HOME[1], "accuracy": 8}
    phone = log_in_by_link(visit(hub, geolocation=here, permissions=["geolocation"]), anna, path)
    expect(phone.get_by_text("link logged it in as Leo")).to_be_visible()
    expect(phone.get_by_role("link", name="Call 112")).to_be_visible()
    expect(phone.get_by_text("112 · Liechtenstein, where this hub is.")).to_be_visible()
    assert not serious(settled(phone)) and not sticks_out(phone)
    phone.get_by_role("button", name="SOS", exact=True).click()
    screen = phone.locator("dialog.alarm")
    expect(screen.get_by_role("timer")).to_be_visible()
    expect(screen.get_by_role("link", name="Call 112")).to_be_visible()
    expect(screen.get_by_role("heading", name="Notifying your companions")).to_be_visible()
    # The phone had told nothing before: the position came with the call.
    alarm = eventually(lambda: [item for item in ben.call("GET", "/alarms")["items"] if item.get("fix")])[0]
    assert alarm["member"] == leo.id and abs(alarm["fix"]["latitude"] - HOME[0]) < 0.001
    type_pin(phone)
    expect(screen).to_have_count(0)
    expect(phone.get_by_text("Everyone notified is told you are safe.")).to_be_visible()
    expect(phone.get_by_role("heading", level=1)).to_have_text("This phone waits")


def test_f87_a_call_that_waits_on_such_a_phone_is_sent_in_its_own_members_name_alone(hub, visit):  # noqa: F811
    anna, ben, leo, path = leo_with_a_phone(hub)
    visitor = visit(hub)
    # A page that was not tapped yet may not vibrate.
    visitor.expected = (*visitor.expected, "navigator.vibrate")
    phone = log_in_by_link(visitor, anna, path, before=lambda page: keep_call(page, leo, seconds_ago=60))
    screen = phone.locator("dialog.alarm")
    expect(screen.get_by_role("heading", name="Notifying your companions")).to_be_visible()
    assert [alarm["member"] for alarm in ben.call("GET", "/alarms")["items"]] == [leo.id]
    type_pin(phone)
    expect(screen).to_have_count(0)
    keep_call(phone, anna, seconds_ago=60)
    phone.reload()
    expect(screen).to_contain_text("Another member called for help on this device")
    screen.get_by_role("button", name="Dismiss").click()
    # Also where the hub is away when the page is opened anew.
    phone.evaluate("(member) => localStorage.removeItem(`hearth.help.${member}`)", anna.id)
    phone.route("**/api/v1/**", lambda route: route.abort())
    phone.reload()
    phone.get_by_role("button", name="SOS", exact=True).click()
    expect(screen.locator(".alarm-not-sent-title")).to_have_text("Not confirmed yet")
    expect(screen.get_by_role("link", name="Call 112")).to_be_visible()
    phone.reload()
    expect(screen.locator(".alarm-not-sent-title")).to_have_text("Not confirmed yet")
    phone.unroute("**/api/v1/**")
    expect(screen.get_by_role("heading", name="Notifying your companions")).to_be_visible()
    assert {alarm["member"] for alarm in ben.call("GET", "/alarms")["items"]} == {leo.id}


def test_f87_a_phone_that_waits_and_has_no_pin_asks_for_none(house, visit):
    anna, _, path = guardians_of_leo(house)
    phone = log_in_by_link(visit(house), anna, path)
    expect(phone.get_by_text("An alarm would notify no one now.")).to_be_visible()
    phone.get_by_role("button", name="SOS", exact=True).click()
    screen = phone.locator("dialog.alarm")
    expect(screen).to_contain_text("NO ONE CAN BE NOTIFIED")
    expect(screen).to_contain_text("No PIN yet, and this phone cannot set one.")
    expect(screen.get_by_role("button", name="Set PIN")).to_have_count(0)
    expect(screen).to_contain_text("NO ONE WAS NOTIFIED")


def test_f87_a_guardian_reads_who_wants_to_hand_a_child_over_and_agrees(house, visit):
    anna, ben, path = guardians_of_leo(house)
    host = house.member("Gran")
    token = invite(host, role="child")["link"].split("=")[1]
    anna.call("PUT", "/me/family", {"invite": token, "member": path.split("/")[-1]})
    page = visit(house).log_in(ben, "/family")
    card = page.locator("waiting-agreements section")
    expect(card).to_contain_text("Anna Beck wants to move Leo to another family")
    expect(card).to_contain_text("Still needed: Ben.")
    expect(card).to_contain_text("Without them it happens at")
    card.get_by_role("button", name="Agree").click()
    expect(card).to_have_count(0)
    expect(page.locator(".row-name", has_text="Leo")).to_have_count(0)
    assert "Leo" in [member["name"] for member in host.call("GET", "/families")["items"][0]["members"]]


def test_a_guardian_sets_up_renews_and_removes_a_childs_phone(house, visit):
    anna = house.member("Anna Beck")
    family = anna.call("GET", "/families")["items"][0]["id"]
    mira = anna.call("POST", f"/families/{family}/members", {"name": "Mira", "birthYear": 2018})
    phones = f"/families/{family}/members/{mira['id']}/devices"
    page = visit(house).log_in(anna, "/family")
    page.get_by_role("button", name=re.compile("Mira")).click()
    expect(page.get_by_text("No phone reports yet.")).to_be_visible()
    page.get_by_role("link", name="Set up a phone for the child").click()
    page.get_by_label("Phone name").fill("Mira's watch")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mira's watch")
    device = anna.call("GET", phones)["items"][0]
    assert device["name"] == "Mira's watch" and anna.call("GET", "/devices")["items"] == []
    page.goto(f"{house.url}/family/{family}/{mira['id']}/devices/{device['id']}")
    page.get_by_role("button", name="Replace secret").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Replace secret").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("OwnTracks on Mira's watch")
    page.goto(f"{house.url}/family/{family}/{mira['id']}/devices/{device['id']}")
    page.get_by_role("button", name="Remove phone").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove", exact=True).click()
    page.wait_for_url(house.url + "/family")
    assert anna.call("GET", phones)["items"] == []
    link = anna.call("POST", f"/families/{family}/members/{mira['id']}/links")["link"]
    page = visit(house).open("/child#" + link.split("#")[1])
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(house.url + "/")
    page.goto(house.url + "/notices")
    expect(page.get_by_role("heading", name="Anna Beck set up or changed a phone for you").first).to_be_visible()


def test_f43_a_child_is_told_at_each_start_who_sees_it(house, visit):
    anna = house.member("Anna Beck")
    family = anna.call("GET", "/families")["items"][0]["id"]
    leo = anna.call("POST", f"/families/{family}/members", {"name": "Leo", "birthYear": datetime.now().year - 6})
    path = f"/families/{family}/members/{leo['id']}"
    link = anna.call("POST", f"{path}/links")["link"]
    visitor = visit(house, PHONE)
    page = visitor.open("/child#" + link.split("#")[1])
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(house.url + "/")
    word = page.get_by_role("dialog", name="These people can see you")
    expect(page.locator(".motion-panel, motion-panel").first).to_be_attached()
    assert word.count() == 0, "nobody sees anything yet"
    anna.call("POST", f"{path}/seers", {"id": new_id(), "viewer": anna.id, "precision": "exact"})
    page.reload()
    expect(word).to_contain_text("Anna Beck")
    expect(word).to_contain_text("sees exactly where you are")
    assert serious(page) == []
    word.get_by_role("button", name="OK").click()
    page.reload()
    expect(page.locator(".shared-chip")).to_be_visible()
    assert word.count() == 0, "said once in a session"
    # Another tab is another session of the browser.
    second = page.context.new_page()
    second.goto(house.url + "/clock")
    expect(second.get_by_role("dialog", name="These people can see you")).to_be_visible()
    second.get_by_role("button", name="Who sees what").click()
    second.wait_for_url(house.url + "/account")


def test_f44_a_child_is_told_what_it_cannot_stop(house, visit):
    anna = house.member("Anna Beck")
    family = anna.call("GET", "/families")["items"][0]["id"]
    leo = anna.call("POST", f"/families/{family}/members", {"name": "Leo", "birthYear": datetime.now().year - 6})
    path = f"/families/{family}/members/{leo['id']}"
    anna.call("POST", f"{path}/seers", {"id": new_id(), "viewer": anna.id, "precision": "exact"})
    link = anna.call("POST", f"{path}/links")["link"]
    page = visit(house).open("/child#" + link.split("#")[1])
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(house.url + "/")
    page.get_by_role("dialog", name="These people can see you").get_by_role("button", name="OK").click()
    page.goto(house.url + "/sharing")
    expect(page.get_by_text("The adults of your family still see")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^Pause$"))).to_have_count(0)
    page.get_by_role("button", name="Stop everything").click()
    expect(page.get_by_text("Only the adults of your family still see you.")).to_be_visible()
    assert [seen["name"] for seen in anna.call("GET", "/connections")["seen"]] == ["Leo"]


def test_a_member_without_a_password_sets_one_by_the_keepers_link(house, visit):
    house.people += 1
    phone = "+4232370099"
    link = house.command("member", "add", "--phone", phone, "--name", "Ben")["link"]
    page = visit(house).open("/set-password#" + link.split("#")[1])
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_role("status").filter(has_text="Password set")).to_be_visible()
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Phone number").fill(phone)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(house.url + "/")


def test_an_invite_is_taken_back(house, visit):
    anna = house.member("Anna Beck")
    link = invite(anna)["link"]
    page = visit(house).log_in(anna, "/family")
    page.get_by_role("button", name=re.compile("Revoke the invite")).click()
    expect(page.get_by_text("No open invites")).to_be_visible()
    other = visit(house).open(path_of(link))
    expect(other.get_by_text("Invite expired or already used")).to_be_visible()


def test_everybody_new_is_told_of_the_keeper(house, visit):
    visitor = visit(house)
    for path in ["/welcome", "/register"]:
        page = visitor.open(path)
        expect(page.get_by_text("could technically read")).to_be_visible()
        page.get_by_role("button", name="Is that person safe for you?").click()
        expect(page.get_by_role("dialog")).to_contain_text("Nothing has been saved so far")
        page.keyboard.press("Escape")


@pytest.mark.sweep
def test_the_pages_of_the_family_fit_and_can_be_read(house, visit):
    anna = house.member("Großmutter Adelheid-Mathilde von und zu Langenbruck")
    family = anna.call("GET", "/families")["items"][0]["id"]
    anna.call("POST", f"/families/{family}/members", {"name": "יוסף", "birthYear": 2016})
    link = invite(anna, role="child")["link"]
    for size in [PHONE, DESKTOP]:
        for theme in ["light", "dark"]:
            visitor = visit(house, size, color_scheme=theme)
            page = settled(visitor.log_in(anna, "/family"))
            assert not serious(page) and not sticks_out(page)
            page.get_by_role("button", name=re.compile("Invite someone")).click()
            # While a sheet comes, its words are still pale.
            page.get_by_role("dialog").evaluate("(sheet) => Promise.all(sheet.getAnimations().map(({finished}) => finished))")
            assert not serious(page) and not sticks_out(page)
            stranger = visit(house, size, color_scheme=theme)
            page = settled(stranger.open(path_of(link)))
            expect(page.get_by_label("Year of birth")).to_be_visible()
            assert not serious(page) and not sticks_out(page)
