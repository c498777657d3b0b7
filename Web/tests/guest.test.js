// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import * as model from "../models/guest.js";
import { fromKept, goldOf, nobodyYet } from "../models/guest-kept.js";
import * as store from "../models/guest-store.js";

/** @typedef {import("../models/guest-kept.js").Guest} Guest */

const now = Date.parse("2026-11-22T10:00:00Z");
const minute = 60_000;
const draft = { title: "Read", minutes: 25, priority: /** @type {const} */ ("medium") };
const one = () => model.added(nobodyYet(), "a", draft, now);
const kept = (/** @type {Guest} */ guest) => fromKept(JSON.stringify(guest));

test("what a guest adds is there once, and again after the page was closed", () => {
  const guest = kept(model.added(one(), "a", { ...draft, title: "again" }, now + 1));
  assert.deepEqual(model.listed(guest).map(({ title }) => title), ["Read"]);
  assert.equal(guest.missions[0].occurrences[0].nextSeconds, 1_500);
});

test("what cannot be read is an empty list, and breaks nothing", () => {
  for (const text of [null, "", "{", "[]", '{"missions":5}', '{"missions":[{},null,{"id":"a"}],"items":7,"earned":[null]}']) {
    assert.deepEqual(model.listed(fromKept(text)), [], String(text));
    assert.equal(goldOf(fromKept(text)).available, "0", String(text));
  }
});

test("a list that an earlier version kept is read, with nothing earned and an empty store", () => {
  const { missions } = one();
  const guest = fromKept(JSON.stringify({ missions }));
  assert.deepEqual(guest, { ...nobodyYet(), missions: JSON.parse(JSON.stringify(missions)), countdown: undefined, latest: undefined });
});

test("what is deleted comes back by undo, until the next one is deleted", () => {
  const two = model.added(one(), "b", { ...draft, title: "Run" }, now);
  const gone = model.removed(two, "a", true, now);
  assert.deepEqual(model.listed(gone).map(({ id }) => id), ["b"]);
  assert.deepEqual(model.listed(model.removed(gone, "a", false, now)).map(({ id }) => id), ["a", "b"]);
  assert.deepEqual(model.removed(gone, "b", true, now).missions.map(({ id }) => id), ["b"]);
});

test("a countdown ends when its time was over, however late the page comes back, and the mission is done and paid", () => {
  const running = kept(model.started(one(), "a", "c", now));
  assert.equal(model.caughtUp(running, now + 1_499_999), running);
  const guest = model.caughtUp(running, now + 9e8);
  const { countdown, latest, missions } = guest;
  assert.equal(countdown, undefined);
  assert.equal(latest?.state, "finished");
  assert.equal(latest?.since, new Date(now + 1_500_000).toISOString());
  assert.equal(latest?.gold, "25");
  assert.equal(missions[0].occurrences[0].state, "done");
  assert.equal(missions[0].occurrences[0].running, undefined);
  assert.equal(missions[0].occurrences[0].gold, "25");
  assert.deepEqual(guest.earned, [{ id: "a", title: "Read", gold: "25", at: new Date(now + 1_500_000).toISOString() }]);
  assert.deepEqual(model.caughtUp(guest, now + 9e9).earned, guest.earned);
});

test("one countdown runs at a time", () => {
  const two = model.added(one(), "b", draft, now);
  const running = model.started(two, "a", "c", now);
  assert.equal(model.started(running, "b", "d", now), running);
  assert.deepEqual(running.missions[0].occurrences[0].may, []);
});

test("a pause stands still, and what passed before a stop is not to be done again", () => {
  let guest = model.asked(model.started(one(), "a", "c", now), "pause", now + minute);
  guest = model.caughtUp(guest, now + 9e8);
  assert.equal(guest.countdown?.state, "paused");
  guest = model.asked(model.asked(guest, "resume", now + 1e9), "stop", now + 1e9 + minute);
  assert.equal(guest.latest?.rewardedMinutes, 2);
  assert.equal(guest.missions[0].occurrences[0].nextSeconds, 1_380);
  assert.equal(guest.missions[0].occurrences[0].state, "open");
  assert.equal(goldOf(guest).available, "0", "it pays when it is done");
});

