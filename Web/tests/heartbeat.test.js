// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { againMilliseconds, beatMilliseconds, Heartbeats, patienceMilliseconds } from "../models/heartbeat.js";
import { hasGravity, sampleOf } from "../models/motion.js";

test("F11: the hub hears of the page each half minute", () => {
  const beats = new Heartbeats(0);
  assert.equal(beats.waitMilliseconds, beatMilliseconds);
  assert.equal(beatMilliseconds, 30_000);
});

test("F7: two that were not heard make a hub that is away, since it was last heard", () => {
  const beats = new Heartbeats(1_000);
  beats.heard(31_000);
  beats.missed();
  assert.equal(beats.isAway, false);
  assert.equal(beats.waitMilliseconds, againMilliseconds);
  beats.missed();
  assert.equal(beats.isAway, true);
  assert.equal(beats.heardAt, 31_000);
  assert.ok(againMilliseconds + patienceMilliseconds <= 20_000, "it is known within twenty seconds of the first");
  beats.heard(90_000);
  assert.equal(beats.isAway, false);
  assert.equal(beats.heardAt, 90_000);
});

test("a phone without figures of its own has gravity taken out, and one that feels nothing is not listened to", () => {
  const none = { x: null, y: null, z: null };
  const felt = { x: 1, y: 2, z: 3 };
  const motion = { timeStamp: 5, acceleration: felt, accelerationIncludingGravity: felt };
  assert.equal(hasGravity(motion), false);
  assert.equal(hasGravity({ ...motion, acceleration: none }), true);
  assert.equal(hasGravity({ ...motion, acceleration: null, accelerationIncludingGravity: none }), undefined);
  assert.deepEqual(sampleOf(motion, false), [5, 1, 2, 3]);
  assert.deepEqual(sampleOf({ ...motion, acceleration: none }, false), []);
});
