"""Measures the page in a real Chromium on a processor slowed down four times: bytes, time to read Home, frames of a swing
and of a countdown."""

import json
import pathlib
import statistics
import sys
import tempfile

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/BrowserTests"))
from house import HOME, PASSWORD, SCHOOL, House, family  # noqa: E402

SLOWED = 4
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run"]


def logged_in(browser, house, member):
    """A page of a browser that has never seen the hub, logged in but not yet open."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    token = context.request.post(
        f"{house.url}/api/v1/sessions", data={"phone": member.phone, "password": PASSWORD}
    ).json()["token"]
    cookie = {"name": "__Host-hearth", "value": token, "url": house.url.replace("http:", "https:"), "secure": True}
    context.add_cookies([cookie | {"httpOnly": True, "sameSite": "Lax"}])
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    return context, page, devtools


def first_load(browser, house, member):
    """Bytes over the wire without the map, and milliseconds until Home can be read."""
    context, page, devtools = logged_in(browser, house, member)
    urls, bytes_of = {}, {}
    devtools.on("Network.requestWillBeSent", lambda event: urls.update({event["requestId"]: event["request"]["url"]}))
    devtools.on(
        "Network.loadingFinished", lambda event: bytes_of.update({event["requestId"]: event["encodedDataLength"]})
    )
    page.add_init_script(
        """new MutationObserver((_, observer) => {
            if (!document.querySelector('main')?.textContent?.includes('Our house') &&
                !document.querySelector('main')?.textContent?.includes('At Home')) return;
            observer.disconnect();
            requestAnimationFrame(() => requestAnimationFrame(() => { window.readable = performance.now(); }));
        }).observe(document, {childList: true, subtree: true, characterData: true});"""
    )
    page.goto(house.url + "/")
    # The page's policy forbids what Playwright's own waiting for a condition would do.
    while not (readable := page.evaluate("window.readable ?? 0")):
        page.wait_for_timeout(100)
    page.wait_for_timeout(1500)
    later = ("/vendor/", "/glyphs/", "/api/", "/core")
    path = {request: url.removeprefix(house.url) for request, url in urls.items()}
    shell = sum(size for request, size in bytes_of.items() if not path[request].startswith(later))
    library = sum(size for request, size in bytes_of.items() if path[request].startswith("/vendor/"))
    context.close()
    return shell, library, readable


def trace(page, devtools):
    """Begins to note the frames that the compositor draws; answers them, and how to end it."""
    events, finished = [], []
    devtools.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    devtools.on("Tracing.tracingComplete", lambda data: finished.append(data))
    categories = ["disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame", "cc", "benchmark"]
    devtools.send("Tracing.start", {"traceConfig": {"includedCategories": categories}, "transferMode": "ReportEvents"})

    def stop():
        devtools.send("Tracing.end")
        while not finished:
            page.wait_for_timeout(50)

    return events, stop


def countdown(browser, house):
    """Frames a second while a ring of one minute empties, a guest's, and the longest of them in milliseconds."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(house.url + "/missions")
    page.get_by_role("button", name="Add a mission").click()
    page.get_by_label("Name").fill("Read")
    page.get_by_label("Minutes").fill("1")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator(".mission-front").click()
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Start").click()
    # The button for the first ten seconds comes and goes, which is no part of the ring.
    page.get_by_role("button", name="Pause").wait_for()
    page.wait_for_timeout(500)
    events, stop = trace(page, devtools)
    page.wait_for_timeout(5000)
    stop()
    context.close()
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    gaps = [later - earlier for earlier, later in zip(drawn, drawn[1:])]
    return len(gaps) * 1e6 / (drawn[-1] - drawn[0]), max(gaps) / 1000


def swing(browser, house, viewer, walker):
    """Frames a second while a hand swings across the clock, as the compositor drew them."""
    context, page, devtools = logged_in(browser, house, viewer)
    page.goto(house.url + "/clock")
    page.get_by_text(walker.name).first.wait_for()
    page.wait_for_timeout(2000)
    events, stop = trace(page, devtools)
    walker.is_at(SCHOOL)
    page.locator("main").get_by_text("School, since").first.wait_for()
    page.wait_for_timeout(1200)
    stop()
    context.close()
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    # The swing is the longest run of frames that follow each other closely.
    best, begin = [], 0
    for index in range(1, len(drawn) + 1):
        if index == len(drawn) or drawn[index] - drawn[index - 1] > 100_000:
            best, begin = max(best, drawn[begin:index], key=len), index
    seconds = (best[-1] - best[0]) / 1e6 if len(best) > 1 else 0
    gaps = [later - earlier for earlier, later in zip(best, best[1:])]
    return (len(best) - 1) / seconds if seconds else 0, max(gaps, default=0) / 1000, seconds


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(folder).start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        members = family(house)
        for member in members:
            member.place("Home", HOME, "Our house")
            member.place("School", SCHOOL, "Primary school")
            member.is_at(HOME, seconds_ago=900)
        loads = [first_load(browser, house, members[0]) for _ in range(runs)]
        frames, gap, seconds = swing(browser, house, members[0], members[1])
        ring, ring_gap = countdown(browser, house)
        browser.close()
        house.stop()
    shell, library, readable = (statistics.median(column) for column in zip(*loads))
    figures = {
        "shellBytes": shell,
        "mapLibraryBytes": library,
        "readableMilliseconds": round(readable),
        "swingFramesPerSecond": round(frames, 1),
        "swingLongestFrameMilliseconds": round(gap, 1),
        "swingSeconds": round(seconds, 2),
        "countdownFramesPerSecond": round(ring, 1),
        "countdownLongestFrameMilliseconds": round(ring_gap, 1),
    }
    with open("bench-results.json", "a") as results:
        results.write(json.dumps({"bench": "page", "runs": runs, **figures}) + "\n")
    print(json.dumps(figures, indent=2))
    print(f"P11: {shell / 1000:.0f} kB before the map library ({library / 1000:.0f} kB), readable in {readable:.0f} ms")


main()
