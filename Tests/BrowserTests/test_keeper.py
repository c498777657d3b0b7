"""The keeper's page of how the hub is: what is weak and what mends it, who is on it, and nothing of it for others."""

import urllib.error

import pytest
from playwright.sync_api import expect

from house import House


def test_a_keeper_sees_what_is_weak_and_who_is_on_the_hub(tmp_path, visit):
    house = House(tmp_path).start()
    try:
        anna, bo = house.member("Anna Beck"), house.member("Bo Beck")
        page = visit(house).log_in(anna, "/account")
        page.get_by_role("link", name="Hub status").click()
        expect(page.get_by_role("heading", level=1, name="Hub status")).to_be_visible()
        texts = page.locator("li", has_text="No text provider")
        expect(texts).to_contain_text("Warning")
        expect(texts).to_contain_text("--texts twilio:")
        page.get_by_text("checks passed").click()
        expect(page.get_by_text("The database answers.")).to_be_visible()
        expect(page.get_by_role("heading", name="2 members")).to_be_visible()
        expect(page.locator("li", has_text="Bo Beck")).to_contain_text("Adult · no phone")
        expect(page.get_by_text("No messages waiting.").first).to_be_visible()
        assert "+423" not in page.locator("main").inner_text()
        with pytest.raises(urllib.error.HTTPError, match="403"):
            bo.call("GET", "/keeper")
    finally:
        house.stop()
