"""Safe trips: one page travels and calls for help, another watches; what is told outside the page is told for real."""

import email
import json
import re
import subprocess
import sys
import threading
import time
import urllib.request
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import HOME, PASSWORD, ROOT, SCHOOL, Demo, House, new_id
from log_hygiene import SECRETS
from push_service import PushService
from waiting import caught, eventually

PIN = "2580"
SECOND_PIN = "9137"


class Mails:
    """A mail server of this machine, and what it took."""

    def __init__(self):
        words = [sys.executable, str(ROOT / "Tests/MessagingTests/mailbox.py")]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = json.loads(self.process.stdout.readline())["port"]
        self.taken = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.taken.append((time.time(), json.loads(line)["content"]))

    @property
    def texts(self):
        """What the mails say, in the order they came."""
        mails = [email.message_from_string(content) for _, content in list(self.taken)]
        return [str(email.header.make_header(email.header.decode_header(mail["Subject"]))) + "\n" + body(mail) for mail in mails]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(10)


def body(mail):
    return mail.get_payload(decode=True).decode()


@pytest.fixture
def mails():
    mails = Mails()
    yield mails
    mails.stop()


@pytest.fixture
def push():
    push = PushService()
    yield push
    push.stop()


@pytest.fixture
def hub(tmp_path, mails, push):
    """A hub that mails and pushes for real; texts stay in its outbox."""
    mail = f"smtp://127.0.0.1:{mails.port}?from=hub@family.example"
    house = House(tmp_path, "--mail", mail, "--push-service", push.url).start()
    house.push = push
    yield house
    house.stop()


def proved(member):
    """Somebody as a page asks that has just proved who they are."""
    member.token = member.call("POST", "/sessions/current/proof", {"password": member.password})["token"]
    SECRETS.token(member.token)


def set_pins(member, **pins):
    proved(member)
    member.call("PUT", "/me/pins", {"pin": PIN} | pins)


def takes_push(member, push):
    """Lets somebody's browser be sent messages, which leave the hub."""
    subscription = push.subscription
    keys = subscription["keys"]
    member.call("PUT", "/me/push", {"endpoint": subscription["endpoint"], "publicKey": keys["p256dh"], "authentication": keys["auth"]})


def pair(hub, is_reached=True):
    """Anna, who travels, and Bo, who sees her and gets messages in a browser unless told otherwise."""
    anna, bo = hub.member("Anna Beck"), hub.member("Bo", colour=2)
    if hub.push and is_reached:
        takes_push(bo, hub.push)
    anna.lets(bo)
    anna.place("School", SCHOOL, "Primary school")
    anna.is_at(HOME)
    set_pins(anna)
    return anna, bo


def takes_mail(member, mails, address):
    """Gives somebody an address that was proved by the code that came there."""
    proved(member)
    before = len(mails.taken)
    member.call("POST", "/me/mail", {"mail": address})
    code = eventually(lambda: re.findall(r"\b\d{6}\b", " ".join(mails.texts[before:])))[0]
    SECRETS.code(code)
    member.call("PUT", "/me/mail", {"code": code})


def begin(member, *companions, minutes=60, **more):
    """Sets out as a program does."""
    body = {
        "id": new_id(),
        "destination": {"name": "School", "latitude": SCHOOL[0], "longitude": SCHOOL[1]},
        "origin": {"latitude": HOME[0], "longitude": HOME[1]},
        "mode": "walk",
        "companions": [companion.id for companion in companions],
        "dueAt": (datetime.now(timezone.utc) + timedelta(minutes=minutes)).isoformat(timespec="milliseconds")[:-6] + "Z",
    }
    return member.call("POST", "/trips", body | more)


def traveller(visit, hub, member, viewport=PHONE):
    """A phone that knows where it is and what moves it."""
    visitor = visit(
        hub,
        viewport,
        geolocation={"latitude": HOME[0], "longitude": HOME[1], "accuracy": 8},
        permissions=["geolocation", "accelerometer", "gyroscope"],
    )
    return visitor, visitor.log_in(member, "/trip")


def unfold(page):
    """Opens what is put away of a plan: from where, how, when, and the settings."""
    expect(page.locator(".trip-settings")).to_be_visible()
    folded = page.locator(".trip-settings:not([open]) > summary")
    if folded.count():
        folded.click()


def reporter(member, name):
    """A phone of a member's: a function that reports where it is, so many seconds from now."""
    token = member.call("POST", "/devices", {"id": new_id(), "name": name})["token"]
    SECRETS.token(token)

    def report(at, seconds):
        fix = {"_type": "location", "lat": at[0], "lon": at[1], "tst": int(time.time()) + seconds, "acc": 10}
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        request = urllib.request.Request(f"{member.house.url}/in/owntracks", json.dumps(fix).encode(), headers)
        urllib.request.urlopen(request, timeout=60).close()

    return report


def set_out(page, *companions, shake=False):
    expect(page.get_by_role("heading", name="Plan a trip")).to_be_visible()
    page.get_by_label("To", exact=True).select_option(label="School, Primary school")
    for companion in companions:
        page.get_by_label(re.compile(companion.name)).check()
    if not page.get_by_label("Expected arrival").input_value():
        later = page.evaluate("new Date(Date.now() + 30 * 60000).toTimeString().slice(0, 5)")
        page.get_by_label("Expected arrival").fill(later)
    if shake:
        unfold(page)
        page.get_by_role("switch", name="Shake the phone to call for help").check()
    page.get_by_role("button", name="Set out").click()
    expect(page.get_by_role("button", name="SOS", exact=True)).to_be_visible()
    expect(page.get_by_text("Shake to call for help." if shake else "Shake alarm off.")).to_be_visible()


def shake(page, seconds=2.0):
    """Motion as a phone feels it when somebody shakes it: five times a second, sixty samples."""
    page.evaluate(
        """(seconds) => {
            const start = performance.now();
            for (let step = 0; step < seconds * 60; step += 1) {
                const time = start + step * 1000 / 60;
                const x = 30 * Math.sin(2 * Math.PI * 5 * (time - start) / 1000);
                const event = new Event('devicemotion');
                Object.defineProperty(event, 'timeStamp', {value: time});
                Object.defineProperty(event, 'acceleration', {value: {x, y: 0, z: 0}});
                Object.defineProperty(event, 'accelerationIncludingGravity', {value: {x, y: 0, z: 9.8}});
                dispatchEvent(event);
            }
        }""",
        seconds,
    )


def type_pin(page, pin=PIN, within="dialog"):
    pad = page.locator(f"{within} pin-pad")
    pad.locator("input").fill(pin)
    pad.get_by_role("button", name="Done").click()


def texts(hub, member):
    return [item for item in hub.command("outbox", "--reveal") if item["channel"] == "text" and item["to"] == member.phone]


