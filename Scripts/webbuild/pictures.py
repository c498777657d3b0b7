"""Starts the demo at twenty to eight, enters as Anna, and keeps what she sees: docs/home.png and docs/clock.png."""

import subprocess

from playwright.sync_api import sync_playwright

PICTURES = [
    ("/", "docs/home.png", {"width": 1180, "height": 720}, "light"),
    ("/clock", "docs/clock.png", {"width": 390, "height": 844}, "dark"),
]
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--no-first-run"]


def enter(page, url):
    page.goto(url + "/welcome")
    page.get_by_role("button", name="Enter as Anna").click()
    page.wait_for_url(url + "/")


def main():
    demo = subprocess.Popen(
        [".build/release/hearth", "demo", "--listen", "127.0.0.1:0", "--start", "7:39"], stdout=subprocess.PIPE, text=True
    )
    try:
        url = demo.stdout.readline().removeprefix("listening on ").strip()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
            for path, picture, size, theme in PICTURES:
                page = browser.new_page(viewport=size, color_scheme=theme, timezone_id="Europe/Vaduz", locale="en-GB")
                enter(page, url)
                page.goto(url + path)
                # The map's tiles come, and phones report a few more times.
                page.wait_for_timeout(20_000)
                page.screenshot(path=picture)
            browser.close()
    finally:
        demo.terminate()
        demo.wait(20)


main()
