// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { labelsFor, watchOf, wishFor, withWish } from "../models/watches.js";

const watch = {
  member: "a",
  places: [{ label: "gym", arrived: true, left: false }],
  quiet: true,
  lowBattery: false,
};

test("whoever is not watched asks for nothing", () => {
  assert.equal(watchOf([watch], "a"), watch);
  assert.deepEqual(watchOf([watch], "b"), { member: "b", places: [], quiet: false, lowBattery: false });
});

test("labels to choose from stand once each, whatever their case", () => {
  assert.deepEqual(labelsFor(watch), ["Home", "Work", "School", "gym"]);
  assert.deepEqual(labelsFor(watch, "Gym"), ["Home", "Work", "School", "gym"]);
  assert.deepEqual(labelsFor(watch, "Grandma"), ["Home", "Work", "School", "gym", "Grandma"]);
});

test("a wish changes alone, and goes when nothing is left of it", () => {
  const more = withWish(watch, "Gym", { left: true });
  assert.deepEqual(more.places, [{ label: "gym", arrived: true, left: true }]);
  const home = withWish(more, "Home", { arrived: true });
  assert.deepEqual(home.places.map(({ label }) => label), ["gym", "Home"]);
  assert.deepEqual(withWish(watch, "gym", { arrived: false }).places, []);
  assert.deepEqual(wishFor(watch, "Work"), { label: "Work", arrived: false, left: false });
  assert.equal(watch.places.length, 1);
});
