// @ts-check
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { colourOf, makeMap } from "../lib/map.js";
import { maplibre } from "../lib/maplibre.js";
import { t } from "../lib/text.js";
import { isStill } from "../lib/theme.js";
import { boundsOf } from "../models/geo.js";
import { spotAt } from "../models/place.js";
import { split } from "../models/route.js";

/**
 * @typedef {import("../models/place.js").Spot} Spot
 * @typedef {import("../models/route.js").Route} Route
 * @typedef {import("../lib/maplibre.js").MapLibre} MapLibre
 * @typedef {import("../lib/maplibre.js").Marker} Marker
 * @typedef {import("../lib/maplibre.js").LonLat} LonLat
 */

const zoomFirst = 12;

/**
 * A map with one route: a round mark where it starts, a pin where it ends, what lies behind faded.
 *
 * Sends `pick` (detail: the spot) whenever somebody tapped the map, `missing` where no map can be shown.
 */
export class RouteMap extends HTMLElement {
  #container = h("div", { class: "place-map-container" });
  #leaving = new AbortController();
  /** @type {MapLibre | undefined} */
  #map;
  /** @type {Record<"start" | "end" | "me", Marker> | undefined} */
  #marks;
  /** @type {{start?: Spot, end?: Spot, me?: Spot}} */
  #spots = {};
  /** @type {Route | undefined} */
  #route;
  #part = 0;

  disconnectedCallback() {
    this.#leaving.abort();
  }

  /**
   * Draws the map; afterwards `mark` and `draw` change what is on it.
   *
   * @param {Spot | undefined} centre
   */
  async begin(centre) {
    this.replaceChildren(this.#container);
    const map = await makeMap(this.#container, {
      centre: centre && [centre.longitude, centre.latitude],
      zoom: centre && zoomFirst,
      signal: this.#leaving.signal,
    });
    const library = map && (await maplibre());
    if (!map || !library || this.#leaving.signal.aborted) {
      if (!this.#leaving.signal.aborted) this.dispatchEvent(new Event("missing"));
      return;
    }
    this.#map = map;
    this.#addLayers(map);
    const mark = (/** @type {HTMLElement} */ element, /** @type {string} */ anchor) =>
      new library.Marker({ element, anchor });
    this.#marks = {
      start: mark(h("div", { class: "route-start", role: "img" }), "center"),
      end: mark(h("div", { class: "route-end", role: "img" }, icon("place")), "bottom"),
      me: mark(h("div", { class: "route-me", role: "img" }), "center"),
    };
    map.on("click", (event) => this.#pick(event.lngLat));
    const canvas = map.getCanvas();
    canvas.setAttribute("aria-label", t("route.mapLabel"));
    canvas.addEventListener("keydown", (event) => event.key === "Enter" && this.#pick(map.getCenter()));
    addEventListener("theme", () => this.#paint(), { signal: this.#leaving.signal });
    this.#mark();
    this.#draw();
    this.look(0);
  }

  /**
   * Where it starts and ends, and where I am.
   *
   * @param {{start?: Spot, end?: Spot, me?: Spot}} spots
   */
  mark(spots) {
    this.#spots = spots;
    this.#mark();
  }

  /**
   * The route, of which this much lies behind.
   *
   * @param {Route | undefined} route
   * @param {number} part  0 to 1
   */
  draw(route, part) {
    const isNew = route !== this.#route;
    this.#route = route;
    this.#part = part;
    this.#draw();
    if (isNew) this.look();
  }

  /**
   * Turns the map so that all of the route is seen.
   *
   * @param {number} [duration]  milliseconds
   */
  look(duration = 400) {
    const { start, end } = this.#spots;
    const ends = [start, end].flatMap((spot) => (spot ? [/** @type {LonLat} */ ([spot.longitude, spot.latitude])] : []));
    const points = this.#route?.line ?? ends;
    const bounds = points.length > 1 && boundsOf(points.map((point) => ({ point, radiusMetres: 30 })));
    if (bounds) this.#map?.fitBounds(bounds, { padding: 48, maxZoom: 17, duration: isStill() ? 0 : duration });
  }

  /** @param {MapLibre} map */
  #addLayers(map) {
    const layout = { "line-join": "round", "line-cap": "round" };
    for (const name of ["behind", "ahead"]) {
      map.addSource(`route-${name}`, { type: "geojson", data: lineOf([]) });
      const opacity = name === "behind" ? 0.35 : 1;
      const paint = { "line-width": 6, "line-opacity": opacity };
      map.addLayer({ id: `route-${name}`, type: "line", source: `route-${name}`, layout, paint });
    }
    this.#paint();
  }

  #paint() {
    this.#map?.setPaintProperty("route-behind", "line-color", colourOf("--quiet"));
    this.#map?.setPaintProperty("route-ahead", "line-color", colourOf("--hearth"));
  }

  #draw() {
    const map = this.#map;
    if (!map) return;
    const { behind, ahead } = split(this.#route?.line ?? [], this.#part);
    map.getSource("route-behind")?.setData(lineOf(behind));
    map.getSource("route-ahead")?.setData(lineOf(ahead));
    const dashes = this.#route?.engine === "straightLine" ? [1, 1.6] : [1, 0];
    map.setPaintProperty("route-ahead", "line-dasharray", dashes);
  }

  #mark() {
    const map = this.#map;
    const marks = this.#marks;
    if (!map || !marks) return;
    const labels = { start: t("route.start"), end: t("route.end"), me: t("route.here") };
    for (const name of /** @type {("start" | "end" | "me")[]} */ (["start", "end", "me"])) {
      const spot = this.#spots[name];
      const marker = marks[name];
      if (!spot) {
        marker.remove();
        continue;
      }
      marker.setLngLat([spot.longitude, spot.latitude]);
      if (!marker.getElement().isConnected) marker.addTo(map);
      // The library names every marker alike.
      marker.getElement().setAttribute("aria-label", labels[name]);
    }
  }

  /** @param {{lng: number, lat: number}} point */
  #pick(point) {
    this.dispatchEvent(new CustomEvent("pick", { detail: spotAt(point.lat, point.lng) }));
  }
}

customElements.define("route-map", RouteMap);

/** @param {LonLat[]} coordinates */
function lineOf(coordinates) {
  return { type: "Feature", properties: {}, geometry: { type: "LineString", coordinates } };
}
