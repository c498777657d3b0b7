// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { addressOf, ageSeconds, chosen, gather, initials, isFresh, isLive, shownAt, withHand } from "../models/people.js";

const me = { id: "me", name: "Anna", colour: 0, role: /** @type {const} */ ("adult"), keeper: false };
const now = 1_000_000;

/** @param {Partial<import("../lib/hub/shapes.js").Fix>} [fix] */
function person(fix = {}) {
  const whole = { latitude: 47, longitude: 9, at: "2026-03-01T08:00:00Z", ageSeconds: 10, live: true, ...fix };
  const presence = { member: "me", place: null, state: /** @type {const} */ ("travelling"), fix: whole };
  return { ...me, isMe: true, heardAt: now, presence };
}

test("oneself comes first, then the others by name", () => {
  const seen = ["Zoe", "Bob"].map((name) => ({ id: name, member: name, name, colour: 1 }));
  const presences = [{ member: "Bob", place: "Home", state: /** @type {const} */ ("place") }];
  const people = [...gather(me, seen, presences, now).values()];
  assert.deepEqual(people.map(({ name }) => name), ["Anna", "Bob", "Zoe"]);
  assert.equal(people[1].presence?.place, "Home");
  assert.equal(people[2].presence, undefined);
});

test("names stand in the order that the language's own rules give them", () => {
  const names = ["Mira", "jonas", "Großmutter Adelheid-Mathilde", "Grosspapa", "יוסף", "Tim", "Émile", "Emil", "Zoë", "Zoe", "Ana Maria", "Ana", "Анна", "王"];
  for (const one of names) {
    for (const other of names) {
      if (one === other) continue;
      const seen = [one, other].map((name) => ({ id: name, member: name, name, colour: 1 }));
      const [, first] = [...gather(me, seen, [], now).values()];
      assert.equal(first.name, one.localeCompare(other) < 0 ? one : other, `${one} and ${other}`);
    }
  }
});

test("an age grows by itself after the hub told it", () => {
  assert.equal(ageSeconds(person(), now + 5_000), 15);
  assert.equal(ageSeconds({ ...me, isMe: true, heardAt: now }, now), undefined);
});

test("a page clock that was set back makes nobody younger than the hub said", () => {
  assert.equal(ageSeconds(person(), now - 60_000), 10);
});

test("F51: live ends by itself five minutes after the fix, and where the hub or the accuracy says so", () => {
  assert.equal(isLive(person(), now + 290_000), true);
  assert.equal(isLive(person(), now + 291_000), false);
  assert.equal(isLive(person({ live: false }), now), false);
  assert.equal(isLive(person({ accuracyMetres: 100 }), now), true);
  assert.equal(isLive(person({ accuracyMetres: 101 }), now), false);
});

test("who is lost is not fresh, however young the news", () => {
  const lost = person();
  lost.presence = { ...lost.presence, state: /** @type {any} */ ("lost") };
  assert.equal(isFresh(person(), now), true);
  assert.equal(isFresh(lost, now), false);
});

test("whoever took their consent back is no longer shown, and nobody in their place", () => {
  const people = gather(me, [{ id: "b", member: "bob", name: "Bob", colour: 1 }], [], now);
  const names = (/** @type {import("../lib/hub/shapes.js").Shown} */ shown) => chosen(people, shown).map(({ name }) => name);
  assert.deepEqual(names({ kind: "all" }), ["Anna", "Bob"]);
  assert.deepEqual(names({ kind: "self" }), ["Anna"]);
  assert.deepEqual(names({ kind: "member", member: "bob" }), ["Bob"]);
  assert.deepEqual(names({ kind: "member", member: "gone" }), []);
});

test("each person has an address that means them, everyone has the first, and the gone have none", () => {
  const people = gather(me, [{ id: "b", member: "bob", name: "Bob", colour: 1 }], [], now);
  for (const [id, address] of [[undefined, "/"], ["me", "/people/me"], ["bob", "/people/bob"], ["gone", "/"]]) {
    assert.equal(addressOf(shownAt(id, people), people), address);
  }
  assert.deepEqual(shownAt("me", people), { kind: "self" });
  const alone = gather(me, [], [], now);
  assert.equal(addressOf({ kind: "self" }, alone), "/");
});

test("a hand moves on a face that has its slot, and asks for the face where it has not", () => {
  const hand = { member: "bob", name: "Bob", colour: 1, slot: "Home" };
  const clock = { slots: ["Home", "School"], hands: [hand] };
  assert.equal(withHand(clock, { ...hand, slot: "school" })?.hands[0].slot, "School");
  assert.equal(withHand(clock, { ...hand, slot: "Office" }), undefined);
  assert.equal(withHand(clock, { ...hand, member: "eve" }), undefined);
});

test("initials are whole letters of the first and the last word", () => {
  assert.equal(initials("Anna Maria Beck"), "AB");
  assert.equal(initials("  tim "), "T");
  assert.equal(initials("יוסף"), "י");
  assert.equal(initials("محمد علي"), "م\u200cع");
  assert.equal(initials("𝒜lma"), "𝒜");
  assert.equal(initials(""), "");
});
