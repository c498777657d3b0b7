"""One hand for three browsers: a window is opened, read, pressed and typed into by what its parts are called.

Chromium is driven by Playwright, WebKit (the build of Safari's engine for GTK) by WebDriver, and Firefox by its own
Marionette. What a part is called is read from the page by one function for all three.
"""

import base64
import gc
import http.server
import itertools
import json
import os
import pathlib
import re
import threading
import time

from marionette_driver.marionette import Marionette
from selenium import webdriver
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.service import Service

from conftest import EXPECTED, PHONE, new_window
from house import port_nobody_is_given
from log_hygiene import SECRETS

# Patience on a loaded machine, no statement.
PATIENCE = 120

# The first visible part of a kind with a name: one that is called exactly so before one that only begins or goes on so.
FIND = r"""
function (kind, name) {
    const kinds = {
        button: 'button, summary, [role=button]',
        link: 'a[href]',
        field: 'input, textarea, select',
        choice: 'input[type=radio], input[type=checkbox], [role=switch], [role=radio], [role=option]',
        heading: 'h1, h2, h3',
    };
    const plain = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
    // What those who listen do not hear is no part of a name.
    const heard = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return node.data;
        if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute('aria-hidden') === 'true') return '';
        return node.matches('img') ? node.alt : [...node.childNodes].map(heard).join(' ');
    };
    const called = (element) => {
        const by = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => id && document.getElementById(id));
        return plain(element.getAttribute('aria-label') || by.map((each) => each?.textContent ?? '').join(' ')
            || [...element.labels ?? []].map(heard).join(' ') || (element.matches('input, select, textarea') ? '' : heard(element)));
    };
    const dialogs = [...document.querySelectorAll('dialog:modal')];
    const top = dialogs.at(-1) ?? document;
    const parts = [...top.querySelectorAll(kinds[kind])]
        // What is drawn in place of a choice's own box is its label.
        .map((part) => [part, kind === 'choice' ? part.closest('label') ?? part.labels?.[0] ?? part : part])
        .filter(([, shown]) => shown.checkVisibility() && shown.getBoundingClientRect().width >= 1);
    const pattern = name.startsWith('/') ? new RegExp(name.slice(1, -1)) : undefined;
    const match = pattern ? parts.find(([part]) => pattern.test(called(part)))
        : parts.find(([part]) => called(part) === name) ?? parts.find(([part]) => called(part).startsWith(name))
            ?? parts.find(([part]) => called(part).includes(name));
    if (!match || match[0].disabled) return null;
    const box = match[1].getBoundingClientRect();
    if (box.top < 80 || box.bottom > innerHeight - 120) match[1].scrollIntoView({block: 'center', behavior: 'instant'});
    return match[1];
}
"""

# A value as typing leaves it, for fields that each browser draws and types into in its own way.
SET = """
function (field, value) {
    field.value = value;
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, {bubbles: true}));
}
"""


class Window:
    """A browser's window that shares nothing with another one. What a subclass adds is how its browser is told."""

    # Where there is a folder for them, pictures of a story are kept to be looked at.
    pictures = os.environ.get("HEARTH_PICTURES")

    def __init__(self, house, name=""):
        self.house = house
        self.name = name
        self.count = itertools.count(1)

    # Reading

    def waits(self, find, what, seconds=PATIENCE):
        """What is found in time; a page that is just changing is looked at again."""
        end = time.monotonic() + seconds
        while True:
            fault = None
            try:
                if found := find():
                    return found
            except (AssertionError, KeyboardInterrupt):
                raise
            except Exception as error:
                fault = error
            if time.monotonic() > end:
                self.photo(f"failed {self.name}")
                raise AssertionError(f"{self.engine}: {what}; the page says:\n{self.words()}") from fault
            time.sleep(0.1)

    def words(self):
        # All that a list offers is none of what is read.
        lists = "[...document.querySelectorAll('select')].reduce((text, list) => text.replace(list.innerText, ''), document.body.innerText)"
        return re.sub(r"\s+", " ", self.run(f"return {lists}"))

    def sees(self, words, seconds=PATIENCE):
        """Waits until the page shows words, or what a pattern describes."""
        find = words.search if isinstance(words, re.Pattern) else lambda text: words in text
        return self.waits(lambda: find(self.words()), f"does not show {words!r}", seconds)

    def misses(self, words, seconds=PATIENCE):
        """Waits until the page shows words no longer."""
        self.waits(lambda: words not in self.words(), f"still shows {words!r}", seconds)

    def heading(self, words):
        self.waits(lambda: self.find("heading", words), f"has no heading {words!r}")
        return self

    def text(self, selector):
        """The text of the first part that a selector finds."""
        return self.waits(
            lambda: self.run("return document.querySelector(arguments[0])?.innerText", selector), f"shows no {selector}"
        )

    def find(self, kind, name):
        return self.run(f"return ({FIND})(...arguments)", kind, name)

    def is_at(self, path):
        self.waits(lambda: self.run("return location.pathname") == path, f"is not at {path}")

    def asks(self, path):
        """What the hub answers this page."""
        return json.loads(self.run("return fetch('/api/v1' + arguments[0]).then((answer) => answer.text())", path))

    # Doing

    def press(self, name, kind="button"):
        def pressed():
            part = self.find(kind, name)
            if not part or not self.stands_still(part):
                return False
            self.click(part)
            return True

        self.waits(pressed, f"has no {kind} {name!r} that can be pressed")
        return self

    def stands_still(self, part):
        """Whether a part is where it was a moment ago: a click elsewhere would be on something else."""
        box = "const {x, y, width, height} = arguments[0].getBoundingClientRect(); return [x, y, width, height]"
        before = self.run(box, part)
        time.sleep(0.15)
        return self.run(box, part) == before

    def follow(self, name):
        return self.press(name, "link")

    def choose(self, name):
        return self.press(name, "choice")

    def fill(self, name, text):
        def filled():
            field = self.find("field", name)
            if not field:
                return False
            if self.run("return ['SELECT', 'time', 'date', 'range'].some((kind) => [arguments[0].tagName, arguments[0].type].includes(kind))", field):
                self.run(f"({SET})(...arguments)", field, text)
            else:
                self.type(field, text)
            return True

        self.waits(filled, f"has no field {name!r}")
        return self

    def select(self, name, option):
        """Chooses in a list by the beginning of what an option says."""
        script = f"""
            const [field, words] = arguments;
            const option = [...field.options].find((option) => option.label.startsWith(words));
            if (option) ({SET})(field, option.value);
            return option !== undefined;
        """

        def selected():
            field = self.find("field", name)
            return field and self.run(script, field, option)

        self.waits(selected, f"has no {option!r} in {name!r}")

    def picture(self, name):
        """Keeps what the window shows."""
        self.photo(f"{next(self.count):02} {self.name} {name}")

    def photo(self, name):
        if self.pictures:
            folder = pathlib.Path(self.pictures) / self.engine
            folder.mkdir(parents=True, exist_ok=True)
            self.draw(folder / f"{name}.png")


