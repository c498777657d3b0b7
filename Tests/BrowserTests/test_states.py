"""Every page while it waits, when the hub refuses, and when it cannot be reached."""

import pytest
from playwright.sync_api import expect
from waiting import caught


READS = {
    "/my-clock": "**/api/v1/places",
    "/places/new": "**/api/v1/places",
    "/account": "**/api/v1/devices",
    "/devices/0197a3c4-5b1e-7c3a-9f00-1d2e3f405162": "**/api/v1/devices",
}


@pytest.mark.parametrize("path", READS)
def test_a_long_wait_shows_that_something_comes(home_of_six, visit, path):
    visitor = visit(home_of_six)
    page = visitor.log_in(home_of_six.members[0])
    held = []
    page.route(READS[path], lambda route: held.append(route))
    visitor.open(path)
    expect(page.locator(".state-loading").first).to_be_visible()
    for route in caught(page, held):
        route.continue_()
    expect(page.locator(".state-loading")).to_have_count(0)


@pytest.mark.parametrize("path", READS)
def test_an_error_says_what_happened_and_lets_one_try_again(home_of_six, visit, path):
    visitor = visit(home_of_six)
    page = visitor.log_in(home_of_six.members[0])
    words = '{"status": 503, "code": "notStored", "title": "The hub is busy just now."}'
    problem = {"status": 503, "content_type": "application/problem+json", "body": words}
    page.route(READS[path], lambda route: route.fulfill(**problem))
    visitor.open(path)
    expect(page.get_by_text("The hub is busy just now.").first).to_be_visible()
    page.unroute(READS[path])
    page.get_by_role("button", name="Try again").first.click()
    expect(page.get_by_text("The hub is busy just now.")).to_have_count(0)


@pytest.mark.parametrize("path", READS)
def test_without_the_hub_a_page_says_so_and_comes_back(home_of_six, visit, path):
    visitor = visit(home_of_six)
    page = visitor.log_in(home_of_six.members[0])
    page.route(READS[path], lambda route: route.abort())
    visitor.open(path)
    expect(page.get_by_text("Hub not reachable").first).to_be_visible()
    page.unroute(READS[path])
    page.get_by_role("button", name="Try again").first.click()
    expect(page.get_by_text("Hub not reachable")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/clock"])
def test_the_first_reading_waits_and_fails_in_words_too(home_of_six, visit, path):
    visitor = visit(home_of_six)
    page = visitor.log_in(home_of_six.members[0])
    page.route("**/api/v1/session?family=true", lambda route: route.abort())
    # As where a browser keeps nothing of before.
    page.add_init_script("localStorage.clear()")
    visitor.open(path)
    expect(page.get_by_text("Hub not reachable").first).to_be_visible()
    page.unroute("**/api/v1/session?family=true")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("main")).to_contain_text("Home")
