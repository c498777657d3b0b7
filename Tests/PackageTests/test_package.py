"""The Debian package on an empty machine: installed, served, upgraded, removed, and nothing of the family's lost."""

import re
import subprocess
import urllib.request
from pathlib import Path

from conftest import AS_ROOT

UNIT = "/lib/systemd/system/hearth.service"


def unit(machine) -> dict[str, list[str]]:
    """What the unit says, by name."""
    settings: dict[str, list[str]] = {}
    for line in (machine.folder / UNIT.lstrip("/")).read_text().splitlines():
        name, is_setting, value = line.partition("=")
        if is_setting and not line.startswith("#"):
            settings.setdefault(name, []).append(value)
    return settings


def served(machine):
    """The hub as the unit starts it, on a free port; its process and its address."""
    says = unit(machine)
    environment = dict(each.split("=", 1) for each in says["Environment"]) | {"HEARTH_LISTEN": "127.0.0.1:0"}
    process = machine.start(
        *says["ExecStart"][0].split(), user=f"{says['User'][0]}:{says['Group'][0]}", cwd=says["WorkingDirectory"][0],
        env=environment,
    )  # fmt: skip
    address = re.search(r"http://[\d.:]+", process.stdout.readline())
    assert address, process.stderr.read()
    return process, address[0]


def stop(process):
    """As systemd stops it."""
    [hub] = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    subprocess.run([*AS_ROOT, "kill", "-TERM", hub], check=True)
    process.communicate(timeout=30)
    assert process.returncode == 0


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

    machine.run(
        "hearth", "member", "add", "--phone", "+41446681800", "--name", "Anna", "--data", "/var/lib/hearth",
        user="hearth:hearth",
    )  # fmt: skip
    process, address = served(machine)
    with urllib.request.urlopen(address + "/") as answer:
        assert "<title>Hearth</title>" in answer.read().decode()
    stop(process)
    with (machine.folder / "etc/hearth/hearth.toml").open("a") as settings:
        settings.write('phone-region = "CH"\n')

    machine.install(package)
    assert "Anna" in members(machine)
    assert 'phone-region = "CH"\n' in (machine.folder / "etc/hearth/hearth.toml").read_text()
    process, address = served(machine)
    with urllib.request.urlopen(address + "/healthz") as answer:
        assert answer.status == 200
    stop(process)

    machine.run("apt-get", "remove", "--yes", "--quiet", "hearth")
    machine.run("hearth", "version", fails=True)
    assert (machine.folder / "etc/hearth/hearth.toml").is_file()
    machine.run("apt-get", "purge", "--yes", "--quiet", "hearth")
    assert modes(machine, "/var/lib/hearth/hearth.db")
    machine.install(package)
    assert "Anna" in members(machine)


def test_the_service_is_sound_and_may_do_little(machine, package):
    machine.install(package)
    machine.run("systemd-analyze", "verify", UNIT)
    # From 0, nothing, to 10, everything; systemd calls what is under 2.0 well shut in.
    verdict = machine.run("systemd-analyze", "security", "--offline=true", "--threshold=20", UNIT)
    assert "Overall exposure level" in verdict
