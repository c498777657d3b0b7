// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrivalAt } from "../models/trip-words.js";

const now = Date.parse("2026-03-10T14:30:00Z");
const planned = { dueAt: "2026-03-10T15:00:00Z", arrivesAt: "2026-03-10T14:45:00Z" };
const way = { remainingSeconds: 300, remainingAsOf: "2026-03-10T14:29:30Z", straightLine: false };

test("a trip arrives by what is left of its way, and else as planned", () => {
  assert.equal(arrivalAt({ ...planned, ...way }, now), Date.parse("2026-03-10T14:34:30Z"));
  assert.equal(arrivalAt(planned, now), Date.parse(planned.arrivesAt));
});

test("an old fix and a straight line say nothing of an arrival", () => {
  const late = Date.parse("2026-03-10T14:31:00Z");
  assert.equal(arrivalAt({ ...planned, ...way }, late), Date.parse(planned.arrivesAt));
  assert.equal(arrivalAt({ ...planned, ...way, straightLine: true }, now), Date.parse(planned.arrivesAt));
});

test("an arrival that has passed is not said", () => {
  assert.equal(arrivalAt(planned, Date.parse("2026-03-10T14:46:00Z")), undefined);
  assert.equal(arrivalAt({ dueAt: planned.dueAt }, now), undefined);
});
