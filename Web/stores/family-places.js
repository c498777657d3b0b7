// @ts-check
import { save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { labelWords } from "../models/words.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/shapes.js").FamilyMember} FamilyMember
 * @typedef {import("../lib/hub/shapes.js").FamilyPlace} FamilyPlace
 * @typedef {import("../lib/hub/shapes.js").Place} Place
 *
 * @typedef {object} AllPlaces  what a page about places shows
 * @property {Place[]} places  my own, with those that follow one of the family's
 * @property {FamilyPlace[]} shared  my family's
 * @property {FamilyMember[]} members  of my family
 */

/**
 * Reads my places and my family's. Rejects as a request does.
 *
 * @param {App} app
 * @param {AbortSignal} signal
 * @returns {Promise<AllPlaces>}
 */
export async function readPlaces({ api }, signal) {
  const [places, shared, families] = await Promise.all([
    api.get("/places", signal),
    api.get("/family-places", signal),
    api.get("/families", signal),
  ]);
  return { places: places.items, shared: shared.items, members: families.items[0]?.members ?? [] };
}

/**
 * Follows a place of the family as it is shown, or accepts what changed in it.
 *
 * @param {App} app
 * @param {Pick<FamilyPlace, "id" | "label" | "version">} place
 * @param {string} [done]  what is said then
 */
export function follow(app, { id, label, version }, done = t("familyPlaces.followed", { label: labelWords(label) })) {
  const perform = async () => {
    await app.api.put(`/family-places/${id}/following`, { version });
    await app.family.refresh();
  };
  return save(perform, { say: app.say, done });
}

/**
 * Stops following a place of the family: it moves my hand no longer.
 *
 * @param {App} app
 * @param {FamilyPlace} place
 */
export function stopFollowing(app, { id, label }) {
  const perform = async () => {
    await app.api.delete(`/family-places/${id}/following`);
    await app.family.refresh();
  };
  return save(perform, { say: app.say, done: t("familyPlaces.stopped", { label: labelWords(label) }) });
}
