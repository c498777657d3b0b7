// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { allTexts } from "../lib/words/text.js";
import { acceptWords, belongsWords, changeWords, followerOf, isPending, makerWords } from "../models/family-place.js";
import { away } from "../models/place.js";

await allTexts();

const own = { id: "own", label: "Home", description: "Our flat", latitude: 47.141, longitude: 9.5209, radiusMetres: 100 };
const shared = { ...own, id: "shared", maker: "anna", version: 2, mayChange: true, following: { place: "own", version: 1 } };
/** @type {import("../lib/hub/shapes.js").FamilyMember[]} */
const members = [{ id: "anna", name: "Anna", colour: 1, role: "adult", hasPhone: true }];

test("a change is pending for a follower of an older version alone", () => {
  assert.equal(isPending(shared), true);
  assert.equal(isPending({ ...shared, following: { place: "own", version: 2 } }), false);
  assert.equal(isPending({ ...shared, following: undefined }), false);
});

test("what changed is told by distance, direction, radius and label, and a description is no change", () => {
  assert.equal(changeWords(own, shared), "");
  assert.equal(changeWords(own, { ...shared, description: "The flat" }), "");
  const moved = { ...shared, ...away(own, 1_240, 0) };
  assert.match(changeWords(own, moved), /^moved 1\.2\skm north$/);
  const grown = { ...moved, radiusMetres: 150, label: "Nest" };
  assert.match(changeWords(own, grown), /^moved 1\.2\skm north, radius 100\sm → 150\sm and label Home → Nest$/);
});

test("the button speaks of a circle where the label stays", () => {
  assert.equal(acceptWords("Home", "Home"), "Use the new circle");
  assert.equal(acceptWords("Home", "Work"), "Use the change");
});

test("a place says who made it, and that a former member did", () => {
  assert.equal(makerWords(shared, members, "ben"), "Made by Anna");
  assert.equal(makerWords(shared, members, "anna"), "Made by you");
  assert.equal(makerWords({ ...shared, maker: undefined }, members, "anna"), "Made by a former member");
  assert.equal(belongsWords(shared, members, "ben"), "Family place. Made by Anna.");
  assert.equal(belongsWords(shared, members, "anna"), "Family place. Made by you.");
  assert.equal(belongsWords({ ...shared, maker: undefined }, members, "anna"), "Family place. Made by a former member.");
});

test("who follows a place is found by the place of their own", () => {
  assert.equal(followerOf(shared, [own]), own);
  assert.equal(followerOf({ ...shared, following: undefined }, [own]), undefined);
});
