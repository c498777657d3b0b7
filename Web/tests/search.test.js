// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { isWorthAsking, markedAfter, metresAway, pointWords } from "../models/search.js";

test("two letters are worth asking, and one where it is a word", () => {
  for (const text of ["va", " va ", "東", "ば", "9 "]) assert.equal(isWorthAsking(text), text !== "9 ");
  for (const text of ["", " ", "v", " v "]) assert.equal(isWorthAsking(text), false);
});

test("the arrows go through the rows and back to the text", () => {
  assert.equal(markedAfter("ArrowDown", -1, 3), 0);
  assert.equal(markedAfter("ArrowDown", 2, 3), -1);
  assert.equal(markedAfter("ArrowUp", -1, 3), 2);
  assert.equal(markedAfter("ArrowUp", 0, 3), -1);
  assert.equal(markedAfter("ArrowDown", -1, 0), undefined);
  assert.equal(markedAfter("a", 0, 3), undefined);
});

test("a distance is told where it is known from where", () => {
  const place = { name: "Vaduz", kind: "town", latitude: 47.14, longitude: 9.52 };
  assert.equal(metresAway(place, undefined), undefined);
  assert.equal(Math.round(metresAway(place, { latitude: 47.15, longitude: 9.52 }) ?? 0), 1112);
});

test("a point is named by what stands there, else by its street", () => {
  assert.equal(pointWords({ name: "School", street: "Lane", houseNumber: "4", area: "Vaduz" }), "School, Vaduz");
  assert.equal(pointWords({ street: "Lane", houseNumber: "4", area: "Vaduz" }), "Lane 4, Vaduz");
  assert.equal(pointWords({ street: "Lane" }), "Lane");
  assert.equal(pointWords({ area: "Vaduz" }), "Vaduz");
  assert.equal(pointWords({}), "");
});
