import assert from "node:assert/strict";
import { test } from "node:test";
import { asking, pauseMilliseconds } from "../models/asking.js";

const now = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;

/** Somebody whose newest fix is so old. */
function person(more = {}, ageSeconds = 600) {
  const fix = { latitude: 47.14, longitude: 9.52, accuracyMetres: 8, at: new Date(now - ageSeconds * 1_000).toISOString() };
  const presence = { member: "bo", state: "unknown", ageSeconds, fix: { ...fix, ageSeconds, live: false }, ...more };
  return { id: "bo", name: "Bo", colour: 1, isMe: false, heardAt: now, presence };
}

test("nobody is asked who shows a place name only, is in danger, or is oneself", () => {
  assert.equal(asking(person(), undefined, now).isOffered, true);
  assert.equal(asking({ ...person(), isMe: true }, undefined, now).isOffered, false);
  assert.equal(asking(person({ fix: undefined }), undefined, now).isOffered, false);
  assert.equal(asking(person({ state: "danger" }), undefined, now).isOffered, false);
  assert.equal(asking(person({ fix: undefined, state: "lost" }), undefined, now).isOffered, true);
});

test("a question waits until a newer location comes, whyever it came, and for an hour at most", () => {
  assert.equal(asking(person(), undefined, now).state, "none");
  assert.equal(asking(person(), now - 2 * minute, now).state, "waiting");
  assert.equal(asking(person({}, 30), now - 2 * minute, now).state, "newer");
  assert.equal(asking(person(), now - 61 * minute, now).state, "none");
});

test("the next question may go out ten minutes after the last", () => {
  const askedAt = now - 2 * minute;
  assert.equal(asking(person(), askedAt, now).againAt, askedAt + pauseMilliseconds);
  assert.equal(asking(person(), now - 11 * minute, now).againAt, undefined);
});
