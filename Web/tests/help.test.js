// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { begun, corrected, fromKept, keptOf, overdueWords, remaining, requestOf, respondersOf, standingOf, toldOf, wasNotified } from "../models/help.js";

const id = "0197a3c4-5b1e-7c3a-9f00-1d2e3f405182";
const member = "0197a3c4-5b1e-7c3a-9f00-1d2e3f405164";
const wall = Date.parse("2026-03-10T08:00:00.000Z");

test("a shake can be taken back for fifteen seconds, SOS for five, a call for companions not at all", () => {
  const left = /** @type {const} */ (["shake", "sos", "alert"]).map((cause) => remaining(begun(id, member, cause, undefined, 1_000), 1_000));
  assert.deepEqual(left.map(({ remainingMs }) => remainingMs), [15_000, 5_000, 0]);
  assert.deepEqual(left.map(({ seconds }) => seconds), [15, 5, 0]);
  assert.deepEqual(left.map(({ fraction }) => fraction), [1, 1, 0]);
});

test("what is left falls to nothing and stays there", () => {
  const call = begun(id, member, "shake", undefined, 0);
  assert.equal(remaining(call, 14_001).seconds, 1);
  assert.equal(remaining(call, 7_500).fraction, 0.5);
  assert.deepEqual(remaining(call, 99_000), { remainingMs: 0, seconds: 0, fraction: 0 });
  assert.equal(remaining(call, -5_000).remainingMs, 15_000, "no more is left than there ever was");
});

test("the page's twin of the countdown gives the golden answers of the rule", () => {
  const golden = readFileSync(new URL("../../Tests/Fixtures/core/golden.txt", import.meta.url), "utf8").split("\n");
  const cases = golden.filter((line) => line.startsWith("countdown ") && !line.endsWith("refused"));
  assert.ok(cases.length > 3);
  for (const line of cases) {
    const [question, answer] = line.slice("countdown ".length).split(" = ").map((part) => part.split(" ").map(Number));
    const [startedMs, deadlineMs, now] = question;
    const left = remaining({ id, member, cause: "shake", startedMs, deadlineMs }, now);
    assert.equal(left.remainingMs, answer[0], line);
    assert.ok(Math.abs(left.fraction - answer[1]) < 1e-9, line);
  }
});

test("F8: the hub is told how long ago it began, and the same id each time", () => {
  const call = begun(id, member, "shake", "trip", 500);
  assert.deepEqual(requestOf(call, 1_740.4), { id, member, trip: "trip", cause: "shake", startedAgoMilliseconds: 1_240 });
  assert.deepEqual(requestOf(begun(id, member, "sos", undefined, 500), 400), { id, member, cause: "sos", startedAgoMilliseconds: 0 });
});

test("what another page began is counted down by the hub's times on this page's clock", () => {
  const told = { id, member, cause: /** @type {const} */ ("sos"), startedAt: "2026-03-10T08:00:00.000Z", firesAt: "2026-03-10T08:00:05.000Z" };
  const call = toldOf(told, wall + 2_000, 70_000);
  assert.equal(remaining(call, 70_000).remainingMs, 3_000);
  assert.equal(remaining(call, 73_000).remainingMs, 0);
});

test("F9: a call that was not sent is not lost by a reload, and is as old as it is", () => {
  const kept = JSON.stringify(keptOf(begun(id, member, "shake", "trip", 1_000), false, 5_000, wall));
  const found = fromKept(kept, 300, wall + 2_000);
  assert.ok(found);
  assert.equal(found.mayHaveLeft, false);
  assert.deepEqual(requestOf(found.call, 300), { id, member, trip: "trip", cause: "shake", startedAgoMilliseconds: 6_000 });
});

