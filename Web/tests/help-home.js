// @ts-check
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock } from "node:test";
import { HelpCall } from "../stores/help-call.js";

/** @typedef {{path: string, body: any}} Asked */

/** @type {Map<string, string>} */
export const stored = new Map();
const storage = {
  getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
  removeItem: (/** @type {string} */ key) => stored.delete(key),
};
// Its keys are what it keeps, as a browser has it.
const own = { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) };
Object.assign(globalThis, { localStorage: new Proxy(storage, own) });
/** Who calls. */
export const anna = "0197a3c4-5b1e-7c3a-9f00-1d2e3f405164";
/** @type {HelpCall[]} */
export const calls = [];
beforeEach(() => {
  stored.clear();
  mock.timers.enable({ apis: ["setInterval", "setTimeout", "Date"], now: 1_800_000_000_000 });
  // Both clocks of the page go by the test's time; a test may set the one of them that can be set.
  const { now } = Date;
  mock.method(performance, "now", () => now() - 1_800_000_000_000);
});
afterEach(() => {
  // Nothing asks on after its test.
  for (const call of calls.splice(0)) call.end();
  mock.timers.reset();
  mock.restoreAll();
});

/**
 * A hub that answers each request to change something in turn as it is told, and then takes everything; what it says of
 * the countdown when it is asked is `state`, and whether anybody was notified `told`.
 *
 * @param {...(Error | undefined)} answers
 */
export function hub(...answers) {
  /** @type {Asked[]} */
  const asked = [];
  const home = {
    asked,
    api: /** @type {any} */ (undefined),
    state: "running",
    told: false,
    recorded: true,
    isCleared: false,
    list: /** @type {any[]} */ ([]),
  };
  const countdown = (/** @type {string} */ id) => {
    const now = Date.now();
    const times = { startedAt: new Date(now).toISOString(), firesAt: new Date(now + 15_000).toISOString() };
    return { id, cause: "shake", state: home.state, ...times, told: home.told };
  };
  const post = async (/** @type {string} */ path, /** @type {any} */ body) => {
    asked.push({ path, body });
    const answer = answers.shift();
    if (answer) throw answer;
    if (path !== "/countdowns") return { told: home.told };
    home.list = [body.id];
    return { ...countdown(body.id), recorded: home.recorded };
  };
  // An alarm is listed as long as it is open, under the name of the call or of one that it joined.
  const isOpen = () => home.state === "fired" && !home.isCleared;
  const alarms = () => (isOpen() ? [{ id: "joined", state: "calling" }] : []);
  const get = async () => ({ countdowns: home.list.map(countdown), alarms: alarms() });
  home.api = { post, get };
  return home;
}

/**
 * A call that ends with its test.
 *
 * @param {any} api
 * @param {import("../models/help.js").Cause} cause
 * @param {string} [trip]
 */
export function begin(api, cause, trip) {
  const call = HelpCall.begin(api, anna, cause, trip);
  calls.push(call);
  return call;
}

/**
 * Lets time pass, in steps after each of which all that waits for an answer goes on.
 *
 * @param {number} milliseconds
 */
export async function pass(milliseconds) {
  for (let passed = 0; passed < milliseconds; passed += 20) {
    mock.timers.tick(20);
    await new Promise((done) => setImmediate(done));
  }
}

/** @param {() => boolean} isTrue */
export async function until(isTrue) {
  for (let passed = 0; !isTrue(); passed += 20) {
    assert.ok(passed < 8_000, "it never came to that");
    await pass(20);
  }
}
