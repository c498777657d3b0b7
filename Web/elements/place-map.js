// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { colourOf, makeMap } from "../lib/dom/map.js";
import { maplibre } from "../lib/dom/maplibre.js";
import { t } from "../lib/words/text.js";
import { isStill } from "../lib/dom/theme.js";
import { away, circle, spotAt } from "../models/place.js";

/**
 * @typedef {import("../models/place.js").Spot} Spot
 * @typedef {import("../lib/hub/shapes.js").Place} Place
 * @typedef {import("../lib/dom/maplibre.js").MapLibre} MapLibre
 * @typedef {import("../lib/dom/maplibre.js").Marker} Marker
 */

const nobody = { type: "FeatureCollection", features: /** @type {object[]} */ ([]) };
const zoomNear = 16;
const zoomFar = 11;
/** How far an arrow key moves the pin, in pixels; with Shift the larger one. */
const keyPixels = { small: 4, large: 40 };
/** @type {Record<string, [number, number]>} */
const keys = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * A map to set one place on: a tap, a drag of the pin, or keys say where; the circle is what counts as being there.
 *
 * Sends `move` (detail: the spot) whenever the person moved the pin, `missing` where no map can be shown.
 */
export class PlaceMap extends HTMLElement {
  #container = h("div", { class: "place-map-container" });
  #pin = h("button", { class: "place-pin", type: "button", "aria-label": t("place.pin") }, icon("place"));
  #leaving = new AbortController();
  /** @type {MapLibre | undefined} */
  #map;
  /** @type {Marker | undefined} */
  #marker;
  /** @type {Spot | undefined} */
  #spot;
  #radiusMetres = 0;
  /** @type {Place[]} */
  #others = [];
  /** Whether the pin stays where it is. */
  isFixed = false;

  disconnectedCallback() {
    this.#leaving.abort();
  }

