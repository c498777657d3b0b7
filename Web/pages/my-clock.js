// @ts-check
import "../elements/family-clock.js";
import { FamilyPlaces } from "../elements/family-places.js";
import { h } from "../lib/dom/dom.js";
import { readPlaces } from "../stores/family-places.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { labelIcon } from "../lib/dom/label-icon.js";
import { Page, part } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { handsOf, placeSlots, slotKind } from "../models/clock.js";
import { handWords } from "../models/clock-words.js";
import { isPending } from "../models/family-place.js";
import { ageWords, distanceWords, labelWords } from "../models/words.js";

/**
 * @typedef {import("../stores/family-places.js").AllPlaces} AllPlaces
 * @typedef {import("../lib/hub/shapes.js").FamilyPlace} FamilyPlace
 * @typedef {import("../lib/hub/shapes.js").Place} Place
 */

/** My own hand, and the places that move it: beside each label, "Set" or what I set; and my family's places. */
export class MyClockPage extends Page {
  #clock = /** @type {import("../elements/family-clock.js").FamilyClock} */ (document.createElement("family-clock"));
  #words = h("p", { class: "my-clock-words" });
  #places = h("div", { class: "stack" });
  /** @type {FamilyPlaces | undefined} */
  #shared;

  open() {
    const shared = part(FamilyPlaces, this.app, { changed: () => void this.#read(), hidden: true });
    this.#shared = shared;
    this.className = "page stack my-clock";
    this.replaceChildren(
      h("h1", {}, t("myClock.page")),
      h("div", { class: "my-clock-head" }, this.#clock, h("div", { class: "section" }, this.#words,
        h("p", { class: "quiet small" }, t("myClock.now")))),
      h("section", { class: "section" }, h("h2", {}, t("myClock.places")),
        h("p", { class: "quiet small" }, t("myClock.placesWords")), this.#places),
      shared,
      h("a", { class: "button quiet-button", href: "/route" }, icon("course"), t("route.open")),
    );
    for (const name of ["clock", "people", "presence"]) {
      this.app.family.addEventListener(name, () => this.#draw(), { signal: this.signal });
    }
    ticker.each(() => this.#draw(), this.signal);
    this.#draw();
    this.show(this.#places, () => readPlaces(this.app, this.signal), (all) => this.#drawPlaces(all));
    this.app.events.addEventListener("place", () => void this.#read(), { signal: this.signal });
  }

  /** Reads the places anew after a change, here or elsewhere; what is shown stays where that fails. */
  async #read() {
    try {
      this.#drawPlaces(await readPlaces(this.app, this.signal));
    } catch {
      // The banner says that the hub is away.
    }
  }

  #draw() {
    const { me, clock, people } = this.app.family;
    if (!me || !clock) return;
    const now = hubNow();
    const mine = clock.hands.find((hand) => hand.member === me.id) ?? this.#handOf(me.id);
    const hands = handsOf({ slots: clock.slots, hands: mine ? [mine] : [] }, people, now);
    this.#clock.show(clock.slots, hands, now);
    if (hands.length === 0) return;
    this.#words.replaceChildren(
      h("strong", {}, handWords(hands[0], clock.slots, now)),
      h("span", { class: "quiet small" }, ageWords(hands[0].ageSeconds)),
    );
  }

  /**
   * My hand where I am not on my own clock: what the hub says of me.
   *
   * @param {string} id
   * @returns {import("../lib/hub/shapes.js").Hand | undefined}
   */
  #handOf(id) {
    const { people, clock } = this.app.family;
    const person = people.get(id);
    if (!person || !clock) return undefined;
    const { state = "unknown", place, since } = person.presence ?? {};
    const wanted = state === "place" ? place ?? "" : "";
    const isMine = (/** @type {string} */ slot) => (wanted ? isSame(slot, wanted) : slotKind(slot) === state);
    const label = clock.slots.find(isMine);
    return { member: id, name: person.name, colour: person.colour, slot: label ?? "Unknown", since };
  }

  /** @param {AllPlaces} all */
  #drawPlaces(all) {
    if (this.signal.aborted) return;
    const { places, shared } = all;
    this.#shared?.draw(all);
    const labels = placeSlots(this.app.family.clock?.slots ?? []);
    for (const { label } of places) {
      if (!labels.some((known) => isSame(known, label))) labels.push(label);
    }
    const rows = labels.flatMap((label) => this.#rows(label, places.filter((place) => isSame(place.label, label)), shared));
    const more = h("li", {}, this.#link("", h("span", { class: "grow" }, t("myClock.newPlace")), "add"));
    redraw(this.#places, h("ul", { class: "list", role: "list" }, ...rows, more));
  }

  /**
   * @param {string} label
   * @param {Place[]} places
   * @param {FamilyPlace[]} shared
   */
  #rows(label, places, shared) {
    const name = h("bdi", { class: "my-clock-label" }, labelWords(label));
    if (places.length === 0) {
      const link = this.#link(label, h("span", { class: "grow" }, name), undefined, t("myClock.setOf", { label: labelWords(label) }));
      link.append(h("span", { class: "my-clock-set" }, t("myClock.set")));
      return [h("li", {}, link)];
    }
    return places.map((place, index) => {
      const { description, radiusMetres } = place;
      const family = shared.find(({ following }) => following?.place === place.id);
      const mark = family && h("span", { class: "small my-clock-family" }, t(isPending(family) ? "familyPlaces.pending" : "familyPlaces.tag"));
      const words = t("myClock.radius", { description, radius: distanceWords(radiusMetres) });
      const head = index === 0 ? name : h("bdi", { class: "my-clock-label" }, labelWords(label));
      const row = h("a", { class: "row grow", href: `/places/${place.id}` }, labelIcon(label),
        h("span", { class: "grow my-clock-place" }, head, h("span", { class: "quiet small" }, words), mark), icon("forward"));
      const isLast = index === places.length - 1;
      return h("li", { class: "my-clock-row" }, row, isLast && this.#another(label));
    });
  }

  /** @param {string} label */
  #another(label) {
    const link = this.#link(label, icon("add"), undefined, t("myClock.another", { label: labelWords(label) }));
    link.className = "button icon-button";
    return link;
  }

  /**
   * A link to a new place, whose label stands behind the question mark.
   *
   * @param {string} label
   * @param {Element} content
   * @param {import("../lib/dom/icons.js").IconName} [last]
   * @param {string} [name]
   */
  #link(label, content, last, name) {
    const href = label ? `/places/new?label=${encodeURIComponent(label)}` : "/places/new";
    const first = content.tagName === "SPAN" && labelIcon(label);
    return h("a", { class: "row", href, "aria-label": name }, first, content, last && icon(last));
  }
}

/**
 * @param {string} one
 * @param {string} other
 */
function isSame(one, other) {
  return one.toLowerCase() === other.toLowerCase();
}

customElements.define("my-clock-page", MyClockPage);
