// @ts-check
import { listWords } from "../lib/words/joined.js";
import { t } from "../lib/words/text.js";
import { direction, metresBetween } from "./place.js";
import { distanceWords, labelWords } from "./words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").FamilyMember} FamilyMember
 * @typedef {import("../lib/hub/shapes.js").FamilyPlace} FamilyPlace
 * @typedef {import("../lib/hub/shapes.js").Place} Place
 * @typedef {0 | 1 | 2 | 3 | 4 | 5 | 6 | 7} Direction
 */

/**
 * My own place that follows one of the family's; undefined where I do not follow it.
 *
 * @param {FamilyPlace} place
 * @param {readonly Place[]} places  my own
 */
export function followerOf(place, places) {
  return places.find(({ id }) => id === place.following?.place);
}

/**
 * Whether a place of the family has changed since I accepted it.
 *
 * @param {FamilyPlace} place
 */
export function isPending({ following, version }) {
  return following !== undefined && following.version !== version;
}

/**
 * What changed in a place of the family since I accepted it, as a list; empty where only its description did.
 *
 * @param {Place} own  what I accepted
 * @param {FamilyPlace} place
 */
export function changeWords(own, place) {
  const changes = [];
  const metres = metresBetween(own, place);
  if (metres >= 1) {
    const way = /** @type {Direction} */ (direction(own, place));
    const values = { distance: metreWords(metres), direction: t(`place.direction.${way}`) };
    changes.push(t("familyPlaces.moved", values));
  }
  if (own.radiusMetres !== place.radiusMetres) {
    const [before, after] = [metreWords(own.radiusMetres), metreWords(place.radiusMetres)];
    changes.push(t("familyPlaces.radius", { before, after }));
  }
  if (own.label !== place.label) changes.push(t("familyPlaces.label", { before: labelWords(own.label), after: labelWords(place.label) }));
  return listWords(changes);
}

/**
 * Names the maker of a place of the family.
 *
 * @param {FamilyPlace} place
 * @param {readonly FamilyMember[]} members
 * @param {string | undefined} me
 */
export function makerWords({ maker }, members, me) {
  if (maker && maker === me) return t("familyPlaces.madeByMe");
  const name = members.find(({ id }) => id === maker)?.name;
  return name ? t("familyPlaces.madeBy", { name }) : t("familyPlaces.madeByFormer");
}

/**
 * A sentence that names the maker of a place of the family.
 *
 * @param {FamilyPlace} place
 * @param {readonly FamilyMember[]} members
 * @param {string | undefined} me
 */
export function belongsWords({ maker }, members, me) {
  if (maker && maker === me) return t("familyPlaces.belongsByMe");
  const name = members.find(({ id }) => id === maker)?.name;
  return name ? t("familyPlaces.belongsBy", { name }) : t("familyPlaces.belongsByFormer");
}

/**
 * The words on the button that accepts what changed.
 *
 * @param {string | undefined} accepted  the label that I accepted
 * @param {string | undefined} label  the label now
 */
export function acceptWords(accepted, label) {
  return t(accepted === label ? "familyPlaces.useCircle" : "familyPlaces.useChange");
}

/**
 * A distance, in whole metres where the eye on a map sees them.
 *
 * @param {number} metres
 */
function metreWords(metres) {
  return metres < 20 ? t("distance.metres", { metres: Math.round(metres) }) : distanceWords(metres);
}
