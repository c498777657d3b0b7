// @ts-check
import { metresBetween } from "./place.js";

/**
 * @typedef {import("./place.js").Spot} Spot
 *
 * @typedef {object} FoundPlace
 * @property {string} name
 * @property {string} [address]
 * @property {string} kind
 * @property {number} latitude
 * @property {number} longitude
 *
 * @typedef {object} PointAddress
 * @property {string} [name]
 * @property {string} [street]
 * @property {string} [houseNumber]
 * @property {string} [area]
 */

/**
 * Whether a text says enough to search for: two letters of an alphabet, or one sign that is a word.
 *
 * @param {string} text
 */
export function isWorthAsking(text) {
  const signs = [...text.trim()];
  return signs.length > 1 || signs.some((sign) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sign));
}

/**
 * Which row of a list is marked after a key; -1 is none, so that the text itself can be gone on with.
 *
 * @param {string} key
 * @param {number} marked
 * @param {number} count
 * @returns {number | undefined}  undefined where the key is none of the list's
 */
export function markedAfter(key, marked, count) {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return marked + 1 < count ? marked + 1 : -1;
  if (key === "ArrowUp") return marked === -1 ? count - 1 : marked - 1;
  return undefined;
}

/**
 * How far a found place is; undefined where nobody knows from where.
 *
 * @param {FoundPlace} place
 * @param {Spot | undefined} near
 */
export function metresAway(place, near) {
  return near && metresBetween(near, place);
}

/**
 * What is at a point, in one line; empty where nothing is known.
 *
 * @param {PointAddress} address
 */
export function pointWords({ name, street, houseNumber, area }) {
  const road = street && houseNumber ? `${street} ${houseNumber}` : street;
  return [name ?? road, area].filter(Boolean).join(", ");
}
