// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { makeMap, mapButton } from "../lib/dom/map.js";
import { maplibre } from "../lib/dom/maplibre.js";
import { t } from "../lib/words/text.js";
import { isStill } from "../lib/dom/theme.js";
import { ticker } from "../lib/dom/ticker.js";
import { shortNames } from "../models/clock.js";
import { fanOut } from "../models/fan.js";
import { boundsOf } from "../models/geo.js";
import { placement } from "../models/standing.js";
import { PersonMarker } from "./person-marker.js";
import { TailLayer } from "./tail-layer.js";

/**
 * @typedef {import("../lib/dom/maplibre.js").MapLibre} MapLibre
 * @typedef {import("../lib/dom/maplibre.js").Library} Library
 * @typedef {import("../models/people.js").Person} Person
 * @typedef {import("../models/tails.js").Step} Step
 */

/** A picture with its rings and the room around it, in pixels. */
const pictureSize = 56;
/** What a picture takes among others: its words stand below it. */
const placeSize = 84;
/** Closer than this says no more about where somebody is. */
const zoomMax = 16;
const radiusMetresMin = 60;
const cameraMilliseconds = 1_000;

/**
 * A live map of people: `show` says whom, `tail` draws their way, `inset` keeps the part clear that something covers.
 *
 * Sends `person` (detail: the member's id) when somebody's picture is chosen. It follows those it shows until somebody
 * moves it by hand; a button in the corner leads back, and is lit while it follows.
 */
export class LiveMap extends HTMLElement {
  /**
   * The map itself, once it is there.
   *
   * @type {MapLibre | undefined}
   */
  map;
  #canvas = h("div", { class: "live-map-canvas" });
  #recentre = mapButton("here", t("map.recentre"), () => this.#follow());
  #leaving = new AbortController();
  /** @type {Library | undefined} */
  #library;
  /** @type {Person[]} */
  #people = [];
  /** @type {Map<string, PersonMarker>} */
  #markers = new Map();
  /** @type {TailLayer | undefined} */
  #tails;
  /** @type {Map<string, {colour: number, steps: Step[]}>} */
  #pendingTails = new Map();
  #inset = 0;
  #isFollowing = true;
  #isPlaced = false;
  #isHeld = false;
  #isFanning = false;

