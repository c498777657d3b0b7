// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { mayStillTell, readable, stateOf } from "../models/deputies.js";

const now = Date.parse("2026-03-01T08:00:00.000Z");
const ago = (/** @type {number} */ seconds) => new Date(now - seconds * 1_000).toISOString();
const deputy = { name: "Grandma's house", heard: true };

test("G10: a trip is guarded only once its deputy confirmed it, and not heard after 90 s", () => {
  assert.equal(stateOf({ ...deputy, heardAt: ago(20), confirmedAt: ago(600) }, true, now), "guards");
  assert.equal(stateOf({ ...deputy, heardAt: ago(2) }, true, now), "waits");
  assert.equal(stateOf({ ...deputy, heardAt: ago(2) }, false, now), "ready");
  assert.equal(stateOf({ ...deputy, heardAt: ago(89), confirmedAt: ago(600) }, true, now), "guards");
  assert.equal(stateOf({ ...deputy, heardAt: ago(90), confirmedAt: ago(600) }, true, now), "silent");
  assert.equal(stateOf({ ...deputy }, true, now), "never");
});

test("who ends a trip is told of a deputy that holds it and was not heard for a minute", () => {
  const held = { ...deputy, heardAt: ago(61), confirmedAt: ago(600) };
  assert.deepEqual(mayStillTell([held], now), [held]);
  assert.deepEqual(mayStillTell([{ ...held, heardAt: ago(59) }], now), []);
  assert.deepEqual(mayStillTell([{ ...held, confirmedAt: undefined }], now), []);
});

test("with none the page says that no name and number can be read", () => {
  assert.deepEqual(readable("none"), ["deputy.reads.times", "deputy.reads.none", "deputy.reads.never"]);
  assert.ok(readable("needed").includes("deputy.reads.own") && readable("all").includes("deputy.reads.all"));
});
