// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { allTexts } from "../lib/words/text.js";
import { comingWords, leftOf, limitsWith, percentOf, scheduleWords, soonestFirst, weekdays } from "../models/family-money.js";

await allTexts();

const zone = "Europe/Zurich";

test("a schedule is one line, which names the clock where it is not the reader's", () => {
  const say = (/** @type {any} */ schedule, here = zone) => scheduleWords(schedule, zone, "en-GB", here);
  assert.equal(say({ every: "day", time: "18:00" }), "Every day at 18:00");
  assert.equal(say({ every: "week", day: 6, time: "10:00" }), "Every Saturday at 10:00");
  assert.equal(say({ every: "month", day: 1, time: "07:30" }), "On day 1 of every month at 07:30");
  assert.equal(say({ every: "month", day: 31, time: "07:30" }), "On the last day of every month at 07:30");
  assert.equal(say({ every: "day", time: "18:00" }, "America/New_York"), "Every day at 18:00 (Zurich time)");
  assert.deepEqual([weekdays("de")[0], weekdays("en")[6]], ["Montag", "Sunday"]);
});

test("what comes is said as people say it", () => {
  const now = new Date(2026, 2, 6, 9, 0).getTime();
  const at = (/** @type {number} */ day, /** @type {number} */ hour) => comingWords(new Date(2026, 2, day, hour).toISOString(), now);
  assert.equal(at(6, 18), "today at 18:00");
  assert.equal(at(7, 0), "tomorrow at 00:00");
  assert.match(at(8, 10), /^Sun,? 8 Mar at 10:00$/);
  const items = ["2026-03-09T00:00:00.000Z", "2026-03-07T00:00:00.000Z"].map((nextAt) => ({ nextAt }));
  assert.equal(soonestFirst(items)[0], items[1]);
});

test("what is left of a limit, and how much of it is used up", () => {
  assert.deepEqual([leftOf(500n, 127n), leftOf(100n, 127n)], [373n, 0n]);
  assert.deepEqual([percentOf(127n, 500n), percentOf(600n, 500n), percentOf(0n, 0n)], [25, 100, 100]);
});

test("one limit changes and the others stay", () => {
  const limits = {
    approvalAbove: [{ asset: 2, amount: "100" }],
    perDay: [{ member: "mira", asset: 2, amount: "5" }, { member: "leo", asset: 2, amount: "6" }],
  };
  const changed = limitsWith(limits, { member: "mira", asset: 2 }, 9n);
  assert.deepEqual(changed.perDay, [limits.perDay[1], { member: "mira", asset: 2, amount: "9" }]);
  assert.deepEqual(changed.approvalAbove, limits.approvalAbove);
  assert.deepEqual(limitsWith(limits, { member: "leo", asset: 2 }, undefined).perDay, [limits.perDay[0]]);
  assert.deepEqual(limitsWith(limits, { asset: 1 }, 7n).approvalAbove, [...limits.approvalAbove, { asset: 1, amount: "7" }]);
  assert.deepEqual(limitsWith(limits, { asset: 2 }, undefined), { approvalAbove: [], perDay: limits.perDay });
});
