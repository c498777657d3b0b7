// @ts-check
import { shareMilliseconds } from "../models/shared.js";

/** As in the service worker, which keeps there what another app shared. */
const shares = "hearth-shared";

/** @typedef {import("../models/place.js").Spot & {name: string}} SharedPlace */
/** @typedef {import("../models/shared.js").Share & {file?: {name: string, bytes?: Blob}}} TakenShare */

/**
 * Takes what another app shared, once: from then on this device has it no longer. Undefined where there is nothing, or where
 * it waited too long.
 *
 * @param {string} id  from the page's address
 * @returns {Promise<TakenShare | undefined>}
 */
export async function takeShare(id) {
  // Without the service worker's store nothing can have been kept in it.
  if (!("caches" in window) || !(await caches.has(shares))) return undefined;
  const cache = await caches.open(shares);
  const path = `/shared/${encodeURIComponent(id)}`;
  const kept = await (await cache.match(path))?.json();
  const bytes = await (await cache.match(`${path}/file`))?.blob();
  if (!kept) return undefined;
  await caches.delete(shares);
  if (Date.now() - kept.at >= shareMilliseconds) return undefined;
  const { title, text, url, file } = kept;
  return { title, text, url, file: file && { name: file.name, bytes } };
}

/**
 * The place that its reader goes on with, for the next page to take: in no address, which would stay in the history (S63).
 *
 * @type {SharedPlace | undefined}
 */
let chosen;

/** @param {SharedPlace} place */
export function choosePlace(place) {
  chosen = place;
}

/** The chosen place, once. */
export function takeChosenPlace() {
  const place = chosen;
  chosen = undefined;
  return place;
}
