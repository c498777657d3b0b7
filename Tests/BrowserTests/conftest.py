"""Fixtures: one Chromium for each process of the run, one context a test, and a hub where a test asks for one."""

import pathlib
import subprocess
import sys
import time
from datetime import datetime, timezone

import pytest
from playwright.sync_api import expect, sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from log_hygiene import SECRETS  # noqa: E402
from house import HEARTH, HOME, PASSWORD, ROOT, SCHOOL, House, family  # noqa: E402
from waiting import PATIENCE  # noqa: E402

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}

# Wherever it is two in the afternoon when the tests begin: what happened an hour ago is of today at any time of day.
# The sign in these names is the other way round.
AFTERNOON = f"Etc/GMT{datetime.now(timezone.utc).hour - 14:+d}"

# What a browser says on its own: of drawing without a graphics card, of a worker that a test keeps out, and of RSA among the
# kinds of key that passkeys here do without.
OF_THE_BROWSER = ("GL Driver Message", "Service Worker registration blocked", "publicKey.pubKeyCredParams is missing")

# Where a test has the hub refuse something, or be away: a browser says so of each request. That pages which are merely
# opened give it no cause is what test_console.py is about.
EXPECTED = (*OF_THE_BROWSER, "Failed to load resource", "net::ERR_")

# A hub that is stopping answers 503 in words, also where a page fetches in advance how its countdown looks.
OF_A_STOPPED_HUB = "Refused to apply style"

expect.set_options(timeout=PATIENCE)


def pytest_configure(config):
    config.addinivalue_line("markers", "sweep: timed, or on other people's programs: `make sweep` runs it, not `make test`")


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright):
    """Chromium without what it draws around its pages, which takes more of a processor than the pages do."""
    browser = launched(playwright, "chromium-headless-shell")
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def screen():
    """A screen in memory, because GTK's WebKit does not start without one."""
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "1400x1000x24"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    number = process.stdout.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    process.terminate()
    process.wait()


@pytest.fixture
def windows(request, engine, tmp_path):
    """Opens windows of the browser that a test is for; what their pages complained about fails it."""
    # It takes its sizes from here.
    from windows import Windows

    windows = Windows(engine, request.getfixturevalue, tmp_path)
    yield windows
    windows.close()


def launched(playwright, name):
    flags = ["--no-sandbox", "--disable-quic", "--no-first-run"]
    # Maps are drawn by Mesa, which comes with the other browsers and keeps what it has compiled: Chromium's own SwiftShader,
    # the second choice, compiles each map's shaders anew. All else is drawn without either, as on a computer without a card.
    flags += ["--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist", "--enable-unsafe-swiftshader"]
    flags += ["--disable-gpu-compositing", "--disable-gpu-rasterization"]
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    return playwright.chromium.launch(executable_path=f"/usr/bin/{name}", args=flags + quiet)


@pytest.fixture(scope="session", autouse=True)
def logs_without_secrets():
    """S23: no log of any hub of this run holds a number, a position, a token or a code; told with its last test."""
    yield
    assert SECRETS.found() == []


@pytest.fixture
def house(tmp_path):
    """An empty hub of the test's own."""
    house = House(tmp_path).start()
    yield house
    house.stop()


@pytest.fixture(scope="session")
def region(tmp_path_factory):
    """A data folder that holds nothing but the shipped extract's region."""
    folder = tmp_path_factory.mktemp("region")
    words = [HEARTH, "region", "import", ROOT / "Region/liechtenstein-2013.osm.pbf", "--data", folder]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def two(house):
    """Anna, and Bo who sees her exactly."""
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    anna.lets(bo)
    anna.is_at(HOME)
    return anna, bo


@pytest.fixture(scope="session")
def home_of_six(tmp_path_factory):
    """Six people who see each other, most of them at home, for tests that change nothing of it."""
    house = House(tmp_path_factory.mktemp("six")).start()
    house.members = family(house)
    for number, member in enumerate(house.members):
        member.place("Home", HOME, "Our house")
        member.place("School", SCHOOL, "Primary school")
        if number == 1:
            member.moves(HOME, SCHOOL)
        elif number == 3:
            member.is_at(SCHOOL, seconds_ago=40 * 60)
        elif number != 4:
            member.is_at(HOME)
    yield house
    house.stop()


def at_rest(page, go):
    """Waits until the step back of a sheet that was closed just now is taken: it would end the navigation."""

    def gone(*words, **options):
        # What still lies over the page stays there, and takes no step.
        end = time.time() + 1
        while page.evaluate("!document.querySelector('dialog[open]') && history.state?.layers?.length > 0"):
            if time.time() > end:
                break
            time.sleep(0.02)
        return go(*words, **options)

    return gone


class Visit:
    """An open page with what it complained about."""

    expected = EXPECTED

    def __init__(self, context, house):
        self.context = context
        self.house = house
        context.set_default_timeout(PATIENCE)
        self.page = context.new_page()
        self.page.goto, self.page.reload = at_rest(self.page, self.page.goto), at_rest(self.page, self.page.reload)
        self.complaints = []
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def hear(self, message):
        expected = self.expected + ((OF_A_STOPPED_HUB,) if getattr(self.house, "was_stopped", False) else ())
        if message.type in ("error", "warning") and not any(word in message.text for word in expected):
            self.complaints.append(message.text)

    def open(self, path="/"):
        self.page.goto(self.house.url + path)
        return self.page

    def log_in(self, member, path="/"):
        """Logs in with the request that the form sends, and opens a page at once."""
        self.let_in(member)
        return self.open(path)

    def let_in(self, member):
        """Logs in with the request that the form sends."""
        answer = self.context.request.post(
            f"{self.house.url}/api/v1/sessions",
            data={"phone": member.phone, "password": member.password},
            headers={"Origin": self.house.url, "User-Agent": self.page.evaluate("navigator.userAgent")},
        )
        assert answer.status == 201, answer.text()

    def log_in_by_form(self, member):
        """Logs in as a person does."""
        self.open("/welcome")
        self.page.get_by_label("Phone number").fill(member.phone)
        self.page.get_by_role("button", name="Continue").click()
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Log in").click()
        self.page.wait_for_url(self.house.url + "/")
        return self.page

    def close(self):
        """Closes the window with all that it knew, and says what it complained about."""
        SECRETS.heard(self.context.cookies())
        self.context.close()
        return self.complaints


@pytest.fixture
def visit(chromium):
    """Opens pages as somebody with a phone or a computer; what the page complained about fails the test."""
    visits = []

    def visit(house, viewport=PHONE, **options):
        visits.append(Visit(new_window(chromium, viewport, **options), house))
        return visits[-1]

    yield visit
    complaints = [words for visit in visits for words in visit.close()]
    assert not complaints, complaints


def new_window(chromium, viewport, **options):
    """A browser's window that shares nothing with another one.

    The page's worker copies the whole page into each new window, which takes longer than most tests: it is let in where
    a test is about it, and where every page is looked at.
    """
    options.setdefault("service_workers", "block")
    options.setdefault("locale", "en-GB")
    options.setdefault("timezone_id", AFTERNOON)
    return chromium.new_context(viewport=viewport, **options)
