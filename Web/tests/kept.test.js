// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { API } from "../lib/hub/api.js";
import { Kept } from "../lib/hub/kept.js";
import { handsOf } from "../models/clock.js";
import { ageSeconds, grown, isFresh, isLive } from "../models/people.js";

const day = 86_400_000;

/** A browser's storage, whose keys are its own properties. */
class Shelf {
  /** @param {string} key */
  getItem(key) {
    return /** @type {any} */ (this)[key] ?? null;
  }

  /**
   * @param {string} key
   * @param {string} value
   */
  setItem(key, value) {
    /** @type {any} */ (this)[key] = value;
  }

  /** @param {string} key */
  removeItem(key) {
    delete (/** @type {any} */ (this)[key]);
  }
}

/** @param {Shelf} [shelf] */
function made(shelf = new Shelf()) {
  return { shelf, kept: new Kept(/** @type {any} */ (shelf)) };
}

test("S22: what is kept is one member's, and goes with the log-out and with the next member", () => {
  const { shelf, kept } = made();
  kept.keep("family", () => "before anybody is logged in");
  kept.flush();
  assert.deepEqual(Object.keys(shelf), []);
  kept.begin("anna");
  kept.keep("family", () => ({ name: "Anna" }), 1_000);
  kept.flush();
  assert.deepEqual(kept.last("family", 2_000), { at: 1_000, value: { name: "Anna" } });
  kept.begin("anna");
  assert.ok(kept.last("family", 2_000));
  kept.begin("bo");
  assert.equal(kept.last("family", 2_000), undefined);
  kept.keep("family", () => ({ name: "Bo" }));
  kept.forget();
  kept.keep("family", () => ({ name: "Bo" }));
  kept.flush();
  assert.deepEqual(Object.keys(shelf), []);
});

test("S22: what another tab has erased is not written again", () => {
  const { shelf, kept } = made();
  kept.begin("anna");
  kept.keep("family", () => 1);
  made(shelf).kept.forget();
  kept.flush();
  assert.deepEqual(Object.keys(shelf), []);
});

test("S22: after a week it is gone, and so is what is of a time to come", () => {
  const { shelf, kept } = made();
  kept.begin("anna");
  kept.keep("old", () => 1, 0);
  kept.keep("new", () => 2, 5 * day);
  kept.flush();
  assert.equal(kept.last("old", 7 * day), undefined);
  assert.equal(kept.last("new", 4 * day), undefined, "the device's clock was set back: its age is not known");
  kept.purge(7 * day);
  assert.deepEqual(Object.keys(shelf).sort(), ["hearth.kept", "hearth.kept.new"]);
});

test("a storage that takes nothing stops nothing", () => {
  const { shelf, kept } = made();
  shelf.setItem = () => {
    throw new Error("no room");
  };
  kept.begin("anna");
  kept.keep("family", () => 1);
  kept.flush();
  assert.equal(kept.last("family"), undefined);
});

test("nothing that was kept is live, fresh or of now, however soon it is read", () => {
  const fix = { at: "2026-03-01T08:05:00.000Z", latitude: 47, longitude: 9, ageSeconds: 1, live: true };
  const presence = /** @type {any} */ ({ member: "bo", state: "place", place: "School", fix, ageSeconds: 1 });
  const person = { id: "bo", name: "Bo", colour: 1, isMe: false, heardAt: 1_000, presence };
  assert.ok(isLive(person, 2_000) && isFresh(person, 2_000) && ageSeconds(person, 2_000) === 2);
  const kept = { ...person, isKept: true };
  assert.ok(!isLive(kept, 2_000) && !isFresh(kept, 2_000));
  assert.equal(ageSeconds(kept, 2_000), 60);
  assert.equal(ageSeconds(kept, 301_000), 301);
  const clock = { slots: ["School"], hands: [{ member: "bo", name: "Bo", colour: 1, slot: "School", ageSeconds: 1 }] };
  const [hand] = handsOf(/** @type {any} */ (clock), new Map([["bo", kept]]), 2_000);
  assert.ok(hand.isOld);
  assert.deepEqual([grown(presence, 10).ageSeconds, grown(presence, 10).fix.ageSeconds], [11, 11]);
});

test("a reading is what the hub says, what was kept while it is away, and never in place of a refusal", async () => {
  const { kept } = made();
  kept.begin("anna");
  const api = new API();
  api.kept = kept;
  const { fetch } = globalThis;
  let shown = 0;
  api.onKept = () => (shown += 1);
  try {
    globalThis.fetch = /** @type {any} */ (async () => answer(200, { items: [1] }));
    assert.deepEqual(await api.read("/missions"), { items: [1] });
    kept.flush();
    globalThis.fetch = /** @type {any} */ (
      async () => {
        throw new TypeError("no network");
      }
    );
    assert.deepEqual(await api.read("/missions"), { items: [1] });
    assert.equal(api.shownAt, kept.last("/missions")?.at);
    await assert.rejects(api.read("/wallet"));
    await assert.rejects(api.get("/missions"), "what is not asked for so is refused");
    globalThis.fetch = /** @type {any} */ (async () => answer(403, { status: 403, code: "no", title: "No." }));
    await assert.rejects(api.read("/missions"), /No\./);
    globalThis.fetch = /** @type {any} */ (async () => answer(200, { items: [2] }));
    assert.deepEqual(await api.read("/missions"), { items: [2] });
    assert.equal(api.shownAt, undefined);
    assert.equal(shown, 2);
  } finally {
    globalThis.fetch = fetch;
    kept.forget();
  }
});

/**
 * @param {number} status
 * @param {object} body
 */
function answer(status, body) {
  return { ok: status < 300, status, headers: new Headers(), json: async () => body };
}

test("F90: the wish for push messages is its member's, and ends with their log-out or another's log-in", () => {
  const storage = /** @type {any} */ (new Shelf());
  const kept = new Kept(storage);
  kept.begin("anna");
  storage.setItem("hearth.push", "on");
  kept.begin("anna");
  kept.purge();
  assert.equal(storage.getItem("hearth.push"), "on", "the page was opened anew");
  kept.begin("bo");
  assert.equal(storage.getItem("hearth.push"), null);
  storage.setItem("hearth.push", "on");
  kept.forget();
  assert.equal(storage.getItem("hearth.push"), null);
});
