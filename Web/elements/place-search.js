// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h, set } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { isWorthAsking, markedAfter, metresAway, pointWords } from "../models/search.js";
import { distanceWords } from "../models/words.js";

/**
 * @typedef {import("../models/place.js").Spot} Spot
 * @typedef {import("../models/search.js").FoundPlace} FoundPlace
 */

/** Between one letter and the next the hub is not asked. */
const typingMilliseconds = 180;

/**
 * A field that finds places by what people call them, a combobox with a list below it.
 *
 * Sends `choose` (detail: the found place).
 */
export class PlaceSearch extends Part {
  #input = h("input", {
    class: "input",
    id: "place-search",
    type: "search",
    role: "combobox",
    maxlength: 200,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "search",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": "place-search-list",
  });
  #clear = h("button", { class: "search-clear", type: "button", "aria-label": t("search.clear"), hidden: true }, icon("close"));
  #list = h("ul", { id: "place-search-list", role: "listbox", "aria-label": t("search.results") });
  #words = h("p", { class: "search-words" });
  #attribution = h("p", { class: "hint" }, t("search.attribution"));
  #found = h("div", { class: "search-found", hidden: true }, this.#words, this.#list, this.#attribution);
  #status = h("p", { class: "visually-hidden", role: "status" });
  /** @type {FoundPlace[]} */
  #places = [];
  #marked = -1;
  #asked = 0;
  #timer = 0;
  /** Where places are wanted near; asked anew with each question. */
  near = () => /** @type {Spot | undefined} */ (undefined);

  open() {
    this.label = t("search.label");
    this.#input.addEventListener("input", () => this.#typed());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    this.#input.addEventListener("focus", () => this.#places.length > 0 && this.#open(true));
    this.#clear.addEventListener("click", () => this.#empty());
    // A press on the list must not take the focus from the field.
    this.#found.addEventListener("pointerdown", (event) => event.preventDefault());
    this.addEventListener("focusout", (event) => {
      if (!this.contains(/** @type {Node | null} */ (event.relatedTarget))) this.#open(false);
    });
    this.replaceChildren(
      h("div", { class: "search-row" }, icon("search"), this.#input, this.#clear),
      this.#found,
      this.#status,
    );
    this.signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /**
   * What the field is for.
   *
   * @param {string} words
   */
  set label(words) {
    set(this.#input, { "aria-label": words, placeholder: words });
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const text = this.#input.value;
    this.#clear.hidden = text === "";
    if (!isWorthAsking(text)) return this.#show([], "");
    this.#timer = setTimeout(() => this.#ask(text), typingMilliseconds);
    return undefined;
  }

  /** @param {string} text */
  async #ask(text) {
    const asked = this.#asked;
    const near = this.near();
    const point = near && { latitude: near.latitude, longitude: near.longitude };
    try {
      const { items } = await this.app.api.post("/search", { text, near: point, limit: 8 });
      if (asked !== this.#asked || this.signal.aborted) return;
      this.#show(items, items.length > 0 ? "" : t("search.nothing"));
    } catch (error) {
      if (asked !== this.#asked || this.signal.aborted) return;
      this.#show([], error instanceof Refusal ? error.title : errorWords(error));
    }
  }

  /**
   * @param {FoundPlace[]} places
   * @param {string} words  said where there are none
   */
  #show(places, words) {
    this.#places = places;
    const near = this.near();
    this.#list.replaceChildren(...places.map((place, index) => this.#option(place, index, near)));
    this.#words.textContent = words;
    this.#words.hidden = words === "";
    this.#attribution.hidden = places.length === 0;
    this.#status.textContent = places.length > 0 ? t("search.found", { count: places.length }) : words;
    this.#mark(-1);
    this.#open(places.length > 0 || words !== "");
  }

  /**
   * @param {FoundPlace} place
   * @param {number} index
   * @param {Spot | undefined} near
   */
  #option(place, index, near) {
    const metres = metresAway(place, near);
    const what = h(
      "span",
      { class: "grow" },
      h("span", { class: "search-name" }, place.name),
      place.address && h("span", { class: "hint" }, place.address),
    );
    const option = h("li", { class: "search-option", id: `place-search-${index}`, role: "option" }, what);
    if (metres !== undefined) option.append(h("span", { class: "hint" }, distanceWords(metres)));
    option.addEventListener("click", () => this.#choose(place));
    return option;
  }

  /** @param {boolean} isOpen */
  #open(isOpen) {
    this.#found.hidden = !isOpen;
    set(this.#input, { "aria-expanded": isOpen && this.#places.length > 0 ? "true" : "false" });
    if (!isOpen) this.#mark(-1);
  }

  /** @param {number} index  -1 marks none */
  #mark(index) {
    this.#marked = index;
    for (const [row, option] of [...this.#list.children].entries()) {
      set(option, { "aria-selected": row === index ? "true" : "false" });
      if (row === index) option.scrollIntoView({ block: "nearest" });
    }
    set(this.#input, { "aria-activedescendant": index < 0 ? false : `place-search-${index}` });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Escape") {
      // The browser would empty the field itself: the first press only puts the list away.
      event.preventDefault();
      if (this.#found.hidden) return this.#empty();
      event.stopPropagation();
      return this.#open(false);
    }
    if (event.key === "Enter" && !event.isComposing) {
      // The field may stand in a form, which it does not send.
      event.preventDefault();
      const place = this.#places[Math.max(0, this.#marked)];
      return place && !this.#found.hidden ? this.#choose(place) : undefined;
    }
    const marked = markedAfter(event.key, this.#marked, this.#places.length);
    if (marked === undefined) return undefined;
    event.preventDefault();
    if (this.#found.hidden) this.#open(true);
    return this.#mark(marked);
  }

  /** @param {FoundPlace} place */
  #choose(place) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#input.value = place.name;
    this.#clear.hidden = false;
    this.#open(false);
    this.dispatchEvent(new CustomEvent("choose", { detail: place }));
  }

  #empty() {
    this.#input.value = "";
    this.#typed();
    this.#input.focus();
  }
}

customElements.define("place-search", PlaceSearch);

/**
 * What is at a point, in one line; empty where nothing is known, or nobody can be asked.
 *
 * @param {import("../lib/hub/api.js").API} api
 * @param {Spot} spot
 * @returns {Promise<string>}
 */
export async function nameOf(api, { latitude, longitude }) {
  try {
    return pointWords(await api.post("/reverse", { at: { latitude, longitude } }));
  } catch {
    // A point without a name is a point all the same.
    return "";
  }
}
