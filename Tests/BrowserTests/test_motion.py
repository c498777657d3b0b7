"""Motion: what comes from where it was, what it costs, and that no tap is lost in it."""

import re
import time

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import new_id
from test_claims import Child
from waiting import until

pytestmark = pytest.mark.sweep

# Every animation that a script begins, held at its beginning where a test wants to look at it.
MOVES = """
    window.moves = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        const animation = animate.call(this, frames, timing);
        window.moves.push({what: this.localName, frames: Object.keys(frames), duration: timing.duration});
        if (window.isHeld) animation.pause();
        return animation;
    };
    addEventListener('click', (event) => {
        if (!window.clicks) return;
        const taker = event.target.closest('a, button');
        window.clicks.push(taker?.getAttribute('aria-label') ?? taker?.textContent ?? event.target.localName);
        event.preventDefault();
        event.stopImmediatePropagation();
    }, true);
"""

# Puts everything that moves at one moment of its way. One at its very end is not told of any more.
AT = """(moment) => {
    for (const animation of document.getAnimations()) {
        const {endTime} = animation.effect.getComputedTiming();
        if (endTime === Infinity) continue;
        animation.pause();
        animation.currentTime = Math.min(moment, endTime - 0.01);
    }
}"""

# Who takes a tap, at points 16 pixels apart all over the screen.
TAKERS = """() => {
    const takers = [];
    const names = new Map();
    for (let y = 4; y < innerHeight; y += 16) {
        for (let x = 4; x < innerWidth; x += 16) {
            const taker = document.elementFromPoint(x, y)?.closest('a, button, input, summary, dialog, .maplibregl-canvas, main');
            if (!names.has(taker)) names.set(taker, names.size);
            takers.push(names.get(taker));
        }
    }
    return takers;
}"""


@pytest.fixture(params=[{"viewport": PHONE, "has_touch": True, "is_mobile": True}, {"viewport": DESKTOP}], ids=["phone", "desktop"])
def page(request, home_of_six, visit):
    return opened(home_of_six, visit, **request.param)


@pytest.fixture
def phone(home_of_six, visit):
    return opened(home_of_six, visit, viewport=PHONE, has_touch=True, is_mobile=True)


def opened(house, visit, path="/clock", **options):
    """A page that moves: what it moves by is there."""
    visitor = visit(house, **options)
    visitor.page.add_init_script(MOVES)
    # The house is everybody's: it does not remember whom Home shows here.
    kept = lambda route: route.fulfill(status=204) if route.request.method == "PUT" else route.fallback()
    visitor.page.route("**/me/shown", kept)
    # A map drawn without a graphics card takes more of a processor than all that is looked at here.
    visitor.page.route("**/vendor/**", lambda route: route.abort())
    page = visitor.log_in(house.members[0], path)
    loaded(page)
    return page


def loaded(page):
    """Until the page has what it moves by, which comes after the first words."""
    expect(page.get_by_role("heading", level=1).first).to_be_attached()
    until(page, "performance.getEntriesByName(location.origin + '/later.js').length")
    page.wait_for_timeout(200)
    page.evaluate("window.moves = []")


def tab(page, name):
    return page.get_by_role("navigation").get_by_role("link", name=name)


def to_tab(page, name, path):
    tab(page, name).click()
    page.wait_for_url(re.compile(path + "$"))


def to_home(page):
    tab(page, "Home").click()
    everyone = page.get_by_role("button", name="Show everyone")
    expect(everyone.or_(page.locator("main h1").filter(has_text="Everyone")).first).to_be_visible()
    if everyone.is_visible():
        everyone.click()
    expect(heading(page)).to_have_text("Everyone")


def person(page, name):
    return page.locator("people-list").get_by_role("link", name=re.compile(f"^{name} "))


def heading(page):
    return page.locator("main h1")


def moves(page):
    return page.evaluate("window.moves")


def held(page, act, until):
    """Begins a motion and holds it at its beginning."""
    page.evaluate("window.isHeld = true")
    act()
    until()
    # What is laid out later flies from then on; a fade is there at once.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate(AT, 0)


def let_go(page):
    page.evaluate("window.isHeld = false")
    page.evaluate("document.getAnimations().forEach((each) => each.effect.getComputedTiming().endTime < Infinity && each.finish())")
    expect_rest(page)


