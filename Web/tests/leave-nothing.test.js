// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { closeShown, leaveNothing } from "../lib/hub/leave-nothing.js";

/**
 * What a browser is told by some work in it.
 *
 * @param {() => unknown} work
 * @param {{isShared?: boolean, worker?: (port: MessagePort) => void}} [options]
 */
async function told(work, { isShared = false, worker } = {}) {
  /** @type {any[]} */
  const told = [];
  const postMessage = (/** @type {string} */ word, /** @type {MessagePort[]} */ [port] = /** @type {any} */ ([])) => {
    told.push(word);
    if (port) worker?.(port);
  };
  const browser = Object.entries({
    localStorage: { getItem: () => (isShared ? "yes" : null), removeItem: (/** @type {string} */ key) => told.push(key) },
    navigator: { serviceWorker: { controller: worker && { postMessage } } },
    fetch: async (/** @type {string} */ path, /** @type {RequestInit} */ init) => {
      told.push([path, init]);
      throw new TypeError("no network");
    },
  });
  const before = browser.map(([name]) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const [name, value] of browser) Object.defineProperty(globalThis, name, { value, configurable: true });
  try {
    await work();
    return told;
  } finally {
    browser.forEach(([name], index) => {
      const was = before[index];
      if (was) Object.defineProperty(globalThis, name, was);
      else Reflect.deleteProperty(globalThis, name);
    });
  }
}

const answers = (/** @type {MessagePort} */ port) => port.postMessage("closed");
const ends = (/** @type {string} */ path) => [path, { method: "DELETE", keepalive: true }];

test("F90: leaving ends what was open to this browser and closes what is shown, at once; one's own push messages go on", async () => {
  assert.deepEqual(await told(leaveNothing, { worker: answers }), ["leave", ends("/api/v1/opened-views")]);
});

test("F90: leaving on a shared device ends push messages, in the browser and at the hub", async () => {
  const all = ["leave", ends("/api/v1/opened-views"), "hearth.push", "unsubscribe", ends("/api/v1/me/push")];
  assert.deepEqual(await told(leaveNothing, { isShared: true, worker: answers }), all);
});

test("F90: a log-out waits until what is shown is closed, and not for a worker that is absent or silent", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let isClosed = false;
  const closes = (/** @type {MessagePort} */ port) => setImmediate(() => port.postMessage((isClosed = true)));
  assert.deepEqual(await told(closeShown, { worker: closes }), ["leave"]);
  assert.ok(isClosed);
  assert.deepEqual(await told(closeShown), []);
  const silence = told(closeShown, { worker: () => undefined });
  context.mock.timers.tick(2_000);
  assert.deepEqual(await silence, ["leave"]);
});
