// @ts-check
import assert from "node:assert/strict";
import { once } from "node:events";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Refusal, Unreachable } from "../lib/hub/api.js";
import { HelpCall } from "../stores/help-call.js";

/** @typedef {{path: string, body: any}} Asked */

/** @type {Map<string, string>} */
const stored = new Map();
Object.assign(globalThis, {
  localStorage: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
    removeItem: (/** @type {string} */ key) => stored.delete(key),
  },
});
/** @type {HelpCall[]} */
const calls = [];
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
function hub(...answers) {
  /** @type {Asked[]} */
  const asked = [];
  const home = {
    asked,
    api: /** @type {any} */ (undefined),
    state: "running",
    told: false,
    recorded: true,
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
  const get = async () => ({ countdowns: home.list.map(countdown), alarms: [] });
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
function begin(api, cause, trip) {
  const call = HelpCall.begin(api, cause, trip);
  calls.push(call);
  return call;
}

/**
 * Lets time pass, in steps after each of which all that waits for an answer goes on.
 *
 * @param {number} milliseconds
 */
async function pass(milliseconds) {
  for (let passed = 0; passed < milliseconds; passed += 20) {
    mock.timers.tick(20);
    await new Promise((done) => setImmediate(done));
  }
}

/** @param {() => boolean} isTrue */
async function until(isTrue) {
  for (let passed = 0; !isTrue(); passed += 20) {
    assert.ok(passed < 8_000, "it never came to that");
    await pass(20);
  }
}

const wrongPIN = () => new Refusal({ status: 403, code: "wrongPin", title: "That is not the PIN." });

test("a call goes to the hub at once, and is asked no more when it was heard", async () => {
  const { asked, api } = hub();
  const call = begin(api, "shake", "trip");
  await until(() => call.isHeard);
  assert.deepEqual(asked.map(({ path }) => path), ["/countdowns"]);
  assert.equal(asked[0].body.id, call.id);
  assert.equal(stored.size, 0);
});

test("F9: what did not get through is sent again each second with the same id, and later the older", async () => {
  const { asked, api } = hub(new Unreachable());
  const call = begin(api, "shake");
  assert.equal(call.isHeard, false);
  assert.equal(stored.size, 1, "a reload would not lose it");
  await until(() => call.isHeard);
  assert.equal(asked[1].body.id, asked[0].body.id);
  const [first, second] = asked.map(({ body }) => body.startedAgoMilliseconds);
  assert.equal(second - first, 1_000);
});

test("a PIN that finds no hub goes before anything else once there is one", async () => {
  const { asked, api } = hub(new Unreachable(), new Unreachable());
  const call = begin(api, "sos");
  await assert.rejects(call.stop("2580"), Unreachable);
  assert.equal(call.isWaiting, true);
  await until(() => call.ending !== undefined);
  assert.deepEqual(asked.map(({ path }) => path), ["/countdowns", `/countdowns/${call.id}/safe`, `/countdowns/${call.id}/safe`]);
  assert.equal(stored.size, 0);
});

test("F31: a kept PIN that was wrong stops nothing: the call itself follows", async () => {
  const { asked, api } = hub(new Unreachable(), new Unreachable(), wrongPIN());
  const call = begin(api, "sos");
  await assert.rejects(call.stop("1111"), Unreachable);
  const refused = once(/** @type {any} */ (call), "refused");
  await pass(1_000);
  assert.equal((await refused)[0].detail.code, "wrongPin");
  assert.equal(call.ending, undefined);
  await until(() => call.isHeard);
  assert.equal(asked.at(-1)?.path, "/countdowns");
  assert.equal(call.ending, undefined);
});

test("F31: a wrong PIN is refused at once and changes nothing", async () => {
  const { api } = hub(undefined, wrongPIN());
  const call = begin(api, "sos");
  await until(() => call.isHeard);
  await assert.rejects(call.stop("1111"), Refusal);
  assert.deepEqual([call.isHeard, call.ending, call.isWaiting], [true, undefined, false]);
});

test("F72: an attempt that may have left is not confirmed, whatever became of it", async () => {
  const { api } = hub(new Unreachable(), new Refusal({ status: 502, code: "unexpected", title: "502" }));
  const call = begin(api, "sos");
  assert.equal(call.standing, "unconfirmed", "on its way");
  await pass(200);
  assert.equal(call.standing, "unconfirmed", "the answer may be what was lost");
  await until(() => call.isHeard);
  assert.equal(call.standing, "running");
});

test("F72: NOT SENT only where the device has no network, or the hub said that it took nothing", async () => {
  const online = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { value: { onLine: false }, configurable: true });
  try {
    const call = begin(hub(...Array(9).fill(new Unreachable())).api, "sos");
    await pass(100);
    assert.equal(call.standing, "notSent");
  } finally {
    if (online) Object.defineProperty(globalThis, "navigator", online);
    else Reflect.deleteProperty(globalThis, "navigator");
  }
  const full = new Refusal({ status: 503, code: "storage", title: "The hub cannot write." });
  const refused = begin(hub(...Array(9).fill(full)).api, "sos");
  await pass(100);
  assert.equal(refused.standing, "notSent");
});

test("F72: a call whose outcome the hub itself does not know is not said to be unsent", async () => {
  for (const code of ["outcomeUnknown", "databaseAway"]) {
    const call = begin(hub(...Array(9).fill(new Refusal({ status: 503, code, title: "" }))).api, "sos");
    await pass(100);
    assert.equal(call.standing, "unconfirmed", code);
  }
});

test("F72: a doubt outlives a reload of the page", async () => {
  const { api } = hub(...Array(9).fill(new Unreachable()));
  begin(api, "sos");
  await pass(100);
  const again = HelpCall.kept(api);
  assert.ok(again);
  calls.push(again);
  assert.equal(again.standing, "unconfirmed");
});

test("F72: a list that leaves the call out says nothing of it", async () => {
  const home = hub();
  const call = begin(home.api, "shake");
  await until(() => call.isHeard);
  // Read before the hub heard of the call, answered after.
  call.hear({ countdowns: [], alarms: [] });
  assert.equal(call.ending, undefined);
  assert.equal(call.standing, "running");
});

test("F72: whether anybody was notified is the hub's word, with time left on this page's clock", async () => {
  for (const told of [true, false]) {
    const home = hub();
    const call = begin(home.api, "shake");
    await until(() => call.isHeard);
    assert.ok(call.left.remainingMs > 10_000);
    // A demo at sixty times the speed: the countdown was over a quarter of a second later.
    home.state = told ? "fired" : "running";
    home.told = told;
    await call.stop("2580");
    assert.deepEqual(call.ending, { wasTold: told });
  }
});

test("F72: the hub says that people are being told while this page counts on", async () => {
  const home = hub();
  const call = begin(home.api, "shake");
  await until(() => call.isHeard);
  home.state = "fired";
  await until(() => call.standing === "fired");
  assert.equal(call.isOver, false, "fifteen seconds by this page's clock");
});

test("F72: a page whose time is over waits for the hub's word", async () => {
  const home = hub();
  const call = begin(home.api, "alert");
  assert.equal(call.isOver, true);
  assert.equal(call.standing, "unconfirmed");
  home.state = "fired";
  await until(() => call.standing === "fired");
});

test("F80: what the hub missed is said to have reached nobody, and is final", async () => {
  const home = hub();
  const call = begin(home.api, "alert");
  home.state = "missed";
  await until(() => call.standing === "missed");
  assert.equal(call.ending, undefined);
  home.state = "fired";
  call.hear(await home.api.get());
  assert.equal(call.standing, "missed");
  await call.stop("2580");
  assert.deepEqual(call.ending, { wasTold: false });
});

test("F72: a page clock set ten minutes ahead or back, or a page that slept, shows nothing that the hub did not say", async () => {
  for (const step of [600_000, -600_000]) {
    const home = hub();
    const call = begin(home.api, "shake");
    await until(() => call.standing === "running");
    const { now } = Date;
    Date.now = () => now() + step;
    try {
      assert.equal(call.standing, "unconfirmed", "until the hub is asked again");
      await until(() => call.standing === "running");
      assert.equal(call.ending, undefined);
    } finally {
      Date.now = now;
    }
  }
});

test("F73: a call that the hub's disk does not take is heard, and repeated until it does", async () => {
  const home = hub();
  home.recorded = false;
  const call = begin(home.api, "sos");
  await until(() => call.isHeard);
  assert.deepEqual([call.standing, call.isRecorded], ["running", false]);
  assert.equal(stored.size, 1, "a reload would not lose it");
  home.recorded = true;
  await until(() => call.isRecorded);
  assert.equal(stored.size, 0);
  const told = home.asked.filter(({ path }) => path === "/countdowns");
  assert.deepEqual([told.length, told[1].body.id], [2, call.id]);
});

test("F72, F73: people are told of a call that is not written, and it is repeated until it is", async () => {
  const home = hub();
  Object.assign(home, { recorded: false, state: "fired" });
  const call = begin(home.api, "alert");
  await until(() => call.isHeard);
  assert.deepEqual([call.standing, call.isRecorded, call.ending], ["fired", false, undefined]);
  home.recorded = true;
  await until(() => call.isRecorded);
  assert.equal(call.standing, "fired");
  const count = home.asked.length;
  await pass(1_200);
  assert.equal(home.asked.length, count, "nothing is asked any more");
});
