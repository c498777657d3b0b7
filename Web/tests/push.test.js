// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepPush } from "../lib/hub/push.js";
import { pushState } from "../models/push.js";

const now = Date.parse("2026-03-10T08:00:00.000Z");
const can = { hasPush: true, isSecure: true, isAppleTab: false, permission: "granted", isWanted: true };
const here = (/** @type {string | undefined} */ shownAt) => [
  { createdAt: "2026-03-01T08:00:00.000Z", shownAt, current: true },
  { createdAt: "2026-03-01T08:00:00.000Z", shownAt: "2026-03-10T07:59:00.000Z", current: false },
];

test("what is in the way of push messages is said first", () => {
  assert.equal(pushState({ ...can, isSecure: false, hasPush: false }, [], now), "insecure");
  assert.equal(pushState({ ...can, isAppleTab: true, hasPush: false }, [], now), "install");
  assert.equal(pushState({ ...can, hasPush: false }, [], now), "none");
  assert.equal(pushState({ ...can, permission: "denied" }, here("2026-03-10T07:59:00.000Z"), now), "denied");
});

test("they are on where browser, hub and wish agree", () => {
  assert.equal(pushState({ ...can, permission: "default", isWanted: false }, [], now), "off");
  assert.equal(pushState({ ...can, isWanted: false }, here(undefined), now), "off");
  assert.equal(pushState(can, here(undefined).slice(1), now), "off");
  assert.equal(pushState(can, here(undefined), now), "waiting");
  assert.equal(pushState(can, here("2026-03-10T07:59:00.000Z"), now), "works");
});

test("F19: who showed nothing for seven days may not get alerts", () => {
  assert.equal(pushState(can, here("2026-03-03T08:00:00.000Z"), now), "works");
  assert.equal(pushState(can, here("2026-03-03T07:59:59.000Z"), now), "stale");
});

test("F19: a page that opens sets up again what the browser forgot, and only where it is wanted", async () => {
  /** @type {string[]} */
  const told = [];
  const api = /** @type {any} */ ({
    get: async () => ({ key: "AQID" }),
    put: async (/** @type {string} */ path, /** @type {{endpoint: string}} */ body) => told.push(`${path} ${body.endpoint}`),
  });
  const made = { toJSON: () => ({ endpoint: "https://push.example/new", keys: {} }) };
  const pushManager = { getSubscription: async () => null, subscribe: async () => made };
  const wish = { value: "on" };
  const browser = Object.entries({
    navigator: { serviceWorker: { ready: Promise.resolve({ pushManager }) } },
    window: { PushManager: {}, Notification: {}, isSecureContext: true },
    Notification: { permission: "granted" },
    localStorage: { getItem: () => wish.value },
  });
  const before = browser.map(([name]) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const [name, value] of browser) Object.defineProperty(globalThis, name, { value, configurable: true });
  try {
    await keepPush(api);
    assert.deepEqual(told, ["/me/push https://push.example/new"]);
    wish.value = "";
    await keepPush(api);
    assert.equal(told.length, 1, "who turned it off is left alone");
  } finally {
    browser.forEach(([name], index) => {
      const was = before[index];
      if (was) Object.defineProperty(globalThis, name, was);
      else Reflect.deleteProperty(globalThis, name);
    });
  }
});
