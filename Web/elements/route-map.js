// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { colourOf, fitPadding, makeMap } from "../lib/dom/map.js";
import { maplibre } from "../lib/dom/maplibre.js";
import { t } from "../lib/words/text.js";
import { isStill } from "../lib/dom/theme.js";
import { ticker } from "../lib/dom/ticker.js";
import { boundsOf } from "../models/geo.js";
import { spotAt } from "../models/place.js";
import { placement } from "../models/standing.js";
import { split } from "../models/route.js";
import { PersonMarker } from "./person-marker.js";

/**
 * @typedef {import("../models/place.js").Spot} Spot
 * @typedef {import("../models/route.js").Route} Route
 * @typedef {import("../lib/dom/maplibre.js").MapLibre} MapLibre
 * @typedef {import("../lib/dom/maplibre.js").Marker} Marker
 * @typedef {import("../lib/dom/maplibre.js").LonLat} LonLat
 * @typedef {import("../lib/dom/maplibre.js").Library} Library
 * @typedef {import("../models/people.js").Person} Person
 * @typedef {Pick<Route, "line" | "engine">} Drawn  what a map shows of a route
 * @typedef {import("../lib/hub/trip-shapes.js").TripPosition} TripPosition
 */

const zoomFirst = 12;

/**
 * A map with one route: a round mark where it starts, a pin where it ends, what lies behind faded.
 *
 * Sends `pick` (detail: the spot) whenever somebody tapped the map, `missing` where no map can be shown.
 */
export class RouteMap extends HTMLElement {
  /** True where nothing is chosen on it. */
  isFixed = false;
  #container = h("div", { class: "place-map-container" });
  #leaving = new AbortController();
  /** @type {MapLibre | undefined} */
  #map;
  /** @type {Record<"start" | "end" | "me", Marker> | undefined} */
  #marks;
  /** @type {{start?: Spot, end?: Spot, me?: Spot}} */
  #spots = {};
  /** @type {Drawn | undefined} */
  #route;
  /** @type {Library | undefined} */
  #library;
  /** @type {Person | undefined} */
  #person;
  /** @type {PersonMarker | undefined} */
  #traveller;
  /** @type {TripPosition[]} */
  #way = [];
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
    this.#library = library;
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
    canvas.setAttribute("aria-label", t(this.isFixed ? "map.label" : "route.mapLabel"));
    canvas.addEventListener("keydown", (event) => event.key === "Enter" && this.#pick(map.getCenter()));
    addEventListener("theme", () => this.#paint(), { signal: this.#leaving.signal });
    map.on("zoom", () => this.#traveller?.scale(map.getZoom()));
    ticker.each(() => this.#person && this.#traveller?.refresh(this.#person, hubNow()), this.#leaving.signal);
    this.#mark();
    this.#draw();
    this.#drawWay();
    this.#drawPerson();
    this.look(0);
  }

  /**
   * Who travels, with where they are.
   *
   * @param {Person} person
   */
  person(person) {
    this.#person = person;
    this.#drawPerson();
  }

  /**
   * The way that was really taken.
   *
   * @param {TripPosition[]} positions  oldest first
   */
  way(positions) {
    this.#way = positions;
    this.#drawWay();
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
   * @param {Drawn | undefined} route
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
    const place = this.#person && placement(this.#person);
    const points = [...(this.#route?.line ?? ends)].map((point) => ({ point, radiusMetres: 30 }));
    if (place) points.push({ point: place.point, radiusMetres: Math.max(30, place.radiusMetres) });
    // One mark alone is no reason to move; one person is.
    const bounds = points.length > (place ? 0 : 1) && boundsOf(points);
    if (bounds) this.#map?.fitBounds(bounds, { padding: fitPadding, maxZoom: 17, duration: isStill() ? 0 : duration });
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
    for (const [name, dashes] of /** @type {const} */ ([["taken", [1, 0]], ["leapt", [1, 2]]])) {
      map.addSource(`route-${name}`, { type: "geojson", data: lineOf([]) });
      const paint = { "line-width": 3, "line-dasharray": dashes };
      map.addLayer({ id: `route-${name}`, type: "line", source: `route-${name}`, layout, paint });
    }
    this.#paint();
  }

  #paint() {
    this.#map?.setPaintProperty("route-behind", "line-color", colourOf("--quiet"));
    this.#map?.setPaintProperty("route-ahead", "line-color", colourOf("--hearth"));
    for (const name of ["taken", "leapt"]) this.#map?.setPaintProperty(`route-${name}`, "line-color", colourOf("--ink"));
  }

  /** What nobody could have gone so fast is dashed (F54). */
  #drawWay() {
    const parts = { taken: /** @type {LonLat[][]} */ ([]), leapt: /** @type {LonLat[][]} */ ([]) };
    for (const [index, { longitude, latitude, suspicious }] of this.#way.entries()) {
      const before = this.#way[index - 1];
      if (!before) continue;
      parts[suspicious ? "leapt" : "taken"].push([[before.longitude, before.latitude], [longitude, latitude]]);
    }
    for (const [name, coordinates] of Object.entries(parts)) {
      const geometry = { type: "MultiLineString", coordinates };
      this.#map?.getSource(`route-${name}`)?.setData({ type: "Feature", properties: {}, geometry });
    }
  }

  #drawPerson() {
    const person = this.#person;
    const place = person && placement(person);
    if (!place) {
      this.#traveller?.remove();
      this.#traveller = undefined;
    }
    if (!this.#map || !this.#library || !person || !place) return;
    this.#traveller ??= new PersonMarker(this.#library, this.#map, person, () => this.look());
    this.#traveller.draw(person, hubNow());
    const { x, y } = this.#map.project(place.point);
    const { clientWidth, clientHeight } = this.#container;
    if (x < 24 || y < 24 || x > clientWidth - 24 || y > clientHeight - 24) this.look();
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
