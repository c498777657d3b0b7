// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { makeMap } from "../lib/dom/map.js";
import { maplibre } from "../lib/dom/maplibre.js";
import { isStill } from "../lib/dom/theme.js";

/**
 * @typedef {import("../lib/hub/shapes.js").PlainFix} PlainFix
 * @typedef {import("../lib/dom/maplibre.js").LonLat} LonLat
 * @typedef {import("../lib/dom/maplibre.js").MapLibre} MapLibre
 * @typedef {import("../lib/dom/maplibre.js").Marker} Marker
 */

const zoom = 15;

/** A small map of where a car, a pet or a thing was last: `show` says where. */
export class ThingMap extends HTMLElement {
  #canvas = h("div", { class: "thing-map-canvas" });
  #pin = h("span", { class: "thing-pin", "aria-hidden": "true" }, icon("place"));
  #leaving = new AbortController();
  /** @type {LonLat | undefined} */
  #centre;
  /** @type {MapLibre | undefined} */
  #map;
  /** @type {Marker | undefined} */
  #marker;

  connectedCallback() {
    this.#leaving = new AbortController();
    this.replaceChildren(this.#canvas);
    if (this.#centre) this.#start(this.#centre);
  }

  disconnectedCallback() {
    this.#leaving.abort();
    this.#map = undefined;
    this.#marker = undefined;
  }

  /** @param {PlainFix} position */
  show({ latitude, longitude }) {
    const isFirst = !this.#centre;
    this.#centre = [longitude, latitude];
    this.#marker?.setLngLat(this.#centre);
    this.#map?.easeTo({ center: this.#centre, duration: isStill() ? 0 : 400 });
    if (isFirst && this.isConnected) this.#start(this.#centre);
  }

  /** @param {LonLat} centre */
  async #start(centre) {
    const { signal } = this.#leaving;
    const map = await makeMap(this.#canvas, { centre, zoom, signal });
    const library = map && (await maplibre());
    if (!map || !library || signal.aborted) return;
    this.#map = map;
    this.#marker = new library.Marker({ element: this.#pin, anchor: "bottom" }).setLngLat(this.#centre ?? centre);
    this.#marker.addTo(map);
  }
}

customElements.define("thing-map", ThingMap);
