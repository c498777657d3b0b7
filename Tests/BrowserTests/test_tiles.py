"""The map drawn of another server's tiles, pictures and shapes, through the hub alone; and without that server."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from house import HOME, ROOT, WORK, House, port_nobody_is_given

pytestmark = pytest.mark.sweep

# MapProxy's own test picture, which says in each tile which one it is.
MAPPROXY = """
services:
  tms:
    use_grid_names: false
    origin: nw
layers:
  - {name: lines, title: lines, sources: [lines]}
caches:
  lines: {grids: [GLOBAL_WEBMERCATOR], sources: [lines], disable_storage: true, format: image/png}
sources:
  lines: {type: debug}
globals:
  cache: {base_dir: "%(folder)s", lock_dir: "%(folder)s"}
"""


class Peer:
    """A server of tiles, which can be stopped and started again at the same place."""

    def __init__(self, words, port, template, folder):
        self.words, self.port, self.template, self.folder = words, port, template, folder
        self.process = None

    def start(self):
        with open(self.folder / "peer.log", "ab") as log:
            # MapProxy answers in a child of its own, which outlives a parent that is killed alone.
            self.process = subprocess.Popen(self.words, stdout=log, stderr=log, cwd=self.folder, start_new_session=True)
        for _ in range(200):
            try:
                urllib.request.urlopen(self.template.format(z=0, x=0, y=0), timeout=5).read()
                return self
            except urllib.error.HTTPError:
                return self
            except OSError:
                time.sleep(0.1)
        raise AssertionError((self.folder / "peer.log").read_text())

    def stop(self):
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(20)
            self.process = None

    @property
    def log(self):
        return (self.folder / "peer.log").read_text()


@pytest.fixture
def pictures(tmp_path):
    """MapProxy, from its Debian package."""
    folder = tmp_path / "mapproxy"
    folder.mkdir()
    (folder / "mapproxy.yaml").write_text(MAPPROXY % {"folder": folder})
    port = port_nobody_is_given()
    words = ["mapproxy-util", "serve-develop", "-b", f"127.0.0.1:{port}", "mapproxy.yaml"]
    peer = Peer(words, port, f"http://127.0.0.1:{port}/tiles/lines/webmercator/{{z}}/{{x}}/{{y}}.png", folder).start()
    yield peer
    peer.stop()


@pytest.fixture(scope="session")
def openmaptiles(tmp_path_factory):
    """A folder of tiles in the layout of OpenMapTiles, which tilemaker makes of the shipped extract."""
    folder = tmp_path_factory.mktemp("openmaptiles")
    examples = "/usr/share/doc/tilemaker/examples"
    configuration = json.loads(open(f"{examples}/config-openmaptiles.json").read())
    # What it would read from files of coast lines and towns that are not there.
    configuration["layers"] = {name: layer for name, layer in configuration["layers"].items() if "source" not in layer}
    (folder / "config.json").write_text(json.dumps(configuration))
    words = ["tilemaker", "--input", ROOT / "Region/liechtenstein-2013.osm.pbf", "--output", folder / "tiles"]
    words += ["--config", folder / "config.json", "--process", f"{examples}/process-openmaptiles.lua"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "tiles"


@pytest.fixture
def shapes(openmaptiles, tmp_path):
    """Those tiles, served as files by Python's own server."""
    port = port_nobody_is_given()
    words = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory", str(openmaptiles), str(port)]
    folder = tmp_path / "shapes"
    folder.mkdir()
    peer = Peer(words, port, f"http://127.0.0.1:{port}/{{z}}/{{x}}/{{y}}.pbf", folder).start()
    yield peer
    peer.stop()


def started(folder, peer, *flags):
    return House(folder, "--tiles", peer.template, *flags).start()


def weight(page):
    """How many bytes a picture of the map's middle takes: paper alone takes few."""
    box = page.locator(".map canvas").first.bounding_box()
    clip = {"x": box["x"] + box["width"] / 4, "y": box["y"] + box["height"] / 4}
    return len(page.screenshot(clip=clip | {"width": box["width"] / 2, "height": box["height"] / 2}))


def drawn(page):
    for _ in range(60):
        if weight(page) > 8_000:
            return
        page.wait_for_timeout(250)
    raise AssertionError(f"the map is empty: {weight(page)} bytes")


@pytest.mark.parametrize("kind", ["pictures", "shapes"])
def test_another_servers_tiles_are_drawn_through_the_hub_alone(tmp_path, visit, kind, request):
    peer = request.getfixturevalue(kind)
    house = started(tmp_path, peer, "--tiles-attribution", "Tiles of <our own> & friends")
    try:
        anna = house.member("Anna Beck")
        anna.place("Home", HOME)
        anna.is_at(HOME)
        visitor = visit(house)
        page = visitor.log_in(anna)
        expect(page.locator("live-map canvas")).to_be_visible()
        drawn(page)
        expect(page.locator(".map-note")).to_have_text("")
        expect(page.locator(".maplibregl-ctrl-attrib")).to_contain_text("Tiles of <our own> & friends")
        style = page.evaluate("fetch('/api/v1/basemap/style.json').then((answer) => answer.json())")
        assert style["sources"]["basemap"]["type"] == {"pictures": "raster", "shapes": "vector"}[kind]
        # What the visitor's browser is or says does not reach that server, which hears of the hub alone.
        assert "Chrome" not in peer.log and "Mozilla" not in peer.log and house.address not in peer.log
        if kind == "shapes":
            asked = peer.log.count('"GET ')
            page.reload()
            expect(page.locator("live-map canvas")).to_be_visible()
            drawn(page)
            again = peer.log.count('"GET ') - asked
            assert again <= 2, "what is kept is not asked for again"
    finally:
        house.stop()


def test_without_that_server_the_hubs_own_map_is_drawn_which_is_said(tmp_path, visit, pictures):
    pictures.stop()
    house = started(tmp_path, pictures)
    try:
        anna = house.member("Anna Beck")
        anna.is_at(HOME)
        page = visit(house).log_in(anna)
        expect(page.locator(".map-note").first).to_have_text("Map server not reachable. Showing the hub's own map.")
        drawn(page)
        style = page.evaluate("fetch('/api/v1/basemap/style.json').then((answer) => answer.json())")
        assert style["metadata"] == {"hearth:serverAway": True} and style["sources"]["basemap"]["type"] == "vector"
        log = (tmp_path / "log").read_text()
        assert str(pictures.port) not in log, "no address of a tile is logged"
    finally:
        house.stop()


def test_a_server_that_goes_away_while_a_page_opens_is_said_a_moment_later(tmp_path, visit, pictures):
    house = started(tmp_path, pictures)
    try:
        anna, bo = house.member("Anna Beck"), house.member("Bo", colour=2)
        anna.is_at(HOME)
        bo.is_at(WORK)
        page = visit(house).log_in(anna)
        drawn(page)
        pictures.stop()
        # The hub trusts its word of a moment ago, and learns with the first tile that it holds no more.
        other = visit(house).log_in(bo)
        note = other.locator(".map-note").first
        expect(note).to_have_text("Map server not reachable. Showing the hub's own map.")
        drawn(other)
        expect(page.locator(".map-note").first).to_have_text("")
    finally:
        house.stop()
