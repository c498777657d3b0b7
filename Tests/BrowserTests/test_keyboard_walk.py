"""Each main page by keyboard alone, as Chromium's accessibility tree tells it to a screen reader."""

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE, Visit, new_window
from house import HOME, SCHOOL, House, new_id
from test_every_page import settled
from test_trips import begin, set_pins
from waiting import eventually

pytestmark = pytest.mark.sweep

PAGES = ["home", "person", "clock", "place", "trip", "alarm", "missions", "countdown", "wallet", "account"]

# Nobody gets so far on one page: a walk that has not come round by then is caught somewhere.
STEPS = 150

# Roles under which a screen reader says what can be done; a map is moved by arrow keys.
ROLES = {
    *("button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch", "slider", "spinbutton", "tab"),
    *("DisclosureTriangle", "PopUpButton", "region", "Date", "InputTime", "DateTime", "menuitem", "option", "listbox"),
}

FACTS = """() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const all = (window.walked ??= []);
    const before = all.at(-1);
    const isAgain = all.includes(element);
    all.push(element);
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const parts = [element, ...element.querySelectorAll('*'), element.closest('label'), element.parentElement].filter(Boolean);
    const ringed = parts.some((part) => {
        const look = getComputedStyle(part);
        return (look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) > 0) || (part.matches(':focus-within') && part !== element && look.boxShadow !== 'none');
    });
    // What is seen of it: its middle, or that of the label that stands for it.
    const shown = (element.closest('label') ?? element).getBoundingClientRect();
    const [x, y] = [shown.x + shown.width / 2, Math.min(Math.max(shown.y + shown.height / 2, 0), innerHeight - 1)];
    const top = document.elementFromPoint(Math.min(Math.max(x, 0), innerWidth - 1), y);
    const group = element.closest('label') ?? element;
    return {
        html: element.outerHTML.slice(0, 140), isAgain, tabIndex: element.tabIndex, ringed,
        isAfter: !before || Boolean(before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING),
        isInSight: shown.bottom > 0 && shown.top < innerHeight && shown.right > 0 && shown.left < innerWidth,
        isCovered: Boolean(top) && !group.contains(top) && !top.contains(group), cover: top?.outerHTML.slice(0, 100),
    };
}"""

