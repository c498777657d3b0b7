// @ts-check

/**
 * @typedef {import("../lib/hub/live-shapes.js").LiveView} LiveView
 * @typedef {import("./people.js").Person} Person
 */

/** How many hours a link can be open. */
export const hoursOffered = [1, 2, 4, 8, 12, 24];
/** Links that are open at a time. */
export const linksMax = 5;

/** The cookie is renewed so long before its hour is over. */
const renewBeforeMilliseconds = 15 * 60_000;

/**
 * The secret of a live link, as it stands behind the `#`.
 *
 * @param {string} fragment
 * @returns {string | undefined}
 */
export function secretIn(fragment) {
  const secret = fragment.replace(/^#/, "");
  return /^hearth_live_[0-9A-Za-z]{36}$/.test(secret) ? secret : undefined;
}

/**
 * Whom a link shows, as the map and the summary draw people.
 *
 * @param {LiveView} view
 * @param {number} heardAt
 * @returns {Person}
 */
export function personOf({ name, colour, presence }, heardAt) {
  return { id: presence?.member ?? "", name, colour, isMe: false, heardAt, presence };
}

/**
 * In how many milliseconds the browser asks for another hour; undefined where the link ends with this one.
 *
 * @param {LiveView} view
 * @param {number} now
 */
export function renewIn({ expiresAt, endsAt }, now) {
  if (Date.parse(expiresAt) >= Date.parse(endsAt)) return undefined;
  return Math.max(0, Date.parse(expiresAt) - now - renewBeforeMilliseconds);
}
