// @ts-check
import { digitsIn } from "./code.js";

/**
 * @typedef {{latitude: number, longitude: number}} Spot
 *
 * @typedef {object} PlaceDraft  a place as it stands in the form
 * @property {Spot} [spot]
 * @property {number} [radiusMetres]  absent where what was typed is none
 * @property {string} label
 * @property {string} description
 */

/**
 * Where something is, and nothing else that is known of it: the hub refuses fields that it does not know.
 *
 * @param {Spot} spot
 * @returns {Spot}
 */
export function pointOf({ latitude, longitude }) {
  return { latitude, longitude };
}

const earthMetres = 6_371_008.8;
const radians = Math.PI / 180;

/** The smallest and the largest radius that the hub takes for a place. */
const radiusMetresMin = 10;
const radiusMetresMax = 50_000;
export const usualRadiusMetres = 100;

/** A slider's steps within each power of ten: each a little larger than the one before, as the eye judges a circle. */
const stepsOfTen = [10, 12, 14, 16, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90];

/** The radii that a slider stops at: from a garden to a city and all around it, by the same share each time. */
export const radiusSteps = [1, 10, 100, 1_000]
  .flatMap((power) => stepsOfTen.map((step) => step * power))
  .filter((metres) => metres <= radiusMetresMax);

/**
 * The step at which a slider shows a radius, which need not be one of its own.
 *
 * @param {number} metres
 */
export function radiusStep(metres) {
  const off = radiusSteps.map((step) => Math.abs(Math.log(step / metres)));
  return off.indexOf(Math.min(...off));
}

/**
 * The radius that somebody typed, in whole metres, however its thousands are set apart; undefined for what is none, and for
 * one that the hub does not take.
 *
 * @param {string} text
 * @returns {number | undefined}
 */
export function readRadius(text) {
  const typed = text.trim();
  // What stands between thousands is followed by three digits; anything else is a fraction, or no number.
  if (!/^\p{Nd}+$/u.test(typed) && !/^\p{Nd}{1,3}([\s.,'’]\p{Nd}{3})+$/u.test(typed)) return undefined;
  const metres = Number(digitsIn(typed, typed.length));
  return metres >= radiusMetresMin && metres <= radiusMetresMax ? metres : undefined;
}

/**
 * What is missing before a place can be saved, in the order in which it is asked for.
 *
 * @param {PlaceDraft} draft
 * @returns {"point" | "radiusMetres" | "label" | "description" | undefined}
 */
export function missing(draft) {
  if (!draft.spot) return "point";
  if (draft.radiusMetres === undefined) return "radiusMetres";
  if (!draft.label.trim()) return "label";
  return draft.description.trim() ? undefined : "description";
}

/**
 * What of a place changed, as the hub takes it.
 *
 * @param {import("../lib/hub/shapes.js").Place} before
 * @param {Omit<import("../lib/hub/shapes.js").Place, "id">} after
 * @returns {Record<string, string | number>}
 */
export function changes(before, after) {
  const old = /** @type {Record<string, string | number>} */ (/** @type {unknown} */ (before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => old[name] !== value));
}

/**
 * The point so many metres from another one, in a direction clockwise from north.
 *
 * @param {Spot} from
 * @param {number} metres
 * @param {number} degrees
 * @returns {Spot}
 */
export function away(from, metres, degrees) {
  const [angle, course, latitude] = [metres / earthMetres, degrees * radians, from.latitude * radians];
  const sine = Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(course);
  const east = Math.atan2(
    Math.sin(course) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * sine,
  );
  return spotAt(Math.asin(sine) / radians, from.longitude + east / radians);
}

/**
 * A spot on the globe, whatever turn round it a map has made.
 *
 * @param {number} latitude
 * @param {number} longitude
 * @returns {Spot}
 */
export function spotAt(latitude, longitude) {
  const turned = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return { latitude: Math.max(-90, Math.min(90, latitude)), longitude: turned };
}

/**
 * Metres from one point to another.
 *
 * @param {Spot} from
 * @param {Spot} to
 */
export function metresBetween(from, to) {
  const north = Math.sin(((to.latitude - from.latitude) * radians) / 2);
  const east = Math.sin(((to.longitude - from.longitude) * radians) / 2);
  const part = north * north + Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * east * east;
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(part)));
}

/**
 * The place that somebody is at, the one whose middle is nearest; undefined where it is none.
 *
 * @template {Spot & {radiusMetres: number}} Place
 * @param {readonly Place[]} places
 * @param {Spot} spot
 * @returns {Place | undefined}
 */
export function placeAt(places, spot) {
  const around = places.filter((place) => metresBetween(place, spot) <= place.radiusMetres);
  return around.sort((left, right) => metresBetween(left, spot) - metresBetween(right, spot))[0];
}

/**
 * Which of eight directions leads from one point to another near it: 0 is north, 2 is east.
 *
 * @param {Spot} from
 * @param {Spot} to
 */
export function direction(from, to) {
  const east = (to.longitude - from.longitude) * Math.cos(from.latitude * radians);
  const degrees = Math.atan2(east, to.latitude - from.latitude) / radians;
  return Math.round((degrees + 360) / 45) % 8;
}

/**
 * A circle on the ground as GeoJSON.
 *
 * @param {Spot} centre
 * @param {number} radiusMetres
 */
export function circle(centre, radiusMetres) {
  const ring = Array.from({ length: 73 }, (_, index) => {
    const { latitude, longitude } = away(centre, radiusMetres, (index % 72) * 5);
    return [longitude, latitude];
  });
  return { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [ring] } };
}
