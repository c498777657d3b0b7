"""Regions by name: a keeper looks one up on a download server, sees what it costs, and has the hub fetch it."""

import hashlib
import http.server
import json
import threading

import pytest
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from house import ROOT, House

pytestmark = pytest.mark.sweep

EXTRACT = (ROOT / "Region/liechtenstein-2013.osm.pbf").read_bytes()
PATH = "/europe/liechtenstein-latest.osm.pbf"
MINUTES = 180_000


class Mirror(http.server.ThreadingHTTPServer):
    """A server in the layout of Geofabrik's, whose first download is cut in the middle."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answers)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.asked = []
        self.cuts = 1
        self.holds = threading.Event()
        self.holds.set()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answers(http.server.BaseHTTPRequestHandler):
    def log_message(self, *words):
        pass

    def send(self, status, body, **headers):
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def do_HEAD(self):
        self.server.asked.append(f"HEAD {self.path}")
        self.send(200 if self.path == PATH else 404, EXTRACT if self.path == PATH else b"", ETag='"one"')

    def do_GET(self):
        part = self.headers.get("Range", "")
        self.server.asked.append(f"GET {self.path} {part}".strip())
        if self.path == "/index-v1-nogeom.json":
            names = [("europe", None, "Europe"), ("liechtenstein", "europe", "Liechtenstein")]
            url = f"https://download.geofabrik.de{PATH}"
            features = [
                {"properties": {"id": id, "parent": parent, "name": name, "urls": {"pbf": url}}}
                for id, parent, name in names
            ]
            body = json.dumps({"type": "FeatureCollection", "features": features}).encode()
        elif self.path == f"{PATH}.md5":
            body = hashlib.md5(EXTRACT).hexdigest().encode() + b"  liechtenstein-latest.osm.pbf\n"
        elif self.path == PATH:
            return self.extract(part)
        else:
            return self.send(404, b"")
        self.send(200, body)
        self.wfile.write(body)

    def extract(self, part):
        self.server.holds.wait(60)
        first = int(part.removeprefix("bytes=").removesuffix("-") or 0)
        body, last = EXTRACT[first:], len(EXTRACT) - 1
        more = {"Content_Range": f"bytes {first}-{last}/{last + 1}"} if part else {}
        self.send(206 if part else 200, body, ETag='"one"', **more)
        if self.server.cuts:
            self.server.cuts -= 1
            body = body[: len(body) // 2]
        self.wfile.write(body)


@pytest.fixture
def mirror():
    mirror = Mirror()
    yield mirror
    mirror.holds.set()
    mirror.shutdown()
    mirror.server_close()


@pytest.fixture
def house(tmp_path, mirror):
    house = House(tmp_path, "--region-mirror", mirror.url).start()
    yield house
    house.stop()


def look_up(page, text):
    page.get_by_label("Country or region").fill(text)
    page.get_by_role("button", name="Search").click()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_region_is_looked_up_fetched_and_updated(house, mirror, visit, size):
    page = visit(house, size).log_in(house.member("Anna Beck"), "/regions")
    learns = page.get_by_text("That server learns this hub's address and the region, nothing else.")
    expect(learns).to_be_visible()
    assert mirror.asked == []
    look_up(page, "Atlantis")
    expect(page.get_by_text("No region called “Atlantis” on the server.")).to_be_visible()
    look_up(page, "liech")
    page.get_by_role("button", name="Liechtenstein").click()
    sheet = page.get_by_role("dialog", name="Liechtenstein")
    expect(sheet.get_by_text("download. Takes about 1 min")).to_be_visible()
    assert not [line for line in mirror.asked if line.startswith(f"GET {PATH} ") or line == f"GET {PATH}"]
    sheet.get_by_role("button", name="Download and import").click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_text("liechtenstein, in use")).to_be_visible(timeout=MINUTES)
    # What was cut went on where it was.
    assert mirror.asked.count(f"GET {PATH}") == 1
    assert mirror.asked[-1].startswith(f"GET {PATH} bytes=")
    # The hub asks for the list once for all that is looked up, and the program that downloads once more.
    assert mirror.asked.count("GET /index-v1-nogeom.json") == 2

    page.get_by_role("button", name="Update liechtenstein").click()
    expect(page.get_by_text("Liechtenstein is up to date.")).to_be_visible()


def test_a_download_is_given_up(house, mirror, visit):
    page = visit(house).log_in(house.member("Anna Beck"), "/regions")
    mirror.holds.clear()
    look_up(page, "Liechtenstein")
    page.get_by_role("button", name="Liechtenstein").click()
    page.get_by_role("button", name="Download and import").click()
    # The sheet says so too; and one that closes later takes its step back then, which would end the reload.
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.get_by_text("You can leave this page.", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_text("Downloading liechtenstein-latest.osm.pbf")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled. No region changed.")).to_be_visible()
    expect(page.get_by_label("Country or region")).to_be_visible()
    assert not list((house.folder / "region").glob(".*.download")) + list((house.folder / "region").glob(".*.wish"))


def test_a_server_that_is_away_is_said_so(house, mirror, visit):
    page = visit(house).log_in(house.member("Anna Beck"), "/regions")
    mirror.shutdown()
    mirror.server_close()
    look_up(page, "Liechtenstein")
    expect(page.get_by_role("alert").filter(has_text="The download server did not send the file.")).to_be_visible()


def test_without_a_server_nothing_is_offered_by_name(tmp_path, visit):
    house = House(tmp_path, "--region-mirror", "none").start()
    try:
        page = visit(house).log_in(house.member("Anna Beck"), "/regions")
        expect(page.get_by_role("heading", name="Import a file")).to_be_visible()
        expect(page.get_by_label("Country or region")).to_be_hidden()
    finally:
        house.stop()
