// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { pushState } from "../models/push.js";

const now = Date.parse("2026-03-10T08:00:00.000Z");
const can = { hasPush: true, isSecure: true, isAppleTab: false, permission: "granted", isWanted: true };
const here = (/** @type {string | undefined} */ shownAt) => [
  { createdAt: "2026-03-01T08:00:00.000Z", shownAt, current: true },
  { createdAt: "2026-03-01T08:00:00.000Z", shownAt: "2026-03-10T07:59:00.000Z", current: false },
];

test("what is in the way of push messages is said first", () => {
  assert.equal(pushState({ ...can, isSecure: false, hasPush: false }, [], now), "insecure");
  assert.equal(pushState({ ...can, isAppleTab: true, hasPush: false }, [], now), "install");
  assert.equal(pushState({ ...can, hasPush: false }, [], now), "none");
  assert.equal(pushState({ ...can, permission: "denied" }, here("2026-03-10T07:59:00.000Z"), now), "denied");
});

test("they are on where browser, hub and wish agree", () => {
  assert.equal(pushState({ ...can, permission: "default", isWanted: false }, [], now), "off");
  assert.equal(pushState({ ...can, isWanted: false }, here(undefined), now), "off");
  assert.equal(pushState(can, here(undefined).slice(1), now), "off");
  assert.equal(pushState(can, here(undefined), now), "waiting");
  assert.equal(pushState(can, here("2026-03-10T07:59:00.000Z"), now), "works");
});

test("F19: who showed nothing for seven days may not get alerts", () => {
  assert.equal(pushState(can, here("2026-03-03T08:00:00.000Z"), now), "works");
  assert.equal(pushState(can, here("2026-03-03T07:59:59.000Z"), now), "stale");
});
