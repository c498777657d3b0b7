"""What holds for every page: it fits, it can be read and reached, in each size, theme and language."""

import pathlib

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
PAGES = [
    *("/", "/clock", "/my-clock", "/places/new", "/account", "/family", "/security", "/who-looked", "/notices", "/sharing"),
    *("/route", "/regions", "/connect", "/devices/new", "/reach", "/history", "/trip", "/alarms", "/drills", "/follow"),
    *("/wallet", "/wallet/check", "/wallet/keys", "/no-reception", "/hub"),
]
SIZES = [PHONE, DESKTOP]


def settled(page):
    """The page once it stands still: nothing loads, nothing swings."""
    page.get_by_role("heading", level=1).first.wait_for(state="attached")
    expect(page.locator(".state-loading")).to_have_count(0)
    page.wait_for_timeout(300)
    return page


def serious(page):
    """What axe finds that keeps somebody out, once nothing fades in any more."""
    page.evaluate(
        """Promise.allSettled(document.getAnimations()
            .filter((animation) => animation.effect.getComputedTiming().endTime < Infinity)
            .map((animation) => animation.finished))"""
    )
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        (violation["id"], violation["help"], [node["html"][:160] for node in violation["nodes"][:3]])
        for violation in found
        if violation["impact"] in ("serious", "critical")
    ]


def sticks_out(page):
    """Elements that make the page wider than the screen."""
    return page.evaluate(
        """() => {
            const wide = document.documentElement.clientWidth + 1;
            const scrolls = [...document.querySelectorAll('html, body, main, main *')]
                .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
                    && ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
                    && getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > wide)
                .map((element) => element.className);
            return document.documentElement.scrollWidth > wide ? ['the page', ...scrolls] : scrolls;
        }"""
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_axe_finds_nothing_serious(home_of_six, visit, size, theme):
    visitor = visit(home_of_six, size, color_scheme=theme)
    page = visitor.log_in(home_of_six.members[0])
    found = {}
    for path in PAGES:
        visitor.open(path)
        settled(page)
        found[path] = serious(page)
    assert not any(found.values()), found


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_long_words_right_to_left_words_and_large_text_fit(home_of_six, visit, size):
    visitor = visit(home_of_six, size)
    page = visitor.log_in(home_of_six.members[3])
    page.add_init_script("localStorage.setItem('hearth.language', 'pseudo')")
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'))"
    )
    out = {}
    for path in PAGES:
        visitor.open(path)
        settled(page)
        out[path] = sticks_out(page)
    assert not any(out.values()), out


def test_targets_are_large_enough_for_a_thumb(home_of_six, visit):
    visitor = visit(home_of_six)
    page = visitor.log_in(home_of_six.members[0])
    small = {}
    for path in PAGES:
        visitor.open(path)
        settled(page)
        small[path] = page.evaluate(
            """() => [...document.querySelectorAll('a, button, input, select, [role=button]')]
                .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden, p, .maplibregl-ctrl'))
                .map((element) => {
                    const box = (element.closest('label') ?? element).getBoundingClientRect();
                    // What is drawn smaller may be taken hold of around itself.
                    const around = parseFloat(getComputedStyle(element, '::before').height) || 0;
                    return [element, {width: box.width, height: Math.max(box.height, around)}];
                })
                .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
                .map(([element, box]) => `${element.outerHTML.slice(0, 120)} ${box.width} x ${box.height}`)"""
        )
    assert not any(small.values()), small


def test_every_page_comes_from_the_hub_alone_and_breaks_no_rule_of_its_policy(home_of_six, visit):
    visitor = visit(home_of_six)
    elsewhere = []
    visitor.page.on(
        "request", lambda request: request.url.startswith((home_of_six.url, "data:", "blob:")) or elsewhere.append(request.url)
    )
    page = visitor.log_in(home_of_six.members[0])
    page.add_init_script("addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective))")
    for path in PAGES:
        visitor.open(path)
        settled(page)
    assert not elsewhere


def test_the_keyboard_alone_reaches_everything(home_of_six, visit):
    visitor = visit(home_of_six, DESKTOP)
    page = visitor.log_in(home_of_six.members[0])
    unreached = {}
    for path in PAGES:
        visitor.open(path)
        settled(page)
        reached = set()
        for _ in range(120):
            page.keyboard.press("Tab")
            mark = page.evaluate(
                """() => { const element = document.activeElement; element.dataset.reached = 'yes';
                    return element === document.body ? '' : element.outerHTML.slice(0, 80); }"""
            )
            if not mark and reached:
                break
            reached.add(mark)
        unreached[path] = page.evaluate(
            """() => [...document.querySelectorAll('main a[href], main button, main input')]
                .filter((element) => element.checkVisibility() && !element.disabled && element.tabIndex >= 0
                    && !element.dataset.reached && element.type !== 'radio' && element.type !== 'file')
                .map((element) => element.outerHTML.slice(0, 120))"""
        )
    assert not any(unreached.values()), unreached


def test_a_link_followed_moves_the_ear_to_the_new_heading(home_of_six, visit):
    page = visit(home_of_six).log_in(home_of_six.members[0])
    page.get_by_role("navigation").get_by_role("link", name="Clock").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
