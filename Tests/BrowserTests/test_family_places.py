"""Places of the family: given to it, followed or not, changed by one and accepted by each for themselves."""

import re

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP
from house import HOME, new_id
from test_every_page import serious, settled, sticks_out
from test_family import invite


def joins(member, inviter, role="adult"):
    """Brings a member into the inviter's family, where the two see nothing of each other."""
    token = invite(inviter, role=role, mySharing="off", askedSharing="off")["link"].split("invite=")[1]
    member.call("PUT", "/me/family", {"invite": token} | ({"birthYear": 2015} if role == "child" else {}))


def becks(house):
    """Anna and Ben, adults, and Mira, a child of theirs."""
    anna, ben, mira = house.member("Anna Beck"), house.member("Ben"), house.member("Mira")
    joins(ben, anna)
    joins(mira, anna, role="child")
    return anna, ben, mira


def shares(member, label="Home", at=HOME, description="Our flat", radius=120):
    """Gives a place of a member's to the family."""
    member.place(label, at, description, radius)
    own = member.call("GET", "/places")["items"][-1]["id"]
    return member.call("POST", "/family-places", {"id": new_id(), "place": own})


def follows(member, shared):
    return member.call("PUT", f"/family-places/{shared['id']}/following", {"version": shared["version"]})


def radii(member):
    return [place["radiusMetres"] for place in member.call("GET", "/places")["items"]]


def test_a_family_place_is_shared_followed_changed_and_accepted_by_each_for_themselves(house, visit):
    anna, ben, mira = becks(house)
    mira.is_at(HOME)
    anna.place("Home", HOME, "Our flat")
    hers = visit(house)
    childs = hers.log_in(mira, "/my-clock")
    expect(childs.get_by_text("None yet. Open one of your places")).to_be_visible()

    page = visit(house).log_in(anna, "/my-clock")
    page.get_by_role("link", name=re.compile("Our flat")).click()
    page.get_by_role("switch", name="Share with family").check(force=True)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(house.url + "/my-clock")
    expect(page.get_by_text("Made by you")).to_be_visible()
    expect(page.get_by_role("button", name="Stop following Home, Our flat")).to_be_visible()

    # The child sees it without reload, and nothing moves until she follows it.
    expect(childs.get_by_text("Made by Anna Beck")).to_be_visible()
    expect(childs.get_by_text(re.compile("^Unknown, since")).first).to_be_visible()
    childs.get_by_role("button", name="Follow Home, Our flat").click()
    expect(childs.get_by_text(re.compile("^Home, since")).first).to_be_visible()
    assert radii(mira) == [120]

    # The other adult changes it without following it.
    other = visit(house, DESKTOP).log_in(ben, "/my-clock")
    other.get_by_role("link", name=re.compile("Our flat")).click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Edit Home")
    expect(other.get_by_text("Family place. Made by Anna Beck.")).to_be_visible()
    other.get_by_label("Radius in metres").fill("300")
    other.get_by_role("button", name="Save").click()
    other.wait_for_url(house.url + "/my-clock")
    assert radii(ben) == [] and radii(anna) == [120] and radii(mira) == [120]

    # Everyone who follows it is asked, on each page that is open.
    for asked in (page, childs):
        expect(asked.get_by_text("Changed since you accepted it: radius 120 m → 300 m.")).to_be_visible()
    childs = hers.open("/notices")
    expect(childs.get_by_role("heading", name="Ben changed the family place Home")).to_be_visible()
    childs.get_by_role("button", name="Use the new circle").click()
    expect(childs.get_by_text("Ben changed the family place Home")).to_have_count(0)
    assert radii(mira) == [300] and radii(anna) == [120]

    # She may look at it, and stop following it, and not change it.
    childs = hers.open("/my-clock")
    childs.get_by_role("link", name=re.compile("Made by Anna Beck")).click()
    expect(childs.get_by_text("Only adults and its maker can change this place.")).to_be_visible()
    expect(childs.locator("place-map canvas")).to_be_visible()
    assert childs.locator("place-map").bounding_box()["height"] > 150
    expect(childs.get_by_role("button", name="Save")).to_have_count(0)
    expect(childs.get_by_label("Description")).to_be_disabled()
    childs.get_by_role("button", name="Stop following").click()
    childs.wait_for_url(house.url + "/my-clock")
    expect(childs.get_by_text(re.compile("^Unknown, since")).first).to_be_visible()
    assert radii(mira) == []

    # The maker takes the change on the place's own page.
    page.get_by_role("link", name=re.compile("Made by you")).click()
    page.get_by_role("button", name="Use the new circle").click()
    expect(page.get_by_role("button", name="Use the new circle")).to_have_count(0)
    assert radii(anna) == [300]


