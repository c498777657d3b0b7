import assert from "node:assert/strict";
import { test } from "node:test";
import { Family } from "../lib/family.js";

/** A hub whose answers come when the test lets them, and whose name for me changes meanwhile. */
function hub() {
  const answers = {
    "/connections": { seen: [], seers: [] },
    "/presence": { items: [] },
    "/clock": { slots: [], hands: [] },
  };
  const state = { name: "Anna", readings: 0, held: [] };
  const get = async (path) => {
    if (path !== "/me") return answers[path] ?? { kind: "self" };
    state.readings += 1;
    const { name } = state;
    await new Promise((answer) => state.held.push(answer));
    return { id: "a", name, colour: 0, role: "adult", keeper: false };
  };
  return { state, family: new Family({ get }, new EventTarget()) };
}

const settled = () => new Promise((done) => setImmediate(done));

test("a refresh during another ends when what is true now has been read", async () => {
  const { state, family } = hub();
  const first = family.refresh();
  await settled();
  state.name = "Anna Beck";
  const second = family.refresh();
  state.held.shift()();
  await settled();
  state.held.shift()();
  await Promise.all([first, second]);
  assert.equal(family.me?.name, "Anna Beck");
  assert.equal(state.readings, 2);
});

test("a refresh while the page begins reads once more", async () => {
  const { state, family } = hub();
  const loading = family.load();
  await settled();
  state.name = "Anna Beck";
  const refreshing = family.refresh();
  state.held.shift()();
  await loading;
  await settled();
  state.held.shift()();
  await refreshing;
  assert.equal(family.me?.name, "Anna Beck");
});