UNREACHED = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((element) => element.checkVisibility({ checkOpacity: false, visibilityProperty: true }) && !element.disabled && element.tabIndex >= 0
        && !element.closest('[inert]') && !window.walked.includes(element) && !(element.type === 'radio' && !element.checked))
    .map((element) => element.outerHTML.slice(0, 140))"""


class Walker:
    """Walks an open page with the Tab key, and hears what a screen reader hears."""

    def __init__(self, page):
        self.page = page
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("Accessibility.enable")

    def heard(self):
        """Role and name of what has the keyboard."""
        found = self.devtools.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        (node,) = self.devtools.send("Accessibility.getPartialAXTree", {"objectId": found, "fetchRelatives": False})["nodes"]
        return node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "").strip()

    def walk(self):
        """From the top of the page until it comes round; answers what is wrong on the way."""
        self.page.evaluate("window.walked = []; document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')")
        wrong = []
        for step in range(STEPS):
            self.page.keyboard.press("Tab")
            facts = self.page.evaluate(FACTS)
            if facts is None or facts["isAgain"]:
                break
            role, name = self.heard()
            if role == "none":
                # The page drew it again at this very moment, and gave the keyboard to the same button.
                role, name = self.heard()
            said = f"{step} {role} “{name}” {facts['html']}"
            if role not in ROLES:
                wrong.append(f"no role: {said}")
            if not name:
                wrong.append(f"no name: {said}")
            if facts["tabIndex"] > 0 or not facts["isAfter"]:
                wrong.append(f"out of order: {said}")
            if not facts["ringed"]:
                wrong.append(f"focus not seen: {said}")
            if not facts["isInSight"]:
                wrong.append(f"out of sight: {said}")
            elif facts["isCovered"] and "<canvas" not in facts["html"]:
                wrong.append(f"covered by {facts['cover']}: {said}")
        else:
            wrong.append("it never comes round")
        return wrong + [f"not reached: {html}" for html in self.page.evaluate(UNREACHED)]

    def tree(self):
        nodes = self.devtools.send("Accessibility.getFullAXTree")["nodes"]
        return [
            {"role": node["role"]["value"], "name": node.get("name", {}).get("value", "")}
            | {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
            for node in nodes
            if not node.get("ignored") and "role" in node
        ]


@pytest.fixture(scope="module")
def street(tmp_path_factory):
    """A house in which every main page has something on it: Bo travels and needs help, Anna is to read."""
    house = House(tmp_path_factory.mktemp("street")).start()
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    for one, other in ((anna, bo), (bo, anna)):
        one.lets(other)
        one.place("School", SCHOOL, "Primary school")
        one.is_at(HOME)
        set_pins(one)
    mission = new_id()
    anna.call("POST", "/missions", {"id": mission, "title": "Read", "minutes": 25})
    trip = begin(bo, anna)
    bo.call("POST", "/countdowns", {"id": new_id(), "trip": trip["id"], "cause": "alert", "startedAgoMilliseconds": 20_000})
    (alarm,) = eventually(lambda: anna.call("GET", "/alarms")["items"])
    house.anna = anna
    house.paths = {
        **{name: f"/{name}" for name in ("clock", "trip", "missions", "wallet", "account")},
        **{"home": "/", "person": f"/people/{bo.id}", "place": "/places/new"},
        **{"alarm": f"/alarms/{alarm['id']}", "countdown": f"/missions/{mission}/countdown"},
    }
    yield house
    house.stop()


@pytest.fixture(scope="module", params=["phone", "desktop"])
def window(request, street, chromium):
    """One window for all pages of a size."""
    visitor = Visit(new_window(chromium, {"phone": PHONE, "desktop": DESKTOP}[request.param]), street)
    visitor.let_in(street.anna)
    yield visitor
    assert not visitor.close()


@pytest.mark.parametrize("name", PAGES)
def test_the_keyboard_alone_walks_each_main_page(window, street, name):
    page = settled(window.open(street.paths[name]))
    page.wait_for_timeout(1_000)
    walker = Walker(page)
    wrong = walker.walk()
    assert not wrong, "\n".join(wrong)
    tree = walker.tree()
    roles = [node["role"] for node in tree]
    assert roles.count("main") == 1
    assert [node["level"] for node in tree if node["role"] == "heading"].count(1) == 1
    assert all(node["name"] for node in tree if node["role"] in ("navigation", "region", "dialog", "image", "heading"))
    # What comes later is said where it is shown: the short words at the foot, and the line of an alarm.
    assert sum(node["role"] in ("status", "alert", "timer") for node in tree) >= 1


SHEETS = {
    "clock": ["Edit clock"],
    "missions": ["New mission"],
    "account": ["Bo"],
    "wallet": ["New account", "Open account"],
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_holds_the_keyboard_and_gives_it_back_to_what_opened_it(window, street, name):
    page = settled(window.open(street.paths[name]))
    opener = page.locator("main").get_by_role("button", name=SHEETS[name][0])
    for other in SHEETS[name][1:]:
        opener = opener.or_(page.locator("main").get_by_role("button", name=other))
    opener.first.focus()
    page.keyboard.press("Enter")
    sheet = page.locator("dialog[open]")
    expect(sheet).to_be_visible()
    inside = "document.querySelector('dialog[open]').contains(document.activeElement)"
    assert page.evaluate(inside)
    walker = Walker(page)
    for keys in ("Tab", "Shift+Tab"):
        for _ in range(12):
            page.keyboard.press(keys)
            # From its last control the keyboard goes to the browser, and comes back.
            assert page.evaluate(f"document.activeElement === document.body || {inside}"), walker.heard()
    (dialog,) = [node for node in walker.tree() if node["role"] in ("dialog", "alertdialog")]
    assert dialog["name"] and dialog.get("modal")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(opener.first).to_be_focused()


def test_short_words_are_told_to_who_listens_without_moving_the_keyboard(window, street):
    page = settled(window.open("/missions"))
    walker = Walker(page)
    page.get_by_role("button", name="New mission").focus()
    page.evaluate("document.querySelector('hearth-frame').say('Saved')")
    assert [node for node in walker.tree() if node["role"] == "status" and node.get("live") == "polite"]
    region = page.locator(".frame-words")
    expect(region).to_have_attribute("role", "status")
    expect(region).to_have_text("Saved")
    expect(page.get_by_role("button", name="New mission")).to_be_focused()
