"""Every page's console is empty: what a page expects is asked so that it is answered."""

import pytest
from playwright.sync_api import expect

from conftest import OF_THE_BROWSER, PHONE, Visit, new_window
from test_every_page import PAGES

pytestmark = pytest.mark.sweep

OPEN_PAGES = (
    *("/", "/welcome", "/register", "/log-in-with-code", "/recover", "/missions", "/store", "/store/history"),
    *("/follow", "/live", "/wall"),
)


class Console(Visit):
    """A window of which nothing is overheard but what the browser says by itself."""

    expected = OF_THE_BROWSER

    def looks_at(self, path):
        self.open(path)
        self.page.get_by_role("heading", level=1).first.wait_for(state="attached")
        expect(self.page.locator(".state-loading")).to_have_count(0)
        self.page.wait_for_timeout(500)
        said, self.complaints = self.complaints, []
        return said


@pytest.fixture(scope="module")
def member(home_of_six, chromium):
    visitor = Console(new_window(chromium, PHONE, service_workers="allow"), home_of_six)
    visitor.let_in(home_of_six.members[0])
    yield visitor
    visitor.close()


@pytest.fixture(scope="module")
def guest(home_of_six, chromium):
    visitor = Console(new_window(chromium, PHONE, service_workers="allow"), home_of_six)
    yield visitor
    visitor.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_member_s_console_is_empty(member, path):
    assert member.looks_at(path) == []


@pytest.mark.parametrize("path", OPEN_PAGES)
def test_a_guest_s_console_is_empty(guest, path):
    assert guest.looks_at(path) == []


def test_the_worker_is_given_its_few_words_in_the_page_s_language(home_of_six, visit):
    visitor = visit(home_of_six, service_workers="allow", locale="de-DE")
    page = visitor.log_in(home_of_six.members[0])
    read = "caches.open('hearth-words').then((words) => words.match('/worker-words')).then((kept) => kept?.json())"
    # They come after what the page is for.
    for _ in range(100):
        if words := page.evaluate(read):
            break
        page.wait_for_timeout(100)
    assert words["news"] == "Es gibt Neues." and words["tap"] == "{body}. Tippe, um in Hearth zu entscheiden."