def expect_rest(page):
    """Nothing moves any more, and nothing is left of it: no copy, nothing half faded."""
    moving = """() => [
        ...document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity)
            .map(({effect: {target}, playState}) => `${playState} ${target.localName}.${target.className}`),
        ...[...document.querySelectorAll('main > :not(:only-child), bottom-panel > [aria-hidden]')].map(() => 'a copy'),
        ...[...document.querySelectorAll('main > *, bottom-panel, main h1, [data-moves] svg')]
            .filter((each) => getComputedStyle(each).opacity !== '1').map((each) => `${each.localName}.${each.className} fades`)]"""
    end = time.time() + 20
    while left := page.evaluate(moving):
        assert time.time() < end, left
        page.wait_for_timeout(20)


def assert_same_takers(page):
    """At every moment each point of the screen belongs to the same button as in the end."""
    for moment in (0, 60, 150):
        after, during, again = (taken(page, at) for at in (10_000, moment, 10_000))
        while after != again:
            # Something was drawn meanwhile that came from the hub.
            after, during, again = again, taken(page, moment), taken(page, 10_000)
        assert during == after, f"{sum(one != other for one, other in zip(during, after))} points at {moment} ms"


def taken(page, moment):
    page.evaluate(AT, moment)
    return page.evaluate(TAKERS)


def test_each_point_belongs_to_the_same_button_all_through_a_change_of_pages(page):
    for name, path in (("Wallet", "/wallet"), ("Missions", "/missions"), ("Clock", "/clock")):
        held(page, lambda: tab(page, name).click(), lambda: page.wait_for_url(re.compile(path + "$")))
        # The address, the name, the heading with the keyboard: all of the new page is there while its look still comes.
        expect(page).to_have_title(re.compile(name))
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        assert {"opacity", "transform"} == {frame for each in moves(page) for frame in each["frames"]}
        expect(page.locator(".state-loading")).to_have_count(0)
        page.evaluate(AT, 0)
        # What slides makes no page wider.
        assert page.evaluate("(({scrollWidth, clientWidth}) => scrollWidth === clientWidth)(document.querySelector('main'))")
        assert_same_takers(page)
        let_go(page)


def test_each_point_belongs_to_the_same_button_while_a_person_s_picture_flies(page):
    to_home(page)
    expect_rest(page)
    held(page, person(page, "You").click, lambda: expect(heading(page)).to_have_text("You"))
    assert any(move["what"] == "div" for move in moves(page))
    # A panel glides under fingers alone, and is where it goes when one comes down.
    page.evaluate("dispatchEvent(new PointerEvent('pointerdown'))")
    assert_same_takers(page)
    let_go(page)


def test_each_point_belongs_to_the_same_button_while_a_sheet_rises(page):
    page.get_by_role("button", name="Edit clock").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    # All that it needs is there now: it opens with the click.
    page.evaluate("void (window.isOpened = new Promise((done) => new MutationObserver(() => document.querySelector('dialog') && done()).observe(document.body, {childList: true})))")
    page.get_by_role("button", name="Edit clock").evaluate("(button) => button.click()")
    names = page.evaluate("window.isOpened.then(() => document.getAnimations().map((each) => (each.pause(), each.animationName)))")
    assert {"sheet-paper", "sheet-words", "sheet-veil"} <= set(names)
    expect(page.get_by_role("dialog").get_by_role("heading").first).to_be_focused()
    assert_same_takers(page)


def box(locator):
    return locator.evaluate("(element) => { const {x, y, width, height} = element.getBoundingClientRect(); return [x, y, width, height]; }")


def test_a_picture_flies_from_its_row_and_back_to_it(home_of_six, visit):
    page = opened(home_of_six, visit, "/", viewport=DESKTOP)
    row, summary = person(page, "Jonas").locator(".avatar"), page.locator(".summary-picture .avatar")
    copy = page.locator("bottom-panel > [aria-hidden]")
    before = box(row)
    held(page, person(page, "Jonas").click, lambda: expect(heading(page)).to_have_text("Jonas"))
    assert box(copy) == pytest.approx(before, abs=1)
    page.evaluate(AT, 259)
    assert box(copy) == pytest.approx(box(summary), abs=2)
    # One picture at a time.
    assert summary.evaluate("(element) => getComputedStyle(element).opacity") == "0"
    let_go(page)
    assert summary.evaluate("(element) => getComputedStyle(element).opacity") == "1"
    before = box(summary)
    held(page, page.go_back, lambda: expect(heading(page)).to_have_text("Everyone"))
    assert box(copy) == pytest.approx(before, abs=1)
    page.evaluate(AT, 259)
    assert box(copy) == pytest.approx(box(row), abs=2)
    let_go(page)


