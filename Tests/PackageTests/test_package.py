"""The Debian package on an empty machine: installed, served, upgraded, removed, and nothing of the family's lost."""

import re
import urllib.request

from service import DEPUTY_UNIT, UNIT, Service


def members(machine) -> str:
    return machine.run("hearth", "member", "list", "--data", "/var/lib/hearth", user="hearth:hearth")


def modes(machine, *paths: str) -> list[str]:
    return machine.run("stat", "--format=%a %U %G", *paths).splitlines()


def test_a_package_is_installed_served_upgraded_and_removed_without_losing_anything(machine, older, package):
    machine.install(older)
    assert re.match(r"hearth \d", machine.run("hearth", "version"))
    assert modes(machine, "/var/lib/hearth", "/etc/hearth/hearth.toml") == ["700 hearth hearth", "644 root root"]
    share = machine.folder / "usr/share"
    for path in [
        "man/man1/hearth.1.gz",
        "bash-completion/completions/hearth",
        "zsh/vendor-completions/_hearth",
        "fish/vendor_completions.d/hearth.fish",
    ]:
        assert (share / path).is_file()
    # S56. Its Debian's own documents are packed where they are large.
    bill = [path for path in (share / "doc/hearth").iterdir() if path.name.startswith("hearth.spdx.json")]
    assert len(bill) == 1

    # Root acts as the user who runs the hub, whether it rests or runs.
    machine.run("hearth", "member", "add", "--phone", "+41446681800", "--name", "Anna", "--data", "/var/lib/hearth")
    assert set(modes(machine, "/var/lib/hearth/hearth.db", "/var/lib/hearth/keys/hub.key")) == {"600 hearth hearth"}
    hub = Service(machine)
    with urllib.request.urlopen(hub.address + "/") as answer:
        assert "<title>Hearth</title>" in answer.read().decode()
    hub.stop()
    with (machine.folder / "etc/hearth/hearth.toml").open("a") as settings:
        settings.write('phone-region = "CH"\npublic-url = "https://hub.example.org"\n')
    # A command goes by the settings of the hub that rests.
    said = machine.run("hearth", "member", "reset", "--phone", "044 668 18 00", "--data", "/var/lib/hearth")
    assert "https://hub.example.org/set-password#link=" in said

    machine.install(package)
    assert "Anna" in members(machine)
    assert 'phone-region = "CH"\n' in (machine.folder / "etc/hearth/hearth.toml").read_text()
    hub = Service(machine)
    with urllib.request.urlopen(hub.address + "/healthz") as answer:
        assert answer.status == 200
    hub.stop()

    machine.run("apt-get", "remove", "--yes", "--quiet", "hearth")
    machine.run("hearth", "version", fails=True)
    assert (machine.folder / "etc/hearth/hearth.toml").is_file()
    machine.run("apt-get", "purge", "--yes", "--quiet", "hearth")
    assert modes(machine, "/var/lib/hearth/hearth.db")
    machine.install(package)
    assert "Anna" in members(machine)


def test_the_services_are_sound_and_may_do_little(machine, package):
    machine.install(package)
    for unit in (UNIT, DEPUTY_UNIT):
        machine.run("systemd-analyze", "verify", unit)
        # From 0, nothing, to 10, everything; systemd calls what is under 2.0 well shut in.
        verdict = machine.run("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)
        assert "Overall exposure level" in verdict
