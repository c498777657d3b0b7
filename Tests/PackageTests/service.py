"""The hub as the package's unit runs it, and the people who use it."""

import json
import re
import subprocess
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timezone
from pathlib import Path

from conftest import AS_ROOT

UNIT = "/lib/systemd/system/hearth.service"
DEPUTY_UNIT = "/lib/systemd/system/hearth-deputy.service"
DATA = "/var/lib/hearth"
PASSWORD = "a long phrase of my own"


def unit(machine) -> dict[str, list[str]]:
    """What the unit says, by name."""
    settings: dict[str, list[str]] = {}
    for line in (machine.folder / UNIT.lstrip("/")).read_text().splitlines():
        name, is_setting, value = line.partition("=")
        if is_setting and not line.startswith("#"):
            settings.setdefault(name, []).append(value)
    return settings


class Service:
    """The hub of a machine, started as the unit says, on a free port."""

    def __init__(self, machine):
        says = unit(machine)
        self.machine = machine
        environment = dict(each.split("=", 1) for each in says["Environment"]) | {"HEARTH_LISTEN": "127.0.0.1:0"}
        self.process = machine.start(
            *says["ExecStart"][0].split(), user=f"{says['User'][0]}:{says['Group'][0]}", cwd=says["WorkingDirectory"][0],
            env=environment,
        )  # fmt: skip
        address = re.search(r"http://[\d.:]+", self.process.stdout.readline())
        assert address, self.process.stderr.read()
        self.address = address[0]

    def stop(self) -> str:
        """Stops it as systemd does; what it said."""
        [hub] = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        subprocess.run([*AS_ROOT, "kill", "-TERM", hub], check=True)
        out, err = self.process.communicate(timeout=30)
        assert self.process.returncode == 0
        return out + err

    def claim(self) -> str:
        """The claim code, which a hub without a keeper prints after where it listens."""
        for line in self.process.stdout:
            if line.startswith("claim code"):
                return line.split()[-1]
        raise AssertionError("no claim code was printed")

    def command(self, *words: str):
        """What a command of the keeper's prints as JSON."""
        return json.loads(self.machine.run("hearth", *words, "--data", DATA, "--json"))

    def call(self, method: str, path: str, body=None, token: str | None = None, root="/api/v1"):
        """A request as the proxy passes it on; the status, and the answer's JSON."""
        headers = {"Content-Type": "application/json", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + root + path, method=method, data=data, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.loads(answer.read() or "null")
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.loads(refusal.read() or "null")


class Person:
    """Somebody who has an account there."""

    def __init__(self, service: Service, name: str, phone: str):
        self.service, self.name, self.phone = service, name, phone
        self.token = self.id = None

    def register(self, **by):
        """Registers by a claim code or an invite, with the code by text that lies in the outbox."""
        status, ticket = self.service.call("POST", "/verifications", {"phone": self.phone, "purpose": "register"} | by)
        assert status == 202, ticket
        texts = [item["text"] for item in self.service.command("outbox") if item["channel"] == "text"]
        code = re.search(r"\b\d{6}\b", texts[-1])[0]
        body = {"verification": ticket["id"], "code": code, "name": self.name, "password": PASSWORD}
        self.take(*self.service.call("POST", "/members", body), expected=201)
        return self

    def log_in(self, service: Service):
        """Logs in at another hub, or anew."""
        self.service = service
        self.take(*service.call("POST", "/sessions", {"phone": self.phone, "password": PASSWORD}), expected=201)

    def take(self, status: int, answer: dict, expected: int):
        assert status == expected, answer
        self.id, self.token = answer["member"], answer["token"]

    def call(self, method: str, path: str, body=None, expected: int = 200):
        status, answer = self.service.call(method, path, body, self.token)
        assert status == expected, (method, path, status, answer)
        return answer

    def invite(self) -> str:
        """The secret of an invite into my family, each to see the other exactly."""
        [family] = self.call("GET", "/families")["items"]
        body = {"id": new_id(), "role": "adult", "mySharing": "exact", "askedSharing": "exact"}
        link = self.call("POST", f"/families/{family['id']}/invites", body, expected=201)["link"]
        return link.partition("#invite=")[2]

    def add_phone(self) -> str:
        return self.call("POST", "/devices", {"id": new_id(), "name": "phone"}, expected=201)["token"]

    def sees(self, other: "Person"):
        """Where somebody is, as far as I am shown."""
        [shown] = [item for item in self.call("GET", "/presence")["items"] if item["member"] == other.id]
        return shown["fix"]["latitude"], shown["fix"]["longitude"], shown["fix"]["at"]

    def balances(self) -> list[tuple[str, str]]:
        return [(account["name"], account["amount"]) for account in self.call("GET", "/wallet")["accounts"]]


def report(service: Service, token: str, latitude: float, longitude: float) -> int:
    """A position as OwnTracks sends it; the answer's status."""
    now = int(datetime.now(timezone.utc).timestamp())
    body = {"_type": "location", "lat": latitude, "lon": longitude, "tst": now, "acc": 10, "tid": "an"}
    return service.call("POST", "/in/owntracks", body, token, root="")[0]


def new_id() -> str:
    return str(uuid.uuid4())
