// @ts-check
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Refusal, Unreachable } from "../lib/hub/api.js";
import { moveGuestIn, guestCount, meetGuest } from "../stores/guest-move.js";
import { guestPlaces, keepPlaces } from "../stores/guest-places.js";
import { forgetGuest, keep, kept } from "../stores/guest-kept.js";
import * as model from "../models/guest.js";
import { nobodyYet } from "../models/guest-kept.js";
import * as move from "../models/guest-move.js";
import * as store from "../models/guest-store.js";

/** @typedef {import("../models/guest-kept.js").Guest} Guest */

const minute = 60_000;
const draft = { title: "Read", minutes: 25, priority: /** @type {const} */ ("medium") };
/** @type {Map<string, string>} */
const memory = new Map();
Object.assign(globalThis, {
  localStorage: {
    getItem: (/** @type {string} */ key) => memory.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => memory.set(key, value),
    removeItem: (/** @type {string} */ key) => memory.delete(key),
  },
});
beforeEach(() => memory.clear());

/**
 * A hub that knows what it was sent, and answers as the API says; requests can get lost on their way there or back.
 *
 * @param {{members?: number, role?: string}} [family]
 */
function hub({ members = 1, role = "adult" } = {}) {
  /** @type {Map<string, {by: string, words: string}>} */
  const missions = new Map();
  /** @type {Map<string, {by: string, broughtMilliseconds: number, state: string}>} */
  const countdowns = new Map();
  /** @type {Map<string, any>} */
  const [items, places, pictures, records] = [new Map(), new Map(), new Map(), new Map()];
  const refuse = (/** @type {number} */ status, /** @type {string} */ code) => {
    throw new Refusal({ status, code, title: code });
  };
  const world = { me: "anna", requests: 0, lost: /** @type {number[]} */ ([]), during: () => {} };
  /**
   * @param {string} method
   * @param {string} path
   * @param {any} [body]
   * @returns {any}
   */
  const answer = (method, path, body) => {
    const [, first, second, verb] = path.split("/");
    if (path === "/me") return { id: world.me };
    if (path === "/families") {
      const others = Array.from({ length: members - 1 }, (_, index) => ({ id: `other${index}`, role: "adult" }));
      return { items: [{ id: "f", members: [{ id: world.me, role }, ...others] }] };
    }
    if (path === "/missions/batch") {
      return {
        items: body.missions.map((/** @type {any} */ { id, focusedSeconds: _, ...rest }) => {
          const known = missions.get(id);
          const words = JSON.stringify(rest);
          if (known && (known.by !== world.me || known.words !== words)) {
            return { id, outcome: "refused", problem: { code: "idUsedOtherwise" } };
          }
          if (!known) missions.set(id, { by: world.me, words });
          return { id, outcome: known ? "known" : "added" };
        }),
      };
    }
    if (first === "missions" && verb === "start") {
      if (missions.get(second)?.by !== world.me) return refuse(404, "notFound");
      if (countdowns.has(body.id)) return countdowns.get(body.id);
      if ([...countdowns.values()].some(({ by, state }) => by === world.me && state === "running")) return refuse(409, "alreadyRunning");
      countdowns.set(body.id, { by: world.me, broughtMilliseconds: body.broughtMilliseconds, state: "running" });
      return {};
    }
    if (first === "missions" && verb === "pause") return Object.assign(countdowns.get(body.countdown) ?? {}, { state: "paused" });
    if (first === "missions" && method === "PATCH") {
      if (missions.get(second)?.by !== world.me) return refuse(404, "notFound");
      return missions.set(second, { by: world.me, words: JSON.stringify(body) });
    }
    if (path === "/store/items") {
      const words = JSON.stringify(body);
      if (items.has(body.id) && items.get(body.id) !== words) return refuse(409, "idUsedOtherwise");
      return items.set(body.id, words);
    }
    if (first === "store" && verb === undefined) return undefined;
    if (first === "store") return pictures.set(path.split("/")[3], body);
    if (path === "/me/guest-records") {
      return {
        items: body.records.map((/** @type {any} */ record) => {
          const key = `${world.me} ${record.id}`;
          const isKnown = records.has(key);
          if (!isKnown) records.set(key, record);
          return { id: record.id, outcome: isKnown ? "known" : "added" };
        }),
      };
    }
    if (path === "/places") {
      const known = places.get(body.id);
      if (known && known.by !== world.me) return refuse(409, "idUsedOtherwise");
      return places.set(body.id, { by: world.me, ...body });
    }
    if (first === "places") return places.get(second)?.by === world.me ? undefined : refuse(404, "notFound");
    throw new Error(`nobody expects ${method} ${path}`);
  };
  const ask = (/** @type {string} */ method) => async (/** @type {string} */ path, /** @type {any} */ body) => {
    world.requests += 1;
    const number = world.requests;
    if (world.lost.includes(-number)) throw new Unreachable();
    const said = answer(method, path, body instanceof Blob || body === undefined ? body : JSON.parse(JSON.stringify(body)));
    world.during();
    // It was done, and nobody heard of it.
    if (world.lost.includes(number)) throw new Unreachable();
    return said;
  };
  const api = /** @type {any} */ ({ get: ask("GET"), post: ask("POST"), put: ask("PUT"), patch: ask("PATCH") });
  const records_of = (/** @type {string} */ member) => [...records].filter(([key]) => key.startsWith(`${member} `)).map(([, value]) => value);
  return { api, world, missions, countdowns, items, pictures, places, recordsOf: records_of };
}

