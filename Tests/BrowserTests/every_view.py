"""A walk through every page of Hearth, its sheets and its main states, which notes what is wrong with the words it sees."""

import pathlib
import re

from playwright.sync_api import expect

from conftest import Visit, new_window
from waiting import PATIENCE, until

LANGUAGES = {"en": "en-GB", "de": "de-CH", "es": "es-ES", "fr": "fr-FR", "zh": "zh-CN"}
FAULTS = (pathlib.Path(__file__).parent / "text_faults.js").read_text()

# What a visitor finds who is not logged in; a link that opens nothing any longer is a page too.
OUTSIDE = [
    *("/welcome", "/register", "/log-in-with-code", "/recover", "/join", "/set-password", "/number-back"),
    *("/pin-reset", "/child", "/contact", "/follow", "/live", "/join#unknown", "/wall", "/missions", "/store", "/store/history", "/here"),
]
# What a member finds, from the bar inwards. {names} are filled in with what the family has.
INSIDE = [
    *("/", "/people/{person}", "/people/not-shared", "/clock", "/my-clock", "/places/new", "/places/{place}", "/route"),
    *("/trip", "/alarms", "/drills", "/no-reception", "/watching/{trip}", "/shared/none"),
    *("/missions", "/missions/rules", "/missions/{mission}/countdown", "/store", "/store/history"),
    *("/wallet", "/wallet/accounts/{account}", "/wallet/family", "/wallet/check", "/wallet/keys", "/wallet/coins"),
    *("/account", "/family", "/security", "/reach", "/connect", "/devices/new", "/devices/{device}"),
    *("/notices", "/sharing", "/who-looked", "/history", "/hub", "/regions"),
]
DANGER = ["/", "/people/{person}", "/clock", "/trip", "/alarms", "/alarms/{alarm}", "/watching/{trip}", "/missions", "/missions/{mission}/countdown", "/here"]
TABS = ["/", "/clock", "/trip", "/missions", "/wallet"]

# Buttons that do nothing but open a sheet, by their keys: those of Web/lib/dom/layers.js, and some more.
OPENERS = re.compile(
    "^(more|clock|profile|code|kept|invite|child|add-contact|live-make|day|import|pay|request|deposit|withdraw|transfer"
    "|new-account|goal|new-allowance|new-thing|add-mission|add-item|password|pins?|pin-set|add-coins|answer"
    "|(?:member|seer|rename|watch|found|allowance|mission|buy|edit)-.+)$"
)
# So many of a kind are opened: members and those who see one are of several kinds.
MANY = {"member": 3, "seer": 2}

# Follows a link within the page, as a tap does, which loads nothing anew.
FOLLOW = """(path) => {
    // A person is shown by Home itself, and a page that is open already stays.
    if (!path.startsWith('/people/') && path !== location.pathname) document.querySelector('main')?.firstElementChild?.setAttribute('data-left', '');
    const link = document.body.appendChild(document.createElement('a'));
    link.href = path;
    link.click();
    link.remove();
}"""

# Counts what the page waits for, and takes the wall clock's swing away.
NOTE_REQUESTS = """
    window.waiting = 0;
    const { fetch } = window;
    window.fetch = async (...words) => {
        window.waiting += 1;
        try { return await fetch(...words); } finally { window.waiting -= 1; }
    };
"""

# Until nothing is asked for, nothing has been drawn for a while and nothing moves.
QUIET = """() => new Promise((done) => {
    const [still, longest] = [80, 4_000];
    const end = performance.now() + longest;
    let last = performance.now();
    const observer = new MutationObserver(() => { last = performance.now(); });
    observer.observe(document.body, { childList: true, subtree: true });
    const look = () => {
        const now = performance.now();
        const isLoading = !document.querySelector('main h1') || document.querySelector('main .state-loading, main [aria-busy=true], [data-left]') || window.waiting > 0;
        if ((isLoading || now - last < still) && now < end) return setTimeout(look, 15);
        observer.disconnect();
        for (const animation of document.getAnimations()) {
            if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
        }
        requestAnimationFrame(() => requestAnimationFrame(done));
    };
    look();
})"""

KEYS = "() => [...document.querySelectorAll('main [data-key]')].filter((each) => each.checkVisibility() && !each.disabled).map((each) => each.dataset.key)"


