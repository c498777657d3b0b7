// @ts-check

/**
 * @typedef {import("../lib/hub/wall-shapes.js").PersonOnWall} PersonOnWall
 * @typedef {import("./people.js").Person} Person
 */

/** A display is dim from 21:00 to 6:00. */
const nightFrom = 21;
const nightTo = 6;

/**
 * The token of a read-only link, as it stands behind the `#`.
 *
 * @param {string} fragment
 * @returns {string | undefined}
 */
export function tokenIn(fragment) {
  const token = fragment.replace(/^#/u, "");
  return /^[\w-]{20,64}$/u.test(token) ? token : undefined;
}

/**
 * Whether a display is dim at this hour of its own clock.
 *
 * @param {Date} time
 */
export function isNight(time) {
  return time.getHours() >= nightFrom || time.getHours() < nightTo;
}

/**
 * Those on a wall as the map draws people; who was never heard is not on it.
 *
 * @param {PersonOnWall[]} people
 * @param {number} heardAt
 * @returns {Person[]}
 */
export function peopleOf(people, heardAt) {
  return people.flatMap(({ name, colour, presence }) =>
    presence ? [{ id: presence.member, name, colour, isMe: false, heardAt, presence }] : [],
  );
}