test("gold is one for each finished minute, whichever countdowns they were in, and no more than the mission takes", () => {
  let guest = model.asked(model.started(one(), "a", "c", now), "stop", now + 20 * minute);
  guest = model.caughtUp(model.started(guest, "a", "d", now + 30 * minute), now + 60 * minute);
  assert.equal(goldOf(guest).available, "25");
  // Less than a minute is nothing, and what nobody measured pays nothing.
  let short = model.asked(model.started(one(), "a", "c", now), "stop", now + minute - 1);
  short = model.claimed(short, "a", now + minute);
  assert.equal(short.missions[0].occurrences[0].state, "done");
  assert.deepEqual(short.earned.map(({ gold }) => gold), ["0"]);
  assert.equal(model.claimed(short, "a", now + 2 * minute), short, "it is done once");
});

test("minutes that were finished stay earned when their mission is deleted, and are not paid twice after an undo", () => {
  const begun = model.asked(model.started(one(), "a", "c", now), "stop", now + 10 * minute);
  const gone = model.removed(begun, "a", true, now + 11 * minute);
  assert.equal(goldOf(gone).available, "10");
  const back = model.removed(gone, "a", false, now + 12 * minute);
  assert.equal(goldOf(back).available, "0");
  assert.equal(goldOf(model.claimed(back, "a", now + 13 * minute)).available, "10");
  // What was done before it was deleted stays so.
  const done = model.removed(model.claimed(back, "a", now), "a", true, now);
  assert.equal(goldOf(model.removed(done, "a", false, now)).available, "10");
});

test("what is called off counts nothing, in its first ten seconds and later", () => {
  const running = model.started(one(), "a", "c", now);
  assert.equal(model.asked(running, "cancel", now + 10_000).latest?.state, "cancelled");
  const later = model.asked(running, "cancel", now + 600_000);
  assert.equal(later.latest?.state, "abandoned");
  assert.equal(later.missions[0].occurrences[0].focusedSeconds, 0);
  assert.equal(goldOf(later).available, "0");
});

test("what is changed is changed in what is to be done as well", () => {
  const guest = model.changed(one(), "a", { title: "Read on", minutes: 30, priority: "high" });
  assert.equal(guest.missions[0].title, "Read on");
  assert.equal(guest.missions[0].occurrences[0].nextSeconds, 1_800);
});

/** A guest with so much gold, and a bottle for 5 of which there are two. */
function shopper(/** @type {string} */ gold) {
  const rich = { ...nobodyYet(), earned: [{ id: "e", title: "Read", gold, at: new Date(now).toISOString() }] };
  return store.kept(rich, "i", { name: "Sports bottle", price: "5", stock: 2 }, now);
}

test("a guest's own store: what can be paid is bought once, and what is missing is said", () => {
  const poor = store.bought(shopper("3"), "i", "p", now);
  assert.equal(poor.missing, "2");
  assert.deepEqual(poor.guest.purchases, []);
  const first = store.bought(shopper("12"), "i", "p", now).guest;
  const { guest } = store.bought(kept(first), "i", "p", now + 1);
  assert.equal(guest.purchases.length, 1, "the same wish once more");
  assert.equal(goldOf(guest).available, "7");
  assert.equal(guest.items[0].stock, 1);
  assert.equal(guest.purchases[0].state, "delivered");
  const second = store.bought(guest, "i", "q", now).guest;
  assert.deepEqual(store.bought(second, "i", "r", now), { guest: second, problem: "soldOut" });
  assert.deepEqual(store.bought(second, "x", "r", now), { guest: second, problem: "gone" });
});

test("an item is changed in its place, keeps its picture, and is taken out and put back", () => {
  let guest = store.pictured(shopper("1"), "i", "data:image/jpeg;base64,AAAA");
  guest = store.kept(guest, "i", { name: "Bottle", price: "6" }, now + 5);
  assert.equal(guest.items.length, 1);
  assert.deepEqual([guest.items[0].name, guest.items[0].price, guest.items[0].stock], ["Bottle", "6", undefined]);
  assert.equal(guest.items[0].picture, "data:image/jpeg;base64,AAAA");
  const out = store.retired(guest, "i", true);
  assert.equal(store.bought(out, "i", "p", now).problem, "gone");
  assert.equal(store.retired(out, "i", false).items[0].retired, false);
});
