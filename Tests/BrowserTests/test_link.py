"""The page and a hub that goes away and comes back."""

from playwright.sync_api import expect

from house import HOME, SCHOOL


def test_offline_is_said_with_its_time_and_ends_by_itself(house, visit):
    anna, bo = house.member("Anna Beck"), house.member("Bo")
    bo.lets(anna)
    bo.place("School", SCHOOL)
    bo.is_at(HOME, seconds_ago=900)
    visitor = visit(house)
    page = visitor.log_in(anna, "/clock")
    banner = page.locator(".frame-banner")
    expect(page.locator("main")).to_contain_text("since")
    # A page that has heard nothing yet has no time to name: this comes by the stream.
    bo.is_at(SCHOOL)
    expect(page.locator("main")).to_contain_text("School, since")
    expect(banner).to_be_hidden()
    visitor.context.set_offline(True)
    expect(banner).to_contain_text("Offline since")
    visitor.context.set_offline(False)
    expect(banner).to_be_hidden()


def test_a_restarted_hub_is_found_again_and_tells_what_was_missed(house, visit):
    anna, bo = house.member("Anna Beck"), house.member("Bo")
    bo.lets(anna)
    bo.place("School", SCHOOL)
    bo.is_at(HOME, seconds_ago=900)
    page = visit(house).log_in(anna, "/clock")
    expect(page.get_by_text("Bo").first).to_be_visible()
    house.kill()
    expect(page.locator(".frame-banner")).to_be_visible()
    house.start()
    bo.is_at(SCHOOL)
    expect(page.locator(".frame-banner")).to_be_hidden()
    expect(page.locator("main")).to_contain_text("School, since")


def test_a_page_opened_while_the_hub_is_away_says_so_and_opens_when_it_is_back(house, visit):
    anna = house.member("Anna Beck")
    page = visit(house, service_workers="allow").log_in(anna)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    # As where a browser keeps nothing.
    page.evaluate("localStorage.clear()")
    house.kill()
    page.reload()
    expect(page.get_by_text("Hub not reachable").first).to_be_visible()
    house.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("link", name="My account")).to_be_visible()


def test_an_open_page_goes_on_with_its_own_version_when_its_worker_was_stopped(house, visit):
    page = visit(house, service_workers="allow").log_in(house.member("Anna Beck"))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    # Opened from what the worker keeps; a newer version comes while it is open.
    page.reload()
    expect(page.get_by_role("link", name="My account")).to_be_visible()
    page.evaluate(
        """async () => {
            const next = await caches.open("hearth-shell-next");
            await next.put("/pages/trip.js", new Response("next"));
            await next.put("/assets.json", new Response("{}"));
        }"""
    )
    browser = page.context.new_cdp_session(page)
    browser.send("ServiceWorker.enable")
    browser.send("ServiceWorker.stopAllWorkers")
    assert page.evaluate("fetch('/pages/trip.js').then((answer) => answer.text())") != "next"


def test_the_worker_keeps_the_shell_and_the_page_what_its_member_saw_last(house, visit):
    anna = house.member("Anna Beck")
    anna.is_at(HOME)
    page = visit(house, service_workers="allow").log_in(anna)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(house.url + "/clock")
    kept = page.evaluate(
        """async () => {
            const paths = [];
            for (const name of await caches.keys()) {
                for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
            }
            return [paths, Object.keys(localStorage), Object.keys(sessionStorage)];
        }"""
    )
    assert "/" in kept[0] and {"/ask.js", "/first.js", "/later.js", "/texts/en.js"} < set(kept[0])
    assert not [path for path in kept[0] if path.startswith(("/api", "/in"))]
    settings = {"hearth.theme", "hearth.language", "hearth.ownFixes", "hearth.wakeLock"}
    assert set(kept[1]) <= settings | {"hearth.emergency", "hearth.kept", "hearth.kept.family", "hearth.kept.safety"} and not kept[2]
