// @ts-check
import "../elements/family-clock.js";
import { h } from "../lib/dom.js";
import { hubNow } from "../lib/hub-clock.js";
import { icon } from "../lib/icons.js";
import { Page } from "../lib/page.js";
import { t } from "../lib/text.js";
import { ticker } from "../lib/ticker.js";
import { handsOf, placeSlots, slotKind } from "../models/clock.js";
import { handWords } from "../models/clock-words.js";
import { ageWords, distanceWords } from "../models/words.js";

/** @typedef {import("../lib/shapes.js").Place} Place */

/** My own hand, and the places that move it: beside each label, "Set" or what I set. */
export class MyClockPage extends Page {
  #clock = /** @type {import("../elements/family-clock.js").FamilyClock} */ (document.createElement("family-clock"));
  #words = h("p", { class: "my-clock-words" });
  #places = h("div", { class: "stack" });

  open() {
    this.className = "page stack my-clock";
    this.replaceChildren(
      h("h1", {}, t("myClock.page")),
      h("div", { class: "my-clock-head" }, this.#clock, h("div", { class: "section" }, this.#words,
        h("p", { class: "quiet small" }, t("myClock.now")))),
      h("section", { class: "section" }, h("h2", {}, t("myClock.places")),
        h("p", { class: "quiet small" }, t("myClock.placesWords")), this.#places),
      h("a", { class: "button quiet-button", href: "/route" }, icon("course"), t("route.open")),
    );
    for (const name of ["clock", "people", "presence"]) {
      this.app.family.addEventListener(name, () => this.#draw(), { signal: this.signal });
    }
    ticker.each(() => this.#draw(), this.signal);
    this.#draw();
    this.show(this.#places, () => this.app.api.get("/places", this.signal), ({ items }) => this.#drawPlaces(items));
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
   * @returns {import("../lib/shapes.js").Hand | undefined}
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

  /** @param {Place[]} places */
  #drawPlaces(places) {
    const labels = placeSlots(this.app.family.clock?.slots ?? []);
    for (const { label } of places) {
      if (!labels.some((known) => isSame(known, label))) labels.push(label);
    }
    const rows = labels.flatMap((label) => this.#rows(label, places.filter((place) => isSame(place.label, label))));
    const more = h("li", {}, this.#link("", h("span", { class: "grow" }, t("myClock.newPlace")), "add"));
    this.#places.replaceChildren(h("ul", { class: "list", role: "list" }, ...rows, more));
  }

  /**
   * @param {string} label
   * @param {Place[]} places
   */
  #rows(label, places) {
    const name = h("bdi", { class: "my-clock-label" }, label);
    if (places.length === 0) {
      const link = this.#link(label, h("span", { class: "grow" }, name), undefined, t("myClock.setOf", { label }));
      link.append(h("span", { class: "my-clock-set" }, t("myClock.set")));
      return [h("li", {}, link)];
    }
    return places.map((place, index) => {
      const { description, radiusMetres } = place;
      const words = t("myClock.radius", { description, radius: distanceWords(radiusMetres) });
      const head = index === 0 ? name : h("bdi", { class: "my-clock-label" }, label);
      const row = h("a", { class: "row grow", href: `/places/${place.id}` }, icon(placeIcon(label)),
        h("span", { class: "grow my-clock-place" }, head, h("span", { class: "quiet small" }, words)), icon("forward"));
      const isLast = index === places.length - 1;
      return h("li", { class: "my-clock-row" }, row, isLast && this.#another(label));
    });
  }

  /** @param {string} label */
  #another(label) {
    const link = this.#link(label, icon("add"), undefined, t("myClock.another", { label }));
    link.className = "button icon-button";
    return link;
  }

  /**
   * A link to a new place, whose label stands behind the question mark.
   *
   * @param {string} label
   * @param {Element} content
   * @param {import("../lib/icons.js").IconName} [last]
   * @param {string} [name]
   */
  #link(label, content, last, name) {
    const href = label ? `/places/new?label=${encodeURIComponent(label)}` : "/places/new";
    const first = content.tagName === "SPAN" && icon(label ? placeIcon(label) : "place");
    return h("a", { class: "row", href, "aria-label": name }, first, content, last && icon(last));
  }
}

/**
 * @param {string} label
 * @returns {import("../lib/icons.js").IconName}
 */
function placeIcon(label) {
  return slotKind(label) === "home" ? "home" : "place";
}

/**
 * @param {string} one
 * @param {string} other
 */
function isSame(one, other) {
  return one.toLowerCase() === other.toLowerCase();
}

customElements.define("my-clock-page", MyClockPage);
