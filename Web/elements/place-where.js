// @ts-check
import "./place-map.js";
import { nameOf } from "./place-search.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { direction, metresBetween } from "../models/place.js";
import { distanceWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Place} Place
 * @typedef {import("../models/place.js").Spot} Spot
 * @typedef {0 | 1 | 2 | 3 | 4 | 5 | 6 | 7} Direction
 *
 * @typedef {object} Beginning  what is shown first
 * @property {Spot} [spot]  where the pin is
 * @property {Place[]} others  places around it, drawn faintly
 * @property {Spot} [centre]  what to look at where there is no pin yet
 * @property {boolean} isNear  whether the centre is likely to be close to the place
 */

const hereMilliseconds = 15_000;
/** The pin rests so long before the hub is asked what is there. */
const nameMilliseconds = 400;

/**
 * Where a place is: found by search, by a tap, by keys, or where I am.
 *
 * Sends `move` whenever the pin is somewhere else, and `find` (detail: its name) where a place was searched for and found.
 */
export class PlaceWhere extends Part {
  #map = /** @type {import("./place-map.js").PlaceMap} */ (document.createElement("place-map"));
  #search = /** @type {import("./place-search.js").PlaceSearch} */ (document.createElement("place-search"));
  #said = h("p", { class: "place-said small", role: "status" }, t("place.mapHint"));
  #here = h("button", { class: "button quiet-button place-here", type: "button", title: t("place.hereTitle") }, icon("here"), t("place.here"));
  #naming = 0;
  #radiusMetres = 0;
  /**
   * Where the pin stood first.
   *
   * @type {Spot | undefined}
   */
  #start;
  /** Whether the pin stays where it is. */
  isFixed = false;

  open() {
    this.className = "place-where";
    this.#search.app = this.app;
    this.#map.isFixed = this.isFixed;
    this.#here.addEventListener("click", () => this.#findMe());
    this.#map.addEventListener("move", () => this.#moved());
    this.#search.addEventListener("choose", (event) => this.choose(/** @type {CustomEvent} */ (event).detail));
    this.#map.addEventListener("missing", () => this.#said.replaceChildren(t("place.missingMap")));
    if (this.isFixed) this.replaceChildren(this.#map);
    else this.replaceChildren(this.#search, this.#map, h("div", { class: "place-bar" }, this.#said, this.#here));
  }

  /** @param {Beginning} beginning */
  begin({ spot, others, centre, isNear }) {
    this.#start = spot;
    this.#map.place(spot, this.#radiusMetres);
    this.#map.others(others);
    this.#search.near = () => this.#map.spot ?? centre;
    this.#map.begin(centre, isNear);
  }

  /** Where the pin is; undefined before it is set. */
  get spot() {
    return this.#map.spot;
  }

  /**
   * How far round it counts as being there.
   *
   * @param {number} metres
   */
  set radiusMetres(metres) {
    this.#radiusMetres = metres;
    this.#map.place(this.#map.spot, metres);
  }

  /** Turns the map so that the whole circle is seen. */
  look() {
    this.#map.look();
  }

  #moved() {
    const spot = this.#map.spot;
    if (!spot) return;
    this.#start ??= spot;
    const metres = metresBetween(this.#start, spot);
    const way = /** @type {Direction} */ (direction(this.#start, spot));
    const values = { distance: distanceWords(metres), direction: t(`place.direction.${way}`) };
    this.#said.textContent = metres < 5 ? t("place.set") : t("place.moved", values);
    this.#name(spot);
    this.dispatchEvent(new Event("move"));
  }

  /**
   * Says what is where the pin was left.
   *
   * @param {Spot} spot
   */
  #name(spot) {
    clearTimeout(this.#naming);
    this.#naming = setTimeout(async () => {
      const words = this.#said.textContent ?? "";
      const name = await nameOf(this.app.api, spot);
      // The pin may have gone on meanwhile, or something else was said.
      if (name && this.#map.spot === spot && this.#said.textContent === words && !this.signal.aborted) {
        this.#said.textContent = t("search.at", { words, name });
      }
    }, nameMilliseconds);
  }

  /**
   * Sets the pin where a place was found.
   *
   * @param {import("../models/search.js").FoundPlace} found
   */
  choose({ name, latitude, longitude }) {
    clearTimeout(this.#naming);
    this.dispatchEvent(new CustomEvent("find", { detail: name }));
    this.#set({ latitude, longitude });
    this.#said.textContent = t("search.set", { name });
  }

  /** @param {Spot} spot */
  #set(spot) {
    this.#start = spot;
    this.#map.place(spot, this.#radiusMetres);
    this.#map.look();
    this.dispatchEvent(new Event("move"));
  }

  #findMe() {
    if (!isSecureContext || !navigator.geolocation) return void this.#said.replaceChildren(t("place.hereInsecure"));
    this.#here.disabled = true;
    this.#said.textContent = t("place.hereLooking");
    const found = (/** @type {GeolocationPosition} */ { coords }) => {
      if (this.signal.aborted) return;
      this.#here.disabled = false;
      this.#set({ latitude: coords.latitude, longitude: coords.longitude });
      this.#said.textContent = t("place.hereFound", { distance: distanceWords(Math.max(10, coords.accuracy)) });
    };
    const failed = (/** @type {GeolocationPositionError} */ error) => {
      this.#here.disabled = false;
      this.#said.textContent = t(error.code === error.PERMISSION_DENIED ? "place.hereRefused" : "place.hereFailed");
    };
    const options = { enableHighAccuracy: true, timeout: hereMilliseconds, maximumAge: 10_000 };
    return navigator.geolocation.getCurrentPosition(found, failed, options);
  }
}

customElements.define("place-where", PlaceWhere);
