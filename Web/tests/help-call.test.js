// @ts-check
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Refusal, Unreachable } from "../lib/hub/api.js";
import { begin, hub, pass, stored, until } from "./help-home.js";

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

test("F24: a call that was cleared on another page ends here too, whichever alarm it joined", async () => {
  const home = hub();
  const call = begin(home.api, "alert");
  Object.assign(home, { state: "fired", told: true });
  await until(() => call.standing === "fired");
  call.hear(await home.api.get());
  assert.equal(call.ending, undefined, "people are being told");
  home.isCleared = true;
  call.hear(await home.api.get());
  assert.deepEqual(call.ending, { wasTold: true });
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
