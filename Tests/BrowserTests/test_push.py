"""Messages while the page is closed: turned on and tried, shown by the worker, opened, and told of those one watches.

Between hub and browser stands a push service of this machine in place of the browser's maker's; what it took is handed to
Chromium by the DevTools protocol, as the maker's service would.
"""

import json
import re

import pytest
from playwright.sync_api import expect

from conftest import launched
from house import HOME, WORK, House, new_id
from push_service import PushService
from waiting import caught, eventually

pytestmark = pytest.mark.sweep

# The browser's own part of subscribing: its maker is not asked.
SUBSCRIBING = """
const subscription = %s;
const options = { applicationServerKey: null, userVisibleOnly: true };
const made = { ...subscription, options, toJSON: () => subscription, unsubscribe: async () => { kept = null; return true; } };
let kept = null;
PushManager.prototype.subscribe = async function (asked) {
  options.applicationServerKey = asked.applicationServerKey.buffer ?? asked.applicationServerKey;
  kept = made;
  return made;
};
PushManager.prototype.getSubscription = async () => kept;
"""


@pytest.fixture(scope="module")
def chromium(playwright):
    """The whole of Chromium: only that has messages."""
    browser = launched(playwright, "chromium")
    yield browser
    browser.close()


@pytest.fixture
def service():
    service = PushService()
    yield service
    service.stop()


@pytest.fixture
def pushing(tmp_path, service):
    house = House(tmp_path, "--push-service", service.url).start()
    yield house
    house.stop()


class Worker:
    """What Chromium's DevTools say of the page's worker."""

    def __init__(self, page):
        self.page = page
        self.devtools = page.context.new_cdp_session(page)
        self.registration = None
        self.devtools.on("ServiceWorker.workerRegistrationUpdated", self.hear)
        self.devtools.send("ServiceWorker.enable")

    def hear(self, event):
        for registration in event["registrations"]:
            if not registration["isDeleted"]:
                self.registration = registration["registrationId"]

    def deliver(self, message):
        for _ in range(100):
            if self.registration:
                break
            self.page.wait_for_timeout(50)
        self.devtools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self.page.url.split("/notices")[0], "registrationId": self.registration, "data": message},
        )

    def shown(self):
        """Titles and bodies of what stands on the screen."""
        return self.page.evaluate(
            """async () => {
                const registration = await navigator.serviceWorker.ready;
                return (await registration.getNotifications()).map(({ title, body }) => [title, body]);
            }"""
        )


def ready(visit, house, service, member):
    visitor = visit(house, permissions=["notifications"], service_workers="allow")
    visitor.context.add_init_script(SUBSCRIBING % json.dumps(service.subscription))
    page = visitor.log_in(member)
    page.goto(house.url + "/notices")
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    return page


def test_f19_messages_are_turned_on_shown_by_the_worker_and_seen_to_work(pushing, visit, service):
    anna = pushing.member("Anna")
    page = ready(visit, pushing, service, anna)
    worker = Worker(page)
    expect(page.get_by_text("Off. You are notified only while this page is open.")).to_be_visible()
    page.get_by_role("button", name="Turn on notifications").click()
    headers, message = service.next()
    assert int(headers["TTL"]) >= 3_500 and headers["Urgency"] == "normal"
    expect(page.get_by_text("On, but no message confirmed yet.")).to_be_visible()
    worker.deliver(message)
    expect(page.get_by_text(re.compile("On. Last confirmed"))).to_be_visible()
    assert worker.shown() == [["Notifications work", "Hearth can reach you on this device."]]
    page.reload()
    expect(page.get_by_text(re.compile("On. Last confirmed"))).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        page.get_by_role("button", name="Turn off").click()
    expect(page.get_by_text("Off. You are notified only while this page is open.")).to_be_visible()
    assert anna.call("GET", "/me/push")["items"] == []


def test_f90_what_the_system_shows_is_closed_where_the_page_is_hidden(pushing, visit, service):
    anna = pushing.member("Anna")
    page = ready(visit, pushing, service, anna)
    hide_with_a_message(pushing, service, page)
    # A companion's own phone still gets alarms.
    expect(page.get_by_text(re.compile("On. Last confirmed"))).to_be_visible()
    assert len(anna.call("GET", "/me/push")["items"]) == 1


