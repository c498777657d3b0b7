// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { allTexts } from "../lib/words/text.js";
import { arrivalAt, otherWords } from "../models/trip-words.js";

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

test("F83: another device is named with its place, and a browser by its position", async () => {
  await allTexts();
  const fix = { latitude: 47.1, longitude: 9.5, at: "2026-03-10T14:28:00Z", ageSeconds: 0, live: false };
  assert.equal(otherWords({ name: "Tablet", place: "Home", fix }, now), "Other device: Tablet. Home, 2 min ago");
  assert.equal(otherWords({ fix }, now), "Other device: a browser. 47.10000, 9.50000, 2 min ago");
  assert.equal(otherWords(undefined, now), "");
});
