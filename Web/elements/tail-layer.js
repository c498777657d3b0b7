// @ts-check
import { colourOf } from "../lib/dom/map.js";
import { pieces } from "../models/tails.js";

/**
 * @typedef {import("../lib/dom/maplibre.js").MapLibre} MapLibre
 * @typedef {import("../models/tails.js").Step} Step
 */

const name = "tails";

/** The ways of the last minutes on a map, one fading line each. */
export class TailLayer {
  /** @type {Map<string, object[]>} */
  #features = new Map();

  /** @param {MapLibre} map */
  constructor(map) {
    this.map = map;
    map.addSource(name, { type: "geojson", data: { type: "FeatureCollection", features: [] } });
    const paint = {
      "line-color": ["get", "colour"],
      "line-width": ["interpolate", ["linear"], ["zoom"], 10, 3, 16, 6],
      "line-opacity": ["*", 0.8, ["get", "strength"]],
    };
    const layout = { "line-join": "round" };
    const isDashed = ["get", "dashed"];
    map.addLayer({ id: `${name}-sure`, type: "line", source: name, filter: ["!", isDashed], layout, paint });
    const dashes = { ...paint, "line-dasharray": [1, 1.5] };
    map.addLayer({ id: `${name}-doubtful`, type: "line", source: name, filter: isDashed, layout, paint: dashes });
  }

  /**
   * @param {string} id
   * @param {number} colour  of the member, 0 to 11
   * @param {Step[]} steps  oldest first
   * @param {number} now
   */
  set(id, colour, steps, now) {
    const features = pieces(steps, now).map(({ points, strength, isDashed }) => ({
      type: "Feature",
      properties: { colour: colourOf(`--member-${colour}`), strength, dashed: isDashed },
      geometry: { type: "LineString", coordinates: points },
    }));
    this.#features.set(id, features);
    this.#show();
  }

  /**
   * Drops everybody else's.
   *
   * @param {Set<string>} ids
   */
  keep(ids) {
    const gone = [...this.#features.keys()].filter((id) => !ids.has(id));
    for (const id of gone) this.#features.delete(id);
    if (gone.length > 0) this.#show();
  }

  #show() {
    this.map.getSource(name)?.setData({ type: "FeatureCollection", features: [...this.#features.values()].flat() });
  }
}
