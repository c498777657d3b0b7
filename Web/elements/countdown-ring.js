// @ts-check
import { h, s, set } from "../lib/dom/dom.js";
import { t } from "../lib/words/text.js";
import { clockDigits, markPassed, ringGap } from "../models/focus.js";

/** @typedef {import("../lib/device/core.js").CountdownView} CountdownView */

const radius = 92;
const round = 2 * Math.PI * radius;

/**
 * The ring that empties clockwise, with the time that is left in it.
 *
 * It is drawn with each frame of the screen while it moves and can be seen; a page in the background asks for none. Sends
 * `done` once when nothing is left.
 */
export class CountdownRing extends HTMLElement {
  #ring = s("circle", { class: "ring-left", cx: 100, cy: 100, r: radius, transform: "rotate(-90 100 100)" });
  #digits = h("span", { class: "ring-digits" });
  #words = h("span", { class: "ring-words" });
  #spoken = h("span", { class: "visually-hidden", role: "status" });
  /** @type {() => CountdownView} */
  #read = () => ({ remainingMs: 0, fraction: 1, phase: "hearth" });
  #isMoving = false;
  #frame = 0;
  #gap = NaN;
  #text = "";
  #remainingMs = Infinity;
  #leaving = new AbortController();

  connectedCallback() {
    const track = s("circle", { class: "ring-track", cx: 100, cy: 100, r: radius });
    set(this.#ring, { "stroke-dasharray": round });
    const drawing = s("svg", { viewBox: "0 0 200 200", "aria-hidden": "true" }, track, this.#ring);
    const inside = h("div", { class: "ring-inside" }, this.#digits, this.#words);
    set(this, { role: "timer", "aria-label": t("countdown.ring") });
    this.replaceChildren(drawing, inside, this.#spoken);
    document.addEventListener("visibilitychange", () => this.#update(), { signal: this.#leaving.signal });
    this.#update();
  }

  disconnectedCallback() {
    this.#leaving.abort();
    cancelAnimationFrame(this.#frame);
  }

  /**
   * @param {() => CountdownView} read  what is left at the moment at which it is called
   * @param {{isMoving: boolean, words?: string}} how  the words stand under the digits
   */
  follow(read, { isMoving, words = "" }) {
    this.#read = read;
    this.#isMoving = isMoving;
    this.#remainingMs = Infinity;
    this.#words.textContent = words;
    this.classList.toggle("is-paused", !isMoving);
    this.#update();
  }

  #update() {
    cancelAnimationFrame(this.#frame);
    if (!this.isConnected) return;
    if (this.#isMoving && document.visibilityState === "visible") this.#tick();
    else this.#draw(this.#read());
  }

  #tick = () => {
    const view = this.#read();
    this.#draw(view);
    if (view.remainingMs > 0) {
      this.#frame = requestAnimationFrame(this.#tick);
      return;
    }
    this.#isMoving = false;
    this.dispatchEvent(new Event("done"));
  };

  /** @param {CountdownView} view */
  #draw({ remainingMs, fraction, phase }) {
    const gap = ringGap(fraction);
    if (gap !== this.#gap) {
      this.#gap = gap;
      set(this.#ring, { "stroke-dashoffset": (-round * gap).toFixed(4) });
    }
    const text = clockDigits(remainingMs);
    if (text !== this.#text) {
      this.#text = text;
      this.#digits.textContent = text;
      this.classList.toggle("is-long", text.length > 5);
    }
    if (this.dataset.phase !== phase) this.dataset.phase = phase;
    this.#say(remainingMs);
  }

  /**
   * Each second would be too much to listen to.
   *
   * @param {number} remainingMs
   */
  #say(remainingMs) {
    const mark = this.#isMoving ? markPassed(this.#remainingMs, remainingMs) : undefined;
    if (mark !== undefined && this.#remainingMs !== Infinity) this.#spoken.textContent = t("countdown.left", { count: mark });
    this.#remainingMs = remainingMs;
  }
}

customElements.define("countdown-ring", CountdownRing);
