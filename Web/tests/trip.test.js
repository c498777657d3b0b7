// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  byPerson,
  cautions,
  companions,
  hasArrived,
  isRunning,
  leftOf,
  nextTime,
  personOf,
  plannedProtection,
  recentTrips,
  smsLink,
  tokenIn,
  unreached,
  wallTime,
  watchers,
} from "../models/trip.js";
import { knownKind } from "../models/notices.js";
import { isLive } from "../models/people.js";
import { en } from "../texts/en.js";
import { modulesIn, sourceOf } from "./sources.js";

const now = new Date(2026, 2, 10, 14, 30, 20).getTime();
/** @type {any} */
const trip = { state: "underWay", signal: "heard", offRouteMetres: 5, fix: { batteryPercent: 60 } };

test("a time of day is the next one that comes", () => {
  assert.equal(nextTime("15:05", now), new Date(2026, 2, 10, 15, 5).getTime());
  assert.equal(nextTime("14:30", now), new Date(2026, 2, 10, 14, 30).getTime(), "the minute that runs is now");
  assert.equal(nextTime("02:10", now), new Date(2026, 2, 11, 2, 10).getTime());
  for (const text of ["", "24:00", "12:60", "noon", "1:2:3"]) assert.equal(nextTime(text, now), undefined, text);
  assert.equal(wallTime(new Date(2026, 2, 10, 9, 5).getTime()), "09:05");
});

