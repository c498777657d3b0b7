// @ts-check
import { s } from "./dom.js";

/** Lines within a square of 24, as those of lib/dom/icons.js, which Home brings along: these are fetched with their pages. */
const paths = {
  share: "M12 15V4M7.5 8 12 3.5 16.5 8M5 12v8h14v-8",
  start: "M8 5.5v13l10.5-6.5Z",
  edit: "M4 20l1-4.5L16.5 4a2.1 2.1 0 0 1 3.2 3.2L8.5 18.8 4 20ZM14.5 6l3.5 3.5",
  sort: "M4 7h11M4 12h8M4 17h5M18 6v12M15 15l3 3 3-3",
  store: "M5 8h14l-1 12H6ZM9 8a3 3 0 0 1 6 0",
  repeats: "M5 10a7.5 7.5 0 0 1 13-2.5L20 10M20 5v5h-5M19 14a7.5 7.5 0 0 1-13 2.5L4 14M4 19v-5h5",
  gold: "M12 4a8 8 0 1 0 .01 0M12 8.2l1.2 2.5 2.7.4-2 1.9.5 2.7-2.4-1.3-2.4 1.3.5-2.7-2-1.9 2.7-.4Z",
  rules: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4",
};

/**
 * A small drawing beside words, which say the same.
 *
 * @param {keyof typeof paths} name
 */
export function missionIcon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: paths[name] }));
}

/**
 * The same button with a drawing before its words.
 *
 * @template {Element} Kind
 * @param {Kind} element
 * @param {keyof typeof paths} name
 */
export function pictured(element, name) {
  element.prepend(missionIcon(name));
  return element;
}

/** Heights of three bars, from the line that they stand on. */
const bars = [7, 12, 17];

/**
 * How much something matters: one bar of three, two, or all. Words beside it say the same.
 *
 * @param {import("../hub/mission-shapes.js").Priority} priority
 */
export function priorityBars(priority) {
  const full = { high: 3, medium: 2, low: 1 }[priority];
  const drawn = bars.map((height, index) => {
    const place = { x: 3 + index * 7, y: 20.5 - height, width: 4.5, height, rx: 1.5 };
    return s("rect", { class: index < full ? "bar-full" : "bar-empty", ...place });
  });
  return s("svg", { class: "bars", viewBox: "0 0 24 24", "aria-hidden": "true", "data-priority": priority }, ...drawn);
}
