// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { leaveNothing } from "../lib/hub/leave-nothing.js";

test("F90: leaving ends what was open to this browser, closes what is shown and forgets the wish for more, at once", () => {
  /** @type {any[]} */
  const told = [];
  const browser = Object.entries({
    localStorage: { removeItem: (/** @type {string} */ key) => told.push(key) },
    navigator: { serviceWorker: { controller: { postMessage: (/** @type {string} */ word) => told.push(word) } } },
    fetch: async (/** @type {string} */ path, /** @type {RequestInit} */ init) => {
      told.push([path, init]);
      throw new TypeError("no network");
    },
  });
  const before = browser.map(([name]) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const [name, value] of browser) Object.defineProperty(globalThis, name, { value, configurable: true });
  try {
    leaveNothing();
    assert.deepEqual(told, ["hearth.push", "leave", ["/api/v1/opened-views", { method: "DELETE", keepalive: true }]]);
  } finally {
    browser.forEach(([name], index) => {
      const was = before[index];
      if (was) Object.defineProperty(globalThis, name, was);
      else Reflect.deleteProperty(globalThis, name);
    });
  }
});
