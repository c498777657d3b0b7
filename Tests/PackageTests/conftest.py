"""A Debian 12 with nothing in it, in a folder, as often as a test wants one, and the package in two versions."""

import os
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
AS_ROOT = [] if os.geteuid() == 0 else ["sudo"]


class EmptyMachine:
    """A folder with an installed system in it, where commands run as on a machine of their own."""

    def __init__(self, folder: Path):
        self.folder = folder

    def start(self, *words: str, user: str = "root", cwd: str = "/", env: dict[str, str] | None = None):
        """Starts a command; what it leaves running ends with it."""
        proxies = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
        settings = [f"{name}={value}" for name, value in (proxies | (env or {})).items()]
        # The program finds what lies beside it by /proc.
        enter = 'mount -t proc proc "$1/proc" && root=$1 user=$2 cwd=$3 && shift 3 && '
        enter += 'exec chroot --userspec="$user" "$root" env --ignore-environment --chdir="$cwd" PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"'
        command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", enter, "sh"]
        return subprocess.Popen(
            [*AS_ROOT, *command, self.folder, user, cwd, *settings, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, fails: bool = False, **options) -> str:
        """What a command printed; it has to end well, or not, as `fails` says."""
        process = self.start(*words, **options)
        out, err = process.communicate(timeout=300)
        assert (process.returncode != 0) == fails, f"{words}: {process.returncode}\n{out}{err}"
        return out

    def install(self, package: Path):
        target = self.folder / "tmp" / package.name
        subprocess.run([*AS_ROOT, "cp", package, target], check=True)
        self.run(
            "apt-get", "install", "--yes", "--quiet", "--no-install-recommends",
            "--option", "Dpkg::Options::=--force-confold", f"/tmp/{package.name}",
            env={"DEBIAN_FRONTEND": "noninteractive"},
        )  # fmt: skip

    def copy(self, folder: Path) -> "EmptyMachine":
        """Another one just like it."""
        subprocess.run([*AS_ROOT, "cp", "--archive", self.folder, folder], check=True)
        return EmptyMachine(folder)

    def throw_away(self):
        subprocess.run([*AS_ROOT, "rm", "-rf", self.folder], check=True)


@pytest.fixture(scope="session")
def image(tmp_path_factory) -> EmptyMachine:
    """A fresh system, of which machines are copies."""
    if subprocess.run([*AS_ROOT, "unshare", "--mount", "--pid", "--fork", "true"], capture_output=True).returncode != 0:
        pytest.skip("this machine lets nobody make a machine of its own (unshare)")
    folder = tmp_path_factory.mktemp("image") / "root"
    # systemd comes along to judge the unit; nothing is started by it in a folder.
    options = ["--quiet", "--variant=minbase", "--include=systemd,ca-certificates,adduser"]
    subprocess.run([*AS_ROOT, "mmdebstrap", *options, "bookworm", folder], check=True)
    image = EmptyMachine(folder)
    image.run("apt-get", "update", "--quiet")
    yield image
    image.throw_away()


@pytest.fixture(scope="session")
def machine(image, tmp_path_factory) -> EmptyMachine:
    """The one on which the package comes and goes."""
    machine = image.copy(tmp_path_factory.mktemp("machine") / "root")
    yield machine
    machine.throw_away()


@pytest.fixture
def new_machine(image, tmp_path):
    """Makes machines with nothing of Hearth on them."""
    machines = []

    def make() -> EmptyMachine:
        machines.append(image.copy(tmp_path / f"machine-{len(machines)}"))
        return machines[-1]

    yield make
    for machine in machines:
        machine.throw_away()


def build(*flags: str) -> Path:
    made = subprocess.check_output([TOP / "Scripts" / "build-deb", *flags], cwd=TOP, text=True, stderr=subprocess.PIPE)
    return TOP / made.split()[-1]


@pytest.fixture(scope="session")
def older() -> Path:
    """The same under the number of an earlier version."""
    return build("--version", "0.0.9")


@pytest.fixture(scope="session")
def package() -> Path:
    return build()
