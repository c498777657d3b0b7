"""The calendar of a member's missions, made on the page and read by a calendar library."""

import datetime
import re
import urllib.error
import urllib.request

import icalendar
import pytest
from playwright.sync_api import expect

from house import new_id
from log_hygiene import SECRETS


def read(url, tag=None):
    """What a calendar program is answered: the status, the tag and the calendar."""
    request = urllib.request.Request(url, headers={"If-None-Match": tag} if tag else {})
    with urllib.request.urlopen(request) as answer:
        return answer.status, answer.headers["ETag"], icalendar.Calendar.from_ical(answer.read())


def test_e8_my_missions_are_in_my_calendar_until_i_end_the_link(house, visit):
    anna = house.member("Anna Beck")
    today = datetime.date.today()
    name = "Water the plants; all of them, please \\ and the Füße of the table, which we all forget 🐝"[:79]
    mission = {"id": new_id(), "title": name, "minutes": 20, "priority": "high", "due": today.isoformat()}
    anna.call("POST", "/missions", mission)
    weekly = {"every": "week", "from": "due"}
    anna.call("POST", "/missions", {**mission, "id": new_id(), "title": "Bins", "repeats": weekly})
    page = visit(house).log_in(anna, "/missions/rules")
    expect(page.get_by_role("heading", name="In my calendar")).to_be_visible()
    page.get_by_role("button", name="Make a link").click()
    field = page.get_by_label("Address to subscribe to")
    expect(field).to_be_focused()
    url = field.input_value()
    assert re.search(r"/calendar/hearth_ics_[0-9A-Za-z]{36}\.ics$", url)
    SECRETS.token(url.rpartition("/")[2].removesuffix(".ics"))
    expect(page.get_by_text("not read yet")).to_be_visible()

    status, tag, calendar = read(url)
    assert status == 200 and calendar["NAME"] == "Hearth"
    events = calendar.walk("VEVENT")
    plants = [event for event in events if event["SUMMARY"] == name]
    assert [event["DTSTART"].dt for event in plants] == [today]
    assert plants[0]["CLASS"] == "PRIVATE" and plants[0]["SEQUENCE"] >= 0
    assert plants[0]["LAST-MODIFIED"].dt.tzinfo is not None
    bins = sorted(event["DTSTART"].dt for event in events if event["SUMMARY"] == "Bins")
    assert len(bins) > 20 and {(later - bins[0]).days % 7 for later in bins} == {0}
    assert len({event["UID"] for event in events}) == len(events)
    tasks = read(url + "?as=todo")[2].walk("VTODO")
    assert {(task["SUMMARY"], task["STATUS"]) for task in tasks} >= {(name, "NEEDS-ACTION")}
    assert [task["PRIORITY"] for task in tasks if task["SUMMARY"] == name] == [1]
    with pytest.raises(urllib.error.HTTPError) as unchanged:
        read(url, tag)
    assert unchanged.value.code == 304

    page.reload()
    expect(page.get_by_text(re.compile("Made .* · read"))).to_be_visible()
    expect(page.get_by_label("Address to subscribe to")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^End the link made")).click()
    expect(page.get_by_text(re.compile("Made .* · read"))).to_have_count(0)
    with pytest.raises(urllib.error.HTTPError) as ended:
        read(url)
    assert ended.value.code == 404