  connectedCallback() {
    this.#leaving = new AbortController();
    this.#recentre.classList.add("live-map-recentre");
    this.#recentre.hidden = true;
    this.replaceChildren(this.#canvas, this.#recentre);
    this.#start(this.#leaving.signal);
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  /**
   * Shows these people and moves there, unless they are those shown already.
   *
   * @param {Person[]} people
   */
  show(people) {
    const before = this.#people.map(({ id }) => id).join();
    this.#people = people;
    this.classList.toggle("is-one", people.length === 1);
    if (people.map(({ id }) => id).join() !== before) this.#isFollowing = true;
    this.#draw();
    if (this.#isFollowing) this.#follow();
  }

  /**
   * Draws what is new of somebody.
   *
   * @param {Person} person  one of those shown
   */
  update(person) {
    if (!this.#people.some(({ id }) => id === person.id)) return;
    this.#people = this.#people.map((shown) => (shown.id === person.id ? person : shown));
    this.#draw();
    if (this.#isFollowing && !this.#isHeld) this.#keepInView(person);
  }

  /**
   * Draws somebody's way of the last minutes; none where it is empty.
   *
   * @param {Person} person
   * @param {Step[]} steps  oldest first
   * @param {number} now  the hub's clock
   */
  tail(person, steps, now) {
    this.#pendingTails.set(person.id, { colour: person.colour, steps });
    this.#tails?.set(person.id, person.colour, steps, now);
  }

  /**
   * How many pixels at the bottom something else covers.
   *
   * @param {number} pixels
   */
  set inset(pixels) {
    if (pixels === this.#inset) return;
    this.#inset = pixels;
    this.style.setProperty("--map-inset", `${pixels}px`);
    if (this.#isFollowing && this.#isPlaced) this.#follow();
  }

  /** @param {AbortSignal} signal */
  async #start(signal) {
    const map = await makeMap(this.#canvas, { signal });
    if (!map || signal.aborted) return;
    this.#library = await maplibre();
    if (signal.aborted) return;
    this.map = map;
    this.#tails = new TailLayer(map);
    for (const [id, { colour, steps }] of this.#pendingTails) this.#tails.set(id, colour, steps, hubNow());
    map.on("zoom", () => this.#zoomed());
    map.on("moveend", () => this.#fan());
    this.#watchHands(map, signal);
    this.#draw();
    this.#follow();
    ticker.each(() => this.#refresh(), signal);
  }

  #draw() {
    const { map } = this;
    if (!map || !this.#library) return;
    const now = hubNow();
    const drawn = this.#people.filter((person) => placement(person));
    for (const [id, marker] of this.#markers) {
      if (drawn.some((person) => person.id === id)) continue;
      marker.remove();
      this.#markers.delete(id);
    }
    const names = shortNames(drawn.map(({ name }) => name));
    for (const [index, person] of drawn.entries()) {
      const choose = () => this.#choose(person.id);
      const marker = this.#markers.get(person.id) ?? new PersonMarker(this.#library, map, person, choose);
      this.#markers.set(person.id, marker);
      marker.name = names[index];
      marker.draw(person, now);
    }
    this.#recentre.hidden = this.#markers.size === 0;
    this.#tails?.keep(new Set(drawn.map(({ id }) => id)));
    this.#fan();
  }

  #refresh() {
    const now = hubNow();
    for (const person of this.#people) this.#markers.get(person.id)?.refresh(person, now);
  }

  #zoomed() {
    const zoom = this.map?.getZoom() ?? 0;
    for (const marker of this.#markers.values()) marker.scale(zoom);
    this.#fan();
  }

  /** Once a frame at most: people who stand together move apart. */
  #fan() {
    if (this.#isFanning) return;
    this.#isFanning = true;
    requestAnimationFrame(() => {
      this.#isFanning = false;
      const { map } = this;
      if (!map || this.#leaving.signal.aborted) return;
      const spots = [...this.#markers].map(([id, marker]) => {
        const { x, y } = map.project(marker.point);
        return { id, x, y };
      });
      const shifts = fanOut(spots, placeSize);
      for (const { id, y } of spots) {
        const shift = shifts.get(id);
        if (shift) this.#markers.get(id)?.shift(shift, Math.round(y + shift.y));
      }
    });
  }

  /**
   * Whoever moves the map by hand wants to look there: it stops following.
   *
   * @param {MapLibre} map
   * @param {AbortSignal} signal
   */
  #watchHands(map, signal) {
    const release = () => (this.#isHeld = false);
    map.on("dragstart", () => this.#letGo());
    map.on("dblclick", () => this.#letGo());
    const canvas = map.getCanvas();
    // A map that moves by itself under a finger would break off the drag that begins.
    canvas.addEventListener("pointerdown", () => (this.#isHeld = true));
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, release, { signal });
    canvas.addEventListener("wheel", () => this.#letGo(), { passive: true });
    canvas.addEventListener("touchmove", ({ touches }) => touches.length > 1 && this.#letGo(), { passive: true });
    canvas.addEventListener("keydown", ({ key }) => key.startsWith("Arrow") && this.#letGo());
  }

  #letGo() {
    this.#isFollowing = false;
    this.#recentre.classList.remove("is-on");
  }

  /** Moves the map to those shown. */
  #follow() {
    this.#isFollowing = true;
    this.#recentre.classList.add("is-on");
    const places = this.#people.flatMap((person) => placement(person) ?? []);
    const discs = places.map(({ point, radiusMetres }) => ({ point, radiusMetres: Math.max(radiusMetres, radiusMetresMin) }));
    const bounds = boundsOf(discs);
    if (!this.map || !bounds) return;
    const duration = this.#isPlaced && !isStill() ? cameraMilliseconds : 0;
    this.map.fitBounds(bounds, { padding: this.#padding(), maxZoom: zoomMax, duration });
    this.#isPlaced = true;
  }

  /**
   * Keeps the one shown in the middle, and of several none outside.
   *
   * @param {Person} person
   */
  #keepInView(person) {
    const place = placement(person);
    const { map } = this;
    if (!map || !place) return;
    if (!this.#isPlaced) return this.#follow();
    if (this.#people.length > 1) {
      if (!this.#isInView(map.project(place.point))) this.#follow();
      return;
    }
    const duration = isStill() ? 0 : cameraMilliseconds;
    map.easeTo({ center: place.point, offset: [0, -this.#inset / 2], duration, easing: steady });
  }

  /** @param {{x: number, y: number}} point */
  #isInView({ x, y }) {
    const { clientWidth, clientHeight } = this.#canvas;
    const edge = pictureSize / 2;
    return x > edge && y > edge && x < clientWidth - edge && y < clientHeight - this.#inset - edge;
  }

  #padding() {
    // Where the map is low, words and pictures at its edge matter less than seeing it at all.
    const room = Math.max(0, this.#canvas.clientHeight - this.#inset);
    const high = Math.min(96, room / 5);
    // Below a picture stand its words.
    return { top: high * 0.75, bottom: high * 1.25 + this.#inset, left: 64, right: 72 };
  }

  /** @param {string} id */
  #choose(id) {
    this.dispatchEvent(new CustomEvent("person", { detail: id }));
  }
}

/**
 * As fast at the end as at the start, as the picture moves.
 *
 * @param {number} part
 */
function steady(part) {
  return part;
}

customElements.define("live-map", LiveMap);
