// @ts-check
import { h } from "../lib/dom/dom.js";
import { t } from "../lib/words/text.js";
import { metresBetween } from "../models/place.js";
import { labelWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Place} Place
 * @typedef {import("../models/place.js").Spot} Spot
 * @typedef {import("../models/route.js").Mode} Mode
 * @typedef {"from" | "to"} End
 * @typedef {Spot & {name?: string}} Picked  a point that is no place of mine, and who is there
 */

/**
 * By what somebody goes where the way itself is asked for; a trip may be by bus as well, whose way no engine of a hub's
 * own knows.
 *
 * @type {Mode[]}
 */
export const ways = ["walk", "cycle", "drive"];

/** @param {string} id */
const endSelect = (id) => h("select", { class: "input", id });

/** From where, to where, and how: two lists that a tap on the map answers as well, and the modes. */
export class RouteEnds {
  /** The parts, for a page that puts each where it belongs. */
  fields;
  #places;
  #changed;
  #selects = { from: endSelect("route-from"), to: endSelect("route-to") };
  /** @type {{from?: Picked, to?: Picked}} */
  #picked = {};
  /** @type {Spot | undefined} */
  #here;
  /** @type {Mode} */
  mode = "walk";
  /** @type {End} */
  #asked = "to";

  /**
   * @param {Place[]} places
   * @param {{from?: Picked, to?: Picked, place?: string}} wanted  what is chosen at the start
   * @param {() => void} changed
   * @param {Mode[]} modes
   */
  constructor(places, { from, to, place }, changed, modes = ways) {
    this.#places = places;
    this.#picked = { from, to };
    this.#changed = changed;
    for (const end of /** @type {End[]} */ (["from", "to"])) {
      const select = this.#selects[end];
      select.addEventListener("change", () => {
        if (select.value === "") this.#asked = end;
        changed();
      });
      select.addEventListener("focus", () => {
        this.#asked = end;
        changed();
      });
      this.#fill(end);
    }
    this.#selects.from.value = from ? "picked" : "here";
    this.#selects.to.value = to ? "picked" : places.some(({ id }) => id === place) ? place ?? "" : "";
    this.fields = {
      from: h("div", { class: "field" }, h("label", { for: "route-from" }, t("route.from")), this.#selects.from),
      to: h("div", { class: "field" }, h("label", { for: "route-to" }, t("route.to")), this.#selects.to),
      modes: h("div", { class: "segments", role: "radiogroup", "aria-label": t("route.mode") }, ...this.#modes(modes)),
    };
  }

  /** The parts one below the other. */
  get element() {
    const { from, to, modes } = this.fields;
    return h("div", { class: "route-ends" }, from, to, modes);
  }

  /** Which end a tap on the map answers. */
  get asked() {
    return this.#asked;
  }

  /**
   * Where I am, as far as it is known.
   *
   * @param {Spot | undefined} spot
   */
  set here(spot) {
    this.#here = spot;
    const option = this.#selects.from.querySelector('option[value="here"]');
    if (option) option.textContent = t(spot ? "route.here" : "route.hereUnknown");
  }

  /**
   * Takes a point for the end that is asked for.
   *
   * @param {Picked} spot
   */
  pick(spot) {
    const end = this.#asked;
    this.#picked[end] = spot;
    this.#fill(end);
    this.#selects[end].value = "picked";
    this.#asked = "to";
    this.#changed();
  }

  /**
   * Says what is at a point that was picked.
   *
   * @param {Spot} spot
   * @param {string} name
   */
  name(spot, name) {
    for (const end of /** @type {End[]} */ (["from", "to"])) {
      if (this.#picked[end] !== spot) continue;
      this.#picked[end] = { ...spot, name };
      this.#fill(end);
    }
  }

  /**
   * Takes where somebody is for the destination.
   *
   * @param {Picked} spot
   */
  goTo(spot) {
    this.#asked = "to";
    this.pick(spot);
  }

  /**
   * Chooses the end and the mode of an earlier trip; to the place of mine that is there, where one is.
   *
   * @param {Picked} spot
   * @param {Mode} mode
   */
  goAgain(spot, mode) {
    this.mode = mode;
    for (const input of this.fields.modes.querySelectorAll("input")) input.checked = input.value === mode;
    const place = this.#places.find((each) => each.label === spot.name && metresBetween(each, spot) <= each.radiusMetres);
    if (!place) return this.goTo(spot);
    this.#asked = "to";
    this.#selects.to.value = place.id;
    return this.#changed();
  }

  /**
   * The choice for an end, in the words of its list.
   *
   * @param {End} end
   */
  words(end) {
    return this.#selects[end].selectedOptions[0]?.textContent ?? "";
  }

  /** Goes from where I am. */
  startHere() {
    this.#selects.from.value = "here";
    this.#changed();
  }

  /** Whether the start is where I am. */
  get startsHere() {
    return this.#selects.from.value === "here";
  }

  /**
   * The point of an end; undefined while it is not known.
   *
   * @param {End} end
   * @returns {Spot | undefined}
   */
  spot(end) {
    const { value } = this.#selects[end];
    if (value === "here") return this.#here;
    if (value === "picked") return this.#picked[end];
    return this.#places.find((place) => place.id === value);
  }

  /** @param {End} end */
  #fill(end) {
    const select = this.#selects[end];
    const { value } = select;
    const first = end === "from" ? h("option", { value: "here" }, t("route.here")) : h("option", { value: "" }, t("route.choose"));
    const picked = this.#picked[end] && h("option", { value: "picked" }, this.#picked[end]?.name || t("route.picked"));
    const places = this.#places.map(({ id, label, description }) => h("option", { value: id }, `${labelWords(label)}, ${description}`));
    select.replaceChildren(first, ...(picked ? [picked] : []), ...places);
    select.value = value;
  }

  /** @param {Mode[]} modes */
  #modes(modes) {
    return modes.map((mode) => {
      const input = h("input", { type: "radio", name: "route-mode", value: mode, checked: mode === this.mode });
      input.addEventListener("change", () => {
        this.mode = mode;
        this.#changed();
      });
      return h("label", { class: "segment" }, input, h("span", {}, t(`route.mode.${mode}`)));
    });
  }
}
