// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysAgo, knownJob, sortedFindings } from "../models/keeper.js";

const finding = (/** @type {string} */ check, /** @type {"good" | "advice" | "weak"} */ state) => ({ check, state, words: "" });

test("of what the doctor found the weak comes first", () => {
  const found = [finding("a", "good"), finding("b", "weak"), finding("c", "advice"), finding("d", "weak")];
  assert.deepEqual(sortedFindings(found).map(({ check }) => check), ["b", "d", "c", "a"]);
});

test("a day is so many days ago, and none is in the future", () => {
  const now = Date.parse("2026-03-02T00:30:00Z");
  assert.equal(daysAgo("2026-03-02", now), 0);
  assert.equal(daysAgo("2026-03-01", now), 1);
  assert.equal(daysAgo("2026-02-28", now), 2);
  assert.equal(daysAgo("2026-03-03", now), 0);
});

test("a job that the page does not know is not taken for one", () => {
  assert.equal(knownJob("deadlines"), "deadlines");
  assert.equal(knownJob("constructor"), undefined);
});
