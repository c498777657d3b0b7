import assert from "node:assert/strict";
import { test } from "node:test";
import { FixQueue, fixOf, waitingMax } from "../models/fix-queue.js";

const start = Date.UTC(2026, 10, 21, 12);
const fix = (seconds, more = {}) => ({
  at: new Date(start + seconds * 1000).toISOString(),
  latitude: 47.14,
  longitude: 9.52,
  ...more,
});

test("somebody who stays is told of once in half a minute", () => {
  const queue = new FixQueue();
  const still = { speedMetresPerSecond: 0.1 };
  const taken = [0, 1, 15, 29.9, 30, 45, 60].filter((seconds) => queue.offer(fix(seconds, still)));
  assert.deepEqual(taken, [0, 30, 60]);
});

test("somebody on the way is told of once a second", () => {
  const queue = new FixQueue();
  const taken = [0, 0.5, 1, 1.9, 2].filter((seconds) => queue.offer(fix(seconds, { speedMetresPerSecond: 5 })));
  assert.deepEqual(taken, [0, 1, 2]);
});

test("where no speed is known, the way beyond the error decides", () => {
  const queue = new FixQueue();
  assert.equal(queue.offer(fix(0, { accuracyMetres: 20 })), true);
  assert.equal(queue.offer(fix(2, { accuracyMetres: 20, latitude: 47.1402 })), false);
  assert.equal(queue.offer(fix(4, { accuracyMetres: 20, latitude: 47.141 })), true);
});

test("a jump is told of at once, and once more four seconds later", () => {
  const queue = new FixQueue();
  const far = { accuracyMetres: 20, latitude: 47.284 };
  const taken = [
    [0, { accuracyMetres: 20 }],
    [5, { accuracyMetres: 20 }],
    [6, far],
    [7, far],
    [10, far],
    [14, far],
    [40, far],
  ].filter(([seconds, more]) => queue.offer(fix(seconds, more)));
  assert.deepEqual(
    taken.map(([seconds]) => seconds),
    [0, 6, 10, 40],
  );
  assert.equal(queue.isUnconfirmed, false);
});

test("somebody who is said to stand still, and came further than that errs, is told of", () => {
  const queue = new FixQueue();
  const still = { accuracyMetres: 20, speedMetresPerSecond: 0 };
  assert.equal(queue.offer(fix(0, still)), true);
  assert.equal(queue.offer(fix(2, { ...still, latitude: 47.1403 })), false);
  assert.equal(queue.isUnconfirmed, true);
  assert.equal(queue.offer(fix(6, { ...still, latitude: 47.1403 })), true);
  assert.equal(queue.offer(fix(10, { ...still, latitude: 47.1403 })), true);
  assert.equal(queue.offer(fix(14, { ...still, latitude: 47.1403 })), false);
});

test("a restless receiver costs no more than a position in four seconds", () => {
  const queue = new FixQueue();
  let taken = 0;
  for (let second = 0; second < 60; second += 1) {
    const restless = { accuracyMetres: 30, speedMetresPerSecond: 0, latitude: 47.14 + (second % 2) * 0.0004 };
    if (queue.offer(fix(second, restless))) taken += 1;
  }
  assert.ok(taken <= 16, `${taken}`);
});

test("the same position twice, or one from before, is one", () => {
  const queue = new FixQueue();
  assert.equal(queue.offer(fix(10, { speedMetresPerSecond: 5 })), true);
  assert.equal(queue.offer(fix(10, { speedMetresPerSecond: 5 })), false);
  assert.equal(queue.offer(fix(5, { speedMetresPerSecond: 5 })), false);
});

test("the oldest go first, and stay until they are done", () => {
  const queue = new FixQueue();
  for (let second = 0; second < 5; second += 1) queue.offer(fix(second, { speedMetresPerSecond: 5 }));
  const first = queue.oldest(2);
  assert.deepEqual(first, [fix(0, { speedMetresPerSecond: 5 }), fix(1, { speedMetresPerSecond: 5 })]);
  assert.equal(queue.length, 5);
  queue.done(first);
  assert.equal(queue.oldest(1)[0].at, fix(2).at);
});

test("no more wait than may, and the oldest make room", () => {
  const queue = new FixQueue();
  for (let second = 0; second < waitingMax + 3; second += 1) queue.offer(fix(second, { speedMetresPerSecond: 5 }));
  assert.equal(queue.length, waitingMax);
  assert.equal(queue.oldest(1)[0].at, fix(3).at);
});

test("what was pushed out while it was sent takes nothing else with it", () => {
  const queue = new FixQueue();
  for (let second = 0; second < waitingMax; second += 1) queue.offer(fix(second, { speedMetresPerSecond: 5 }));
  const sent = queue.oldest(2);
  queue.offer(fix(waitingMax, { speedMetresPerSecond: 5 }));
  queue.done(sent);
  assert.equal(queue.length, waitingMax - 1);
  assert.equal(queue.oldest(1)[0].at, fix(2).at);
});

test("a position is sent without the figures that nobody knows", () => {
  const coords = { latitude: 47.14, longitude: 9.52, accuracy: 12, altitude: null, speed: null, heading: NaN };
  assert.deepEqual(fixOf({ timestamp: start, coords }), { ...fix(0), accuracyMetres: 12 });
  const moving = { ...coords, altitude: 460, speed: 3, heading: 90 };
  assert.deepEqual(fixOf({ timestamp: start, coords: moving }, 61), {
    ...fix(0),
    accuracyMetres: 12,
    altitudeMetres: 460,
    speedMetresPerSecond: 3,
    courseDegrees: 90,
    batteryPercent: 61,
  });
});
