import assert from "node:assert/strict";
import { test } from "node:test";
import { endOf, fieldTime, isOver, sharedWith, wrongEnd } from "../models/sharing.js";

const now = new Date(2026, 10, 21, 19, 30).getTime();
const hour = 3_600_000;
const seer = (precision, expiresAt) => ({ id: "c", member: "m", name: "Ben", colour: 1, precision, expiresAt });

test("F42: an hour and thirty days count from now, tonight is 23:59", () => {
  assert.equal(Date.parse(endOf("hour", now)), now + hour);
  assert.equal(Date.parse(endOf("month", now)), now + 30 * 24 * hour);
  assert.equal(Date.parse(endOf("tonight", now)), new Date(2026, 10, 21, 23, 59).getTime());
  const late = new Date(2026, 10, 21, 23, 59, 30).getTime();
  assert.equal(Date.parse(endOf("tonight", late)), new Date(2026, 10, 22, 23, 59).getTime());
});

test("no end is no end, and the one that stands is kept", () => {
  assert.equal(endOf("none", now), undefined);
  assert.equal(endOf("kept", now, { kept: "2026-11-22T10:00:00.000Z" }), "2026-11-22T10:00:00.000Z");
});

test("a typed end is a moment where the page is", () => {
  assert.equal(endOf("date", now, { date: "2026-11-22T10:00" }), new Date(2026, 10, 22, 10).toISOString());
  assert.equal(endOf("date", now, { date: "" }), undefined);
});

test("a typed end must be there and lie ahead", () => {
  assert.equal(wrongEnd("", now), "missing");
  assert.equal(wrongEnd("2026-11-21T19:30", now), "past");
  assert.equal(wrongEnd("2026-11-21T19:31", now), undefined);
});

test("a field for day and time holds the moment it is given", () => {
  assert.equal(fieldTime(now), "2026-11-21T19:30");
  assert.equal(new Date(fieldTime(now)).getTime(), now);
});

test("F43: shared with counts those who see something now", () => {
  const past = new Date(now - 1).toISOString();
  const ahead = new Date(now + 1).toISOString();
  const seers = [seer("off"), seer("place"), seer("exact", past), seer("coarse", ahead)];
  assert.deepEqual(sharedWith(seers, now), [seers[1], seers[3]]);
  assert.equal(isOver(seers[2], now), true);
});
