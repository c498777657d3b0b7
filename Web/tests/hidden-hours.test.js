// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { hiddenFor, minuteOf, timeOfMinute, withHours } from "../models/hidden-hours.js";

const evening = { days: [5], fromMinute: 1080, untilMinute: 600, utcOffsetMinutes: 60 };

test("hours are set against one person and leave the others'", () => {
  const all = [{ ...evening, viewer: "ben" }, { ...evening, viewer: "eve" }];
  assert.deepEqual(hiddenFor(all, "ben"), [all[0]]);
  assert.deepEqual(withHours(all, "ben", []), [all[1]]);
  assert.deepEqual(withHours([], "ben", [evening]), [all[0]]);
});

test("a minute of the day and a field for times say the same", () => {
  for (const minute of [0, 1, 600, 1080, 1439]) assert.equal(minuteOf(timeOfMinute(minute)), minute);
  assert.equal(timeOfMinute(1110), "18:30");
  for (const typed of ["", "x", "24:00"]) assert.equal(minuteOf(typed), 0, typed);
});
