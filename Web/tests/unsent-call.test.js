// @ts-check
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Refusal, Unreachable } from "../lib/hub/api.js";
import { HelpCall } from "../stores/help-call.js";
import { unsentCall, waitingCalls } from "../stores/unsent-call.js";
import { anna, begin, calls, hub, pass, stored, until } from "./help-home.js";

const bo = "0197a3c4-5b1e-7c3a-9f00-1d2e3f405165";
const loggedOut = () => new Refusal({ status: 401, code: "notLoggedIn", title: "Log in first." });

test("F86: a call that was not sent waits for its member, and no other member who logs in sends it", async () => {
  const call = begin(hub(...Array(9).fill(loggedOut())).api, "sos");
  await pass(100);
  assert.equal(call.standing, "notSent");
  call.end();
  assert.equal(unsentCall(undefined)?.call.id, call.id, "on the log-in page");
  assert.equal(unsentCall(bo)?.mayHaveLeft, false, "to whoever else logs in");
  const other = hub();
  assert.equal(HelpCall.kept(other.api, bo), undefined);
  assert.deepEqual(other.asked, []);
  assert.equal(unsentCall(anna), undefined, "its member has it as a call of their own");
  const home = hub();
  const again = HelpCall.kept(home.api, anna);
  assert.ok(again);
  calls.push(again);
  await until(() => again.isHeard);
  assert.deepEqual([home.asked[0].body.id, home.asked[0].body.member], [call.id, anna]);
  assert.equal(unsentCall(bo), undefined);
});

test("F86: the call of another member neither hides nor loses the one that waits", async () => {
  const call = begin(hub(...Array(9).fill(loggedOut())).api, "sos");
  await pass(100);
  call.end();
  const own = HelpCall.begin(hub().api, bo, "shake");
  calls.push(own);
  await until(() => own.isHeard);
  assert.deepEqual([...stored.keys()], [`hearth.help.${anna}`]);
  assert.equal(unsentCall(bo)?.call.id, call.id);
});

test("F86: a call that is too old to be shown, or cannot be read, is removed", async () => {
  const call = begin(hub(...Array(9).fill(loggedOut())).api, "sos");
  await pass(100);
  call.end();
  stored.set("hearth.help.other", "?");
  stored.set("hearth.emergency", "112");
  assert.deepEqual(waitingCalls(), [`hearth.help.${anna}`]);
  assert.deepEqual([...stored.keys()], [`hearth.help.${anna}`, "hearth.emergency"], "only calls go");
  mock.timers.tick(3_600_000);
  assert.equal(unsentCall(bo), undefined);
  assert.deepEqual([...stored.keys()], ["hearth.emergency"]);
});

test("F86: the PIN that cancels a call says whose it is, as the call does", async () => {
  const { asked, api } = hub(new Unreachable());
  const call = begin(api, "sos");
  await call.stop("2580");
  assert.deepEqual(asked.map(({ body }) => body.member), [anna, anna]);
  assert.deepEqual(asked[1].body, { pin: "2580", member: anna });
});

test("F72, F86: a call that may have left before its phone was logged out is not said to be unsent", async () => {
  const call = begin(hub(new Unreachable(), ...Array(9).fill(loggedOut())).api, "sos");
  await pass(1_100);
  call.end();
  assert.equal(unsentCall(undefined)?.mayHaveLeft, true);
});
