// @ts-check
import { between, metresBetween } from "./geo.js";

/**
 * @typedef {import("../lib/dom/maplibre.js").LonLat} LonLat
 * @typedef {import("./place.js").Spot} Spot
 * @typedef {"walk" | "cycle" | "drive" | "transit"} Mode
 *
 * @typedef {object} Step
 * @property {string} turn
 * @property {string} text
 * @property {string} [street]
 * @property {number} distanceMetres
 * @property {number} durationSeconds
 * @property {number} lineIndex
 *
 * @typedef {object} Route
 * @property {number} distanceMetres
 * @property {number} [durationSeconds]
 * @property {LonLat[]} line
 * @property {Step[]} steps
 * @property {"valhalla" | "osrm" | "straightLine"} engine
 * @property {string} at
 */

/**
 * The line in two: the part behind somebody, and the part before them.
 *
 * @param {LonLat[]} line
 * @param {number} part  how much of it lies behind, 0 to 1
 * @returns {{behind: LonLat[], ahead: LonLat[]}}
 */
export function split(line, part) {
  if (part <= 0 || line.length < 2) return { behind: [], ahead: line };
  const lengths = line.slice(1).map((point, index) => metresBetween(line[index], point));
  let left = part * lengths.reduce((sum, length) => sum + length, 0);
  const index = lengths.findIndex((length) => {
    if (left <= length) return true;
    left -= length;
    return false;
  });
  if (index < 0 || part >= 1) return { behind: line, ahead: [] };
  const middle = between(line[index], line[index + 1], lengths[index] > 0 ? left / lengths[index] : 0);
  return { behind: [...line.slice(0, index + 1), middle], ahead: [middle, ...line.slice(index + 1)] };
}

/**
 * The point that an address names behind its `#`, which no server is told: `#to=47.14,9.52`.
 *
 * @param {string} fragment
 * @param {"from" | "to"} name
 * @returns {Spot | undefined}
 */
export function spotIn(fragment, name) {
  const [latitude, longitude, ...rest] = (new URLSearchParams(fragment.replace(/^#/, "")).get(name) ?? "")
    .split(",")
    .map((text) => (text.trim() === "" ? NaN : Number(text)));
  const isPoint = rest.length === 0 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPoint ? { latitude, longitude } : undefined;
}

/**
 * The member or place that an address names behind its `#`: `#member=…`, `#place=…`.
 *
 * @param {string} fragment
 * @param {"member" | "place"} kind
 */
export function nameIn(fragment, kind) {
  return new URLSearchParams(fragment.replace(/^#/, "")).get(kind) ?? undefined;
}

/**
 * The step that comes next.
 *
 * @param {Step[]} steps
 * @param {number} remainingMetres
 * @returns {{step: Step, metres: number} | undefined}  with how far it is until there
 */
export function nextStep(steps, remainingMetres) {
  let beyond = 0;
  /** @type {{step: Step, metres: number} | undefined} */
  let next;
  for (const step of [...steps].reverse()) {
    beyond += step.distanceMetres;
    if (beyond > remainingMetres || step.turn === "start") break;
    next = { step, metres: remainingMetres - beyond };
  }
  return next;
}
