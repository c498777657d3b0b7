// @ts-check

/**
 * @typedef {import("../lib/dom/maplibre.js").LonLat} LonLat
 * @typedef {import("../lib/dom/maplibre.js").Bounds} Bounds
 */

const metresPerDegree = 111_320;
const equatorMetres = 40_075_016.7;
/** MapLibre's world is so many pixels wide at zoom 0. */
const worldPixels = 512;

/**
 * How long a metre is on the map, in pixels.
 *
 * @param {number} latitude
 * @param {number} zoom
 */
export function pixelsPerMetre(latitude, zoom) {
  return (worldPixels * 2 ** zoom) / (equatorMetres * Math.cos(radians(latitude)));
}

/**
 * How far two points are apart, in metres: exact enough below 100 km, where the page asks.
 *
 * @param {LonLat} left
 * @param {LonLat} right
 */
export function metresBetween(left, right) {
  const east = wrapped(right[0] - left[0]) * Math.cos(radians((left[1] + right[1]) / 2));
  return Math.hypot(east, right[1] - left[1]) * metresPerDegree;
}

/**
 * The smallest box around discs; undefined where there are none. It may reach over the date line, with a longitude
 * beyond 180.
 *
 * @param {{point: LonLat, radiusMetres: number}[]} discs
 * @returns {Bounds | undefined}
 */
export function boundsOf(discs) {
  const [first] = discs;
  if (!first) return undefined;
  let [west, south] = first.point;
  let [east, north] = first.point;
  for (const { point, radiusMetres } of discs) {
    const longitude = first.point[0] + wrapped(point[0] - first.point[0]);
    const high = radiusMetres / metresPerDegree;
    const wide = high / Math.max(0.01, Math.cos(radians(point[1])));
    west = Math.min(west, longitude - wide);
    east = Math.max(east, longitude + wide);
    south = Math.min(south, point[1] - high);
    north = Math.max(north, point[1] + high);
  }
  return [
    [west, south],
    [east, north],
  ];
}

/**
 * A point on the way from one to another.
 *
 * @param {LonLat} from
 * @param {LonLat} to
 * @param {number} part  0 at the start, 1 at the end
 * @returns {LonLat}
 */
export function between(from, to, part) {
  return [from[0] + wrapped(to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/** @param {number} degrees */
function wrapped(degrees) {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** @param {number} degrees */
function radians(degrees) {
  return (degrees * Math.PI) / 180;
}
