"""S23: whoever looks for secrets in the logs finds those that are there."""

import pytest

from log_hygiene import Secrets

LOG = '2026-03-01T08:06:00.000Z info level="info" message=0197a3c4-5b1e-7c3a-9f00-1d2e3f405162 try=3 took=0.125\n'


@pytest.fixture
def secrets():
    secrets = Secrets()
    secrets.number("+4232370001")
    secrets.token("Zk3vT0m1Xq8cR5wLh2bYpg")
    secrets.code("042917")
    return secrets


@pytest.mark.parametrize(
    "planted",
    [
        "+4232370001", "4232370001", "to 2370001 again", "+41446681999", "at 47.1410,9.5209", "lon=-0.12345",
        "Bearer Zk3vT0m1Xq8cR5wLh2bYpg", "code 042917.",
    ],
)
def test_s23_what_is_planted_in_a_log_is_found(secrets, tmp_path, planted):
    log = tmp_path / "log"
    log.write_text(LOG + planted + "\n")
    secrets.watch(log)
    assert secrets.found(), planted
    # What is told of it is no second leak.
    assert planted not in "".join(secrets.found())


def test_s23_a_log_without_secrets_is_clean(secrets, tmp_path):
    log = tmp_path / "log"
    log.write_text(LOG + "a request failed request=1042917 reason=busy\n")
    secrets.watch(log)
    secrets.watch(tmp_path / "gone")
    assert secrets.found() == []


def test_s23_the_run_knows_what_it_used(house, visit):
    from log_hygiene import SECRETS

    anna = house.member("Anna Beck")
    visitor = visit(house)
    visitor.log_in(anna)
    visitor.context.cookies()
    assert anna.token in SECRETS.tokens
    assert anna.phone.removeprefix("+") in SECRETS.numbers
    assert house.folder / "log" in SECRETS.logs