@pytest.mark.sweep
def test_a_trip_is_followed_shaken_and_cleared_on_every_way_out(hub, visit, push, mails):
    anna, bo = pair(hub)
    takes_mail(bo, mails, "bo@example.org")
    visitor, page = traveller(visit, hub, anna)
    set_out(page, bo, shake=True)
    expect(page.locator(".trip-left-words")).to_contain_text("to go")

    # The companion follows live, with what is left falling.
    watching = visit(hub).log_in(bo)
    line = watching.locator("safety-strip").get_by_role("link", name="Anna Beck is on a trip")
    expect(line).to_be_visible()
    line.click()
    expect(watching.get_by_role("heading", name="Anna Beck is on a trip")).to_be_visible()
    left = watching.locator(".trip-left-words")
    expect(left).to_contain_text("km to go")
    expect(watching.get_by_text(re.compile("^Live, now"))).to_be_visible()
    before = left.inner_text()
    visitor.context.set_geolocation({"latitude": 47.1388, "longitude": 9.5197, "accuracy": 8})
    expect(left).not_to_have_text(before)

    # The phone is shaken; its countdown fills the screen; then the phone is gone.
    shake(page)
    dialog = page.locator("dialog.alarm")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("heading", name="Phone shaken")).to_be_visible()
    expect(page.locator(".alarm-not-sent")).to_be_hidden()
    (countdown,) = eventually(lambda: anna.call("GET", "/me/safety")["countdowns"])
    deadline = datetime.fromisoformat(countdown["firesAt"].replace("Z", "+00:00")).timestamp()
    seconds = int(page.locator(".alarm-digits").inner_text())
    assert abs(deadline - time.time() - seconds) < 2
    page.close()
    assert not any("Anna" in item["text"] for item in texts(hub, bo)), "nobody is told before the end"

    # Everybody is told within five seconds, over every way, with the last place.
    expect(watching.get_by_text(re.compile("Phone shaken at .*, not cancelled"))).to_be_visible()
    assert time.time() - deadline < 5.5
    told = eventually(lambda: [item for item in texts(hub, bo) if "may need help" in item["text"]])
    assert told and time.time() - deadline < 8, "the text"
    assert "Seen" in told[0]["text"] and not re.search(r"47\.1\d", told[0]["text"])
    mailed = eventually(lambda: [text for text in mails.texts if "may need help" in text])
    assert mailed and time.time() - deadline < 8, "the mail"
    assert "Seen" in mailed[0] and "/follow#" in mailed[0] and not re.search(r"47\.1\d", mailed[0])
    expect(watching.get_by_text("47.13880, 9.51970")).to_be_visible()
    message = None
    while not message or "may need help" not in message:
        headers, message = push.next()
    assert headers["Urgency"] == "high" and int(headers["TTL"]) >= 3_500

    # Somebody sees to it.
    watching.get_by_role("button", name="I'm on it").click()
    expect(watching.get_by_text("Responding: Bo")).to_be_visible()
    assert anna.call("GET", "/me/safety")["alarms"][0]["acknowledgedBy"][0]["name"] == "Bo"

    # "I'm safe" from another page of hers clears everywhere.
    _, again = traveller(visit, hub, anna)
    again.get_by_role("button", name="I'm safe").click()
    type_pin(again, "0000")
    expect(again.get_by_text("Wrong PIN. Nothing changed.")).to_be_visible()
    type_pin(again)
    expect(again.get_by_role("button", name="I've arrived safely")).to_be_visible()
    expect(watching.get_by_role("heading", name="Anna Beck is safe", level=2)).to_be_visible()
    safe = eventually(lambda: [item for item in texts(hub, bo) if "is safe" in item["text"]])
    assert safe, "the all-clear by text"
    assert eventually(lambda: [text for text in mails.texts if "is safe" in text]), "and by mail"
    again.get_by_role("button", name="I've arrived safely").click()
    type_pin(again)
    expect(again.get_by_role("heading", name="Plan a trip")).to_be_visible()
    expect(watching.get_by_role("heading", name="Anna Beck says they arrived")).to_be_visible()


