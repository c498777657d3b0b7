"""A real hub in a throwaway folder, and the people in it: what every test of the page begins with."""

import functools
import itertools
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
import uuid
from datetime import datetime, timezone

from log_hygiene import SECRETS

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEARTH = os.environ.get("HEARTH_BINARY", str(ROOT / ".build/debug/hearth"))
BASEMAP = str(ROOT / ".build/region/liechtenstein.mbtiles")
PASSWORD = "a long phrase of my own"

# Vaduz and around: where the shipped streets are.
HOME = (47.1410, 9.5209)
SCHOOL = (47.1301, 9.5150)
WORK = (47.1662, 9.5104)


# Below those that the system hands out, and each test process has its own.
PORTS = itertools.count(20_000 + 1_000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")))


def port_nobody_is_given():
    """A free port that the system gives to nobody by chance: who stops there and starts again finds it free."""
    for port in PORTS:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


@functools.cache
def built():
    """The folder of a hub that has built its database and key, and that nobody has come to: made once in each process.

    To build it takes a hub five times as long as to start. The folder goes with the process.
    """
    folder = tempfile.TemporaryDirectory(prefix="hearth-built-")
    House(folder.name, from_nothing=True).start().stop()
    return folder


class House:
    """A hub that can be started, stopped as one stops a service, killed, and started again where it was.

    A new one begins with a database that is built already, and with the same key as others of its process; `from_nothing`
    it begins as on an empty machine.
    """

    # What takes messages to browsers, where a test started something that does.
    push = None

    def __init__(self, folder, *flags, from_nothing=False):
        self.folder = pathlib.Path(folder)
        self.flags = flags
        self.from_nothing = from_nothing
        self.process = None
        self.address = f"127.0.0.1:{port_nobody_is_given()}"
        self.people = 0
        self.was_stopped = False

    def start(self):
        if not self.from_nothing and not (self.folder / "hearth.db").exists():
            # No more than these two: how late it is, a hub must find out for itself.
            shutil.copy(pathlib.Path(built().name) / "hearth.db", self.folder)
            shutil.copytree(pathlib.Path(built().name) / "keys", self.folder / "keys")
        SECRETS.watch(self.folder / "log")
        where = ["--data", str(self.folder), "--listen", self.address, "--basemap", BASEMAP]
        self.process = subprocess.Popen(
            # All pages of a test share one address, which may ask for many codes.
            [HEARTH, "serve", *where, "--registration", "open", "--codes-per-hour", "1000", *self.flags],
            stdout=subprocess.PIPE,
            stderr=open(self.folder / "log", "ab"),
            text=True,
        )
        line = self.process.stdout.readline()
        assert line.startswith("listening on http://"), (line, (self.folder / "log").read_text())
        self.address = line.removeprefix("listening on http://").strip()
        return self

    def stop(self):
        if self.process and self.process.poll() is None:
            self.was_stopped = True
            self.process.terminate()
            self.process.wait()

    def kill(self):
        self.process.kill()
        self.process.wait()

    @property
    def url(self):
        return f"http://{self.address}"

    def command(self, *words):
        """What a command of the hub prints as JSON."""
        done = subprocess.run(
            [HEARTH, *words, "--data", str(self.folder), "--json"], capture_output=True, text=True, check=True
        )
        if words[0] == "outbox":
            for code in re.findall(r"\b\d{6}\b", done.stdout):
                SECRETS.code(code)
        return json.loads(done.stdout)

    def member(self, name, **profile):
        """A new member, logged in as a program."""
        self.people += 1
        phone = f"+423237{self.people:04d}"
        SECRETS.number(phone)
        self.command("member", "add", "--phone", phone, "--name", name, "--password", PASSWORD)
        member = Member(self, name, phone)
        if profile:
            member.call("PATCH", "/me", profile)
        return member


class Demo:
    """A demo that runs, with its made-up family."""

    def __init__(self, folder, speed, start=None, language="en"):
        self.folder = pathlib.Path(folder)
        log = self.folder.with_suffix(".log")
        words = ["--data", str(folder), "--listen", "127.0.0.1:0", "--speed", str(speed), "--language", language]
        words += ["--start", start] if start else []
        self.process = subprocess.Popen([HEARTH, "demo", *words], stdout=subprocess.PIPE, stderr=open(log, "ab"), text=True)
        self.url, self.password, self.phones = None, None, []
        for line in self.process.stdout:
            address = re.search(r"listening on (http://\S+)", line)
            password = re.search(r"all with the password:  (.*)", line)
            self.url = address[1] if address else self.url
            self.password = password[1].strip() if password else self.password
            self.phones += re.findall(r"^  (\+\d+)", line)
            # What follows the people is read by nobody; it is short.
            if self.phones and not line.strip():
                break

    def member(self, number):
        """One of the family, logged in as a program."""
        return Member(self, f"person {number}", self.phones[number], self.password)

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Member:
    """Somebody in the house, who can ask the hub for things beside the page."""

    def __init__(self, house, name, phone, password=PASSWORD):
        self.house = house
        self.name = name
        self.phone = phone
        self.password = password
        self.token = None
        answer = self.call("POST", "/sessions", {"phone": phone, "password": password})
        self.token = answer["token"]
        SECRETS.token(self.token)
        self.id = answer["member"]

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            f"{self.house.url}/api/v1{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.token}"} if self.token else {}),
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def lets(self, viewer, precision="exact"):
        """Shares with somebody at a level."""
        code = self.call("PUT", "/me/connect-code", {"precision": precision})["code"]
        viewer.call("POST", "/connections", {"id": new_id(), "phone": self.phone, "code": code})

    def place(self, label, at, description="A place of ours", radius=120):
        body = {"id": new_id(), "label": label, "description": description, "radiusMetres": radius}
        self.call("POST", "/places", body | {"latitude": at[0], "longitude": at[1]})

    def is_at(self, at, seconds_ago=0, times=(180, 120, 60, 0), **figures):
        """Reports a position; several a minute apart, so that the hub believes it."""
        fixes = [
            {
                "at": moment(seconds_ago + ago),
                "latitude": at[0],
                "longitude": at[1],
                "accuracyMetres": 10,
                "speedMetresPerSecond": 0,
                "batteryPercent": 80,
            }
            | figures
            for ago in times
        ]
        return self.call("POST", "/fixes", fixes)

    def moves(self, start, end, minutes=10, metres_per_second=12):
        """Reports a way from one point to another that ends now."""
        steps = minutes * 6
        fixes = [
            {
                "at": moment((steps - step) * 10),
                "latitude": start[0] + (end[0] - start[0]) * step / steps,
                "longitude": start[1] + (end[1] - start[1]) * step / steps,
                "accuracyMetres": 8,
                "speedMetresPerSecond": metres_per_second,
                "courseDegrees": 20,
                "batteryPercent": 64,
            }
            for step in range(steps + 1)
        ]
        return self.call("POST", "/fixes", fixes)


def family(house, names=("Anna Beck", "Jonas", "Mira", "Großmutter Adelheid-Mathilde", "יוסף", "Tim")):
    """Six people who all see each other exactly."""
    members = [house.member(name, colour=number * 2 % 12) for number, name in enumerate(names)]
    for subject in members:
        for viewer in members:
            if viewer is not subject:
                subject.lets(viewer)
    return members


def new_id():
    """A UUID of version 7."""
    stamp = int(time.time() * 1000).to_bytes(6, "big")
    chance = bytearray(os.urandom(10))
    chance[0] = 0x70 | chance[0] & 0x0F
    chance[2] = 0x80 | chance[2] & 0x3F
    return str(uuid.UUID(bytes=stamp + bytes(chance)))


def moment(seconds_ago=0):
    """A time before now as the API writes it."""
    time_then = datetime.fromtimestamp(time.time() - seconds_ago, timezone.utc)
    return time_then.isoformat(timespec="milliseconds").replace("+00:00", "Z")