def test_f90_hiding_a_page_on_a_shared_device_ends_push_messages(pushing, visit, service):
    anna = pushing.member("Anna")
    visitor = visit(pushing, permissions=["notifications"], service_workers="allow")
    visitor.context.add_init_script(SUBSCRIBING % json.dumps(service.subscription))
    page = visitor.open("/welcome")
    page.get_by_label("Phone number").fill(anna.phone)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(anna.password)
    page.get_by_label("Shared device").check()
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(pushing.url + "/")
    page.goto(pushing.url + "/notices")
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    # The worker has the browser's own subscription, which no service made here.
    page.context.service_workers[0].evaluate(
        """() => {
            const unsubscribe = async () => void (self.isUnsubscribed = true);
            PushManager.prototype.getSubscription = async () => ({ unsubscribe });
        }"""
    )
    hide_with_a_message(pushing, service, page)
    expect(page.get_by_text("Off. You are notified only while this page is open.")).to_be_visible()
    assert eventually(lambda: anna.call("GET", "/me/push")["items"] == [])
    assert page.evaluate("localStorage.getItem('hearth.push')") is None
    assert page.context.service_workers[0].evaluate("self.isUnsubscribed")


def test_f90_what_the_system_shows_is_closed_before_a_log_out(pushing, visit, service):
    anna = pushing.member("Anna")
    page = ready(visit, pushing, service, anna)
    worker = Worker(page)
    page.get_by_role("button", name="Turn on notifications").click()
    worker.deliver(service.next()[1])
    expect(page.get_by_text(re.compile("On. Last confirmed"))).to_be_visible()
    assert eventually(lambda: len(worker.shown()) == 1)
    page.goto(pushing.url + "/account")
    held = []
    # The answer takes the worker away.
    page.route("**/api/v1/sessions/current", lambda route: held.append(route))
    page.get_by_role("button", name="Log out", exact=True).click()
    caught(page, held)
    assert worker.shown() == []
    held[0].continue_()
    page.wait_for_url(pushing.url + "/welcome")


def hide_with_a_message(pushing, service, page):
    """Hides a page while the system shows a message, which that closes, and opens the notices again."""
    page.context.route("https://www.wikipedia.org/**", lambda route: route.fulfill(content_type="text/html", body="Elsewhere"))
    worker = Worker(page)
    page.get_by_role("button", name="Turn on notifications").click()
    worker.deliver(service.next()[1])
    expect(page.get_by_text(re.compile("On. Last confirmed"))).to_be_visible()
    assert eventually(lambda: len(worker.shown()) == 1)
    page.goto(pushing.url + "/trip")
    page.get_by_role("button", name="Hide this page").click()
    page.wait_for_url("https://www.wikipedia.org/")
    page.goto(pushing.url + "/notices")
    assert eventually(lambda: worker.shown() == [])


def test_b6_who_asked_is_told_that_somebody_came_home_and_the_words_hold_no_position(pushing, visit, service):
    anna, bo = pushing.member("Anna"), pushing.member("Bo")
    anna.place("Home", HOME)
    anna.is_at(WORK, seconds_ago=600)
    anna.lets(bo, "place")
    page = ready(visit, pushing, service, bo)
    worker = Worker(page)
    page.get_by_role("button", name="Turn on notifications").click()
    worker.deliver(service.next()[1])
    page.get_by_role("button", name=re.compile("^Anna")).click()
    home = page.get_by_role("group", name="Home")
    home.get_by_role("switch", name="When they arrive").check()
    expect(page.locator("dialog").get_by_role("status")).to_have_text("Saved")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("my-watches .row-words")).to_have_text("Home")
    anna.is_at(HOME, times=(60, 40, 20, 0))
    headers, message = service.next()
    told = json.loads(message)["notification"]
    assert (told["title"], told["body"]) == ("Anna arrived", "Home")
    assert not re.search(r"\d\d\.\d", message.replace(told["navigate"], "")) and anna.token not in message
    worker.deliver(message)
    expect(page.get_by_role("heading", name="Anna arrived: Home")).to_be_visible()
    page.wait_for_timeout(300)
    assert ["Anna arrived", "Home"] in worker.shown()
    looks = anna.call("GET", "/views")["items"]
    assert "notice" in looks[0]["screens"]


def test_an_address_that_is_no_more_is_forgotten(pushing, visit, service):
    anna = pushing.member("Anna")
    page = ready(visit, pushing, service, anna)
    page.get_by_role("button", name="Turn on notifications").click()
    service.next()
    service.status = 410
    page.wait_for_timeout(200)
    page.get_by_role("button", name="Send test message").click()
    for _ in range(100):
        if not anna.call("GET", "/me/push")["items"]:
            break
        page.wait_for_timeout(100)
    page.goto(pushing.url + "/account")
    page.evaluate("localStorage.removeItem('hearth.push')")
    page.goto(pushing.url + "/notices")
    expect(page.get_by_role("button", name="Turn on notifications")).to_be_visible()


