// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { follow, stopFollowing } from "../stores/family-places.js";
import { icon } from "../lib/dom/icons.js";
import { sentences } from "../lib/words/joined.js";
import { labelIcon } from "../lib/dom/label-icon.js";
import { Part } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { acceptWords, changeWords, followerOf, isPending, makerWords } from "../models/family-place.js";
import { distanceWords, labelWords } from "../models/words.js";

/**
 * @typedef {import("../stores/family-places.js").AllPlaces} AllPlaces
 * @typedef {import("../lib/hub/shapes.js").FamilyPlace} FamilyPlace
 */

/** My family's places: who made each, whether I follow it, and what changed since I accepted it. */
export class FamilyPlaces extends Part {
  #list = h("div", { class: "stack" });
  /** Called when I follow another one, or one less. */
  changed = () => {};

  open() {
    this.className = "section";
    const words = h("p", { class: "quiet small" }, t("familyPlaces.words"));
    this.replaceChildren(h("h2", {}, t("familyPlaces.title")), words, this.#list);
  }

  /** @param {AllPlaces} all */
  draw(all) {
    this.hidden = all.shared.length === 0 && all.members.length < 2;
    if (all.shared.length === 0) return redraw(this.#list, h("p", { class: "card" }, t("familyPlaces.none")));
    const rows = all.shared.map((place) => h("li", { class: "family-place" }, ...this.#row(place, all)));
    return redraw(this.#list, h("ul", { class: "list", role: "list" }, ...rows));
  }

  /**
   * @param {FamilyPlace} place
   * @param {AllPlaces} all
   */
  #row(place, { places, members }) {
    const { id, label, description, radiusMetres } = place;
    const own = followerOf(place, places);
    const values = { label: labelWords(label), description };
    const words = t("myClock.radius", { description, radius: distanceWords(radiusMetres) });
    const link = h("a", { class: "row grow", href: `/places/${id}` },
      labelIcon(label),
      h("span", { class: "grow my-clock-place" },
        h("bdi", { class: "my-clock-label" }, labelWords(label)),
        h("span", { class: "quiet small" }, words),
        h("span", { class: "quiet small" }, makerWords(place, members, this.app.family.me?.id))),
      icon("forward"));
    const toggle = own
      ? button(t("familyPlaces.stop"), () => this.#then(stopFollowing(this.app, place)), { style: "quiet-button", key: `stop-${id}` })
      : button(t("familyPlaces.follow"), () => this.#then(follow(this.app, place)), { key: `follow-${id}` });
    toggle.setAttribute("aria-label", t(own ? "familyPlaces.stopOf" : "familyPlaces.followOf", values));
    const changes = own && isPending(place) ? changeWords(own, place) : "";
    if (!own || !changes) return [link, h("div", { class: "actions" }, toggle)];
    const use = button(acceptWords(own.label, label), () => this.#use(place), { key: `use-${id}` });
    const said = h("p", { class: "small" }, sentences(t("familyPlaces.changed", { changes }), t("familyPlaces.kept")));
    return [link, h("div", { class: "family-place-change" }, said), h("div", { class: "actions" }, use, toggle)];
  }

  /** @param {FamilyPlace} place */
  #use(place) {
    return this.#then(follow(this.app, place, t("familyPlaces.used", { label: labelWords(place.label) })));
  }

  /** @param {Promise<unknown>} saving */
  async #then(saving) {
    await saving;
    // After a refusal, too, the list shows the newest state.
    if (!this.signal.aborted) this.changed();
  }
}

customElements.define("family-places", FamilyPlaces);
