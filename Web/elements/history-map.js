// @ts-check
import { h } from "../lib/dom/dom.js";
import { colourOf, fitPadding, makeMap, mapButton } from "../lib/dom/map.js";
import { t } from "../lib/words/text.js";
import { isStill } from "../lib/dom/theme.js";
import { boundsOf } from "../models/geo.js";
import { modeName, pointsOf } from "../models/history.js";

/**
 * @typedef {import("../lib/dom/maplibre.js").MapLibre} MapLibre
 * @typedef {import("../lib/hub/shapes.js").HistoryEntry} HistoryEntry
 * @typedef {import("../lib/hub/shapes.js").TravelMode} TravelMode
 */

const nothing = { type: "FeatureCollection", features: /** @type {object[]} */ ([]) };
/** A finger that comes so close to a line or a point means it, in pixels. */
const reach = 24;
const zoomMax = 16;
/** @type {Record<TravelMode, string>} */
const tokens = {
  walk: "--safe",
  run: "--caution",
  cycle: "--member-2",
  drive: "--hearth",
  train: "--member-3",
  fly: "--member-5",
  unknown: "--stale",
};

/**
 * A day on the map: stays as dots, journeys as lines in the colour of their mode.
 *
 * Sends `choose` (detail: the entry's number) when somebody points at one; `select` shows one among the others.
 */
export class HistoryMap extends HTMLElement {
  #canvas = h("div", { class: "history-map-canvas" });
  #whole = mapButton("here", t("history.whole"), () => this.#look());
  #leaving = new AbortController();
  /** @type {MapLibre | undefined} */
  #map;
  /** @type {HistoryEntry[]} */
  #entries = [];
  /** @type {number | undefined} */
  #selected;

  connectedCallback() {
    this.#leaving = new AbortController();
    this.#whole.classList.add("live-map-recentre");
    this.#whole.hidden = true;
    this.replaceChildren(this.#canvas, this.#whole);
    this.#start(this.#leaving.signal);
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  /**
   * Shows a day.
   *
   * @param {HistoryEntry[]} entries
   */
  show(entries) {
    this.#entries = entries;
    this.#selected = undefined;
    this.#draw();
    this.#look();
  }

  /**
   * Shows the same day told more exactly, without moving.
   *
   * @param {HistoryEntry[]} entries
   */
  refine(entries) {
    this.#entries = entries;
    this.#draw();
  }

  /**
   * Shows one entry among the others, and moves there.
   *
   * @param {number} index
   */
  select(index) {
    this.#selected = index;
    this.#draw();
    this.#whole.hidden = false;
    this.#fit(pointsOf(this.#entries[index]), 400);
  }

  /** @param {AbortSignal} signal */
  async #start(signal) {
    const map = await makeMap(this.#canvas, { signal });
    if (!map || signal.aborted) return;
    this.#map = map;
    map.addSource("day", { type: "geojson", data: nothing });
    const width = ["case", ["get", "selected"], 8, 5];
    const opacity = ["case", ["get", "faint"], 0.35, 0.95];
    const line = { type: "line", source: "day", layout: { "line-join": "round", "line-cap": "round" } };
    const paint = { "line-color": ["get", "colour"], "line-width": width, "line-opacity": opacity };
    const isGuess = ["==", ["get", "mode"], "unknown"];
    const isLine = ["==", ["geometry-type"], "LineString"];
    map.addLayer({ ...line, id: "day-lines", filter: ["all", isLine, ["!", isGuess]], paint });
    const dashed = { ...paint, "line-dasharray": [1, 1.6] };
    map.addLayer({ ...line, id: "day-guesses", filter: ["all", isLine, isGuess], paint: dashed });
    const dots = {
      "circle-radius": ["case", ["get", "selected"], 11, 8],
      "circle-color": ["get", "colour"],
      "circle-opacity": ["case", ["get", "faint"], 0.5, 1],
      "circle-stroke-width": 3,
      "circle-stroke-color": ["get", "ring"],
    };
    map.addLayer({ id: "day-stays", type: "circle", source: "day", filter: ["!", isLine], paint: dots });
    map.getCanvas().setAttribute("aria-label", t("history.mapLabel"));
    map.on("click", (event) => this.#pick(map, event.point));
    addEventListener("theme", () => this.#draw(), { signal });
    this.#draw();
    // What was chosen of the list while the map loaded stays chosen.
    if (this.#selected === undefined) this.#look();
    else this.select(this.#selected);
  }

  #draw() {
    const features = this.#entries.flatMap((entry, index) => {
      const points = pointsOf(entry);
      if (points.length === 0) return [];
      const mode = entry.journey ? modeName(entry.journey.mode) : undefined;
      const properties = {
        mode: mode ?? "stay",
        colour: colourOf(mode ? tokens[mode] : "--hearth"),
        ring: colourOf("--card"),
        selected: index === this.#selected,
        faint: this.#selected !== undefined && index !== this.#selected,
      };
      const geometry = entry.journey
        ? { type: "LineString", coordinates: points }
        : { type: "Point", coordinates: points[0] };
      return [{ type: "Feature", properties, geometry }];
    });
    this.#map?.getSource("day")?.setData({ ...nothing, features });
  }

  /** Shows the whole day. */
  #look() {
    if (this.#selected !== undefined) {
      this.#selected = undefined;
      this.#draw();
      this.dispatchEvent(new CustomEvent("choose"));
    }
    if (this.#whole === document.activeElement) this.#map?.getCanvas().focus();
    this.#whole.hidden = true;
    this.#fit(this.#entries.flatMap(pointsOf), 0);
  }

  /**
   * @param {import("../lib/dom/maplibre.js").LonLat[]} points
   * @param {number} duration
   */
  #fit(points, duration) {
    const bounds = boundsOf(points.map((point) => ({ point, radiusMetres: 60 })));
    if (!this.#map || !bounds) return;
    this.#map.fitBounds(bounds, { padding: fitPadding, maxZoom: zoomMax, duration: isStill() ? 0 : duration });
  }

  /**
   * @param {MapLibre} map
   * @param {import("../lib/dom/maplibre.js").Point} point
   */
  #pick(map, point) {
    let nearest = reach;
    let found = -1;
    this.#entries.forEach((entry, index) => {
      const spots = pointsOf(entry).map((spot) => map.project(spot));
      // A stay before the line that ends in it.
      const bonus = entry.stay ? 8 : 0;
      spots.forEach((spot, at) => {
        const away = entry.stay ? distance(point, spot, spot) : distance(point, spots[Math.max(0, at - 1)], spot);
        if (away - bonus < nearest) [nearest, found] = [away - bonus, index];
      });
    });
    if (found < 0) return;
    this.select(found);
    this.dispatchEvent(new CustomEvent("choose", { detail: found }));
  }
}

/**
 * How far a point lies from the line between two others, in pixels.
 *
 * @param {import("../lib/dom/maplibre.js").Point} point
 * @param {import("../lib/dom/maplibre.js").Point} from
 * @param {import("../lib/dom/maplibre.js").Point} to
 */
function distance(point, from, to) {
  const [wide, high] = [to.x - from.x, to.y - from.y];
  const length = wide * wide + high * high;
  const part = length > 0 ? ((point.x - from.x) * wide + (point.y - from.y) * high) / length : 0;
  const held = Math.min(1, Math.max(0, part));
  return Math.hypot(point.x - from.x - held * wide, point.y - from.y - held * high);
}

customElements.define("history-map", HistoryMap);
