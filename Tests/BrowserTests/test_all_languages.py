"""Every page and sheet in every language: no word is cut, broken, outside its box, on another one or under something.

A run walks the pages of the demo's family once in each language, on a phone, and their sheets in the one of long words. The
long form, `make pictures`, opens all of it in both sizes and both themes, and keeps what each step looked like with a contact
sheet for each walk: HEARTH_PICTURES=FOLDER.
"""

import os
import pathlib

import pytest

from conftest import DESKTOP, PHONE
from contact_sheets import contact_sheet
from every_view import FAULTS, LANGUAGES, Walk
from house import HOME, SCHOOL, Demo, House, new_id
from test_trips import begin, set_pins
from waiting import eventually

pytestmark = pytest.mark.sweep

PICTURES = os.environ.get("HEARTH_PICTURES")
SIZES = {"phone": PHONE, "desktop": DESKTOP} if PICTURES else {"phone": PHONE}
THEMES = ["light", "dark"] if PICTURES else ["light"]
LONGEST = "de"
# In the long form one may ask for some: HEARTH_LANGUAGES=en,de
WALKED = os.environ.get("HEARTH_LANGUAGES", ",".join(LANGUAGES)).split(",")


@pytest.fixture(scope="module")
def demo(tmp_path_factory, request):
    """The family at twenty to eight, when some are on their way, in the language of the walk."""
    demo = Demo(tmp_path_factory.mktemp("demo") / "data", speed=1, start="7:40", language=request.param)
    demo.language = request.param
    yield demo
    demo.stop()


@pytest.fixture(scope="module")
def danger(tmp_path_factory):
    """Anna is on her way and earns gold, while Bo needs help."""
    house = House(tmp_path_factory.mktemp("danger")).start()
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    for one, other in ((anna, bo), (bo, anna)):
        one.lets(other)
        one.place("School", SCHOOL, "Primary school")
        one.is_at(HOME)
        set_pins(one)
    mission = new_id()
    anna.call("POST", "/missions", {"id": mission, "title": "Read", "minutes": 25})
    begin(anna, bo)
    trip = begin(bo, anna)
    bo.call("POST", "/countdowns", {"id": new_id(), "trip": trip["id"], "cause": "alert", "startedAgoMilliseconds": 20_000})
    (alarm,) = eventually(lambda: anna.call("GET", "/alarms")["items"])
    house.anna = anna
    house.names = {"person": bo.id, "alarm": alarm["id"], "trip": trip["id"], "mission": mission}
    yield house
    house.stop()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("demo", WALKED, indirect=True)
def test_every_word_of_every_page_is_whole_and_alone_in_its_place(chromium, demo, danger, size, theme):
    language = demo.language
    folder = pathlib.Path(PICTURES) / f"{language} {size} {theme}" if PICTURES else None
    walks = [Walk(chromium, house, language, SIZES[size], theme, folder) for house in (demo, danger)]
    pictures = walks[1].pictures = walks[0].pictures
    walks[0].everything(has_sheets=bool(PICTURES) or language == LONGEST)
    walks[1].danger()
    for walk in walks:
        walk.close()
    if folder:
        contact_sheet(chromium, f"{language}, {size}, {theme}", pictures, folder.with_suffix(".png"))
    faults = [fault for walk in walks for fault in walk.faults]
    assert not faults, "\n".join(faults)
    assert not [each for walk in walks for each in walk.complaints]


BREAKING = {
    "cut": ".button { max-width: 60px; overflow: hidden; white-space: nowrap }",
    "outside its box": ".button { width: 40px; white-space: nowrap }",
    "broken": ".frame-bar a { flex: none; width: 30px; overflow-wrap: anywhere }",
    "on each other": ".row .grow > * { display: block; margin-top: -14px }",
    "covered": "hearth-frame { grid-template-rows: auto auto 1fr auto 0 } .frame-bar { position: fixed; inset: auto 0 0; height: 160px }",
}


@pytest.fixture(scope="module")
def account(chromium, danger):
    """Anna's account, scrolled to its end."""
    walk = Walk(chromium, danger, "en", PHONE, "light")
    walk.visit.let_in(danger.anna)
    walk.page.goto(danger.url + "/account")
    walk.page.locator("live-links .button").first.wait_for()
    walk.look("account")
    assert not walk.faults, walk.faults
    yield walk.page
    walk.close()


@pytest.mark.parametrize("fault", BREAKING)
def test_a_style_that_breaks_words_is_found(account, fault):
    account.evaluate(
        """(css) => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(css);
            document.adoptedStyleSheets = [sheet];
            document.querySelector('main').scrollTop = 100_000;
        }""",
        BREAKING[fault],
    )
    found = account.evaluate(FAULTS)
    account.evaluate("() => { document.adoptedStyleSheets = []; }")
    assert any(each.startswith(f"{fault}:") for each in found), found