def test_f3_a_hub_that_is_killed_during_the_countdown_tells_the_companion_when_it_is_back(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    set_out(page, bo, shake=True)
    watching = visit(hub).log_in(bo)
    expect(watching.locator("safety-strip").get_by_role("link", name="Anna Beck is on a trip")).to_be_visible()
    shake(page)
    expect(page.locator("dialog.alarm")).to_be_visible()
    assert eventually(lambda: anna.call("GET", "/me/safety")["countdowns"])
    hub.kill()
    page.close()
    hub.start()
    line = watching.locator("safety-strip").get_by_role("link", name="Anna Beck may need help")
    expect(line).to_be_visible()
    line.click()
    expect(watching.get_by_text(re.compile("Phone shaken at .*, not cancelled"))).to_be_visible()
    assert len(bo.call("GET", "/alarms")["items"]) == 1
    assert len([item for item in texts(hub, bo) if "may need help" in item["text"]]) in (1, 2)


def test_a_shake_called_off_in_time_is_told_to_nobody(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    set_out(page, bo, shake=True)
    shake(page)
    expect(page.locator("dialog.alarm")).to_be_visible()
    type_pin(page)
    expect(page.locator("dialog.alarm")).to_have_count(0)
    expect(page.get_by_text("Cancelled. No one was notified.")).to_be_visible()
    # F25: for a minute it hears none.
    shake(page)
    page.wait_for_timeout(500)
    expect(page.locator("dialog.alarm")).to_have_count(0)
    assert bo.call("GET", "/alarms")["items"] == []
    assert not any("need help" in item["text"] for item in texts(hub, bo))


def shout_of(page):
    """What the countdown says in doubt, its size in pixels and its colour."""
    shout = page.locator(".alarm-not-sent-title")
    size, colour = shout.evaluate("(element) => [getComputedStyle(element).fontSize, getComputedStyle(element).color]")
    return shout.inner_text(), float(size.removesuffix("px")), colour


def test_f9_what_does_not_get_through_says_so_until_it_does(hub, visit):
    anna, bo = pair(hub)
    visitor, page = traveller(visit, hub, anna)
    set_out(page, bo)
    visitor.context.set_offline(True)
    page.get_by_role("button", name="SOS", exact=True).click()
    shout = page.locator(".alarm-not-sent-title")
    expect(shout).to_have_text("NOT SENT")
    words, size, colour = shout_of(page)
    assert size >= 24 and colour == "rgb(198, 40, 40)"
    assert float(page.locator(".alarm-digits").evaluate("(one) => getComputedStyle(one).fontSize").removesuffix("px")) >= 40
    page.wait_for_timeout(6_000)
    expect(shout).to_have_text("NOT SENT")
    assert bo.call("GET", "/alarms")["items"] == []
    visitor.context.set_offline(False)
    expect(page.get_by_role("heading", name="Notifying your companions")).to_be_visible()
    alarm = eventually(lambda: bo.call("GET", "/alarms")["items"])
    assert alarm[0]["facts"][0]["cause"] == "sos"


def test_f86_a_call_that_a_log_out_cut_off_stays_on_the_screen_and_is_sent_by_nobody_else(hub, visit):
    anna, bo = pair(hub)
    visitor, page = traveller(visit, hub, anna)
    set_out(page, bo)
    problems = [{"status": 503, "code": "storage", "title": "The hub cannot write."}]

    def refuse(route):
        problem = problems[-1]
        route.fulfill(status=problem["status"], json=problem, content_type="application/problem+json")

    def end_session(route):
        page.context.clear_cookies()
        route.continue_()

    page.route("**/api/v1/countdowns", refuse)
    page.get_by_role("button", name="SOS", exact=True).click()
    expect(page.locator(".alarm-not-sent-title")).to_have_text("NOT SENT")
    # As where another phone ended the session, and the call is the first to hear of it: another request would leave it open
    # whether an attempt that is under way was heard.
    page.route(hub.url + "/welcome", end_session)
    problems.append({"status": 401, "code": "notLoggedIn", "title": "Log in first."})
    page.wait_for_url(hub.url + "/welcome")
    page.unroute(hub.url + "/welcome")
    page.unroute("**/api/v1/countdowns")
    screen = page.locator("dialog.alarm")
    for path in ["/follow", "/welcome"]:
        page.goto(hub.url + path)
        expect(screen).to_contain_text(re.compile(r"NOT SENT.*This phone was logged out\. Dial \d+, or log in\."))
        words, size, colour = shout_of(page)
        assert size >= 24 and colour == "rgb(198, 40, 40)"
    screen.get_by_role("button", name="Log in").click()
    expect(screen).to_be_hidden()
    expect(page.locator("#unsent-call")).to_be_visible()
    page.get_by_label("Phone number").fill(bo.phone)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(screen).to_contain_text("Another member called for help on this device")
    screen.get_by_role("button", name="Dismiss").click()
    mine = bo.call("GET", "/me/safety")
    assert mine["countdowns"] == mine["alarms"] == bo.call("GET", "/alarms")["items"] == []
    page.goto(hub.url + "/account")
    screen.get_by_role("button", name="Dismiss").click()
    page.get_by_role("button", name="Log out", exact=True).click()
    # What a log-out wipes does not take it along.
    expect(screen).to_contain_text("This phone was logged out")
    visitor.log_in(anna)
    expect(page.get_by_role("heading", name="Notifying your companions")).to_be_visible()
    assert eventually(lambda: [alarm["member"] for alarm in bo.call("GET", "/alarms")["items"]]) == [anna.id]


def test_f86_a_call_that_a_log_out_cut_off_is_shown_without_the_network_too(hub, visit):
    anna = hub.member("Anna Beck")
    visitor = visit(hub, service_workers="allow")
    # A page that was not tapped yet may not vibrate.
    visitor.expected = (*visitor.expected, "navigator.vibrate")
    page = visitor.log_in(anna)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    # The hub's last word before the network goes: the session has ended.
    ended = {"status": 401, "code": "notLoggedIn", "title": "Log in first."}

    def end(route):
        visitor.context.set_offline(True)
        route.fulfill(status=401, json=ended, content_type="application/problem+json")

    page.route("**/api/v1/countdowns", end)
    # A page that is still beginning may send it before it is loaded again.
    keep_call(page, anna, seconds_ago=60)
    page.reload()
    page.wait_for_url(hub.url + "/welcome")
    expect(page.locator("dialog.alarm")).to_contain_text(re.compile(r"NOT SENT.*This phone was logged out\. Dial \d+"))


def test_f86_a_call_that_is_too_old_leaves_nothing_behind_at_a_log_out(hub, visit):
    anna, bo = hub.member("Anna Beck"), hub.member("Bo")
    page = visit(hub).log_in(bo, "/account")
    keep_call(page, anna, seconds_ago=3_700)
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_url(hub.url + "/welcome")
    left = page.evaluate("Object.keys(localStorage)")
    assert not [key for key in left if key.startswith(("hearth.help.", "hearth.emergency"))]


def test_f86_a_member_who_deletes_their_account_leaves_the_call_of_another_one(hub, visit):
    anna, bo = hub.member("Anna Beck"), hub.member("Bo")
    page = visit(hub).log_in(bo, "/account")
    keep_call(page, anna, seconds_ago=60)
    # A page that is still beginning may show it, or not yet.
    page.reload()
    page.locator("dialog.alarm").get_by_role("button", name="Dismiss").click()
    page.locator("my-data").get_by_role("button", name=re.compile("Delete my account")).click()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("alertdialog").get_by_role("textbox").fill("delete")
    page.get_by_role("button", name="Delete account").click()
    page.wait_for_url(hub.url + "/welcome#left")
    expect(page.locator("dialog.alarm")).to_contain_text("This phone was logged out")


def keep_call(page, member, seconds_ago):
    """What a page keeps of a call for help that the hub refused."""
    page.evaluate(
        """([member, secondsAgo]) => {
            const startedAt = Date.now() - secondsAgo * 1000;
            const call = { id: crypto.randomUUID(), member, cause: "sos", startedAt, mayHaveLeft: false };
            localStorage.setItem(`hearth.help.${member}`, JSON.stringify(call));
        }""",
        [member.id, seconds_ago],
    )


def test_f93_a_first_pin_that_waits_is_not_said_to_be_set(hub, visit):
    anna = hub.member("Anna Beck")
    page = visit(hub).log_in(anna, "/security")
    begun = {"id": new_id(), "member": anna.id, "cause": "sos", "startedAgoMilliseconds": 0}
    anna.call("POST", "/countdowns", begun)
    page.locator("dialog.alarm").get_by_role("button", name="Dismiss").click()
    page.locator("[data-key=pins]").click()
    page.get_by_label("PIN, 4 to 8 digits").fill(PIN)
    page.get_by_label("Repeat PIN").fill(PIN)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".frame-words")).to_contain_text("PIN saved. It works in 1 minute")
    expect(page.locator("my-pins")).to_contain_text("No PIN yet")


def test_f82_where_no_message_leaves_the_hub_the_page_says_that_no_one_is_notified(house, visit):
    anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
    anna.lets(bo)
    anna.place("School", SCHOOL, "Primary school")
    anna.is_at(HOME)
    set_pins(anna)
    _, page = traveller(visit, house, anna)
    set_out(page, bo)
    page.get_by_role("button", name="SOS", exact=True).click()
    shout = page.locator(".alarm-not-sent-title")
    expect(shout).to_have_text("NO ONE CAN BE NOTIFIED")
    expect(page.get_by_text("Companions are notified")).to_have_count(0)
    expect(page.locator("dialog.alarm").get_by_role("link", name=re.compile(r"^Call \d+")).first).to_be_visible()
    expect(shout).to_have_text("NO ONE WAS NOTIFIED")
    words, size, colour = shout_of(page)
    assert size >= 24 and colour == "rgb(198, 40, 40)"
    expect(page.get_by_role("heading", name="Notifying your companions")).to_have_count(0)
    (alarm,) = anna.call("GET", "/me/safety")["alarms"]
    assert eventually(lambda: [each["state"] for each in anna.call("GET", "/me/safety")["alarms"][0]["deliveries"]] == ["kept"]), alarm
    elsewhere = visit(house).log_in(anna, "/clock")
    expect(elsewhere.locator(".safety-line.is-danger")).to_have_text("NO ONE WAS NOTIFIED")
    type_pin(page)
    expect(page.get_by_text("Alarm over. No message had left this hub.")).to_be_visible()