test("F56: a time beyond the change of the clocks is the instant at which a clock on the wall shows it", () => {
  const before = process.env.TZ;
  process.env.TZ = "Europe/Zurich";
  try {
    // In spring the clocks go from two to three, in autumn from three back to two.
    const spring = nextTime("03:15", Date.parse("2026-03-28T22:30:00Z"));
    assert.equal(new Date(spring ?? 0).toISOString(), "2026-03-29T01:15:00.000Z");
    const autumn = nextTime("06:00", Date.parse("2026-10-24T21:30:00Z"));
    assert.equal(new Date(autumn ?? 0).toISOString(), "2026-10-25T05:00:00.000Z");
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});

test("a trip runs until it has ended", () => {
  const states = /** @type {const} */ (["underWay", "asked", "overdue", "arrived", "cancelled", "lapsed"]);
  assert.deepEqual(states.map((state) => isRunning({ state })), [true, true, true, false, false, false]);
  assert.equal(isRunning(undefined), false);
});

test("everybody with whom I am connected either way can watch, once, by name, and none who left", () => {
  /** @type {any} */
  const connections = {
    seen: [{ member: "b", name: "Bo", colour: 1 }, { member: "z", name: "Zoe", colour: 2, gone: true }],
    seers: [{ member: "a", name: "Anna", colour: 3 }, { member: "b", name: "Bo", colour: 1 }],
  };
  assert.deepEqual(companions(connections).map(({ member }) => member), ["a", "b"]);
});

test("F85: a test is offered for those alone who see me now and whom hidden hours do not leave out", () => {
  const seers = [
    { member: "a", precision: "exact" },
    { member: "b", precision: "off" },
    { member: "c", precision: "place", expiresAt: new Date(now - 1).toISOString() },
    { member: "d", precision: "coarse", gone: true },
    { member: "e", precision: "place", expiresAt: new Date(now + 1).toISOString() },
  ];
  const connections = /** @type {any} */ ({ seen: [{ member: "z", precision: "exact" }], seers });
  assert.deepEqual(watchers(connections, [], now), ["a", "e"]);
  assert.deepEqual(watchers(connections, ["a"], now), ["e"]);
});

test("F47: the token of a link stands behind the #", () => {
  assert.equal(tokenIn("#Zk3vT0m1Xq8cR5wLh2bYpg"), "Zk3vT0m1Xq8cR5wLh2bYpg");
  for (const fragment of ["", "#", "#short", "#a b c d e f g h i j k l m n"]) assert.equal(tokenIn(fragment), undefined);
});

test("F17: what a provider took has no tick", () => {
  const states = /** @type {const} */ (["queued", "kept", "accepted", "failed", "delivered", "seen", "acknowledged"]);
  assert.deepEqual(states.map(hasArrived), [false, false, false, false, true, true, true]);
});

test("messages stand with the person they went to", () => {
  const at = "2026-03-10T08:00:00.000Z";
  /** @type {import("../lib/hub/trip-shapes.js").MessageState[]} */
  const deliveries = [
    { member: "a", name: "Anna", channel: "push", state: "delivered", at },
    { name: "Guest", channel: "text", state: "queued", at },
    { member: "a", name: "Anna", channel: "text", state: "accepted", at },
  ];
  assert.deepEqual(byPerson(deliveries).map(({ name, messages }) => [name, messages.length]), [["Anna", 2], ["Guest", 1]]);
});

test("F51: on a trip a position is live for a minute", () => {
  /** @type {import("../lib/hub/trip-shapes.js").WatchedFix} */
  const fix = { latitude: 47, longitude: 9, accuracyMetres: 10, at: "2026-03-10T08:00:00.000Z", ageSeconds: 20, live: true };
  const person = personOf({ member: "a", name: "Anna", colour: 0, fix }, false, now);
  assert.equal(isLive(person, now + 40_000), true);
  assert.equal(isLive(person, now + 41_000), false);
});

test("what companions are warned of comes the gravest first", () => {
  assert.deepEqual(cautions(trip), []);
  assert.deepEqual(cautions({ ...trip, state: "overdue", signal: "lost", offRouteMetres: 400, fix: { batteryPercent: 9 } }), [
    "overdue", "lost", "offRoute", "battery",
  ]);
  assert.deepEqual(cautions({ ...trip, state: "arrived", signal: "lost" }), []);
});

test("F6, F20: a plan is called protected with a companion who confirmed a test, and what the hub itself lacks stays", () => {
  /** @type {import("../lib/hub/trip-shapes.js").Protection} */
  const hub = { source: "timerOnly", protected: false, gaps: ["noDrill"] };
  const at = (/** @type {number} */ days) => new Date(now - days * 86_400_000).toISOString();
  const drill = (/** @type {string | undefined} */ confirmedAt) => [
    { id: "1", mine: true, member: "b", name: "Bo", sentAt: at(95), confirmedAt, deliveries: [] },
  ];
  const gaps = (/** @type {string[]} */ chosen, /** @type {string | undefined} */ confirmedAt, more = hub) =>
    plannedProtection(more, "screen", chosen, drill(confirmedAt), now).gaps;
  assert.deepEqual(gaps(["b"], at(89)), []);
  assert.deepEqual(gaps(["b"], at(91)), ["noDrill"]);
  assert.deepEqual(gaps(["a"], at(1)), ["noDrill"]);
  assert.deepEqual(gaps([], at(1)), ["noCompanion"]);
  assert.deepEqual(gaps(["b"], at(1), { ...hub, gaps: ["noWatchdog"] }), ["noWatchdog"]);
  assert.equal(plannedProtection(hub, "screen", ["b"], drill(at(1)), now).protected, true);
  assert.deepEqual(gaps(["b"], at(1), { ...hub, gaps: ["silentDeputy"] }), ["silentDeputy"]);
});

test("F56: what is left is as old as its fix, and before the first fix it is the whole way at the start", () => {
  const startedAt = "2026-03-10T08:00:00.000Z";
  const route = { distanceMetres: 1_300, durationSeconds: 900, line: [], straightLine: false };
  /** @type {any} */
  const begun = { startedAt, route, straightLine: false };
  assert.equal(leftOf({ ...begun, route: undefined }), undefined);
  assert.deepEqual(leftOf(begun), {
    remainingMetres: 1_300, remainingSeconds: 900, isStraight: false, atMs: Date.parse(startedAt),
  });
  const left = leftOf({ ...begun, remainingMetres: 400, remainingSeconds: 300, remainingAsOf: "2026-03-10T08:10:00.000Z" });
  assert.deepEqual([left?.remainingMetres, left?.atMs], [400, Date.parse("2026-03-10T08:10:00.000Z")]);
});

test("F7: a text is filled in as both kinds of phone take it", () => {
  assert.equal(smsLink("", "I am at 47.1, 9.5 & well"), "sms:?&body=I%20am%20at%2047.1%2C%209.5%20%26%20well");
});

test("F26: each cause has words of its own, none of which guesses", () => {
  const causes = /** @type {const} */ (["shake", "sos", "alert", "overdue", "duress"]);
  const words = causes.map((cause) => String(en[`help.fact.${cause}`]));
  assert.equal(new Set(words).size, causes.length);
  for (const text of words) assert.doesNotMatch(text, /danger|emergency|attack/i);
});

test("F27: where a number can be dialled it is said that Hearth calls nobody", () => {
  assert.match(en["alarm.callWords"], /Hearth calls no emergency service/);
  assert.match(en["help.callWords"], /Hearth calls no emergency service/);
});

test("F27: every part that shows an emergency number says beside it that Hearth calls nobody, and none dials by itself", () => {
  const names = modulesIn("elements", "lib", "models", "pages");
  const showing = names.filter((name) => /emergencyLinks\(/.test(sourceOf(name)) && name !== "elements/emergency-link.js");
  assert.ok(showing.length >= 4, `${showing}`);
  for (const name of showing) assert.match(sourceOf(name), /t\("(alarm|help)\.callWords"/, name);
  // The number reaches a page by that link alone: who else reads it hands it on to one of these.
  const dialling = names.filter((name) => /["'`]tel:/.test(sourceOf(name)));
  assert.deepEqual(dialling, ["elements/alarm-panel.js", "elements/emergency-link.js"]);
  assert.match(sourceOf("elements/alarm-panel.js"), /`tel:\$\{alarm\.phone\}`/);
  for (const name of names) assert.doesNotMatch(sourceOf(name), /location[^\n]*tel:|window\.open[^\n]*tel:/, name);
});

test("F27: no words of the page claim that Hearth calls an emergency service", () => {
  const claims = /hearth[^.]*(calls?|contacts?|alerts?|notif|dials?|inform)[^.]*(police|ambulance|emergency|112|911|999)/i;
  const sayingNot = /\b(no|not|nobody|never)\b/i;
  for (const [key, words] of Object.entries(en)) {
    const claim = String(typeof words === "string" ? words : JSON.stringify(words)).match(claims);
    if (claim) assert.match(claim[0], sayingNot, key);
    assert.doesNotMatch(String(words), /(police|ambulance|emergency services?) (is|are|was|were|will be|has been|have been) (called|told|alerted|notified)/i, key);
  }
});

test("F78: of those chosen, the ones whom no channel reaches are named, nobody else", () => {
  const people = [
    { member: "a", name: "Ana" },
    { member: "b", name: "Bo" },
    { member: "c", name: "Cleo" },
  ];
  assert.deepEqual(unreached(people, ["a", "b"], ["b", "c"]), ["Bo"]);
  assert.deepEqual(unreached(people, [], ["b", "c"]), []);
  assert.match(en["trip.unreachable"], /^\{name\} cannot be reached/);
});

test("F89: of those chosen, exactly the ones who get no text are named", () => {
  const people = [
    { member: "a", name: "Ana" },
    { member: "b", name: "Bo" },
  ];
  assert.deepEqual(unreached(people, ["a", "b"], ["b"]), ["Bo"]);
  assert.match(en["trip.notTexted"], /^Today's texts .* are used up\. Alarms still go out\.$/);
});

test("F78: each turn of a trip has a notice with words of its own", () => {
  for (const kind of ["tripStarted", "tripDelayed", "tripLoggedOut", "tripPinGuessed", "tripArrived", "tripEnded"]) {
    assert.equal(knownKind(kind), kind);
    assert.ok(/** @type {any} */ (en)[`notice.${kind}`].includes("{name}"), kind);
    assert.ok(/** @type {any} */ (en)[`notice.${kind}.words`], kind);
  }
});

test("the last destinations stand once each, and what runs is none of them", () => {
  const trip = (/** @type {string} */ id, /** @type {string} */ name, endedAt = "2026-03-01T10:00:00.000Z") =>
    /** @type {any} */ ({ id, destination: { name, latitude: 47, longitude: 9 }, mode: "walk", endedAt });
  const trips = [trip("1", "Gym", ""), trip("2", "School"), trip("3", "Home"), trip("4", "School"), trip("5", "Work"), trip("6", "Pool")];
  assert.deepEqual(recentTrips(trips).map(({ id }) => id), ["2", "3", "5"]);
  assert.deepEqual(recentTrips([]), []);
});
