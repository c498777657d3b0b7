// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** @type {string[]} */
const asked = [];
/** @type {Map<string, string>} */
const kept = new Map();
let isInstalled = true;

Object.assign(globalThis, {
  screen: { orientation: { lock: async (/** @type {string} */ to) => asked.push(to), unlock: () => asked.push("default") } },
  matchMedia: () => ({ matches: isInstalled }),
  localStorage: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  },
});
const { applyOrientation, canTurn, turnWithPhone } = await import("../lib/dom/orientation.js");

test("the manifest keeps an installed page upright", () => {
  const manifest = JSON.parse(readFileSync(new URL("../manifest.webmanifest", import.meta.url), "utf8"));
  assert.equal(manifest.orientation, "portrait");
});

test("WCAG 1.3.4: an installed page turns with a phone that is mounted across once that is chosen, also after a restart", () => {
  turnWithPhone(true);
  assert.deepEqual(asked.splice(0), ["any"]);
  applyOrientation();
  assert.deepEqual(asked.splice(0), ["any"]);
  turnWithPhone(false);
  applyOrientation();
  assert.deepEqual(asked.splice(0), ["default", "default"]);
});

test("a browser's own tab is left alone", () => {
  isInstalled = false;
  assert.equal(canTurn(), false);
  turnWithPhone(true);
  assert.deepEqual(asked, []);
});