/** A week of a guest: something done, something bought, something on the shelf, something begun, and a countdown. */
function week() {
  const now = Date.now();
  const start = now - 300 * minute;
  let guest = model.added(nobodyYet(), "done", { ...draft, title: "Cello", minutes: 30 }, start);
  guest = model.caughtUp(model.started(guest, "done", "c1", start), start + 40 * minute);
  guest = model.added(guest, "begun", draft, start);
  guest = model.asked(model.started(guest, "begun", "c2", start + 50 * minute), "stop", start + 60 * minute);
  guest = model.added(guest, "open", { ...draft, title: "Run", minutes: 10 }, start);
  guest = store.pictured(store.kept(guest, "bottle", { name: "Sports bottle", price: "5" }, start), "bottle", "data:image/jpeg;base64,AAAA");
  guest = store.bought(guest, "bottle", "p", start + 45 * minute).guest;
  return model.started(guest, "begun", "c3", now - 5 * minute);
}

/** What came of a week, however it got there: nothing twice, nothing lost. */
function isMovedOnce(/** @type {ReturnType<typeof hub>} */ there) {
  assert.deepEqual([...there.missions.keys()].sort(), ["begun", "open"]);
  assert.deepEqual([...there.countdowns.keys()], ["c3"]);
  assert.equal(Math.round(/** @type {any} */ (there.countdowns.get("c3")).broughtMilliseconds / minute), 5);
  assert.deepEqual([...there.items.keys()], ["bottle"]);
  assert.deepEqual([...there.pictures.keys()], ["bottle"]);
  const records = there.recordsOf("anna").map(({ id, kind, gold }) => `${id} ${kind} ${gold}`).sort();
  // What was measured here and paid by nobody else stays the guest's own.
  assert.deepEqual(records, ["begun done 15", "done done 30", "p bought 5"]);
  assert.equal(memory.get("hearth.guest.missions"), undefined);
}

test("E1: all of it moves in: what is to do, the running countdown, the store, and what was earned and bought", async () => {
  keep(week());
  const there = hub();
  assert.equal(await moveGuestIn(there.api, { isAsked: false }), 0);
  isMovedOnce(there);
  const begun = move.missionsToMove(week()).find(({ id }) => id === "begun");
  assert.equal(begun?.focusedSeconds, 600, "without what runs, which comes with the countdown");
});

test("E1: a move that is cut at any request, on its way there or back, and made again doubles nothing and loses nothing", async () => {
  keep(week());
  const whole = hub();
  await moveGuestIn(whole.api, { isAsked: false });
  for (let number = 1; number <= whole.world.requests; number += 1) {
    for (const lost of [number, -number]) {
      memory.clear();
      keep(week());
      const there = hub();
      there.world.lost = [lost];
      await assert.rejects(moveGuestIn(there.api, { isAsked: false }), Unreachable, `request ${lost}`);
      assert.equal(await moveGuestIn(there.api, { isAsked: false }), 0, `request ${lost}`);
      isMovedOnce(there);
    }
  }
});

test("E1: two tabs that move at once double nothing", async () => {
  keep(week());
  const there = hub();
  const both = [moveGuestIn(there.api, { isAsked: false }), moveGuestIn(there.api, { isAsked: false })];
  assert.deepEqual(await Promise.all(both), [0, 0]);
  isMovedOnce(there);
});

test("E1: what another tab adds or changes meanwhile is not lost with what has moved", async () => {
  keep(model.added(nobodyYet(), "a", draft, Date.now()));
  const there = hub();
  there.world.during = () => {
    if (there.missions.size === 0) return;
    there.world.during = () => {};
    keep(model.changed(model.added(kept(), "b", { ...draft, title: "New" }, Date.now()), "a", { ...draft, title: "Changed" }));
  };
  assert.equal(await moveGuestIn(there.api, { isAsked: false }), 2);
  assert.equal(await moveGuestIn(there.api, { isAsked: false }), 0);
  assert.deepEqual([...there.missions.keys()].sort(), ["a", "b"]);
  assert.equal(JSON.parse(/** @type {any} */ (there.missions.get("a")).words).title, "Changed");
});

