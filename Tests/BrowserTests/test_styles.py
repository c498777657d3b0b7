"""A page that is opened first has all of its styles: none of them comes from a page that was open before."""

import pathlib

import pytest

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