  /**
   * Draws the map; afterwards `place` and `others` change what is on it.
   *
   * @param {Spot | undefined} centre  what to look at where there is no pin yet
   * @param {boolean} isNear  whether the centre is likely to be close to the place
   */
  async begin(centre, isNear) {
    this.replaceChildren(this.#container);
    this.#pin.addEventListener("keydown", (event) => this.#key(event));
    const look = this.#spot ?? centre;
    const map = await makeMap(this.#container, {
      centre: look && [look.longitude, look.latitude],
      zoom: look && (isNear ? zoomNear : zoomFar),
      signal: this.#leaving.signal,
    });
    const library = map && (await maplibre());
    if (!map || !library || this.#leaving.signal.aborted) {
      if (!this.#leaving.signal.aborted) this.dispatchEvent(new Event("missing"));
      return;
    }
    this.#map = map;
    this.#addLayers(map);
    this.#marker = new library.Marker({ element: this.#pin, draggable: !this.isFixed, anchor: "bottom" });
    this.#marker.on("drag", () => this.#moved(this.#marker?.getLngLat()));
    map.on("click", (event) => this.#tap(event));
    const canvas = map.getCanvas();
    canvas.setAttribute("aria-label", t(this.isFixed ? "place.mapShows" : "place.mapLabel"));
    canvas.addEventListener("keydown", (event) => event.key === "Enter" && this.#setInMiddle(map));
    addEventListener("theme", () => this.#paint(), { signal: this.#leaving.signal });
    this.#draw();
    if (this.#spot) this.look(0);
  }

  /** Where the pin is; undefined before it is set. */
  get spot() {
    return this.#spot;
  }

  /**
   * @param {Spot | undefined} spot
   * @param {number} radiusMetres
   */
  place(spot, radiusMetres) {
    this.#spot = spot;
    this.#radiusMetres = radiusMetres;
    this.#draw();
  }

  /**
   * My other places, shown faintly.
   *
   * @param {Place[]} places
   */
  others(places) {
    this.#others = places;
    this.#draw();
  }

  /**
   * Turns the map so that the whole circle is seen.
   *
   * @param {number} [duration]  milliseconds
   */
  look(duration = 400) {
    const spot = this.#spot;
    if (!this.#map || !spot) return;
    const [north, east, south, west] = [0, 90, 180, 270].map(
      (degrees) => away(spot, this.#radiusMetres * 1.4, degrees),
    );
    /** @type {import("../lib/dom/maplibre.js").Bounds} */
    const bounds = [[west.longitude, south.latitude], [east.longitude, north.latitude]];
    this.#map.fitBounds(bounds, { padding: 24, maxZoom: 17.5, duration: isStill() ? 0 : duration });
  }

  /** @param {MapLibre} map */
  #addLayers(map) {
    map.addSource("others", { type: "geojson", data: nobody });
    map.addSource("place", { type: "geojson", data: nobody });
    map.addLayer({ id: "others-fill", type: "fill", source: "others", paint: { "fill-opacity": 0.1 } });
    const faint = { "line-opacity": 0.5, "line-dasharray": [2, 2] };
    map.addLayer({ id: "others-line", type: "line", source: "others", paint: faint });
    map.addLayer({ id: "place-fill", type: "fill", source: "place", paint: { "fill-opacity": 0.18 } });
    map.addLayer({ id: "place-line", type: "line", source: "place", paint: { "line-width": 2.5 } });
    this.#paint();
  }

  #paint() {
    const colours = { others: colourOf("--quiet"), place: colourOf("--hearth") };
    for (const [name, colour] of Object.entries(colours)) {
      this.#map?.setPaintProperty(`${name}-fill`, "fill-color", colour);
      this.#map?.setPaintProperty(`${name}-line`, "line-color", colour);
    }
  }

  #draw() {
    const map = this.#map;
    if (!map) return;
    const features = this.#others.map((place) => circle(place, place.radiusMetres));
    map.getSource("others")?.setData({ ...nobody, features });
    map.getSource("place")?.setData(this.#spot ? circle(this.#spot, this.#radiusMetres) : nobody);
    if (!this.#spot) return void this.#marker?.remove();
    this.#marker?.setLngLat([this.#spot.longitude, this.#spot.latitude]);
    if (!this.#pin.isConnected) this.#marker?.addTo(map);
    // The library names every marker alike.
    this.#pin.setAttribute("aria-label", t(this.isFixed ? "place.pinShows" : "place.pin"));
  }

  /** @param {import("../lib/dom/maplibre.js").MapEvent} event */
  #tap(event) {
    // A tap on the pin itself takes hold of it, and says nothing about where it is.
    if (this.#pin.contains(/** @type {Node | null} */ (event.originalEvent?.target ?? null))) return;
    const isFirst = !this.#spot;
    this.#moved(event.lngLat);
    if (isFirst) this.look();
  }

  /** @param {{lng: number, lat: number} | undefined} point */
  #moved(point) {
    if (!point || this.isFixed) return;
    this.#spot = spotAt(point.lat, point.lng);
    this.#draw();
    this.dispatchEvent(new CustomEvent("move", { detail: this.#spot }));
  }

  /** @param {MapLibre} map */
  #setInMiddle(map) {
    this.#moved(map.getCenter());
    this.#pin.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = keys[event.key];
    const map = this.#map;
    if (!step || !map || !this.#spot || this.isFixed) return;
    event.preventDefault();
    event.stopPropagation();
    const pixels = event.shiftKey ? keyPixels.large : keyPixels.small;
    const at = map.project([this.#spot.longitude, this.#spot.latitude]);
    this.#moved(map.unproject([at.x + step[0] * pixels, at.y + step[1] * pixels]));
    const { longitude, latitude } = this.#spot;
    if (!map.getBounds().contains([longitude, latitude])) map.jumpTo({ center: [longitude, latitude] });
  }
}

customElements.define("place-map", PlaceMap);