class Walk:
    """A window in one language, size and theme, with what was wrong in it and what it looked like."""

    def __init__(self, chromium, house, language, size, theme, folder=None, pictures=None):
        options = {"locale": LANGUAGES[language], "color_scheme": theme, "reduced_motion": "reduce"}
        self.visit = Visit(new_window(chromium, size, **options), house)
        self.page = self.visit.page
        self.house = house
        self.page.add_init_script(NOTE_REQUESTS)
        self.folder = folder
        self.pictures = [] if pictures is None else pictures
        self.faults = []
        self.opened = {}
        self.has_sheets = False

    def look(self, name):
        """Notes what is wrong with the words in sight, at the top of the page and at its end."""
        self.page.evaluate(QUIET)
        self.note(name)
        # The end of what is taller than the screen, where buttons stand.
        scrolled = self.page.evaluate(
            """() => {
                const top = [...document.querySelectorAll('dialog[open]')].at(-1);
                const main = top ?? document.querySelector('main');
                const before = main.scrollTop;
                main.scrollTop = main.scrollHeight;
                return main.scrollTop > before + 40;
            }"""
        )
        if scrolled:
            self.note(f"{name}, its end")
            self.page.evaluate("() => { for (const each of [document.querySelector('main'), ...document.querySelectorAll('dialog[open]')]) each.scrollTop = 0; }")

    def note(self, name):
        self.faults += [f"{name}: {fault}" for fault in self.page.evaluate(FAULTS)]
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            file = re.sub(r"[^\w, #-]+", "_", name)
            path = self.folder / f"{len(self.pictures) + 1:03} {file}.png"
            # The map's tiles come from a worker of its own.
            self.page.wait_for_timeout(900 if self.page.locator("main .maplibregl-map").count() else 50)
            # A hand on its way passes over words.
            expect(self.page.locator(".is-swinging")).to_have_count(0)
            self.page.screenshot(path=path, timeout=PATIENCE)
            self.pictures.append((path, name))

    def go(self, path):
        """Follows a link to a page, or opens it anew where a slow machine has lost a step on the way."""
        try:
            until(self.page, "!document.querySelector('dialog[open]') && !(history.state?.layers?.length > 0)", patience=4_000)
            self.page.evaluate(FOLLOW, path)
            until(self.page, "document.querySelector('main h1') && !document.querySelector('[data-left]')", patience=8_000)
        except TimeoutError:
            self.load(path)

    def load(self, path):
        """Opens a page anew and waits until it is drawn: a link followed before would come ahead of the language."""
        self.page.goto(self.house.url + path)
        self.page.locator("main h1").first.wait_for(state="attached")

    def sheets(self, path):
        """Opens each kind of sheet that the page has, and closes it."""
        for key in self.page.evaluate(KEYS) if self.has_sheets else []:
            kind = key.split("-")[0] if re.fullmatch(r"(member|seer|rename|watch|found|allowance|mission|buy|edit)-.+", key) else key
            if not OPENERS.match(key) or self.opened.get(kind, 0) >= MANY.get(kind, 1):
                continue
            self.opened[kind] = self.opened.get(kind, 0) + 1
            opener = self.page.locator(f'main [data-key="{key}"]').first
            if not opener.count():
                continue
            opener.evaluate("(opener) => opener.click()")
            self.look(f"{path}#sheet={kind}")
            self.shut()

    def shut(self):
        """Closes what lies over the page."""
        self.page.evaluate(
            """() => {
                for (const sheet of [...document.querySelectorAll('dialog[open]')].reverse()) sheet.close();
                const handle = document.querySelector('.panel-handle[aria-expanded=true]');
                if (handle) history.back();
            }"""
        )

    def folded(self, path):
        """Unfolds what the page keeps folded."""
        count = self.page.evaluate(
            """() => {
                const all = [...document.querySelectorAll('main details:not([open])')].filter((each) => each.checkVisibility());
                for (const each of all) each.open = true;
                return all.length;
            }"""
        )
        if count:
            self.look(f"{path}, unfolded")

    def outside(self):
        """What there is without an account."""
        self.load(OUTSIDE[0])
        for path in OUTSIDE:
            self.go(path)
            self.look(path)
            self.sheets(path)
        self.go("/welcome")
        self.page.locator("input[type=tel]").first.fill("+41 79 123 45 67")
        self.page.locator("main .button:visible").first.click()
        self.look("/welcome, a number")

    def enter(self):
        """As one of the demo's family."""
        self.page.goto(self.house.url + "/welcome")
        self.page.locator(".demo-people .row").first.click()
        self.page.wait_for_url(lambda url: not url.endswith("/welcome"), wait_until="commit")

    def asks(self, path):
        return self.page.request.get(f"{self.house.url}/api/v1{path}").json()

    def inside(self):
        """All that a member of the family finds."""
        mission = next((each["id"] for each in self.asks("/missions")["items"] if each.get("minutes")), "none")
        names = {
            "person": next((each["member"] for each in self.asks("/presence")["items"]), "none"),
            "place": self.asks("/places")["items"][0]["id"],
            "trip": next((each["id"] for each in self.asks("/companion-trips")["items"]), "none"),
            "mission": mission,
            "account": self.asks("/wallet")["accounts"][0]["id"],
            "device": next((each["id"] for each in self.asks("/devices")["items"]), "none"),
        }
        for path in INSIDE:
            self.go(path.format(**names))
            self.look(path)
            self.folded(path)
            self.sheets(path)

    def danger(self):
        """What is different while somebody needs help, and while one travels oneself."""
        house = self.house
        self.visit.let_in(house.anna)
        self.load("/")
        for path in DANGER:
            self.go(path.format(**house.names))
            self.look(f"{path}, in danger")
        self.go("/trip")
        # Its one main button asks for the PIN.
        self.page.locator(".trip-bar .button").last.evaluate("(button) => button.click()")
        self.look("/trip, the PIN")
        self.shut()

    def away(self):
        """The bar's pages once the hub is gone."""
        for path in TABS:
            self.go(path)
            self.page.evaluate(QUIET)
        self.page.route("**/api/**", lambda route: route.abort())
        self.page.reload()
        self.page.locator(".frame-banner").wait_for(state="visible")
        for path in TABS:
            self.go(path)
            self.look(f"{path}, without the hub")

    def everything(self, has_sheets):
        self.has_sheets = has_sheets
        self.outside()
        self.enter()
        self.inside()
        self.away()

    def close(self):
        self.complaints = self.visit.close()
