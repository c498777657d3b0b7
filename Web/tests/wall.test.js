// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { isNight, peopleOf, tokenIn } from "../models/wall.js";

test("a display is dim from 21:00 to 6:00", () => {
  const at = (/** @type {number} */ hour, minute = 0) => new Date(2026, 2, 1, hour, minute);
  assert.deepEqual([20, 21, 23, 0, 5, 6, 12].map((hour) => isNight(at(hour))), [false, true, true, true, true, false, false]);
  assert.equal(isNight(at(20, 59)), false);
});

test("only what can be a token is taken for one", () => {
  assert.equal(tokenIn("#Zk3vT0m1Xq8cR5wLh2bYpg"), "Zk3vT0m1Xq8cR5wLh2bYpg");
  for (const other of ["", "#", "#short", "#with a space in the middle", `#${"x".repeat(65)}`]) assert.equal(tokenIn(other), undefined);
});

test("who was never heard is not on the map", () => {
  const presence = /** @type {import("../lib/hub/shapes.js").Presence} */ ({ member: "m1", state: "travelling", place: null });
  const people = [{ name: "Ana", colour: 2, presence }, { name: "Bo", colour: 3 }];
  assert.deepEqual(peopleOf(people, 5), [{ id: "m1", name: "Ana", colour: 2, isMe: false, heardAt: 5, presence }]);
});