def test_f72_an_attempt_that_may_have_left_reads_not_confirmed_yet(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    set_out(page, bo)
    # A machine with loopback alone says that it has no network, and then nothing can have left it.
    page.evaluate("Object.defineProperty(navigator, 'onLine', {get: () => true})")

    # The hub hears of it; its answer never reaches the page.
    def lose_answer(route):
        route.fetch()
        route.abort()

    page.route("**/api/v1/countdowns", lose_answer)
    page.route("**/api/v1/me/safety", lambda route: route.abort())
    page.get_by_role("button", name="SOS", exact=True).click()
    expect(page.locator(".alarm-not-sent-title")).to_have_text("Not confirmed yet")
    words, size, colour = shout_of(page)
    assert size >= 24 and colour == "rgb(198, 40, 40)"
    assert eventually(lambda: bo.call("GET", "/alarms")["items"]), "people are told"
    page.wait_for_timeout(2_000)
    expect(page.locator(".alarm-not-sent-title")).to_have_text("Not confirmed yet")
    # A request whose answer is being lost just then is lost to its end.
    page.unroute_all(behavior="wait")
    expect(page.get_by_role("heading", name="Notifying your companions")).to_be_visible()


def test_f72_an_answer_read_before_the_call_concludes_nothing(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    set_out(page, bo, shake=True)
    before = anna.call("GET", "/me/safety")
    asked = []
    page.route("**/api/v1/me/safety", lambda route: (route.fulfill(json=before), asked.append(route)))
    shake(page)
    dialog = page.locator("dialog.alarm")
    expect(dialog).to_be_visible()
    assert eventually(lambda: anna.call("GET", "/me/safety")["countdowns"])
    # Each time the page asks, it reads what was so before the call.
    caught(page, asked, len(asked) + 5)
    expect(dialog).to_be_visible()
    expect(page.get_by_text("No one was notified")).to_have_count(0)
    assert eventually(lambda: bo.call("GET", "/alarms")["items"])
    page.unroute("**/api/v1/me/safety")
    expect(page.get_by_role("heading", name="Notifying your companions")).to_be_visible()


SHIFTED_CLOCK = """
    const RealDate = Date;
    Date = class extends RealDate {
        constructor(...words) { words.length > 0 ? super(...words) : super(RealDate.now() + STEP); }
        static now() { return RealDate.now() + STEP; }
    };
"""


@pytest.mark.sweep
@pytest.mark.parametrize("minutes", [10, -10])
def test_f72_a_wrong_page_clock_says_only_what_the_hub_said(hub, visit, minutes):
    anna, bo = pair(hub)
    visitor = visit(hub, PHONE, geolocation={"latitude": HOME[0], "longitude": HOME[1], "accuracy": 8}, permissions=["geolocation"])
    visitor.context.add_init_script(SHIFTED_CLOCK.replace("STEP", str(minutes * 60_000)))
    begin(anna, bo)
    page = visitor.log_in(anna, "/trip")
    sos = page.get_by_role("button", name="SOS", exact=True)
    sos.click()
    expect(page.locator(".alarm-words")).to_have_text(re.compile("Companions are notified in . seconds?"))
    type_pin(page)
    expect(page.get_by_text("Cancelled. No one was notified.")).to_be_visible()
    assert bo.call("GET", "/alarms")["items"] == []
    sos.click()
    expect(page.get_by_role("heading", name="Notifying your companions")).to_be_visible()
    assert bo.call("GET", "/alarms")["items"]
    type_pin(page)
    expect(page.get_by_text("Everyone notified is told you are safe.")).to_be_visible()


def test_f72_a_page_that_slept_says_nothing_of_the_time_it_missed(hub, visit):
    anna, bo = pair(hub)
    visitor, page = traveller(visit, hub, anna)
    set_out(page, bo, shake=True)
    shake(page)
    expect(page.locator(".alarm-words")).to_have_text(re.compile("Companions are notified in .* seconds"))
    # As after an hour in a pocket: no timer ran, and the clock that only goes forward stood still.
    lifecycle = visitor.context.new_cdp_session(page)
    lifecycle.send("Page.setWebLifecycleState", {"state": "frozen"})
    assert eventually(lambda: bo.call("GET", "/alarms")["items"])
    lifecycle.send("Page.setWebLifecycleState", {"state": "active"})
    expect(page.get_by_role("heading", name="Notifying your companions")).to_be_visible()
    type_pin(page)
    expect(page.get_by_text("Everyone notified is told you are safe.")).to_be_visible()
    expect(page.get_by_text("No one was notified")).to_have_count(0)


def test_f72_a_demo_at_sixty_times_the_speed_says_who_was_told(tmp_path, visit):
    demo = Demo(tmp_path / "demo", speed=60)
    try:
        anna, bo = demo.member(0), demo.member(1)
        set_pins(anna)
        begin(anna, bo, minutes=600)
        page = visit(demo, PHONE).log_in(anna, "/trip")
        page.get_by_role("button", name="SOS", exact=True).click()
        # Five seconds there are a twelfth of one here: the PIN comes after people were told.
        assert eventually(lambda: [alarm for alarm in bo.call("GET", "/alarms")["items"] if not alarm["mine"]])
        type_pin(page)
        # A demo sends nothing to anybody, and its hub says so (F82).
        expect(page.get_by_text("Alarm over. No message had left this hub.")).to_be_visible()
        expect(page.get_by_text("Cancelled. No one was notified.")).to_have_count(0)
    finally:
        demo.stop()


def test_f71_each_screen_names_the_country_and_how_it_is_known(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    set_out(page, bo)
    panel = page.locator("help-panel")
    expect(panel).to_contain_text("112 · Liechtenstein, from your position.")
    expect(panel.get_by_role("link", name="Call 112")).to_have_attribute("href", "tel:112")
    expect(panel.get_by_role("link", name="Police 117")).to_have_attribute("href", "tel:117")
    trip = anna.call("GET", "/me/safety")["trip"]["id"]
    watching = visit(hub).log_in(bo, f"/watching/{trip}")
    expect(watching.get_by_text("112 · Liechtenstein, from the position of Anna Beck.")).to_be_visible()
    anna.call("POST", "/countdowns", {"id": new_id(), "cause": "alert", "startedAgoMilliseconds": 0})
    alarm = watching.locator("alarm-panel")
    expect(alarm).to_contain_text("112 · Liechtenstein, from the position of Anna Beck.")
    expect(alarm.get_by_role("link", name="Call 112")).to_be_visible()
    # The last answer is still there while the hub is away; it holds no position.
    kept = page.evaluate("localStorage.getItem('hearth.emergency')")
    assert "LI" in kept and "47." not in kept


def test_f24_an_alarm_that_is_cleared_on_one_device_ends_on_every_other(hub, visit):
    anna, bo = pair(hub)
    _, phone = traveller(visit, hub, anna)
    tablet = visit(hub).log_in(anna)
    expect(tablet.get_by_role("heading", level=1).first).to_be_attached()
    phone.get_by_role("button", name="SOS", exact=True).click()
    for page in (phone, tablet):
        expect(page.get_by_role("dialog").get_by_role("heading", name="Notifying your companions")).to_be_visible()
    assert bo.call("GET", "/alarms")["items"]
    type_pin(phone)
    for page in (phone, tablet):
        expect(page.get_by_text("Everyone notified is told you are safe.")).to_be_visible()
        expect(page.locator("dialog.alarm")).to_have_count(0)


def test_f17_the_traveller_is_shown_who_responds_over_the_alarm_and_on_every_page(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    page.evaluate("window.pulses = []; navigator.vibrate = (pulse) => window.pulses.push(pulse)")
    page.get_by_role("button", name="SOS", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Notifying your companions")).to_be_visible()
    (alarm,) = bo.call("GET", "/alarms")["items"]
    bo.call("POST", f"/alarms/{alarm['id']}/acknowledge", {})
    expect(dialog.get_by_role("heading", name="Bo is responding")).to_be_visible()
    responder = dialog.get_by_role("listitem")
    expect(responder).to_have_text(re.compile(r"Bo.*since \d\d:\d\d"))
    expect(responder.locator(".avatar[data-colour='2']")).to_be_visible()
    assert page.evaluate("window.pulses.filter((pulse) => String(pulse) === '200,100,200').length") == 1, "felt once"
    # Dismissed, it is still said, and leads to where it can be cleared without a trip.
    dialog.get_by_role("button", name="Dismiss").click()
    page.get_by_role("link", name="Home").click()
    page.locator("safety-strip").get_by_role("link", name="Bo is responding").click()
    expect(page.get_by_role("heading", name="Your alarm")).to_be_visible()
    page.get_by_role("button", name="I'm safe").click()
    type_pin(page)
    expect(page.get_by_role("heading", name="Plan a trip")).to_be_visible()
    expect(page.locator("safety-strip")).to_be_empty()
    assert bo.call("GET", "/alarms")["items"][0]["state"] == "safe"


def test_c4_a_member_without_a_pin_calls_for_help_and_sets_one_to_say_that_all_is_well(hub, visit):
    anna, bo = hub.member("Anna Beck"), hub.member("Bo", colour=2)
    takes_push(bo, hub.push)
    anna.lets(bo)
    _, page = traveller(visit, hub, anna)
    page.get_by_role("button", name="SOS", exact=True).click()
    dialog = page.locator("dialog.alarm")
    expect(dialog.get_by_role("heading", name="Notifying your companions")).to_be_visible()
    assert bo.call("GET", "/alarms")["items"]
    expect(dialog.get_by_role("heading", name="No PIN yet. Set one to say that you are safe.")).to_be_visible()
    expect(dialog.locator("pin-pad")).to_be_hidden()
    dialog.get_by_role("button", name="Set PIN").click()
    sheet = page.get_by_role("dialog", name="PIN for trips")
    sheet.get_by_label("PIN, 4 to 8 digits").fill(PIN)
    sheet.get_by_label("Repeat PIN").fill(PIN)
    sheet.get_by_role("button", name="Save").click()
    if page.get_by_role("button", name="Confirm").is_visible():
        page.get_by_label("Your password").fill(PASSWORD)
        page.get_by_role("button", name="Confirm").click()
    expect(dialog.get_by_role("heading", name="I'm safe: enter your PIN")).to_be_visible()
    type_pin(page, within="dialog.alarm")
    expect(dialog).to_have_count(0)
    assert bo.call("GET", "/alarms")["items"][0]["state"] == "safe"


def test_f31_five_wrong_pins_lock_the_pad_and_the_time_goes_on(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    set_out(page, bo)
    page.get_by_role("button", name="I've arrived safely").click()
    for _ in range(5):
        with page.expect_response("**/arrive"):
            type_pin(page, "0000")
        expect(page.locator("dialog pin-pad input")).to_have_value("")
        expect(page.locator("dialog pin-pad input")).to_be_editable()
    # The right one is not looked at either.
    type_pin(page)
    expect(page.locator("dialog pin-pad .pin-words")).to_contain_text("Too many tries")
    expect(page.locator("dialog pin-pad input")).not_to_be_editable()
    assert anna.call("GET", "/me/safety")["trip"]["state"] == "underWay"


def test_f27_the_emergency_number_is_one_tap_away_on_every_screen_of_a_trip_and_on_an_alarm(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)

    def shown(screen, part):
        link = screen.locator(part).get_by_role("link", name=re.compile(r"^Call \d+")).first
        expect(link).to_be_visible()
        assert re.fullmatch(r"tel:\d+", link.get_attribute("href"))
        said = re.compile("Hearth (calls|contacts) no emergency service")
        expect(screen.locator(part).get_by_text(said).first).to_be_visible()

    expect(page.get_by_role("heading", name="Plan a trip")).to_be_visible()
    shown(page, "help-panel")
    set_out(page, bo)
    shown(page, "help-panel")
    page.get_by_role("button", name="SOS", exact=True).click()
    shown(page, "dialog.alarm")
    expect(page.get_by_role("heading", name="Notifying your companions")).to_be_visible()
    shown(page, "dialog.alarm")
    his = visit(hub).log_in(bo)
    his.locator("safety-strip").get_by_role("link", name="Anna Beck may need help").click()
    expect(his.get_by_role("heading", name="Anna Beck may need help").first).to_be_visible()
    shown(his, "alarm-panel")


def test_f7_a_hub_that_cannot_be_reached_is_said_with_what_can_still_be_done(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    set_out(page, bo)
    page.route("**/heartbeat", lambda route: route.abort())
    # The page that is seen again beats at once; the second follows five seconds later.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    banner = page.locator("away-banner")
    expect(banner).to_contain_text("Hub not reachable since")
    assert banner.get_by_role("link", name=re.compile("^Call ")).get_attribute("href").startswith("tel:")
    text = banner.get_by_role("link", name="Text my location").get_attribute("href")
    assert text.startswith("sms:") and "47.14100" in text
    page.unroute("**/heartbeat")
    expect(banner).to_be_empty()


def test_c4_companions_are_alerted_at_once_and_their_clock_says_in_danger(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    set_out(page, bo)
    watching = visit(hub).log_in(bo, "/clock")
    expect(watching.locator("main li").filter(has_text=anna.name)).to_be_visible()
    page.get_by_role("button", name="Alert my companions").first.click()
    expect(watching.locator("safety-strip").get_by_role("link", name="Anna Beck may need help")).to_be_visible()
    # Since the alarm, not since she came home, three minutes before.
    (alarm,) = bo.call("GET", "/alarms")["items"]
    at = watching.evaluate("(moment) => new Date(moment).toTimeString().slice(0, 5)", alarm["openedAt"])
    danger = re.compile(f"In danger, since {at}", re.I)
    expect(watching.locator("main li").filter(has_text=anna.name)).to_contain_text(danger)
    (presence,) = [item for item in bo.call("GET", "/presence")["items"] if item["member"] == anna.id]
    assert (presence["state"], presence["since"]) == ("danger", alarm["openedAt"])
    expect(visit(hub).log_in(bo, f"/people/{anna.id}").get_by_text(danger).first).to_be_visible()


def test_an_arrival_says_who_said_it_and_how_far_from_the_destination_they_were(hub, visit):
    anna, bo = pair(hub)

    def arrive(*at):
        trip = begin(anna, bo)
        for point in at:
            anna.is_at(point, times=(0,))
        anna.call("POST", f"/trips/{trip['id']}/arrive", {"pin": PIN})
        return trip

    watching = visit(hub)
    watching.let_in(bo)
    page = watching.open(f"/watching/{arrive(HOME)['id']}")
    expect(page.get_by_role("heading", name="Anna Beck says they arrived")).to_be_visible()
    away = page.locator(".caution", has_text="Last position")
    expect(away).to_have_text(re.compile(r"^Last position [\d.]+ km from School \(\d\d:\d\d\)$"))
    page = watching.open(f"/watching/{arrive()['id']}")
    expect(page.get_by_text("No position was sent on this trip.")).to_be_visible()
    # At the destination nothing is in doubt.
    page = watching.open(f"/watching/{arrive(SCHOOL)['id']}")
    expect(page.get_by_role("heading", name="Anna Beck arrived", exact=True)).to_be_visible()
    expect(page.get_by_text("Last position")).to_have_count(0)
    # News outside the page say no more than is known either.
    assert not any("arrived safely" in item["text"] for item in texts(hub, bo))


def test_f33_a_page_that_a_trip_needs_is_hidden_after_one_question(hub, visit):
    anna, bo = pair(hub)
    visitor, page = traveller(visit, hub, anna)
    visitor.context.route("https://www.wikipedia.org/**", lambda route: route.fulfill(content_type="text/html", body="Elsewhere"))
    set_out(page, bo)
    hide = page.get_by_role("banner").get_by_role("button", name="Hide this page")
    hide.click()
    question = page.get_by_role("alertdialog", name="Hide the page your trip needs?")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    expect(page.get_by_text("This device sends your position.")).to_be_visible()
    hide.click()
    question.get_by_role("button", name="Hide this page").click()
    page.wait_for_url("https://www.wikipedia.org/")


def test_f47_a_link_opens_the_trip_without_an_account_and_leaves_no_trace_of_itself(hub, visit):
    anna, _ = pair(hub)
    trip = begin(anna)
    guest = visit(hub, DESKTOP)
    path = "/follow" + trip["link"].split("/follow")[1]
    tiles = []
    guest.page.on("response", lambda answer: "/basemap/" in answer.url and tiles.append(answer.status))
    page = guest.open(path)
    expect(page.get_by_role("heading", name="Anna Beck is on a trip")).to_be_visible()
    # Answers are told to the test while it asks the page for something.
    assert eventually(lambda: page.title() and len(tiles) > 3) and set(tiles) <= {200, 204, 304}, "the map is drawn for them too"
    assert page.url == hub.url + "/follow"
    assert page.locator('meta[name="robots"][content="noindex"]').count() == 1
    shell = page.request.get(hub.url + "/follow").text()
    assert "Anna" not in shell and "School" not in shell
    viewers = eventually(lambda: anna.call("GET", f"/trips/{trip['id']}")["viewers"])
    assert len(viewers) == 1
    # Who watches without an account sees an alarm, and can say that they see to it.
    anna.call("POST", "/countdowns", {"id": new_id(), "trip": trip["id"], "cause": "alert", "startedAgoMilliseconds": 0})
    expect(page.get_by_role("heading", name="Anna Beck may need help").first).to_be_visible()
    page.get_by_role("button", name="I'm on it").click()
    expect(page.get_by_text("Responding: A guest")).to_be_visible()
    (alarm,) = anna.call("GET", "/me/safety")["alarms"]
    assert [one["name"] for one in alarm["acknowledgedBy"]] == ["A guest"]
    anna.call("POST", f"/alarms/{alarm['id']}/clear", {"pin": PIN})
    expect(page.get_by_role("heading", name="Anna Beck is safe").first).to_be_visible()
    anna.call("POST", f"/trips/{trip['id']}/arrive", {"pin": PIN})
    expect(page.get_by_role("heading", name="Anna Beck says they arrived")).to_be_visible()


def test_f48_a_typed_code_opens_it_too_and_another_does_not(hub, visit):
    anna, _ = pair(hub)
    trip = begin(anna)
    page = visit(hub).open("/follow")
    page.get_by_label("Code (8 letters and digits)").fill("abc")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_text("Enter 8 letters and digits.")).to_be_visible()
    page.get_by_label("Code (8 letters and digits)").fill("00000000")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.get_by_label("Code (8 letters and digits)").fill(trip["accessCode"].lower())
    page.get_by_label("Their name or number (optional)").fill("Anna Beck")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", name="Anna Beck is on a trip")).to_be_visible()


def test_c2_watching_over_somebody_is_found_before_the_log_in_and_on_the_trip_page(hub, visit):
    _, bo = pair(hub)
    hers, his = visit(hub).open("/welcome"), visit(hub).log_in(bo, "/trip")
    for page in (hers, his):
        page.get_by_role("link", name="Watch over somebody").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Watch over somebody")
        expect(page.get_by_label("Code (8 letters and digits)")).to_be_visible()
        expect(page.get_by_label("Their name or number (optional)")).to_be_visible()
        assert page.url == hub.url + "/follow"
    # Whoever has an account keeps the way back to it.
    expect(his.get_by_role("navigation").get_by_role("link", name="Trip")).to_have_attribute("aria-current", "page")
    expect(hers.get_by_role("navigation")).to_be_hidden()


def test_c2_what_is_shared_names_who_asks_the_way_the_link_and_the_code(hub, visit):
    anna, _ = pair(hub)
    anna.place("Home", HOME, "Our house")
    trip = begin(anna)
    visitor = visit(hub)
    visitor.page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page = visitor.log_in(anna, "/trip")

    def shared():
        page.get_by_role("button", name="Send link").click()
        what = page.evaluate("window.shared")
        return what if "from" in what["text"] else None

    what = eventually(shared)
    code, address = trip["accessCode"], hub.url.removeprefix("http://")
    assert what == {
        "text": "Anna Beck asks you to follow a trip from Home to School.\n"
        f"{hub.url}/follow{trip['link'].split('/follow')[1]}\n"
        f"Or enter code {code[:4]} {code[4:]} at {address}/follow"
    }


def test_f28_the_second_pin_shows_the_traveller_the_same_and_the_companion_the_truth(hub, visit):
    anna, bo = pair(hub)
    set_pins(anna, presentPin=PIN, duressPin=SECOND_PIN)
    _, page = traveller(visit, hub, anna)
    set_out(page, bo)
    page.get_by_role("button", name="I've arrived safely").click()
    type_pin(page, SECOND_PIN)
    expect(page.get_by_text("You arrived. Location sharing for this trip is off.")).to_be_visible()
    expect(page.get_by_role("heading", name="Plan a trip")).to_be_visible()
    expect(page.locator("safety-strip")).to_be_empty()
    watching = visit(hub).log_in(bo)
    watching.locator("safety-strip").get_by_role("link", name="Anna Beck may need help").click()
    expect(watching.get_by_role("heading", name="Do not call or text Anna Beck")).to_be_visible()
    expect(watching.get_by_role("link", name="Call Anna Beck")).to_have_count(0)
    watching.get_by_role("button", name="I saw that Anna Beck is safe").click()
    watching.get_by_role("button", name="Yes, they are safe").click()
    expect(watching.get_by_role("heading", name="Anna Beck was seen safe", level=1)).to_be_visible()


def test_f20_a_test_of_the_alarm_is_sent_and_confirmed(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    page.get_by_label(re.compile("Bo")).check()
    page.get_by_role("button", name="Send test to all").click()
    expect(page.get_by_text("Bo has not confirmed yet")).to_be_visible()
    his = visit(hub).log_in(bo)
    his.locator("safety-strip").get_by_role("link", name=re.compile("TEST from Anna Beck")).click()
    his.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text(re.compile("Bo confirmed at"))).to_be_visible()


def test_f20_a_companion_says_that_they_watch_and_the_traveller_sees_it(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    set_out(page, bo)
    expect(page.get_by_text("Asked, no answer yet.")).to_be_visible()
    his = visit(hub).log_in(bo)
    his.locator("safety-strip").get_by_role("link", name="Anna Beck is on a trip").click()
    expect(his.get_by_text("Anna Beck asks you to follow this trip.")).to_be_visible()
    his.get_by_role("button", name="Follow", exact=True).click()
    expect(his.get_by_text("Anna Beck asks you to follow this trip.")).to_have_count(0)
    expect(page.get_by_text(re.compile("^Following since"))).to_be_visible()
    assert "noDrill" not in anna.call("GET", "/me/safety")["trip"]["protection"]["gaps"]


def test_f83_of_two_phones_one_goes_along_the_other_is_named_apart_and_a_browser_takes_over_with_the_pin(hub, visit):
    anna, bo = pair(hub)
    anna.place("Home", HOME)
    pocket, tablet = reporter(anna, "Pocket phone"), reporter(anna, "Tablet")
    halfway = ((HOME[0] + SCHOOL[0]) / 2, (HOME[1] + SCHOOL[1]) / 2)
    pocket(halfway, -60)
    tablet(HOME, -60)
    _, page = traveller(visit, hub, anna)
    unfold(page)
    chosen = page.get_by_label("Phone on the trip")
    page.get_by_text("Timer only", exact=True).click()
    expect(chosen).to_be_hidden()
    page.get_by_text("My phone app", exact=True).click()
    chosen.select_option(label="Pocket phone")
    set_out(page, bo)
    tablet(HOME, 1)
    pocket(halfway, 1)
    his = visit(hub).log_in(bo)
    his.locator("safety-strip").get_by_role("link", name="Anna Beck is on a trip").click()
    expect(his.get_by_text(re.compile("^Other device: Tablet. Home, "))).to_be_visible()
    (trip,) = bo.call("GET", "/companion-trips")["items"]
    assert abs(trip["fix"]["latitude"] - halfway[0]) < 0.0001 and trip["otherDevice"]["name"] == "Tablet"

    # Another browser of hers goes on with the trip, with the PIN alone.
    _, other = traveller(visit, hub, anna)
    expect(other.get_by_text("Another device sends your position.")).to_be_visible()
    other.get_by_role("button", name="Use this device").click()
    type_pin(other)
    expect(other.get_by_text("This device sends your position.")).to_be_visible()
    expect(his.get_by_text(re.compile("^Other device: "))).to_be_visible()
    assert eventually(lambda: bo.call("GET", "/companion-trips")["items"][0].get("fix", {}).get("latitude") == HOME[0])


def test_c1_a_trip_by_bus_is_watched_by_its_time_and_the_straight_line(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    expect(page.get_by_role("heading", name="Plan a trip")).to_be_visible()
    unfold(page)
    page.get_by_role("radio", name="Bus, train").check()
    page.get_by_label("To", exact=True).select_option(label="School, Primary school")
    expect(page.get_by_text("No timetable on this hub.")).to_be_visible()
    page.get_by_role("button", name="Set out").click()
    expect(page.get_by_text("Enter your expected arrival.", exact=True)).to_be_visible()
    set_out(page, bo)
    watching = visit(hub).log_in(bo)
    watching.locator("safety-strip").get_by_role("link", name="Anna Beck is on a trip").click()
    expect(watching.get_by_text(re.compile("by bus or train"))).to_be_visible()
    expect(watching.locator(".trip-left-words")).to_contain_text("to go in a straight line")


def test_f11_a_place_without_reception_is_marked_and_on_a_trip_with_the_pin_alone(hub, visit):
    anna, _ = pair(hub)
    page = visit(hub).log_in(anna, "/trip")
    unfold(page)
    page.get_by_role("link", name="No-signal areas").click()
    expect(page.get_by_role("heading", name="No-signal areas")).to_be_visible()
    expect(page.get_by_text("None yet. Only you see them.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("The tunnel")
    page.get_by_role("button", name="Add area").click()
    expect(page.get_by_role("alert").filter(has_text="Tap the map to set the pin")).to_be_visible()
    page.locator("place-map canvas").click(position={"x": 150, "y": 150})
    page.get_by_role("button", name="Add area").click()
    expect(page.get_by_role("button", name="Remove The tunnel")).to_be_visible()
    (zone,) = anna.call("GET", "/me/dead-zones")["items"]
    assert zone["name"] == "The tunnel" and zone["radiusMetres"] == 300 and abs(zone["latitude"] - HOME[0]) < 0.1
    begin(anna)
    page.reload()
    page.get_by_role("button", name="Remove The tunnel").click()
    page.locator("dialog").get_by_role("button", name="Delete").click()
    type_pin(page)
    expect(page.get_by_text("None yet. Only you see them.")).to_be_visible()
    assert anna.call("GET", "/me/dead-zones")["items"] == []


def test_f30_a_pin_is_set_and_whether_there_is_a_second_is_shown_nowhere(hub, visit):
    anna = hub.member("Anna Beck")
    page = visit(hub).log_in(anna, "/security")
    expect(page.get_by_text("No PIN yet")).to_be_visible()
    drawn = []
    for number, second in enumerate(("", SECOND_PIN, "")):
        page.get_by_role("button", name="Change PIN" if number else "Set PIN").click()
        if number:
            page.get_by_label("Current PIN").fill(PIN)
        page.get_by_label("PIN, 4 to 8 digits").fill(PIN)
        page.get_by_label("Repeat PIN").fill(PIN)
        page.get_by_label("Duress PIN (optional)").fill(second)
        page.locator("dialog").get_by_role("button", name="Save").click()
        if page.get_by_role("button", name="Confirm").is_visible():
            page.get_by_label("Your password").fill(PASSWORD)
            page.get_by_role("button", name="Confirm").click()
        expect(page.locator("dialog")).to_have_count(0)
        page.reload()
        expect(page.get_by_text("PIN set")).to_be_visible()
        drawn.append(page.locator("my-pins").inner_text())
    assert len(set(drawn)) == 1


def test_f78_whom_nothing_reaches_is_named_before_the_trip_until_they_have_a_mail_address(hub, visit, mails):
    anna, bo = pair(hub, is_reached=False)
    _, page = traveller(visit, hub, anna)
    warning = page.get_by_text("Bo cannot be reached: no push, text or mail.")
    expect(page.get_by_role("heading", name="Plan a trip")).to_be_visible()
    expect(warning).to_have_count(0)
    page.get_by_label(re.compile("Bo")).check()
    expect(warning).to_be_visible()
    takes_mail(bo, mails, "bo@example.org")
    page.reload()
    page.get_by_label(re.compile("Bo")).check()
    expect(warning).to_have_count(0)
    set_out(page, bo)
    his = visit(hub).log_in(bo, "/notices")
    expect(his.get_by_role("heading", name="Anna Beck started a trip")).to_be_visible()
    his.get_by_role("link", name="Open trips").click()
    expect(his.get_by_role("link", name=re.compile("Anna Beck"))).not_to_have_count(0)


def test_f77_a_contact_without_an_account_is_asked_agrees_and_ends_it(hub, visit, mails):
    anna, _ = pair(hub)
    proved(anna)
    page = visit(hub).log_in(anna, "/security")
    page.get_by_role("button", name="Add a contact").click()
    page.get_by_label("Name", exact=True).fill("Dora")
    page.get_by_label("Mail address (instead of a number)").fill("dora@example.org")
    page.get_by_role("button", name="Send request").click()
    expect(page.get_by_text("dora@example.org · Asked, no answer")).to_be_visible()
    asked = eventually(lambda: [text for text in mails.texts if "emergency contact" in text])[0]
    token = re.search(r"/contact#([\w-]+)", asked)[1]
    SECRETS.token(token)

    hers = visit(hub).open("/contact#" + token)
    expect(hers.get_by_text("Anna Beck asks you to be an emergency contact. Do you agree?")).to_be_visible()
    assert "#" not in hers.url
    hers.get_by_role("button", name="Agree").click()
    expect(hers.get_by_text("You are an emergency contact of Anna Beck.")).to_be_visible()
    expect(page.get_by_text("dora@example.org · Agreed")).to_be_visible()
    anna.call("POST", "/countdowns", {"id": new_id(), "cause": "alert", "startedAgoMilliseconds": 0})
    alarm = eventually(lambda: [text for text in mails.texts if "may need help" in text])[0]
    assert "/follow#" in alarm and "/contact#" in alarm and not re.search(r"47\.1\d", alarm)
    hers.get_by_role("button", name="Stop being a contact").click()
    expect(hers.get_by_text("You ended it. Anna Beck cannot ask you again.")).to_be_visible()
    expect(page.get_by_text("dora@example.org · Ended it")).to_be_visible()


def test_a_trip_is_two_choices_and_setting_out_and_the_rest_is_put_away(hub, visit):
    anna, bo = pair(hub)
    _, page = traveller(visit, hub, anna)
    expect(page.get_by_role("button", name="Set out")).to_be_visible()
    put_away = ("From", "Expected arrival", "Ask me after arrival time")
    for label in put_away:
        expect(page.get_by_label(label, exact=True)).to_be_hidden()
    expect(page.get_by_role("radio", name="Walk")).to_be_hidden()
    summary = page.locator(".trip-settings > summary")
    expect(summary).to_contain_text("My position · Walk · This page, screen on")
    # Help is never put away.
    expect(page.get_by_role("button", name="Alert my companions")).to_be_visible()
    expect(page.get_by_role("button", name="SOS", exact=True)).to_be_visible()
    # Nobody knows how long a straight line takes: then the arrival is asked for, and nothing else.
    page.get_by_label("To", exact=True).select_option(label="School, Primary school")
    arrival = page.get_by_label("Expected arrival")
    expect(arrival).to_be_visible()
    page.get_by_label(re.compile("Bo")).check()
    later, asked, alarm = page.evaluate(
        "[30, 45, 50].map((minutes) => new Date(Date.now() + minutes * 60000).toTimeString().slice(0, 5))"
    )
    arrival.fill(later)
    said = f"Arrives {later}; we ask at {asked}. Without an answer, your companions are notified at {alarm}."
    expect(page.get_by_text(said)).to_be_visible()
    unfold(page)
    for label in put_away:
        expect(page.get_by_label(label, exact=True)).to_be_visible()
    page.get_by_role("button", name="Set out").click()
    expect(page.get_by_text(f"Arrives {later}; we ask at {asked}", exact=True)).to_be_visible()
    # The companion and every other page of hers say the same time.
    watching = visit(hub).log_in(bo, "/trip")
    expect(watching.get_by_text(f"To School, on foot · Arrives {later}; we ask at {asked}")).to_be_visible()
    watching.locator("safety-strip").get_by_role("link", name="Anna Beck is on a trip").click()
    expect(watching.get_by_text(f"To School, on foot · Arrives {later}; we ask at {asked}")).to_be_visible()
    expect(visit(hub).log_in(anna).get_by_text(f"On a trip; we ask at {asked}")).to_be_visible()


def test_a_pin_is_set_in_place_and_the_plan_stays(hub, visit):
    anna, bo = hub.member("Anna Beck"), hub.member("Bo", colour=2)
    anna.lets(bo)
    anna.place("School", SCHOOL, "Primary school")
    anna.is_at(HOME)
    _, page = traveller(visit, hub, anna)
    page.get_by_label("To", exact=True).select_option(label="School, Primary school")
    page.get_by_label(re.compile("Bo")).check()
    page.get_by_label("Expected arrival").fill("23:30")
    press = page.get_by_role("button", name="Set a PIN first")
    field, beside = page.locator("#route-to").bounding_box(), page.get_by_role("button", name="SOS", exact=True).bounding_box()
    column = [field["x"], field["x"] + field["width"]]
    assert abs(beside["x"] - column[0]) < 1, "it stands in the page's column"
    pressed = press.bounding_box()
    assert abs(pressed["x"] + pressed["width"] - column[1]) < 1 and pressed["x"] > beside["x"] + beside["width"]
    press.click()
    dialog = page.locator("dialog")
    dialog.get_by_label("PIN, 4 to 8 digits").fill(PIN)
    dialog.get_by_label("Repeat PIN").fill(PIN)
    dialog.get_by_role("button", name="Save").click()
    if page.get_by_role("button", name="Confirm").is_visible():
        page.get_by_label("Your password").fill(PASSWORD)
        page.get_by_role("button", name="Confirm").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Set out")).to_be_focused()
    expect(page.get_by_role("button", name="SOS", exact=True)).to_be_visible()
    expect(page.get_by_label("To", exact=True).locator("option:checked")).to_have_text("School, Primary school")
    expect(page.get_by_label("Expected arrival")).to_have_value("23:30")
    page.get_by_role("button", name="Set out").click()
    expect(page.get_by_role("button", name="I've arrived safely")).to_be_visible()
    assert [companion["name"] for companion in anna.call("GET", "/me/safety")["trip"]["companions"]] == ["Bo"]


def test_where_one_went_lately_is_one_tap_away(hub, visit):
    anna, _ = pair(hub)
    for name, at in (("Grandma", (47.15, 9.51)), ("School", SCHOOL), ("Grandma", (47.15, 9.51))):
        trip = begin(anna, destination={"name": name, "latitude": at[0], "longitude": at[1]}, mode="cycle")
        anna.call("POST", f"/trips/{trip['id']}/arrive", {"pin": PIN})
    _, page = traveller(visit, hub, anna)
    recent = page.get_by_role("group", name="Earlier trips").get_by_role("button")
    expect(recent).to_have_text(["Grandma", "School"])
    recent.first.click()
    chosen = page.get_by_label("To", exact=True).locator("option:checked")
    expect(chosen).to_have_text("Grandma")
    expect(page.locator(".trip-settings > summary")).to_contain_text("Cycle")
    recent.last.click()
    expect(chosen).to_have_text("School, Primary school")


def test_who_does_not_know_where_they_are_still_sets_out_by_the_time_alone(hub, visit):
    anna = hub.member("Anna Beck")
    anna.place("School", SCHOOL, "Primary school")
    set_pins(anna)
    page = visit(hub).log_in(anna, "/trip")
    expect(page.get_by_label("Expected arrival")).to_be_hidden()
    page.get_by_label("To", exact=True).select_option(label="School, Primary school")
    expect(page.get_by_label("Expected arrival")).to_be_visible()
    page.get_by_role("button", name="Set out").click()
    expect(page.get_by_label("Expected arrival")).to_be_focused()
    page.get_by_label("Expected arrival").fill("23:30")
    page.get_by_role("button", name="Set out").click()
    expect(page.get_by_role("button", name="I've arrived safely")).to_be_visible()
