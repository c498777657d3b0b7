// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal, Unreachable } from "../lib/hub/api.js";
import { HelpCall } from "../stores/help-call.js";
import { anna, begin, calls, hub, pass, until } from "./help-home.js";

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
  const again = HelpCall.kept(api, anna);
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
  Object.assign(home, { state: "fired", told: true });
  await until(() => call.standing === "fired");
  assert.equal(call.isOver, false, "fifteen seconds by this page's clock");
});

test("F72: a page whose time is over waits for the hub's word", async () => {
  const home = hub();
  const call = begin(home.api, "alert");
  assert.equal(call.isOver, true);
  assert.equal(call.standing, "unconfirmed");
  Object.assign(home, { state: "fired", told: true });
  await until(() => call.standing === "fired");
});

test("F82: a call that fired without a message that left the hub is untold", async () => {
  const home = hub();
  const call = begin(home.api, "alert");
  home.state = "fired";
  await until(() => call.standing === "untold");
  assert.equal(call.ending, undefined);
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

test("F72, F73: people are told of a call that is not written, and it is repeated until it is", async () => {
  const home = hub();
  Object.assign(home, { recorded: false, state: "fired", told: true });
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

test("F87: in a session that waits for a guardian the call itself is told until the hub says what became of it", async () => {
  const home = hub();
  Object.assign(home.api, { held: { member: anna }, get: () => assert.fail("everything else is refused") });
  const call = begin(home.api, "sos");
  await until(() => call.isHeard);
  Object.assign(home, { state: "fired", told: true });
  await until(() => call.standing === "fired");
  assert.deepEqual(new Set(home.asked.map(({ path, body }) => `${path} ${body.id}`)), new Set([`/countdowns ${call.id}`]));
  const said = home.asked.length;
  await pass(2_000);
  assert.equal(home.asked.length, said);
});

test("F87: a call that another phone stopped ends here too, by the answer to it alone", async () => {
  const home = hub();
  Object.assign(home.api, { held: { member: anna }, get: () => assert.fail("everything else is refused") });
  const call = begin(home.api, "sos");
  await until(() => call.isHeard);
  home.state = "stopped";
  await until(() => call.ending !== undefined);
  assert.deepEqual(call.ending, { wasTold: false });
});
