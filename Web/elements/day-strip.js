// @ts-check
import { h, s } from "../lib/dom/dom.js";
import { t } from "../lib/words/text.js";

/** @typedef {import("../models/day.js").Bar} Bar */

/**
 * Each kind of movement has its own height besides its colour.
 *
 * @type {Record<import("../lib/hub/shapes.js").Motion, number>}
 */
const heights = { stationary: 6, unknown: 6, walking: 18, running: 24, cycling: 32, automotive: 40 };
const hours = ["0", "6", "12", "18", "24"];
const height = 40;
const width = 1440;

/** A day from midnight to midnight as a strip of what somebody did when. */
export class DayStrip extends HTMLElement {
  /**
   * @param {Bar[]} bars
   * @param {number} now  how much of the day is over, 0 to 1
   */
  draw(bars, now) {
    const chart = s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { class: "strip-ground", x: 0, y: height - 2, width, height: 2 }),
      ...bars.map((bar) => rectangle(bar)),
      s("rect", { class: "strip-now", x: Math.min(width - 3, now * width), y: 0, width: 3, height }),
    );
    this.replaceChildren(
      chart,
      h("div", { class: "strip-hours", "aria-hidden": "true" }, ...hours.map((hour) => h("span", {}, hour))),
      h(
        "div",
        { class: "visually-hidden" },
        h("p", {}, t("day.strip")),
        h("ul", {}, ...bars.map(({ words }) => h("li", {}, words))),
      ),
    );
  }
}

/** @param {Bar} bar */
function rectangle({ motion, start, end }) {
  const tall = heights[motion];
  const wide = Math.max(4, (end - start) * width);
  return s("rect", { "data-motion": motion, x: start * width, y: height - tall, width: wide, height: tall });
}

customElements.define("day-strip", DayStrip);