def test_a_ring_comes_from_its_card_and_goes_back(home_of_six, visit):
    from test_missions import add

    visitor = visit(home_of_six)
    page = visitor.page
    page.add_init_script(MOVES)
    visitor.open("/missions")
    loaded(page)
    add(page, "Read", 25)
    page.locator(".mission-start").click()
    page.wait_for_url(re.compile("/countdown$"))
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    expect_rest(page)
    # However busy the machine is, it remembers where the ring was.
    page.evaluate("performance.now = () => 0")
    ring, card, copy = page.locator("countdown-ring svg"), page.locator(".now-card > svg"), page.locator("main > [aria-hidden]")
    before = box(ring)
    held(page, page.go_back, lambda: expect(copy).to_have_count(1))
    assert box(copy) == pytest.approx(before, abs=1)
    let_go(page)
    before = box(card)
    held(page, page.locator(".now-card").click, lambda: expect(copy).to_have_count(1))
    assert box(copy) == pytest.approx(before, abs=1)
    page.evaluate(AT, 259)
    assert box(copy) == pytest.approx(box(ring), abs=3)
    let_go(page)


def test_a_motion_that_is_interrupted_leaves_nothing_half_drawn(home_of_six, visit):
    page = opened(home_of_six, visit, "/", viewport=DESKTOP)
    for moment in (0, 40, 120):
        held(page, person(page, "Jonas").click, lambda: expect(heading(page)).to_have_text("Jonas"))
        page.evaluate(AT, moment)
        page.evaluate("window.isHeld = false")
        page.go_back()
        expect(heading(page)).to_have_text("Everyone")
        expect_rest(page)
        held(page, lambda: tab(page, "Wallet").click(), lambda: expect(heading(page)).to_have_text("Wallet"))
        page.evaluate(AT, moment)
        page.evaluate("window.isHeld = false")
        # To a page about safety, to which nothing moves.
        page.evaluate("window.moves = []")
        to_tab(page, "Trip", "/trip")
        expect(page.get_by_role("button", name="Alert my companions")).to_be_visible()
        expect_rest(page)
        assert moves(page) == []
        to_home(page)
        expect_rest(page)


def test_nothing_moves_with_reduced_motion(home_of_six, visit):
    page = opened(home_of_six, visit, "/", viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.evaluate(
        """() => {
            window.running = [];
            for (const type of ['animationstart', 'transitionrun']) addEventListener(type, ({target}) => target.closest('.maplibregl-map')
                || window.running.push(`${type} ${target.localName}.${target.className}`), true);
        }"""
    )
    person(page, "You").click()
    expect(heading(page)).to_have_text("You")
    page.get_by_role("button", name="Show more").click()
    page.go_back()
    page.go_back()
    expect(heading(page)).to_have_text("Everyone")
    for name, path in (("Missions", "/missions"), ("Wallet", "/wallet"), ("Clock", "/clock")):
        to_tab(page, name, path)
    page.get_by_role("button", name="Edit clock").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)
    assert moves(page) == []
    assert [each for each in page.evaluate("window.running") if "skeleton" not in each] == []


@pytest.mark.parametrize("way", ["finger", "mouse"])
def test_every_tap_reaches_its_button_while_something_moves(home_of_six, visit, way):
    """Taps in a row after each change, as fast as the browser takes them, each row beginning five milliseconds later."""
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if way == "finger" else {"viewport": DESKTOP}
    page = opened(home_of_six, visit, "/", **options)
    everyone = page.get_by_role("button", name="Show everyone")
    edit, sheet = page.get_by_role("button", name="Edit clock"), page.get_by_role("dialog")
    person(page, "You").click()
    expect(heading(page)).to_have_text("You")
    expect_rest(page)
    back = middle(everyone)
    everyone.click()
    to_tab(page, "Clock", "/clock")
    edit.click()
    expect(sheet).to_be_visible()
    expect_rest(page)
    close = middle(sheet.get_by_role("button", name="Close"))
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    to_home(page)
    to_tab(page, "Clock", "/clock")
    expect_rest(page)
    row = middle(page.get_by_role("list", name="Who is where").get_by_role("button").first)
    to_home(page)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    for late in range(0, 25, 5):
        person(page, "You").evaluate("(row) => row.click()")
        assert taps(page, devtools, way, back, late, "document.querySelector('main h1').textContent === 'You'") == {"Show everyone"}
        everyone.evaluate("(button) => button.click()")
        expect(heading(page)).to_have_text("Everyone")
        tab(page, "Clock").evaluate("(link) => link.click()")
        (words,) = taps(page, devtools, way, row, late, "document.querySelector('main h1').textContent === 'Clock'")
        assert words.startswith("Anna Beck")
        edit.evaluate("(button) => button.click()")
        assert taps(page, devtools, way, close, late, "document.querySelector('dialog[open]') !== null") == {"Close"}
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        to_home(page)