def test_a_change_of_a_family_place_that_comes_too_late_is_refused_and_stays_on_the_page(house, visit):
    anna, ben, _ = becks(house)
    shared = shares(anna)
    page = visit(house).log_in(anna, f"/places/{shared['id']}")
    page.get_by_label("Description").fill("The flat by the lake")
    ben.call("PATCH", f"/family-places/{shared['id']}", {"version": 1, "radiusMetres": 400})
    expect(page.get_by_text("Someone else changed this place.")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Someone else changed this place.")).to_be_visible()
    expect(page.get_by_label("Description")).to_have_value("The flat by the lake")
    assert ben.call("GET", "/family-places")["items"][0]["description"] == "Our flat"
    page.get_by_role("button", name="Load newest version").click()
    expect(page.get_by_label("Radius in metres")).to_have_value("400")
    page.get_by_label("Description").fill("The flat by the lake")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(house.url + "/my-clock")
    now = ben.call("GET", "/family-places")["items"][0]
    assert (now["description"], now["radiusMetres"], now["version"]) == ("The flat by the lake", 400, 3)


@pytest.mark.sweep
def test_a_child_makes_a_family_place_and_who_follows_it_keeps_it_when_it_is_removed(house, visit):
    anna, ben, mira = becks(house)
    anna.is_at(HOME)
    window = visit(house)
    page = window.log_in(mira, "/places/new?label=School")
    canvas = page.locator("place-map canvas")
    expect(canvas).to_be_visible()
    page.wait_for_timeout(1000)
    box = canvas.bounding_box()
    canvas.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    page.get_by_label("Description").fill("My school")
    page.get_by_role("switch", name="Share with family").check(force=True)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(house.url + "/my-clock")
    shared = ben.call("GET", "/family-places")["items"][0]
    assert shared["maker"] == mira.id and shared["mayChange"] and "following" not in shared
    follows(ben, shared)
    page.get_by_role("link", name=re.compile("Made by you")).click()
    page.get_by_role("button", name="Remove from family").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove from family").click()
    page.wait_for_url(house.url + "/my-clock")
    assert ben.call("GET", "/family-places")["items"] == []
    assert [place["label"] for place in mira.call("GET", "/places")["items"]] == ["School"]
    page = visit(house).log_in(ben, "/notices")
    expect(page.get_by_role("heading", name="Mira removed School from the family places")).to_be_visible()
    page.get_by_role("link", name="My clock").click()
    page.get_by_role("link", name=re.compile("My school")).click()
    page.get_by_label("Description").fill("Where Mira learns")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(house.url + "/my-clock")
    assert [place["description"] for place in ben.call("GET", "/places")["items"]] == ["Where Mira learns"]


@pytest.mark.sweep
def test_pages_of_a_family_place_are_whole_for_a_screen_reader_and_on_a_narrow_screen(house, visit):
    anna, ben, mira = becks(house)
    shared = shares(anna)
    follows(mira, shared)
    ben.call("PATCH", f"/family-places/{shared['id']}", {"version": 1, "radiusMetres": 400})
    for member in (mira, anna):
        visitor = visit(house)
        visitor.let_in(member)
        for path in ("/my-clock", f"/places/{shared['id']}", "/notices"):
            page = visitor.open(path)
            settled(page)
            assert serious(page) == [], path
            assert sticks_out(page) == [], path
