"""What holds for every page: it fits, it can be read and reached, in each size, theme and language.

Each page is opened once for all that is asked of it, and once more with long words and large text: sizes and themes
change on the open page, as when a phone is turned or the evening comes.
"""

import pathlib

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE, Visit, new_window

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
PAGES = [
    *("/", "/people/not-shared", "/clock", "/my-clock", "/places/new", "/account", "/family", "/security", "/who-looked", "/notices", "/sharing"),
    *("/route", "/regions", "/connect", "/devices/new", "/reach", "/history", "/trip", "/alarms", "/drills", "/follow", "/live", "/wall", "/shared/none"),
    *("/wallet", "/wallet/family", "/wallet/check", "/wallet/keys", "/wallet/coins", "/no-reception", "/hub"),
    *("/missions", "/missions/rules", "/store", "/store/history"),
]
SIZES = {"phone": PHONE, "desktop": DESKTOP}


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


def shaped(page, size, theme="light"):
    """An open page in another size and theme, drawn anew."""
    page.set_viewport_size(SIZES[size])
    page.emulate_media(color_scheme=theme)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page


@pytest.fixture(scope="module")
def annas(home_of_six, chromium):
    """A window of somebody whose house is full, which notes whom its pages ask and what they may not."""
    visitor = Visit(new_window(chromium, PHONE, service_workers="allow"), home_of_six)
    ours = (home_of_six.url, "data:", "blob:")
    visitor.elsewhere = []
    visitor.page.on("request", lambda request: request.url.startswith(ours) or visitor.elsewhere.append(request.url))
    policy = "addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective))"
    visitor.page.add_init_script(policy)
    visitor.let_in(home_of_six.members[0])
    yield visitor
    assert not visitor.close()


@pytest.fixture(scope="module")
def large(home_of_six, chromium):
    """A window of somebody with a long name, in a language of long words, with all text twice as large."""
    visitor = Visit(new_window(chromium, DESKTOP, service_workers="allow"), home_of_six)
    visitor.page.add_init_script("localStorage.setItem('hearth.language', 'pseudo')")
    visitor.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'))"
    )
    visitor.let_in(home_of_six.members[3])
    yield visitor
    assert not visitor.close()


@pytest.fixture(scope="module", params=PAGES)
def page(request, annas):
    """One page after the other."""
    shaped(annas.page, "phone")
    annas.elsewhere.clear()
    annas.complaints.clear()
    return settled(annas.open(request.param))


@pytest.fixture(scope="module", params=PAGES)
def large_page(request, large):
    """One page after the other, in long words and large text."""
    shaped(large.page, "desktop")
    return settled(large.open(request.param))


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.sweep)])
@pytest.mark.parametrize("size", ["phone", pytest.param("desktop", marks=pytest.mark.sweep)])
def test_axe_finds_nothing_serious(page, size, theme):
    assert serious(shaped(page, size, theme)) == []


@pytest.mark.sweep
def test_targets_are_large_enough_for_a_thumb(page):
    small = shaped(page, "phone").evaluate(
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
    assert small == []


@pytest.mark.sweep
def test_the_keyboard_alone_reaches_everything(page):
    shaped(page, "desktop")
    # From the top, wherever the page has put the focus.
    page.evaluate("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')")
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
    unreached = page.evaluate(
        """() => [...document.querySelectorAll('main a[href], main button, main input')]
            .filter((element) => element.checkVisibility() && !element.disabled && element.tabIndex >= 0
                && !element.dataset.reached && element.type !== 'radio' && element.type !== 'file')
            .map((element) => element.outerHTML.slice(0, 120))"""
    )
    assert unreached == []


def test_every_page_comes_from_the_hub_alone_and_breaks_no_rule_of_its_policy(page, annas):
    assert (annas.elsewhere, annas.complaints) == ([], [])


@pytest.mark.sweep
@pytest.mark.parametrize("size", [pytest.param("desktop", marks=pytest.mark.sweep), "phone"])
def test_long_words_right_to_left_words_and_large_text_fit(large_page, size):
    assert sticks_out(shaped(large_page, size)) == []


def test_a_link_followed_moves_the_ear_to_the_new_heading(home_of_six, visit):
    page = visit(home_of_six).log_in(home_of_six.members[0])
    page.get_by_role("navigation").get_by_role("link", name="Clock").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
