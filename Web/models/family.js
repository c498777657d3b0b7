// @ts-check

/**
 * @typedef {import("../lib/hub/shapes.js").FamilyMember} FamilyMember
 * @typedef {import("../lib/hub/shapes.js").FamilyGroup} FamilyGroup
 */

/**
 * A year of birth that somebody typed; undefined where it is none, or lies ahead.
 *
 * @param {string} typed
 * @param {number} now
 * @returns {number | undefined}
 */
export function readBirthYear(typed, now) {
  const year = Number(typed.trim());
  const isYear = /^\d{4}$/.test(typed.trim()) && year >= 1900 && year <= new Date(now).getFullYear();
  return isYear ? year : undefined;
}

/**
 * The age that a child reaches this year; undefined where the year of birth is not known.
 *
 * @param {FamilyMember} member
 * @param {number} now
 * @returns {number | undefined}
 */
export function ageThisYear(member, now) {
  return member.birthYear === undefined ? undefined : new Date(now).getUTCFullYear() - member.birthYear;
}

/**
 * Whether the member who looks may change a family: its adults do.
 *
 * @param {FamilyGroup} family
 * @param {string} me
 */
export function isAdultOf(family, me) {
  return family.members.some(({ id, role }) => id === me && role === "adult");
}

/**
 * The invite that an address brings, in the part that is never sent to a server.
 *
 * @param {string} hash  such as #invite=…
 */
export function inviteOf(hash) {
  return fragment(hash, "invite");
}

/**
 * The secret of a link that opens once, likewise.
 *
 * @param {string} hash  such as #link=…
 */
export function linkOf(hash) {
  return fragment(hash, "link");
}

/**
 * @param {string} hash
 * @param {string} name
 */
function fragment(hash, name) {
  return new URLSearchParams(hash.replace(/^#/, "")).get(name) ?? "";
}