test("E1: a countdown of the account runs already: the guest's waits here, paused, and comes when that is over", async () => {
  keep(week());
  const there = hub();
  there.countdowns.set("hers", { by: "anna", broughtMilliseconds: 0, state: "running" });
  assert.equal(await moveGuestIn(there.api, { isAsked: true }), 1);
  assert.equal(kept().countdown?.state, "paused");
  assert.deepEqual(guestCount(), { missions: 1, others: 0, places: 0 });
  there.countdowns.delete("hers");
  assert.equal(await moveGuestIn(there.api, { isAsked: true }), 0);
  assert.equal(there.countdowns.get("c3")?.state, "paused");
  assert.equal(there.missions.size, 2);
});

test("E1: into a family with others nothing comes into its store by itself: what was wished for is remembered", async () => {
  for (const family of [{ members: 3 }, { members: 1, role: "child" }]) {
    memory.clear();
    keep(week());
    const there = hub(family);
    assert.equal(await moveGuestIn(there.api, { isAsked: false }), 0);
    assert.equal(there.items.size, 0);
    assert.ok(there.recordsOf("anna").some(({ id, kind, gold }) => id === "bottle" && kind === "wished" && gold === "5"));
  }
});

test("E1: a second registration in the browser takes nothing that has begun to be somebody else's, unless it is asked to", async () => {
  keep(week());
  const there = hub();
  // The hub has taken the missions, and nobody heard of it.
  there.world.lost = [3];
  await assert.rejects(moveGuestIn(there.api, { isAsked: false }), Unreachable);
  Object.assign(there.world, { me: "bo", lost: [] });
  assert.ok((await moveGuestIn(there.api, { isAsked: false })) > 0);
  assert.deepEqual([...there.missions.values()].map(({ by }) => by), ["anna", "anna"]);
  assert.deepEqual(there.recordsOf("bo"), []);
  // Somebody says that it is theirs: it comes as their own, and nobody else's changes.
  assert.equal(await moveGuestIn(there.api, { isAsked: true }), 0);
  const owners = [...there.missions.values()].map(({ by }) => by).sort();
  assert.deepEqual(owners, ["anna", "anna", "bo", "bo"]);
  assert.deepEqual(there.recordsOf("bo").map(({ kind }) => kind).sort(), ["bought", "done", "done"]);
  assert.deepEqual([...there.countdowns.values()].map(({ by }) => by), ["bo"]);
});

test("a log-in goes on with a move that was cut, and only says that there is something where none has begun", async () => {
  /** @type {string[]} */
  const said = [];
  const there = hub();
  const app = /** @type {any} */ ({ api: there.api, family: { me: { id: "anna" } }, say: (/** @type {string} */ text) => said.push(text) });
  keep(week());
  await meetGuest(app, true);
  assert.equal(there.world.requests, 0);
  assert.equal(said.length, 1);
  keep({ ...kept(), movingTo: "anna" });
  await meetGuest(app, true);
  assert.equal(said.length, 1);
  isMovedOnce(there);
});

test("a guest's places are no hub's until their owner asks for it, and then theirs once", async () => {
  const place = { id: "h", label: "Home", latitude: 47.1, longitude: 9.5, radiusMetres: 100 };
  keepPlaces([place]);
  const there = hub();
  await moveGuestIn(there.api, { isAsked: false });
  assert.deepEqual(guestPlaces(), [place]);
  assert.equal(there.places.size, 0);
  await moveGuestIn(there.api, { isAsked: true });
  assert.deepEqual(guestPlaces(), []);
  assert.equal(there.places.get("h").description, "Home");
  // Of the same browser, for somebody else: another place of their own.
  keepPlaces([place]);
  there.world.me = "bo";
  await moveGuestIn(there.api, { isAsked: true });
  assert.deepEqual(guestPlaces(), []);
  assert.deepEqual([...there.places.values()].map(({ by }) => by), ["anna", "bo"]);
});

test("more than the hub takes at once goes in parts", async () => {
  let guest = nobodyYet();
  for (let number = 0; number < 401; number += 1) guest = model.added(guest, `m${number}`, draft, number);
  keep(guest);
  const there = hub();
  assert.equal(await moveGuestIn(there.api, { isAsked: false }), 0);
  assert.equal(there.missions.size, 401);
  forgetGuest();
  assert.equal(guestCount().missions, 0);
});
