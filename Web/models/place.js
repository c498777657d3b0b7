// @ts-check

/**
 * @typedef {{latitude: number, longitude: number}} Spot
 *
 * @typedef {object} PlaceDraft  a place as it stands in the form
 * @property {Spot} [spot]
 * @property {number} radiusMetres
 * @property {string} label
 * @property {string} description
 */

const earthMetres = 6_371_008.8;
const radians = Math.PI / 180;

/** Radii to choose from: each a little larger than the one before, as the eye judges a circle. */
const radii = [
  25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 120, 140, 160, 180, 200, 250, 300, 350, 400, 450, 500, 600, 700, 800,
  900, 1000,
];
export const usualRadiusMetres = 120;

/**
 * The radii that a slider offers; one that a place has already is among them, whatever it is.
 *
 * @param {number} [own]
 * @returns {number[]}
 */
export function radiusSteps(own) {
  if (own === undefined || radii.includes(own)) return [...radii];
  return [...radii, own].sort((left, right) => left - right);
}

/**
 * What is missing before a place can be saved, in the order in which it is asked for.
 *
 * @param {PlaceDraft} draft
 * @returns {"point" | "label" | "description" | undefined}
 */
export function missing(draft) {
  if (!draft.spot) return "point";
  if (!draft.label.trim()) return "label";
  return draft.description.trim() ? undefined : "description";
}

/**
 * What of a place changed, as the hub takes it.
 *
 * @param {import("../lib/shapes.js").Place} before
 * @param {Omit<import("../lib/shapes.js").Place, "id">} after
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
