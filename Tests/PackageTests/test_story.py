"""The whole way of a keeper: from an empty machine to a family on the map, and back after the machine is lost."""

import time

from service import DATA, PASSWORD, Person, Service, new_id, report

HOME, SCHOOL = (47.1410, 9.5209), (47.1301, 9.5150)
PIN = {"pin": "2580"}


def set_up(machine, package):
    """The package installed, and `hearth setup` run as docs/start.md says."""
    machine.install(package)
    machine.run("hearth", "setup", "hub.example.org", "--phone-region", "LI")


def family(service: Service) -> tuple[Person, Person, Person]:
    """The keeper, who registered with the claim code, and two whom she invited, each with a phone that has reported."""
    anna = Person(service, "Anna", "+4232370001").register(claim=service.claim())
    assert anna.call("GET", "/me")["keeper"]
    ben = Person(service, "Ben", "+4232370002").register(invite=anna.invite())
    cleo = Person(service, "Cleo", "+4232370003").register(invite=anna.invite())
    anna.phone_token, ben.phone_token = anna.add_phone(), ben.add_phone()
    assert report(service, anna.phone_token, *HOME) == report(service, ben.phone_token, *SCHOOL) == 200
    assert ben.sees(anna)[:2] == HOME and anna.sees(ben)[:2] == SCHOOL
    return anna, ben, cleo


def pay(payer: Person, amount: int, **ends):
    body = {"id": new_id(), "asset": 2, "amount": str(amount)} | ends
    assert payer.call("POST", "/transfers", body, expected=201)["state"] == "done"


def move_money(anna: Person, ben: Person) -> str:
    """Anna brings some and gives Ben a part of it; her account."""
    purses = {person.name: new_id() for person in (anna, ben)}
    for person in (anna, ben):
        person.call("POST", "/accounts", {"id": purses[person.name], "asset": 2, "name": "purse"}, expected=201)
    pay(anna, 1250, **{"from": "cash", "to": purses["Anna"]})
    pay(anna, 250, **{"from": purses["Anna"], "toMember": ben.id})
    assert (anna.balances(), ben.balances()) == ([("purse", "1000")], [("purse", "250")])
    return purses["Anna"]


def texts(service: Service) -> list[str]:
    return [item["text"] for item in service.command("outbox", "--reveal") if item["channel"] == "text"]


def call_for_help(anna: Person) -> str:
    """A call for help of Anna's that Ben is told of; the alarm."""
    anna.call("PUT", "/me/pins", PIN)
    anna.call("POST", "/countdowns", {"id": new_id(), "cause": "alert", "startedAgoMilliseconds": 0}, expected=201)
    for _ in range(100):
        if any("may need help" in text for text in texts(anna.service)):
            break
        time.sleep(0.05)
    else:
        raise AssertionError("nobody was told")
    [alarm] = anna.call("GET", "/alarms")["items"]
    return alarm["id"]


def test_a_family_is_back_on_another_machine_after_the_first_is_lost(new_machine, package):
    first = new_machine()
    set_up(first, package)
    service = Service(first)
    anna, ben, cleo = family(service)
    purse = move_money(anna, ben)
    alarm = call_for_help(anna)
    seen, told = (ben.sees(anna), anna.sees(ben)), texts(service)

    # The key goes where the keeper is, the backups to another disk.
    first.run("hearth", "backup", "key", "--to", "/srv/hearth-backup.key", "--data", DATA)
    backup = service.command("backup")
    assert backup["isTried"]
    # What the backup does not know: the alarm ends, money moves, somebody leaves. A device remembers how long the log was.
    anna.call("POST", f"/alarms/{alarm}/clear", PIN, expected=204)
    for amount in (10, 20, 40):
        pay(anna, amount, **{"from": purse, "to": "cash"})
    remembered = anna.call("GET", "/ledger/checkpoint")["size"]
    cleo.call("DELETE", "/me", {}, expected=204)
    service.stop()
    kept = {name: (first.folder / path).read_bytes() for name, path in {
        "hearth-backup.key": "srv/hearth-backup.key",
        "home.backup": backup["path"].lstrip("/"),
        "since": "var/lib/hearth/backups/since",
    }.items()}  # fmt: skip
    first.throw_away()

    second = new_machine()
    set_up(second, package)
    mirror = second.folder / "mnt/mirror"
    mirror.mkdir(mode=0o700)
    for name, content in kept.items():
        (mirror / name).write_bytes(content)
    key = ["--key", "/mnt/mirror/hearth-backup.key"]
    words = second.run("hearth", "restore", "/mnt/mirror/home.backup", *key, "--data", DATA)
    assert "Everyone must log in again" in words and "1 member left since; their keys are destroyed." in words, words

    service = Service(second)
    assert service.call("GET", "/me", token=anna.token)[0] == 401
    for person in (anna, ben):
        person.log_in(service)
    assert (ben.sees(anna), anna.sees(ben)) == seen
    assert (anna.balances(), ben.balances()) == ([("purse", "1000")], [("purse", "250")])
    [notice] = [notice for notice in ben.call("GET", "/notices")["items"] if notice["kind"] == "restored"]
    assert notice["moment"] == backup["takenAt"]
    assert {member["name"] for member in service.command("member", "list")} == {"Anna", "Ben"}
    assert service.call("POST", "/sessions", {"phone": cleo.phone, "password": PASSWORD})[0] == 401
    # Nothing of before is told again, and nobody's alarm is open.
    assert set(texts(service)) <= set(told)
    assert not [alarm for alarm in ben.call("GET", "/alarms")["items"] if alarm["state"] == "calling"]
    [ledger] = service.command("ledger", "verify")
    assert "fault" not in ledger and ledger["entries"] < remembered
    refusal = anna.call("GET", f"/ledger/consistency?from={remembered}", expected=409)
    assert refusal["code"] == "logShorter", refusal
    # Phones go on with the tokens that they have, and life goes on.
    assert report(service, anna.phone_token, *HOME) == 200
    pay(anna, 5, **{"from": purse, "toMember": ben.id})
    service.stop()
    owners = second.run("stat", "--format=%U", DATA, DATA + "/hearth.db", DATA + "/keys/hub.key", DATA + "/backups")
    assert set(owners.split()) == {"hearth"}
    # Once, however often the hub starts.
    service = Service(second)
    ben.log_in(service)
    assert len([notice for notice in ben.call("GET", "/notices")["items"] if notice["kind"] == "restored"]) == 1
    service.stop()
