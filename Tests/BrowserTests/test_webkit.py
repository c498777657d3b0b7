"""Logging in with WebKit, Safari's engine, in the build of it that GTK programs use.

Like Safari it drops a Secure cookie over plain HTTP, on localhost too; the last test sees it do so. If the hub marked its
session's cookie as Secure there, no log-in with Safari would last.
"""

import http.client
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import visibility_of_element_located
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

from house import PASSWORD
from log_hygiene import SECRETS

# Selenium warns of what it does itself.
pytestmark = [pytest.mark.sweep, pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")]

ACCOUNT = (By.CSS_SELECTOR, "a[href='/account']")


@pytest.fixture
def webkit(screen, tmp_path):
    """A new WebKit that uses neither the user's settings nor a desktop's services."""
    own = {"DISPLAY": screen, "GDK_BACKEND": "x11", "HOME": str(tmp_path), "NO_AT_BRIDGE": "1", "LANGUAGE": "en"}
    desktop = ("WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
    env = {name: value for name, value in os.environ.items() if not name.startswith("XDG_") and name not in desktop}
    browser = webdriver.WebKitGTK(service=Service("/usr/bin/WebKitWebDriver", env=env | own))
    yield browser
    SECRETS.heard(browser.get_cookies())
    browser.quit()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_s17_webkit_stays_logged_in_on_this_machine_over_plain_http(house, webkit, host):
    anna = house.member("Anna Beck")
    log_in(webkit, f"http://{host}:{port(house)}", anna)
    seen(webkit, ACCOUNT)
    webkit.refresh()
    seen(webkit, ACCOUNT)
    kept = {cookie["name"]: cookie for cookie in webkit.get_cookies()}
    assert set(kept) == {"hearth-session", "hearth-device"}
    assert all(not cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Lax" for cookie in kept.values())


def test_webkit_drops_a_secure_cookie_on_this_machine_and_the_page_says_so(house, webkit):
    anna = house.member("Anna Beck")
    server = ThreadingHTTPServer(("127.0.0.1", 0), SecureCookies)
    server.hub = house.address
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        log_in(webkit, f"http://localhost:{server.server_port}", anna)
        words = WebDriverWait(webkit, 30).until(lambda page: page.find_element(By.ID, "wrong").text, "no complaint")
        assert words.startswith("Login not saved by this browser.")
        assert webkit.get_cookies() == []
    finally:
        server.shutdown()
        server.server_close()


class SecureCookies(BaseHTTPRequestHandler):
    """A proxy before the hub that adds Secure to each cookie in its answers."""

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        hub = http.client.HTTPConnection(self.server.hub, timeout=30)
        hub.request(self.command, self.path, body or None, dict(self.headers))
        answer = hub.getresponse()
        content = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                self.send_header(name, value + "; Secure" if name.lower() == "set-cookie" else value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        hub.close()

    do_GET = do_POST = pass_on

    def log_message(self, *words):
        """Keeps the output of a run free of requests."""


def log_in(browser, url, member):
    """Fills in the form and sends it."""
    browser.get(url + "/welcome")
    seen(browser, (By.CSS_SELECTOR, "input[type=tel]")).send_keys(member.phone)
    # What the hub makes of the number moves what is below it: a click that is under way then would miss.
    seen(browser, (By.CLASS_NAME, "phone-valid"))
    seen(browser, (By.CSS_SELECTOR, "form button[type=submit]")).click()
    seen(browser, (By.ID, "password")).send_keys(PASSWORD)
    seen(browser, (By.CSS_SELECTOR, "form button[type=submit]")).click()


def seen(browser, what):
    """Waits until the page shows an element."""
    return WebDriverWait(browser, 30).until(visibility_of_element_located(what), f"{what[1]} is not shown")


def port(house):
    return house.address.rsplit(":", 1)[1]
