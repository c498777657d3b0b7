// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import * as model from "../models/guest.js";

const now = Date.parse("2026-11-22T10:00:00Z");
const draft = { title: "Read", minutes: 25, priority: /** @type {const} */ ("medium") };
const one = () => model.added(model.nobodyYet(), "a", draft, now);
const kept = (/** @type {model.Guest} */ guest) => model.fromKept(JSON.stringify(guest));

test("what a guest adds is there once, and again after the page was closed", () => {
  const guest = kept(model.added(one(), "a", { ...draft, title: "again" }, now + 1));
  assert.deepEqual(model.listed(guest).map(({ title }) => title), ["Read"]);
  assert.equal(guest.missions[0].occurrences[0].nextSeconds, 1_500);
});

test("what cannot be read is an empty list, and breaks nothing", () => {
  for (const text of [null, "", "{", "[]", '{"missions":5}', '{"missions":[{},null,{"id":"a"}]}']) {
    assert.deepEqual(model.listed(model.fromKept(text)), [], String(text));
  }
});

test("what is deleted comes back by undo, until the next one is deleted", () => {
  const two = model.added(one(), "b", { ...draft, title: "Run" }, now);
  const gone = model.removed(two, "a", true);
  assert.deepEqual(model.listed(gone).map(({ id }) => id), ["b"]);
  assert.deepEqual(model.listed(model.removed(gone, "a", false)).map(({ id }) => id), ["a", "b"]);
  assert.deepEqual(model.removed(gone, "b", true).missions.map(({ id }) => id), ["b"]);
});

test("a countdown ends when its time was over, however late the page comes back, and the mission is done", () => {
  const running = kept(model.started(one(), "a", "c", now));
  assert.equal(model.caughtUp(running, now + 1_499_999), running);
  const { countdown, latest, missions } = model.caughtUp(running, now + 9e8);
  assert.equal(countdown, undefined);
  assert.equal(latest?.state, "finished");
  assert.equal(latest?.since, new Date(now + 1_500_000).toISOString());
  assert.equal(missions[0].occurrences[0].state, "done");
  assert.equal(missions[0].occurrences[0].running, undefined);
});

test("one countdown runs at a time", () => {
  const two = model.added(one(), "b", draft, now);
  const running = model.started(two, "a", "c", now);
  assert.equal(model.started(running, "b", "d", now), running);
  assert.deepEqual(running.missions[0].occurrences[0].may, []);
});

test("a pause stands still, and what passed before a stop is not to be done again", () => {
  let guest = model.asked(model.started(one(), "a", "c", now), "pause", now + 60_000);
  guest = model.caughtUp(guest, now + 9e8);
  assert.equal(guest.countdown?.state, "paused");
  guest = model.asked(model.asked(guest, "resume", now + 1e9), "stop", now + 1e9 + 60_000);
  assert.equal(guest.latest?.rewardedMinutes, 2);
  assert.equal(guest.missions[0].occurrences[0].nextSeconds, 1_380);
  assert.equal(guest.missions[0].occurrences[0].state, "open");
});

test("what is called off counts nothing, in its first ten seconds and later", () => {
  const running = model.started(one(), "a", "c", now);
  assert.equal(model.asked(running, "cancel", now + 10_000).latest?.state, "cancelled");
  const later = model.asked(running, "cancel", now + 600_000);
  assert.equal(later.latest?.state, "abandoned");
  assert.equal(later.missions[0].occurrences[0].focusedSeconds, 0);
});

test("what is to be done moves in, what is over or deleted does not", () => {
  let guest = model.added(model.added(one(), "b", { ...draft, due: "2026-12-01" }, now), "c", draft, now);
  guest = model.removed(model.claimed(guest, "a"), "c", true);
  assert.deepEqual(model.toMoveIn(guest), [{ id: "b", ...draft, due: "2026-12-01" }]);
});

test("what the hub took or knew is gone from the device, what it refused stays", () => {
  const two = model.added(one(), "b", draft, now);
  assert.deepEqual(model.movedIn(two, [{ id: "a", outcome: "added" }, { id: "b", outcome: "known" }]).missions, []);
  const left = model.movedIn(two, [{ id: "a", outcome: "added" }, { id: "b", outcome: "refused" }]);
  assert.deepEqual(left.missions.map(({ id }) => id), ["b"]);
  assert.equal(model.movedIn(model.started(two, "a", "x", now), []).countdown, undefined);
});

test("what is changed is changed in what is to be done as well", () => {
  const guest = model.changed(one(), "a", { title: "Read on", minutes: 30, priority: "high" });
  assert.equal(guest.missions[0].title, "Read on");
  assert.equal(guest.missions[0].occurrences[0].nextSeconds, 1_800);
});
