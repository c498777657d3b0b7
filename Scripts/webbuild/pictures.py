"""Starts the demo at twenty to eight, enters as Anna, and keeps what she sees for the documentation: docs/pictures."""

import base64
import subprocess

from playwright.sync_api import sync_playwright

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1180, "height": 740}
PICTURES = [
    ("/", "home", DESKTOP, "light"),
    ("/clock", "clock", DESKTOP, "dark"),
    ("/clock", "clock-phone", PHONE, "light"),
    ("/missions", "missions-phone", PHONE, "light"),
    ("/store", "store-phone", PHONE, "dark"),
    ("/wallet", "wallet-phone", PHONE, "dark"),
]
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--no-first-run"]

# A third smaller than PNG would be, at a quality that shows no difference.
TO_WEBP = """async (picture) => {
    const image = new Image();
    image.src = picture;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.86);
}"""


def enter(page, url):
    page.goto(url + "/welcome")
    page.get_by_role("button", name="Enter as Anna").click()
    page.wait_for_url(lambda address: not address.endswith("/welcome"))


def main():
    words = ["--listen", "127.0.0.1:0", "--start", "7:39", "--language", "en"]
    demo = subprocess.Popen([".build/release/hearth", "demo", *words], stdout=subprocess.PIPE, text=True)
    try:
        url = demo.stdout.readline().removeprefix("listening on ").strip()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
            blank = browser.new_page()
            for path, name, size, theme in PICTURES:
                scale = 2 if size is PHONE else 1.5
                page = browser.new_page(
                    viewport=size, color_scheme=theme, device_scale_factor=scale, timezone_id="Europe/Vaduz", locale="en-GB"
                )
                enter(page, url)
                page.goto(url + path)
                # The map's tiles come, and phones report a few more times.
                page.wait_for_timeout(20_000 if path == "/" else 4_000)
                picture = base64.b64encode(page.screenshot()).decode()
                webp = blank.evaluate(TO_WEBP, f"data:image/png;base64,{picture}")
                with open(f"docs/pictures/{name}.webp", "wb") as file:
                    file.write(base64.b64decode(webp.partition(",")[2]))
                page.close()
            browser.close()
    finally:
        demo.terminate()
        demo.wait(20)


main()