class ChromiumWindow(Window):
    engine = "chromium"

    def __init__(self, house, name, size, browser, complaints):
        super().__init__(house, name)
        self.context = new_window(browser, size, permissions=["geolocation"])
        self.page = self.context.new_page()
        self.complaints = complaints
        self.page.on("pageerror", lambda error: complaints.append(str(error)))
        self.page.on("console", self.hear)

    def hear(self, message):
        if message.type in ("error", "warning") and not any(word in message.text for word in EXPECTED):
            self.complaints.append(message.text)

    def open(self, path="/"):
        self.page.goto(self.house.url + path)
        return self

    def reload(self):
        self.page.reload()

    def run(self, script, *words):
        handle = self.page.evaluate_handle(f"(words) => (function () {{ {script} }})(...words)", list(words))
        return handle.as_element() or handle.json_value()

    def click(self, part):
        # Whether it can be pressed is asked again and again; it is pressed once, however long a busy browser takes.
        part.click(timeout=3_000, trial=True)
        part.click(timeout=PATIENCE * 1_000)

    def type(self, field, text):
        field.fill(text, timeout=3_000)

    def stands(self, at, accuracy=8):
        self.context.set_geolocation({"latitude": at[0], "longitude": at[1], "accuracy": accuracy})

    def draw(self, path):
        self.page.screenshot(path=path)

    def close(self):
        SECRETS.heard(self.context.cookies())
        self.context.close()


