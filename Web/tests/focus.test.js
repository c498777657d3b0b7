// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import * as focus from "../models/focus.js";

const start = Date.parse("2026-11-22T10:00:00Z");

/** @returns {any} */
function session(more = {}) {
  const at = new Date(start).toISOString();
  const freeUntil = new Date(start + 10_000).toISOString();
  return { state: "running", startedAt: at, freeUntil, since: at, plannedMilliseconds: 1_500_000, workedMilliseconds: 0, ...more };
}

test("F62: what has passed follows from the hub's moments alone, and is never more than was planned", () => {
  assert.equal(focus.elapsedMilliseconds(session(), start + 60_000), 60_000);
  assert.equal(focus.elapsedMilliseconds(session({ workedMilliseconds: 5_000 }), start + 60_000), 65_000);
  assert.equal(focus.elapsedMilliseconds(session(), start - 5_000), 0);
  assert.equal(focus.elapsedMilliseconds(session(), start + 9e9), 1_500_000);
});

test("F62: a pause stands still, whatever the time", () => {
  const paused = session({ state: "paused", workedMilliseconds: 90_000 });
  const { startMs, deadlineMs } = focus.spanOf(paused, start + 900_000);
  assert.equal(focus.countdownTwin(deadlineMs, startMs, start + 900_000).remainingMs, 1_410_000);
});

test("the twin of the rule turns from hearth through caution to danger in the last third", () => {
  const phase = (/** @type {number} */ left) => focus.countdownTwin(600, 0, 600 - left).phase;
  assert.deepEqual([600, 201, 200, 101, 100, 1, 0].map(phase), ["hearth", "hearth", "caution", "caution", "danger", "danger", "done"]);
  assert.deepEqual(focus.countdownTwin(600, 0, -5), { remainingMs: 600, fraction: 1, phase: "hearth" });
  assert.deepEqual(focus.countdownTwin(0, 0, 5), { remainingMs: 0, fraction: 0, phase: "done" });
});

test("F62: it can be called off for nothing for ten seconds, and no longer", () => {
  assert.equal(focus.cancelLeft(session(), start), 10_000);
  assert.equal(focus.cancelLeft(session(), start + 9_999), 1);
  assert.equal(focus.cancelLeft(session(), start + 10_000), 0);
  assert.equal(focus.cancelLeft(session({ state: "stopped" }), start), 0);
});

test("digits are a clock's, and a second that has begun is shown until it is over", () => {
  assert.equal(focus.clockDigits(1_500_000), "25:00");
  assert.equal(focus.clockDigits(1_499_001), "25:00");
  assert.equal(focus.clockDigits(3_899_000), "1:04:59");
  assert.equal(focus.clockDigits(9_000), "0:09");
  assert.equal(focus.clockDigits(0), "0:00");
});

test("the ring is drawn anew only where that can be seen", () => {
  assert.equal(focus.ringGap(1), 0);
  assert.equal(focus.ringGap(0), 1);
  assert.equal(focus.ringGap(0.500_000_1), focus.ringGap(0.5));
  assert.notEqual(focus.ringGap(0.500_01), focus.ringGap(0.5));
});

test("those who listen are told at a few marks", () => {
  assert.equal(focus.markPassed(600_001, 599_999), 10);
  assert.equal(focus.markPassed(599_999, 599_000), undefined);
  assert.equal(focus.isUnderWay(session()), true);
  assert.equal(focus.isUnderWay(undefined), false);
});