def test_a_browser_that_may_show_nothing_says_what_to_do(pushing, visit):
    anna = pushing.member("Anna")
    visitor = visit(pushing)
    visitor.context.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    page = visitor.log_in(anna)
    page.goto(pushing.url + "/notices")
    expect(page.get_by_text("Notifications are blocked.")).to_be_visible()
    tab = visit(pushing)
    tab.context.add_init_script("Object.defineProperty(navigator, 'standalone', { get: () => false })")
    page = tab.log_in(anna)
    page.goto(pushing.url + "/notices")
    expect(page.get_by_text("tap Share, then Add to Home Screen")).to_be_visible()


def press(page, action):
    """Presses a button of the message on the screen, as its reader does; "" is the message itself."""
    worker = page.context.service_workers[0]
    # Only the browser may keep a worker waiting: the event in place of its own is waited for here.
    worker.evaluate(
        """async (action) => {
            const [notification] = await self.registration.getNotifications();
            const event = new NotificationEvent("notificationclick", { notification, action });
            let work;
            Object.defineProperty(event, "waitUntil", { value: (promise) => { work = promise; } });
            self.dispatchEvent(event);
            await work;
        }""",
        action,
    )


def buttons(page):
    """The words on the buttons of the messages on the screen."""
    return page.evaluate(
        """async () => {
            const registration = await navigator.serviceWorker.ready;
            return (await registration.getNotifications()).flatMap(({ actions }) => actions.map(({ title }) => title));
        }"""
    )


@pytest.fixture
def claims(pushing, visit, service):
    """An adult whose browser takes messages, and what a child of hers claims."""
    anna = pushing.member("Anna")
    family = anna.call("GET", "/families")["items"][0]["id"]
    child = anna.call("POST", f"/families/{family}/members", {"name": "Mira", "birthYear": 2016})
    link = anna.call("POST", f"/families/{family}/members/{child['id']}/links", {})["link"]
    page = ready(visit, pushing, service, anna)
    page.get_by_role("button", name="Turn on notifications").click()
    service.next()
    mission = new_id()
    told = {"id": mission, "title": "Tidy up the room", "minutes": 20, "assignee": child["id"]}
    anna.call("POST", "/missions", told)
    hers = visit(pushing)
    kid = hers.open("/child#" + link.split("#")[1])
    kid.get_by_role("button", name="Log in").click()
    kid.wait_for_url(pushing.url + "/")

    def claim():
        hers.open("/missions")
        kid.get_by_text("Tidy up the room").first.click()
        kid.get_by_role("button", name="Mark as done").click()
        return service.next()[1]

    def state():
        occurrence = anna.call("GET", f"/missions/{mission}")["occurrences"][0]
        return occurrence["state"], occurrence.get("gold")

    return page, Worker(page), claim, state


def test_e8_a_claim_is_approved_in_the_message_and_paid_once(claims):
    page, worker, claim, state = claims
    message = claim()
    told = json.loads(message)["notification"]
    assert (told["title"], told["body"]) == ("Mira finished a mission", "Tidy up the room")
    assert [action["action"] for action in told["actions"]] == ["approve", "reject"]
    assert told["navigate"].endswith("/missions") and set(told["data"]) == {"id", "question"}
    worker.deliver(message)
    page.wait_for_timeout(300)
    assert buttons(page) == ["Approve", "Reject"]
    press(page, "approve")
    assert state() == ("approved", "20")
    assert worker.shown() == [], "what went well needs no words"
    # The same message once more, as a service may deliver it: nothing is paid again.
    worker.deliver(message)
    page.wait_for_timeout(300)
    press(page, "approve")
    assert state() == ("approved", "20")
    assert worker.shown() == [["Already decided", "Tidy up the room"]]


def test_e8_a_claim_is_rejected_in_the_message(claims):
    page, worker, claim, state = claims
    worker.deliver(claim())
    page.wait_for_timeout(300)
    press(page, "reject")
    assert state() == ("open", None)


def test_e8_a_decision_that_did_not_reach_the_hub_says_so(claims, pushing):
    page, worker, claim, state = claims
    message = claim()
    worker.deliver(message)
    page.wait_for_timeout(300)
    pushing.stop()
    press(page, "approve")
    assert worker.shown() == [["Not saved", "Tidy up the room. Tap to decide in Hearth."]]
    pushing.start()
    assert state() == ("claimed", None)
    # A browser that is logged out decides nothing.
    page.context.clear_cookies()
    worker.deliver(message)
    page.wait_for_timeout(300)
    page.evaluate(
        """async () => {
            const registration = await navigator.serviceWorker.ready;
            for (const shown of await registration.getNotifications()) if (shown.title === "Not saved") shown.close();
        }"""
    )
    press(page, "approve")
    assert [title for title, _ in worker.shown()] == ["Not saved: you are logged out"]
    assert state() == ("claimed", None)
