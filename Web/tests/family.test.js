import assert from "node:assert/strict";
import { test } from "node:test";
import { Family } from "../stores/family.js";

/** A hub whose answers come when the test lets them, and whose name for me changes meanwhile. */
function hub() {
  const rest = {
    connections: { seen: [], seers: [] },
    presence: [],
    clock: { slots: [], hands: [] },
    shown: { kind: "me" },
    liveLinks: [],
  };
  const state = { name: "Anna", readings: 0, held: [] };
  const read = async () => {
    state.readings += 1;
    const { name } = state;
    await new Promise((answer) => state.held.push(answer));
    return { me: { id: "a", name, colour: 0, role: "adult", keeper: false }, ...rest };
  };
  return { state, family: new Family({ family: read }, new EventTarget()) };
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
