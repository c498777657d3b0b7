import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal, Unreachable } from "../lib/hub/api.js";
import { OwnFixes } from "../lib/device/own-fixes.js";

const start = Date.UTC(2026, 10, 21, 12);

/** A browser whose receiver says what the test says, and a hub that answers as the test answers. */
function world({ answers = [], isSecure = true, stored = {}, hasReceiver = true } = {}) {
  const memory = new Map(Object.entries(stored));
  const sent = [];
  const receiver = { watches: 0, asked: 0, take: undefined, miss: undefined, answer: undefined };
  const geolocation = {
    watchPosition(take, miss) {
      Object.assign(receiver, { take, miss, watches: receiver.watches + 1 });
      return 0;
    },
    getCurrentPosition(found, missed) {
      receiver.asked += 1;
      receiver.answer?.(found, missed);
    },
    clearWatch() {
      receiver.watches -= 1;
    },
  };
  const storage = {
    getItem: (key) => memory.get(key) ?? null,
    setItem: (key, value) => memory.set(key, value),
    removeItem: (key) => memory.delete(key),
  };
  const api = {
    async post(path, fixes) {
      sent.push(fixes.map((fix) => fix.at.slice(17, 19)));
      const answer = answers.shift();
      if (answer) throw answer;
    },
  };
  const events = new EventTarget();
  const outside = { isSecure, storage, batteryPercent: async () => 61 };
  const own = new OwnFixes(api, events, { ...outside, geolocation: hasReceiver ? geolocation : undefined });
  const move = async (second, more = {}) => {
    const coords = { latitude: 47.14, longitude: 9.52, accuracy: 5, altitude: null, speed: 9, heading: 90, ...more };
    await receiver.take({ timestamp: start + second * 1000, coords });
    await settled();
  };
  return { own, events, memory, sent, receiver, move };
}

/** Lets all that is promised already come about. */
const settled = () => new Promise((done) => setImmediate(done));
const refused = { code: 1, PERMISSION_DENIED: 1 };

test("nothing is asked of the browser before somebody wants it", () => {
  const { own, receiver } = world();
  own.resume();
  assert.equal(receiver.watches, 0);
  assert.equal(own.sharing, "off");
});

test("what was wanted once goes on, and ends for good when it is stopped", async () => {
  const { own, memory, receiver, move, sent } = world({ stored: { "hearth.ownFixes": "on" } });
  own.resume();
  assert.equal(own.sharing, "waiting");
  await move(0);
  assert.equal(own.sharing, "on");
  assert.deepEqual(sent, [["00"]]);
  own.stop();
  assert.equal(receiver.watches, 0);
  assert.equal(memory.size, 0);
  await move(1);
  assert.deepEqual(sent, [["00"]]);
});

test("what a hub that is away did not get is sent first when it is back", async () => {
  const { own, events, move, sent } = world({ answers: [new Unreachable()] });
  own.start();
  for (const second of [0, 1, 2]) await move(second);
  assert.equal(own.waiting, 3);
  assert.deepEqual(sent, [["00"]]);
  events.dispatchEvent(new Event("open"));
  await settled();
  assert.deepEqual(sent, [["00"], ["00", "01", "02"]]);
  assert.equal(own.waiting, 0);
  own.stop();
});

test("after a jump the browser is asked once more within five seconds, and no oftener", async (context) => {
  const waits = new Map();
  const { setTimeout, clearTimeout } = globalThis;
  context.after(() => Object.assign(globalThis, { setTimeout, clearTimeout }));
  Object.assign(globalThis, {
    setTimeout: (call, milliseconds) => waits.set(call, milliseconds) && call,
    clearTimeout: (call) => waits.delete(call),
  });
  const { own, receiver, move, sent } = world();
  const still = { speed: null, accuracy: 20 };
  own.start();
  await move(0, still);
  assert.equal(waits.size, 0);
  await move(5, { ...still, latitude: 47.284 });
  const [[ask, milliseconds]] = waits;
  assert.ok(milliseconds < 5_000);
  ask();
  assert.equal(receiver.asked, 1);
  await move(9, { ...still, latitude: 47.284 });
  assert.deepEqual(sent, [["00"], ["05"], ["09"]]);
  assert.equal(waits.size, 0);
  own.stop();
});

test("what the hub refuses for good is not sent again; what it is too busy for is", async () => {
  const invalid = new Refusal({ status: 422, code: "invalid", title: "Not that." });
  const busy = new Refusal({ status: 429, code: "tooManyRequests", title: "Later." });
  const { own, move } = world({ answers: [invalid, busy] });
  own.start();
  await move(0);
  assert.equal(own.waiting, 0);
  await move(1);
  assert.equal(own.waiting, 1);
  own.stop();
  assert.equal(own.waiting, 0);
});

test("whoever says no is not asked again by itself", () => {
  const { own, memory, receiver } = world();
  own.start();
  receiver.miss(refused);
  assert.equal(own.sharing, "refused");
  assert.equal(receiver.watches, 0);
  assert.equal(memory.size, 0);
});

test("a receiver that finds nothing goes on looking", async () => {
  const { own, receiver, move } = world();
  own.start();
  receiver.miss({ code: 2, PERMISSION_DENIED: 1 });
  assert.equal(own.sharing, "lost");
  await move(0);
  assert.equal(own.sharing, "on");
  own.stop();
});

test("a page that came in the clear, and a machine without a receiver, say so", () => {
  const clear = world({ isSecure: false });
  clear.own.start();
  assert.equal(clear.own.sharing, "insecure");
  const blind = world({ hasReceiver: false });
  blind.own.start();
  assert.equal(blind.own.sharing, "missing");
});

test("an answer is a fresh position, told once more for a hub that doubts it, whether or not it is shared else", async (context) => {
  const waits = new Map();
  const { setTimeout, clearTimeout } = globalThis;
  context.after(() => Object.assign(globalThis, { setTimeout, clearTimeout }));
  Object.assign(globalThis, {
    setTimeout: (call, milliseconds) => waits.set(call, milliseconds) && call,
    clearTimeout: (call) => waits.delete(call),
  });
  const { own, receiver, sent } = world();
  const coords = { latitude: 47.14, longitude: 9.52, accuracy: 5, altitude: null, speed: null, heading: null };
  receiver.answer = (found) => found({ timestamp: start + receiver.asked * 4_000, coords });
  assert.equal(await own.tellOnce(), "on");
  assert.deepEqual(sent, [["04"]]);
  assert.equal(own.isOn, false);
  const [[again]] = waits;
  again();
  await settled();
  assert.deepEqual(sent, [["04"], ["08"]]);
  waits.set(again, 0);
  own.stop();
  assert.equal(waits.size, 0, "whoever logs out sends nothing more");
});

test("an answer that cannot be given says why, and tells nothing", async () => {
  const { own, receiver, sent } = world();
  receiver.answer = (_found, missed) => missed(refused);
  assert.equal(await own.tellOnce(), "refused");
  receiver.answer = (_found, missed) => missed({ code: 3, PERMISSION_DENIED: 1 });
  assert.equal(await own.tellOnce(), "lost");
  assert.equal(await world({ isSecure: false }).own.tellOnce(), "insecure");
  assert.equal(await world({ hasReceiver: false }).own.tellOnce(), "missing");
  assert.deepEqual(sent, []);
});
