// @ts-check
import { usualSlots } from "./clock.js";

/**
 * What I am told of those whom I see.
 *
 * @typedef {import("../lib/hub/shapes.js").Watch} Watch
 */

/** A label has so many characters at most. */
export const labelMax = 40;
/** More labels than these are of no use. */
export const labelsMax = 32;

/**
 * The watch of one member, with nothing asked for where there is none.
 *
 * @param {Watch[]} watches
 * @param {string} member
 * @returns {Watch}
 */
export function watchOf(watches, member) {
  return watches.find((watch) => watch.member === member) ?? { member, places: [], quiet: false, lowBattery: false };
}

/**
 * The labels to choose from: those of every clock, those chosen before, and where the member is now.
 *
 * @param {Watch} watch
 * @param {string} [now]
 */
export function labelsFor(watch, now) {
  const labels = [...usualSlots, ...watch.places.map(({ label }) => label), ...(now ? [now] : [])];
  return labels.filter((label, index) => labels.findIndex((other) => isSame(other, label)) === index);
}

/**
 * The watch with a wish for one label changed; what asks for nothing is left out.
 *
 * @param {Watch} watch
 * @param {string} label
 * @param {{arrived?: boolean, left?: boolean}} change
 * @returns {Watch}
 */
export function withWish(watch, label, change) {
  const before = wishFor(watch, label);
  const wish = { ...before, ...change };
  const others = watch.places.filter((place) => !isSame(place.label, label));
  return { ...watch, places: wish.arrived || wish.left ? [...others, wish] : others };
}

/**
 * @param {Watch} watch
 * @param {string} label
 */
export function wishFor(watch, label) {
  return watch.places.find((place) => isSame(place.label, label)) ?? { label, arrived: false, left: false };
}

/**
 * Letters A to Z in either case are the same, as on the clock.
 *
 * @param {string} left
 * @param {string} right
 */
function isSame(left, right) {
  return left.toLowerCase() === right.toLowerCase();
}
