"""Each page looks the same whether it is opened first or after others: no style of theirs is missing, and none is too much."""

import pathlib
import re

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP
from every_view import QUIET, Walk
from house import Demo

pytestmark = pytest.mark.sweep

SHEETS = sorted(path.stem for path in (pathlib.Path(__file__).parents[2] / "Web/styles").glob("*.css"))

# What looks different once every style sheet is there, ahead of the page's own, which count for more.
UNSTYLED = """async (names) => {
    const wanted = ['display', 'position', 'flexFlow', 'alignItems', 'justifyContent', 'rowGap', 'columnGap', 'padding', 'color',
        'backgroundColor', 'fontSize', 'fontWeight', 'borderRadius', 'minHeight', 'listStyleType'];
    const looks = (element) => {
        const style = getComputedStyle(element);
        return wanted.map((name) => `${name}: ${style[name]}`);
    };
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main');
    const seen = [...top.querySelectorAll('*')].filter((each) => each.checkVisibility() && !each.closest('svg, .maplibregl-map'));
    const before = seen.map((each) => [each, looks(each)]);
    const links = names.map((name) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `/styles/${name}.css` }));
    const there = links.map((link) => new Promise((done) => { link.onload = link.onerror = done; }));
    document.head.prepend(...links);
    await Promise.all(there);
    const different = before.filter(([each]) => each.isConnected).flatMap(([each, was]) => {
        const is = looks(each).filter((look, index) => look !== was[index]);
        return is.length > 0 ? [`${each.localName}.${each.className} lacks ${is.join(', ')}`] : [];
    });
    for (const link of links) link.remove();
    return different;
}"""


class FreshWalk(Walk):
    """Opens each page anew, and notes what of it and its sheets lacks a style."""

    def go(self, path):
        self.load(path)

    def look(self, name):
        self.page.evaluate(QUIET)
        self.faults += [f"{name}: {fault}" for fault in self.page.evaluate(UNSTYLED, SHEETS)]


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    demo = Demo(tmp_path_factory.mktemp("demo") / "data", speed=1, start="7:40")
    yield demo
    demo.stop()


def test_each_page_and_sheet_has_its_styles_when_it_is_opened_first(chromium, demo):
    walk = FreshWalk(chromium, demo, "en", DESKTOP, "light")
    walk.has_sheets = True
    walk.enter()
    walk.inside()
    walk.close()
    assert not walk.faults, "\n".join(walk.faults)


def types_code(page, label):
    """Types a code as a person does: in a field that is seen, with nothing over it or over the buttons around it."""
    field = page.get_by_label(label)
    expect(field).to_be_visible()
    assert field.bounding_box()["height"] < 100, "the field fills the page"
    field.click()
    field.press_sequentially("00000000")
    assert field.evaluate("(field) => getComputedStyle(field).color") != "rgba(0, 0, 0, 0)", "what was typed is not seen"


def test_code_fields_work_after_the_pages_with_boxes_for_codes(house, visit, two):
    anna, _ = two
    # A guest, from the welcome page, which has boxes for codes that are texted.
    page = visit(house).open("/welcome")
    page.get_by_role("link", name="Create an account").click()
    page.get_by_role("heading", name="Create an account").wait_for()
    page.go_back()
    page.get_by_role("link", name="Watch over somebody").click()
    types_code(page, "Code (8 letters and digits)")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_be_visible()

    # A member, from the log-in past the wallet and the account.
    page = visit(house).log_in_by_form(anna)
    page.get_by_role("link", name="Wallet").click()
    page.get_by_role("heading", name="Wallet", level=1).wait_for()
    page.get_by_role("link", name="My account").click()
    page.locator("a[href='/connect']").click()
    types_code(page, "Their connect code")
    page.get_by_role("button", name="Connect", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Enter their phone number.")).to_be_visible()
