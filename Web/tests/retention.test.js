// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { isShorter, keptChoices, keptWords } from "../models/retention.js";

/** @type {any} */
const said = (/** @type {string} */ key, /** @type {{count?: number}} */ { count } = {}) => (count === undefined ? key : `${count}`);

test("the choices go from short to for ever and have the one that stands", () => {
  const usual = keptChoices({ history: "days", days: 30 }).map(({ days }) => days);
  assert.deepEqual(usual, [0, 7, 30, 90, 365, 1825, undefined]);
  const own = keptChoices({ history: "days", days: 45 }).map(({ days }) => days);
  assert.deepEqual(own, [0, 7, 30, 45, 90, 365, 1825, undefined]);
  assert.deepEqual(keptChoices({ history: "forever" }).at(-1), { history: "forever" });
});

test("for ever is longer than any number of days", () => {
  assert.equal(isShorter({ history: "days", days: 1825 }, { history: "forever" }), true);
  assert.equal(isShorter({ history: "forever" }, { history: "days", days: 0 }), false);
  assert.equal(isShorter({ history: "days", days: 30 }, { history: "days", days: 30 }), false);
});

test("each length has words of its own", () => {
  assert.equal(keptWords({ history: "forever" }, said), "kept.forever");
  assert.equal(keptWords({ history: "days", days: 0 }, said), "kept.night");
  assert.equal(keptWords({ history: "days", days: 7 }, said), "7");
});
