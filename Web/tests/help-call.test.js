// @ts-check
import assert from "node:assert/strict";
import { once } from "node:events";
import { beforeEach, test } from "node:test";
import { Refusal, Unreachable } from "../lib/api.js";
import { HelpCall } from "../lib/help-call.js";

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
beforeEach(() => stored.clear());

/**
 * A hub that answers each request in turn as it is told, and then takes everything.
 *
 * @param {...(Error | undefined)} answers
 */
function hub(...answers) {
  /** @type {Asked[]} */
  const asked = [];
  const post = async (/** @type {string} */ path, /** @type {any} */ body) => {
    asked.push({ path, body });
    const answer = answers.shift();
    if (answer) throw answer;
  };
  return { asked, api: /** @type {any} */ ({ post }) };
}

const wrongPIN = () => new Refusal({ status: 403, code: "wrongPin", title: "That is not the PIN." });

test("a call goes to the hub at once, and is asked no more when it was heard", async () => {
  const { asked, api } = hub();
  const call = HelpCall.begin(api, "shake", "trip");
  await once(/** @type {any} */ (call), "change");
  assert.equal(call.isHeard, true);
  assert.deepEqual(asked.map(({ path }) => path), ["/countdowns"]);
  assert.equal(asked[0].body.id, call.id);
  assert.equal(stored.size, 0);
});

test("F9: what did not get through is sent again each second with the same id, and later the older", async () => {
  const { asked, api } = hub(new Unreachable());
  const call = HelpCall.begin(api, "shake");
  assert.equal(call.isHeard, false);
  assert.equal(stored.size, 1, "a reload would not lose it");
  await once(/** @type {any} */ (call), "change");
  assert.equal(call.isHeard, true);
  assert.equal(asked[1].body.id, asked[0].body.id);
  const [first, second] = asked.map(({ body }) => body.startedAgoMilliseconds);
  assert.ok(second - first > 800 && second - first < 2_500, `${first} ${second}`);
});

test("a PIN that finds no hub goes before anything else once there is one", async () => {
  const { asked, api } = hub(new Unreachable(), new Unreachable());
  const call = HelpCall.begin(api, "sos");
  await assert.rejects(call.stop("2580"), Unreachable);
  assert.equal(call.isWaiting, true);
  while (!call.isStopped) await once(/** @type {any} */ (call), "change");
  assert.deepEqual(asked.map(({ path }) => path), ["/countdowns", `/countdowns/${call.id}/safe`, `/countdowns/${call.id}/safe`]);
  assert.equal(stored.size, 0);
});

test("F31: a kept PIN that was wrong stops nothing: the call itself follows", async () => {
  const { asked, api } = hub(new Unreachable(), new Unreachable(), wrongPIN());
  const call = HelpCall.begin(api, "sos");
  await assert.rejects(call.stop("1111"), Unreachable);
  const refused = await once(/** @type {any} */ (call), "refused");
  assert.equal(refused[0].detail.code, "wrongPin");
  assert.equal(call.isStopped, false);
  while (!call.isHeard) await once(/** @type {any} */ (call), "change");
  assert.equal(asked.at(-1)?.path, "/countdowns");
  assert.equal(call.isStopped, false);
});

test("F31: a wrong PIN is refused at once and changes nothing", async () => {
  const { api } = hub(undefined, wrongPIN());
  const call = HelpCall.begin(api, "sos");
  await once(/** @type {any} */ (call), "change");
  await assert.rejects(call.stop("1111"), Refusal);
  assert.deepEqual([call.isHeard, call.isStopped, call.isWaiting], [true, false, false]);
});

test("F73: a call that the hub's disk does not take is heard, and repeated until it does", async () => {
  /** @type {Asked[]} */
  const asked = [];
  const post = async (/** @type {string} */ path, /** @type {any} */ body) => {
    asked.push({ path, body });
    return { recorded: asked.length > 1 };
  };
  const call = HelpCall.begin(/** @type {any} */ ({ post }), "sos");
  await once(/** @type {any} */ (call), "change");
  assert.deepEqual([call.isHeard, call.isRecorded], [true, false]);
  assert.equal(stored.size, 1, "a reload would not lose it");
  await once(/** @type {any} */ (call), "change");
  assert.deepEqual([call.isHeard, call.isRecorded, asked.length, stored.size], [true, true, 2, 0]);
  assert.equal(asked[1].body.id, asked[0].body.id);
});
