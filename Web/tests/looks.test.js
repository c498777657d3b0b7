// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { byDay } from "../models/looks.js";

/**
 * @param {string} member
 * @param {string} from
 * @param {string} to
 * @param {Partial<import("../lib/hub/shapes.js").Look>} [more]
 * @returns {import("../lib/hub/shapes.js").Look}
 */
function look(member, from, to, more = {}) {
  const at = (/** @type {string} */ time) => new Date(`2026-03-${time}`).toISOString();
  const rest = { precision: /** @type {const} */ ("exact"), screens: ["home"] };
  return { viewer: member, member, name: member, colour: 1, firstAt: at(from), lastAt: at(to), ...rest, ...more };
}

test("looks are told by day and person, with what lies close together as one stretch", () => {
  const days = byDay([
    look("bo", "02T09:00", "02T09:01", { precision: "place", screens: ["clock"] }),
    look("anna", "01T18:00", "01T18:02"),
    look("bo", "01T14:30", "01T14:41"),
    look("bo", "01T14:15", "01T14:29", { precision: "coarse", screens: ["clock", "home"] }),
    look("bo", "01T08:00", "01T08:00"),
  ]);
  assert.deepEqual(days.map(({ people }) => people.map(({ person, count }) => [person.member, count])), [
    [["bo", 1]],
    [["anna", 1], ["bo", 3]],
  ]);
  const bo = days[1].people[1];
  assert.deepEqual(bo.spans.map(({ from, to }) => [from.getHours(), from.getMinutes(), to.getMinutes()]), [
    [14, 15, 41],
    [8, 0, 0],
  ]);
  assert.equal(bo.precision, "exact");
  assert.deepEqual(bo.screens, ["home", "clock"]);
});

test("nobody looked, nothing to tell", () => assert.deepEqual(byDay([]), []));
