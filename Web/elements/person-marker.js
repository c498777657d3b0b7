// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { isStill } from "../lib/dom/theme.js";
import { between, metresBetween, pixelsPerMetre } from "../models/geo.js";
import { course, isGrey, placement, staleLabel, stampWords } from "../models/standing.js";
import { whereWords } from "../models/words.js";

/**
 * @typedef {import("../lib/dom/maplibre.js").Library} Library
 * @typedef {import("../lib/dom/maplibre.js").LonLat} LonLat
 * @typedef {import("../lib/dom/maplibre.js").MapLibre} MapLibre
 * @typedef {import("../models/people.js").Person} Person
 * @typedef {import("../models/fan.js").Shift} Shift
 */

/** A phone that tells its place each second moves without a stop. */
const glideMilliseconds = 1_000;
/** A longer name may take two lines, on a label that is only as wide as one of its words. */
const longLetters = 16;
/** Nobody glides over land they never crossed. */
const glideMetresMax = 2_000;

/** One person on a map: their picture, the way they head, how far the position may be off, and its age. */
export class PersonMarker {
  /**
   * Where the picture is drawn now: on its way from one fix to the next.
   *
   * @type {LonLat}
   */
  point;
  /**
   * The name on the label; the whole name where none is given.
   *
   * @type {string | undefined}
   */
  name;
  #area = h("div", { class: "marker-area", "aria-hidden": "true" });
  #label = h("span", { class: "marker-label" });
  #leg = h("span", { class: "marker-leg" });
  #course = h("span", { class: "marker-course", hidden: true });
  #picture = h("span", { class: "marker-picture" });
  #button = h("button", { class: "marker-pin", type: "button" }, this.#course, this.#picture, this.#label);
  #root = h("div", { class: "marker" }, h("span", { class: "marker-dot" }), this.#leg, this.#button);
  #shownPicture = "";
  #frame = 0;
  #radiusMetres = 0;

  /**
   * @param {Library} library
   * @param {MapLibre} map
   * @param {Person} person  has a placement
   * @param {() => void} choose
   */
  constructor(library, map, person, choose) {
    const place = placement(person);
    this.map = map;
    this.point = place?.point ?? [0, 0];
    this.area = this.#marker(library, this.#area);
    this.pin = this.#marker(library, this.#root);
    // The library calls everything a map marker; the button inside has a better name.
    this.#root.removeAttribute("aria-label");
    this.#area.removeAttribute("aria-label");
    this.#button.addEventListener("click", (event) => {
      event.stopPropagation();
      choose();
    });
  }

  /**
   * Draws what is known of the person now; the position moves there smoothly.
   *
   * @param {Person} person
   * @param {number} now
   */
  draw(person, now) {
    const place = placement(person);
    if (!place) return;
    this.refresh(person, now);
    this.#radiusMetres = place.radiusMetres;
    this.#area.dataset.kind = place.kind;
    this.#root.dataset.kind = place.kind;
    this.scale(this.map.getZoom());
    if (metresBetween(this.point, place.point) > 0.1) this.#glide(place.point);
  }

  /**
   * Draws what changes by time alone: ages, and whether it is live.
   *
   * @param {Person} person
   * @param {number} now
   */
  refresh(person, now) {
    const isOld = isGrey(person, now);
    this.#root.classList.toggle("is-stale", isOld);
    this.#root.classList.toggle("is-danger", person.presence?.state === "danger");
    this.#area.classList.toggle("is-stale", isOld);
    for (const element of [this.#root, this.#area]) element.dataset.colour = String(person.colour);
    this.#drawPicture(person);
    const direction = course(person, now);
    this.#course.hidden = direction === undefined;
    if (direction !== undefined) this.#course.style.transform = `rotate(${direction}deg)`;
    this.#drawLabel(person, now);
    const words = [person.name, whereWords(person, now), stampWords(person, now)].filter(Boolean).join(". ");
    if (this.#button.getAttribute("aria-label") !== words) this.#button.setAttribute("aria-label", words);
  }

  /**
   * Gives the disc or the cell its true size.
   *
   * @param {number} zoom
   */
  scale(zoom) {
    const pixels = 2 * this.#radiusMetres * pixelsPerMetre(this.point[1], zoom);
    this.#area.style.width = `${pixels.toFixed(1)}px`;
    this.#area.style.height = `${pixels.toFixed(1)}px`;
  }

  /**
   * Moves the picture aside where others stand; a line leads back to the true point.
   *
   * @param {Shift} shift
   * @param {number} depth  how far down the map, in pixels
   */
  shift({ x, y, crowd }, depth) {
    // Who is nearer to the foot of the map stands in front, as people do; their picture covers the words of others.
    this.#root.style.zIndex = String(10 + Math.max(0, depth));
    const length = Math.hypot(x, y);
    this.#button.style.transform = `translate(${x}px, ${y}px)`;
    this.#leg.style.width = `${length.toFixed(1)}px`;
    this.#leg.style.transform = `rotate(${Math.atan2(y, x)}rad)`;
    this.#root.classList.toggle("is-aside", length > 1);
    this.#root.classList.toggle("is-crowded", crowd > 1);
  }

  remove() {
    cancelAnimationFrame(this.#frame);
    this.area.remove();
    this.pin.remove();
  }

  /**
   * @param {Library} library
   * @param {HTMLElement} element
   */
  #marker(library, element) {
    return new library.Marker({ element, subpixelPositioning: true }).setLngLat(this.point).addTo(this.map);
  }

  /** @param {Person} person */
  #drawPicture(person) {
    const shown = `${person.name} ${person.picture ?? ""}`;
    if (shown === this.#shownPicture) return;
    this.#shownPicture = shown;
    this.#picture.replaceChildren(avatar(person));
  }

  /**
   * @param {Person} person
   * @param {number} now
   */
  #drawLabel(person, now) {
    const parts = staleLabel(person, now);
    const shown = this.name ?? person.name;
    const text = [shown, ...(parts ?? [])].join("|");
    if (this.#label.dataset.text === text) return;
    this.#label.dataset.text = text;
    const name = h("span", { class: shown.length > longLetters ? "marker-name is-long" : "marker-name" }, h("bdi", {}, shown));
    const age = parts && h("span", { class: "marker-age" }, h("i", {}, parts[0]), parts[1], h("i", {}, parts[2]));
    this.#label.classList.toggle("has-age", parts !== undefined);
    this.#label.replaceChildren(...(age ? [name, age] : [name]));
  }

  /** @param {LonLat} to */
  #glide(to) {
    cancelAnimationFrame(this.#frame);
    const from = this.point;
    const isSmooth = !isStill() && document.visibilityState === "visible" && metresBetween(from, to) < glideMetresMax;
    if (!isSmooth) return this.#put(to);
    const start = performance.now();
    const step = () => {
      const part = Math.min(1, (performance.now() - start) / glideMilliseconds);
      this.#put(between(from, to, part));
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** @param {LonLat} point */
  #put(point) {
    this.point = point;
    this.area.setLngLat(point);
    this.pin.setLngLat(point);
  }
}