test("what is too old, or not ours, is no call", () => {
  const kept = JSON.stringify(keptOf(begun(id, member, "shake", undefined, 0), true, 0, wall));
  assert.equal(fromKept(kept, 0, wall + 3_600_001), undefined);
  for (const text of [null, "", "null", "{", "{}", '{"id":1}', '{"id":"a","cause":"fun","startedAt":1}']) {
    assert.equal(fromKept(text, 0, wall), undefined, String(text));
  }
  assert.equal(fromKept(kept, 0, wall - 60_000)?.call.startedMs, 0, "a clock that was set back makes it no longer");
});

test("F72: what is shown of a call is the hub's word, and a doubt where there is none", () => {
  const cases = /** @type {const} */ ([
    [{ mayHaveLeft: false, wordAgeMs: 0 }, 9_000, "notSent"],
    [{ mayHaveLeft: true, wordAgeMs: 0 }, 9_000, "unconfirmed"],
    [{ word: "running", mayHaveLeft: true, wordAgeMs: 100 }, 9_000, "running"],
    [{ word: "running", mayHaveLeft: true, wordAgeMs: 60_000 }, 9_000, "unconfirmed"],
    [{ word: "running", mayHaveLeft: true, wordAgeMs: 100 }, 0, "unconfirmed"],
    [{ word: "fired", mayHaveLeft: true, wordAgeMs: 600_000 }, 9_000, "fired"],
    // F82: nothing left the hub.
    [{ word: "fired", wasTold: false, mayHaveLeft: true, wordAgeMs: 0 }, 0, "untold"],
    [{ word: "fired", wasTold: true, mayHaveLeft: true, wordAgeMs: 0 }, 0, "fired"],
    [{ word: "stopped", mayHaveLeft: true, wordAgeMs: 600_000 }, 0, "stopped"],
    [{ word: "missed", mayHaveLeft: true, wordAgeMs: 600_000 }, 0, "missed"],
  ]);
  for (const [known, remainingMs, standing] of cases) assert.equal(standingOf(known, remainingMs), standing);
});

test("F72: a countdown that runs faster on the hub is counted by the hub's times", () => {
  const call = begun(id, member, "shake", undefined, 1_000);
  const at = (/** @type {number} */ later) => new Date(wall + later).toISOString();
  const near = { startedAt: at(0), firesAt: at(15_000) };
  assert.equal(corrected(call, near, wall + 1_200, 2_000), call, "a second of delay moves nothing");
  assert.equal(remaining(corrected(call, near, wall + 12_000, 2_000), 2_000).remainingMs, 3_000);
});

test("F17: who responds is named with face and time, in the order in which they said so", () => {
  const at = "2026-03-10T08:01:00.000Z";
  /** @type {any} */
  const connections = { seen: [{ member: "b", name: "Bo", colour: 2, picture: "/bo" }], seers: [] };
  /** @type {any} */
  const open = {
    state: "acknowledged",
    acknowledgedBy: [{ name: "A guest" }, { member: "b", name: "Bo" }],
    deliveries: [
      { member: "b", name: "Bo", channel: "push", state: "acknowledged", at },
      { member: "m", name: "Mia", channel: "push", state: "seen", at },
    ],
  };
  assert.deepEqual(respondersOf([open, { ...open, state: "safe" }], connections), [
    { name: "A guest", colour: -1, picture: undefined, at: undefined },
    { name: "Bo", colour: 2, picture: "/bo", at },
  ]);
  assert.deepEqual(respondersOf([{ ...open, state: "calling", acknowledgedBy: [] }], connections), []);
});

test("F82: an alarm of which every message was kept or failed notified nobody", () => {
  /** @param {string[]} states */
  const alarm = (...states) => /** @type {any} */ ({ deliveries: states.map((state) => ({ state })) });
  for (const none of [alarm(), alarm("kept"), alarm("failed", "kept")]) assert.equal(wasNotified(none), false);
  for (const some of [alarm("kept", "queued"), alarm("accepted")]) assert.equal(wasNotified(some), true);
  assert.deepEqual(
    [undefined, alarm("kept"), alarm("queued")].map(overdueWords),
    ["safety.tripLate", "alarm.untold", "safety.tripOverdue"],
  );
});
