// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { newID } from "../lib/hub/ids.js";

/**
 * @typedef {object} GuestPlace  a place of somebody without an account
 * @property {string} id
 * @property {string} label
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} radiusMetres
 */

/** Where a guest's places lie in this browser; they are nowhere else. */
export const placesKey = "hearth.guest.places";

/** @returns {GuestPlace[]} */
export function guestPlaces() {
  try {
    const places = JSON.parse(localStorage.getItem(placesKey) ?? "[]");
    return Array.isArray(places) ? places.filter((place) => typeof place?.id === "string") : [];
  } catch {
    // Not ours: nothing to go on with.
    return [];
  }
}

/** @param {readonly GuestPlace[]} places */
export function keepPlaces(places) {
  if (places.length > 0) localStorage.setItem(placesKey, JSON.stringify(places));
  else localStorage.removeItem(placesKey);
}

/**
 * Makes a guest's places those of whoever is logged in: only they see them there. Each goes from here when the hub has it.
 * Rejects as a request does.
 *
 * @param {import("../lib/hub/api.js").API} api
 */
export async function movePlaces(api) {
  for (const { id, label, ...where } of guestPlaces()) {
    if (await isTaken(api, id, { label, description: label, ...where })) {
      keepPlaces(guestPlaces().filter((place) => place.id !== id));
    }
  }
}

/**
 * @param {import("../lib/hub/api.js").API} api
 * @param {string} id
 * @param {object} place
 * @returns {Promise<boolean>}
 */
async function isTaken(api, id, place) {
  try {
    await api.post("/places", { id, ...place });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500 || [401, 408, 429].includes(error.status)) throw error;
    if (error.code !== "idUsedOtherwise") return false;
    return isChanged(api, id, place);
  }
}

/**
 * It came before and was changed here since; or it came to another account, which keeps its own.
 *
 * @param {import("../lib/hub/api.js").API} api
 * @param {string} id
 * @param {object} place
 * @returns {Promise<boolean>}
 */
async function isChanged(api, id, place) {
  try {
    await api.patch(`/places/${id}`, place);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    const other = newID();
    keepPlaces(guestPlaces().map((each) => (each.id === id ? { ...each, id: other } : each)));
    await api.post("/places", { id: other, ...place });
    keepPlaces(guestPlaces().filter((each) => each.id !== other));
    return false;
  }
}
