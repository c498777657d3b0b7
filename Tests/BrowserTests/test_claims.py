"""What children say is done, as the adult who decides on it sees it."""

import pytest
from playwright.sync_api import expect

from house import Member, new_id
from test_every_page import serious, settled, shaped, sticks_out

pytestmark = pytest.mark.sweep


class Child(Member):
    """A child of a family, who has no password: logged in by the link that a guardian makes."""

    def __init__(self, guardian, name):
        self.house = guardian.house
        self.name = name
        self.token = None
        family = guardian.call("GET", "/families")["items"][0]["id"]
        self.id = guardian.call("POST", f"/families/{family}/members", {"name": name, "birthYear": 2016})["id"]
        self.link = guardian.call("POST", f"/families/{family}/members/{self.id}/links", {})["link"]

    def open(self, visit):
        page = visit(self.house).open("/child#" + self.link.split("#")[1])
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(self.house.url + "/")
        return page


def test_claims_stand_by_task_with_each_child_s_picture_and_are_decided_one_by_one(house, visit):
    anna = house.member("Anna Beck")
    children = [Child(anna, name) for name in ("Mira", "Timo")]
    for child in children:
        told = {"id": new_id(), "title": "Homework", "minutes": 20, "assignee": child.id}
        anna.call("POST", "/missions", told)
        page = child.open(visit)
        page.goto(house.url + "/missions")
        page.get_by_text("Homework").first.click()
        page.get_by_role("button", name="Mark as done").click()
        expect(page.get_by_role("heading", name="Needs approval")).to_be_visible()
    page = visit(house).log_in(anna, "/missions")
    # One card with the name of the task once, and both children's pictures in it.
    card = page.locator("article").filter(has=page.get_by_role("heading", name="Homework"))
    expect(card).to_have_count(1)
    expect(card.locator(".claim .avatar")).to_have_count(2)
    for size in ("phone", "desktop"):
        for theme in ("light", "dark"):
            settled(shaped(page, size, theme))
            assert not sticks_out(page)
            assert not serious(page)
    for child in children:
        claim = card.locator(".claim").filter(has_text=f"{child.name} says it is done")
        claim.get_by_role("button", name="Approve for 20 gold").click()
        expect(claim).to_have_count(0)
    expect(card).to_have_count(0)
