// @ts-check

/** @typedef {import("./people.js").Person} Person */

/**
 * The square of about a kilometre around a person who is at no place of theirs, to ask which town that is near;
 * undefined where a place is known, or no position is shared.
 *
 * @param {Person} person
 * @returns {string | undefined}
 */
export function nearKey({ presence }) {
  const at = presence?.fix ?? presence?.cell;
  if (!at || (presence?.state !== "unknown" && presence?.state !== "travelling")) return undefined;
  return `${at.latitude.toFixed(2)} ${at.longitude.toFixed(2)}`;
}