class WebKitWindow(Window):
    """GTK's WebKit asks a service of the desktop where it is, which a test has not: each page is told by script instead."""

    engine = "webkit"

    def __init__(self, house, name, size, screen, folder):
        super().__init__(house, name)
        own = {"DISPLAY": screen, "GDK_BACKEND": "x11", "HOME": str(folder), "NO_AT_BRIDGE": "1", "LANGUAGE": "en"}
        desktop = ("WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
        env = {name: value for name, value in os.environ.items() if not name.startswith("XDG_") and name not in desktop}
        self.browser = webdriver.WebKitGTK(service=Service("/usr/bin/WebKitWebDriver", env=env | own))
        self.browser.set_window_size(size["width"], size["height"])
        self.place = None

    def open(self, path="/"):
        # A page that is loaded anew forgets what it was told, so that it is led there by a link.
        if self.place and self.browser.current_url.startswith(self.house.url):
            self.run(LINK, path)
        else:
            self.browser.get(self.house.url + path)
            self.tell()
        return self

    def reload(self):
        self.browser.refresh()
        self.tell()

    def run(self, script, *words):
        return self.browser.execute_script(script, *words)

    def click(self, part):
        part.click()

    def type(self, field, text):
        field.click()
        field.send_keys(Keys.CONTROL + "a")
        field.send_keys(text or Keys.BACKSPACE)

    def stands(self, at, accuracy=8):
        self.place = {"latitude": at[0], "longitude": at[1], "accuracy": accuracy}
        self.tell()

    def tell(self):
        if self.place:
            self.run(POSITION, self.place)

    def draw(self, path):
        self.browser.save_screenshot(str(path))

    def close(self):
        SECRETS.heard(self.browser.get_cookies())
        self.browser.quit()


LINK = """
    const link = document.body.appendChild(document.createElement('a'));
    link.href = arguments[0];
    link.click();
    link.remove();
"""

# Stands in for the receiver of a phone: it tells at once, and again whenever the window is said to stand elsewhere.
POSITION = """
    const [coords] = arguments;
    const watchers = (window.positionWatchers ??= new Map());
    const position = () => ({coords: {...window.position, altitude: null, heading: null, speed: 0}, timestamp: Date.now()});
    window.position = coords;
    const methods = {
        getCurrentPosition: (found) => setTimeout(() => found(position())),
        watchPosition: (found) => (setTimeout(() => found(position())), watchers.set(watchers.size + 1, found), watchers.size),
        clearWatch: (number) => void watchers.delete(number),
    };
    for (const [name, value] of Object.entries(methods)) Object.defineProperty(navigator.geolocation, name, {value, configurable: true});
    const permissions = {value: async () => ({state: 'granted', addEventListener() {}, removeEventListener() {}}), configurable: true};
    if (navigator.permissions) Object.defineProperty(navigator.permissions, 'query', permissions);
    for (const found of watchers.values()) found(position());
"""


class FirefoxWindow(Window):
    """Firefox asks a service of the network where it is: here one of this machine, which says what it is told to say.

    Without a screen it draws no map.
    """

    engine = "firefox"

    def __init__(self, house, name, size, screen, folder, complaints):
        super().__init__(house, name)
        self.complaints = complaints
        self.service = PositionService()
        preferences = {
            "geo.provider.network.url": self.service.url,
            # With no radio network around, it would take each place for the one before.
            "geo.provider.network.debug.requestCache.enabled": False,
            "geo.provider.use_geoclue": False,
            "permissions.default.geo": 1,
            "webgl.force-enabled": True,
            "intl.accept_languages": "en-GB",
        }
        log = str(pathlib.Path(folder) / f"firefox {name}.log")
        os.environ["DISPLAY"] = screen
        self.browser = Marionette(bin="/usr/bin/firefox-esr", port=port_nobody_is_given(), prefs=preferences, gecko_log=log)
        self.browser.start_session({"unhandledPromptBehavior": "ignore"})
        self.browser.set_context("content")
        self.browser.set_window_rect(width=size["width"], height=size["height"])
        self.browser.timeout.script = PATIENCE

    def open(self, path="/"):
        self.browser.navigate(self.house.url + path)
        return self

    def reload(self):
        self.browser.refresh()

    def run(self, script, *words):
        return self.browser.execute_script(script, list(words), sandbox=None)

    def click(self, part):
        part.click()

    def type(self, field, text):
        field.click()
        self.run(f"({SET})(...arguments)", field, "")
        field.send_keys(text)

    def stands(self, at, accuracy=8):
        self.service.position = {"location": {"lat": at[0], "lng": at[1]}, "accuracy": accuracy}

    def draw(self, path):
        path.write_bytes(base64.b64decode(self.browser.screenshot(full=False)))

    def close(self):
        SECRETS.heard(self.browser.get_cookies())
        with self.browser.using_context("chrome"):
            said = self.browser.execute_script(
                """return Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError
                    && !(each.flags & Ci.nsIScriptError.warningFlag))
                    .map((each) => [each.sourceName, each.errorMessage])"""
            )
        # What the page's worker was fetching for a page that was left says so.
        ours = [words for source, words in said if source.startswith(self.house.url)]
        self.complaints += [words for words in ours if "A ServiceWorker intercepted the request" not in words]
        self.browser.quit()
        self.browser.cleanup()
        # What is left of it for the interpreter's end would fail there.
        self.browser = None
        gc.collect()
        self.service.stop()


class PositionService(http.server.ThreadingHTTPServer):
    """Answers as the services do that know where a radio network is."""

    daemon_threads = True
    position = None

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server_port}/"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def stop(self):
        self.shutdown()
        self.server_close()


class Answer(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.dumps(self.server.position).encode()
        self.send_response(200 if self.server.position else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST

    def log_message(self, *words):
        """Keeps the output of a run free of requests."""


class Windows:
    """Opens windows of one browser, and closes them with what they complained about."""

    def __init__(self, engine, fixture, folder):
        self.engine = engine
        self.fixture = fixture
        self.folder = folder
        self.opened = []
        self.complaints = []

    def __call__(self, house, name="", size=PHONE):
        if self.engine == "chromium":
            window = ChromiumWindow(house, name, size, self.fixture("chromium"), self.complaints)
        elif self.engine == "webkit":
            window = WebKitWindow(house, name, size, self.fixture("screen"), self.folder)
        else:
            window = FirefoxWindow(house, name, size, self.fixture("screen"), self.folder, self.complaints)
        self.opened.append(window)
        return window

    def close(self):
        for window in self.opened:
            window.close()
        assert not self.complaints, self.complaints