def taps(page, devtools, way, point, late, has_come):
    """Whom eight taps at one point reached, of which the first comes so long after the change; all must reach somebody."""
    end = time.time() + 30
    # From here on a click is noted, and does nothing.
    while not page.evaluate(f"{has_come} && Boolean(window.clicks = [])"):
        assert time.time() < end, has_come
    time.sleep(late / 1000)
    for _ in range(8):
        tap(devtools, way, *point)
    while len(clicks := page.evaluate("window.clicks")) < 8:
        assert time.time() < end, clicks
        page.wait_for_timeout(20)
    page.evaluate("window.clicks = undefined")
    return set(clicks)


def middle(locator):
    x, y, width, height = box(locator)
    return x + width / 2, y + height / 2


def tap(devtools, way, x, y):
    """As the browser itself takes it: nothing waits for anything to stand still."""
    if way == "finger":
        devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return
    for kind in ("mousePressed", "mouseReleased"):
        devtools.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})


def test_a_motion_is_left_to_the_compositor_and_costs_the_page_at_most_16_ms_a_frame(home_of_six, visit):
    page = opened(home_of_six, visit, "/", viewport=PHONE, has_touch=True, is_mobile=True)
    to_tab(page, "Clock", "/clock")
    page.get_by_role("button", name="Edit clock").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    to_home(page)
    expect_rest(page)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    events, finished = [], []
    devtools.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    devtools.on("Tracing.tracingComplete", lambda data: finished.append(data))
    categories = ["blink.animations", "devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]
    devtools.send("Tracing.start", {"traceConfig": {"includedCategories": categories}, "transferMode": "ReportEvents"})
    acts = [person(page, "You"), page.get_by_role("button", name="Show everyone"), tab(page, "Clock")]
    for act in [*acts, page.get_by_role("button", name="Edit clock")]:
        act.evaluate("(element) => element.click()")
        # Nothing is asked of the page meanwhile.
        page.wait_for_timeout(1_000)
        expect_rest(page)
    devtools.send("Tracing.end")
    while not finished:
        page.wait_for_timeout(50)
    mains = {(each["pid"], each["tid"]) for each in events if each["args"].get("name") == "CrRendererMain"}
    tasks = [each for each in events if each["name"] == "RunTask" and (each["pid"], each["tid"]) in mains]
    ways = ways_of(events)
    assert {"::before", "BOTTOM-PANEL", "H1", "DIV"} & {name.split(" ")[0] for name, *_ in ways}
    for name, start, end, failed in ways:
        assert not failed, f"the page itself draws {name}: {failed}"
        assert any(start <= each["ts"] < end for each in tasks)
        spent = sum(each.get("tdur", 0) for each in tasks if start <= each["ts"] < end)
        frames = (end - start) / (1e6 / 60)
        assert spent / frames <= 16_000, f"{spent / 1000:.0f} ms in {frames:.0f} frames of {name}"
        print(f"{name}: {spent / 1000:.1f} ms in {frames:.0f} frames")


# Chromium's kAnimationHasNoVisibleChange.
NO_VISIBLE_CHANGE = 1 << 17


def ways_of(events):
    """What moved, from when until when, and what kept the compositor from it. A skeleton shimmers, which is no motion."""
    found = {}
    for event in events:
        if event["name"] != "Animation":
            continue
        key = str((event["pid"], event.get("id2", event.get("id"))))
        data = event["args"].get("data", {})
        if event["ph"] == "b":
            found[key] = [f"{data['nodeName']} {data['displayName']}".strip(), event["ts"], event["ts"], []]
        elif key in found:
            found[key][2] = event["ts"]
            # What stays unseen for a while needs nobody to draw it.
            found[key][3] += [data] if data.get("compositeFailed", 0) & ~NO_VISIBLE_CHANGE else []
    return [each for each in found.values() if "skeleton" not in each[0] and each[2] > each[1]]


def test_what_is_done_is_felt_and_spared_those_who_asked_for_less_motion(house, visit):
    anna = house.member("Anna Beck")
    child = Child(anna, "Mira")
    for title in ("Homework", "Dishes"):
        anna.call("POST", "/missions", {"id": new_id(), "title": title, "minutes": 20, "assignee": child.id})
    page = child.open(visit)
    page.add_init_script("window.shakes = []; navigator.vibrate = (pattern) => window.shakes.push(pattern)")
    for title, media, shakes in (("Homework", "no-preference", [40]), ("Dishes", "reduce", [])):
        page.emulate_media(reduced_motion=media)
        page.goto(house.url + "/missions")
        page.get_by_text(title).first.click()
        page.get_by_role("button", name="Mark as done").click()
        expect(page.locator(".frame-words")).not_to_be_empty()
        assert page.evaluate("window.shakes") == shakes
