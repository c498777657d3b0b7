// @ts-check
import { s } from "./dom.js";
import { icon } from "./icons.js";

/** Drawings that Home has no need of, on the same square as those of `icons.js`. */
const paths = {
  train: "M7 3h10a2 2 0 0 1 2 2v9a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V5a2 2 0 0 1 2-2ZM5 10h14M8.5 13.5v.01M15.5 13.5v.01M8 17l-2 4M16 17l2 4",
  fly: "M3 14l18-7-5 12-4-5ZM12 14l9-7",
  calendar: "M4 6h16v14H4ZM4 10h16M8 3v4M16 3v4M8 14h.01M12 14h.01M16 14h.01",
  bring: "M6 3h8l4 4v14H6ZM14 3v4h4M12 17.500v-7M9 13l3-3 3 3",
};

/** @type {Record<import("../hub/shapes.js").TravelMode, "train" | "fly" | import("./icons.js").IconName>} */
const ofMode = {
  walk: "walking",
  run: "running",
  cycle: "cycling",
  drive: "automotive",
  train: "train",
  fly: "fly",
  unknown: "unknown",
};

/** @param {keyof typeof paths} name */
export function historyIcon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: paths[name] }));
}

/** @param {import("../hub/shapes.js").TravelMode} mode */
export function modeIcon(mode) {
  const name = ofMode[mode];
  return name === "train" || name === "fly" ? historyIcon(name) : icon(name);
}
