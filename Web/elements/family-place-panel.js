// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { follow, stopFollowing } from "../stores/family-places.js";
import { sentences } from "../lib/words/joined.js";
import { save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { acceptWords, belongsWords, changeWords, isPending } from "../models/family-place.js";
import { labelWords } from "../models/words.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/shapes.js").FamilyMember} FamilyMember
 * @typedef {import("../lib/hub/shapes.js").FamilyPlace} FamilyPlace
 * @typedef {import("../lib/hub/shapes.js").Place} Place
 *
 * @typedef {object} Shown
 * @property {FamilyPlace} place
 * @property {Place} [own]  my own place that follows it
 * @property {FamilyMember[]} members  of my family
 * @property {AbortSignal} signal
 * @property {() => void} read  shows the page as the hub has it now
 * @property {() => void} leave  goes back to where the page was opened from
 */

/**
 * The maker of a place of the family, and what changed in it since I accepted it.
 *
 * @param {App} app
 * @param {Shown} shown
 */
export function familyHead(app, { place, own, members, read }) {
  const who = belongsWords(place, members, app.family.me?.id);
  const changes = own && isPending(place) ? changeWords(own, place) : "";
  const head = h("div", { class: "stack" }, h("p", { class: "quiet" }, who));
  if (!own || !changes) return head;
  const use = async () => {
    await follow(app, place, t("familyPlaces.used", { label: labelWords(place.label) }));
    read();
  };
  const words = h("p", {}, sentences(t("familyPlaces.changed", { changes }), t("familyPlaces.keptOnMap")));
  head.append(h("div", { class: "card stack family-place-news" }, words, button(acceptWords(own.label, place.label), use)));
  return head;
}

/**
 * Whether I follow a place of the family, and the way to take it from the family where I may.
 *
 * @param {App} app
 * @param {Shown} shown
 */
export function familyActions(app, { place, own, signal, read, leave }) {
  const start = async () => {
    await follow(app, place);
    read();
  };
  const stop = async () => {
    if (await stopFollowing(app, place)) leave();
  };
  const remove = async () => {
    const { id, label, version } = place;
    const question = {
      title: t("familyPlaces.removeTitle", { label: labelWords(label) }),
      words: t("familyPlaces.removeWords"),
      action: t("familyPlaces.remove"),
    };
    if (!(await confirmed(question, signal))) return;
    const perform = () => app.api.delete(`/family-places/${id}?version=${version}`);
    if (await save(perform, { say: app.say, done: t("familyPlaces.removed", { label: labelWords(label) }) })) leave();
  };
  return h(
    "div",
    { class: "actions" },
    own ? button(t("familyPlaces.stop"), stop, { style: "quiet-button" }) : button(t("familyPlaces.follow"), start, { style: place.mayChange ? "quiet-button" : "" }),
    place.mayChange && button(t("familyPlaces.remove"), remove, { style: "danger-button" }),
  );
}
