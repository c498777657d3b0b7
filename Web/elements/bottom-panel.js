// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { layers } from "../lib/dom/layers.js";
import { t } from "../lib/words/text.js";
import { isStill } from "../lib/dom/theme.js";

/** A shorter way of the finger is a tap. */
const tapPixels = 6;
/** A faster one throws the panel, in pixels a millisecond. */
const throwSpeed = 0.4;
/** A stop so near to another is the same one. */
const nearPixels = 48;
/** Above a panel that is drawn up whole, a strip of the page shows what it lies on. */
const stripPixels = 32;
/** What a peek, and a panel at half height, leave of the page at most. */
const parts = { peek: 0.5, half: 0.55 };

/** @typedef {"peek" | "half" | "whole"} Stop */

/**
 * A panel over the foot of a page, which does not block it: a peek of its first lines; by a tap half of the page, which
 * leaves the rest of it in sight; by another tap or a drag the whole of it. A step back leads to the peek. On a wide
 * screen it is an ordinary column.
 *
 * Sends `cover` (detail: pixels) when it covers more or less of the page. `head` shows in a peek, `body` below it.
 */
export class BottomPanel extends HTMLElement {
  head = h("div", { class: "panel-head" });
  body = h("div", { class: "panel-body" });
  #handle = h("button", { class: "panel-handle", type: "button", "aria-expanded": "false", "data-key": "more" }, h("span", {}));
  #top = h("div", { class: "panel-top" }, this.#handle, this.head);
  #scroll = h("div", { class: "panel-scroll" }, this.body);
  #wide = matchMedia("(min-width: 840px)");
  #size = new ResizeObserver(() => this.#measure());
  /** @type {Stop} */
  #stop = "peek";
  #isLaidOut = false;
  /**
   * How high it is at each stop.
   *
   * @type {Record<Stop, number>}
   */
  #heights = { peek: 0, half: 0, whole: 0 };
  #covered = 0;
  #extra = 0;
  #draggedAt = 0;
  /** @type {(() => void) | undefined} */
  #left;
  /** @type {{y: number, start: number, at: number, shown: number, speed: number} | undefined} */
  #drag;

  connectedCallback() {
    this.append(this.#top, this.#scroll);
    this.#handle.addEventListener("click", () => this.#tap());
    this.#top.addEventListener("pointerdown", (event) => this.#press(event));
    this.#top.addEventListener("pointermove", (event) => this.#move(event));
    this.#top.addEventListener("pointerup", () => this.#release());
    this.#top.addEventListener("pointercancel", () => this.#release());
    // Whoever walks here by keyboard must see where they are.
    this.#scroll.addEventListener("focusin", () => this.#focusInside());
    this.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("pointerdown", this.#settle, true);
    for (const part of [this.#top, this.body, this.parentElement]) if (part) this.#size.observe(part);
    this.#to("peek");
  }

  disconnectedCallback() {
    this.#size.disconnect();
    removeEventListener("pointerdown", this.#settle, true);
  }

  /** A finger that comes down while the panel glides taps what lies there at its end. */
  #settle = () => {
    for (const animation of this.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  };

  /**
   * Opens the panel to half of the page, or leaves a peek of it.
   *
   * @param {boolean} isOpen
   */
  toggle(isOpen) {
    this.#to(isOpen ? "half" : "peek");
  }

  /**
   * How much of the body a peek shows below the head, in pixels.
   *
   * @param {number} pixels
   */
  set extra(pixels) {
    if (pixels === this.#extra) return;
    this.#extra = pixels;
    // Before the first layout there is nothing to measure; the observer does it then, before anything is painted.
    if (this.#isLaidOut) this.#measure();
  }

  /** @param {Stop} stop */
  #to(stop) {
    this.#stop = stop;
    const isOpen = stop !== "peek";
    this.classList.toggle("is-open", isOpen);
    if (!isOpen && this.#isLaidOut) this.#scroll.scrollTop = 0;
    if (isOpen && !this.#wide.matches) this.#left ??= layers.open(() => this.#closed());
    if (!isOpen) this.#closed();
    this.#draw();
  }

  /** It is closed, by a step back or otherwise: either way the step is not there any longer. */
  #closed() {
    const left = this.#left;
    this.#left = undefined;
    left?.();
    if (this.#stop !== "peek") this.#to("peek");
  }

  #draw() {
    const { peek, half } = this.#heights;
    const shown = this.#heights[this.#stop];
    this.#show(shown);
    // Its first stop is no glide: the words stand there when they are first seen.
    if (this.#isLaidOut && this.#covered === 0) this.#settle();
    const isMore = this.#next !== "peek";
    set(this.#handle, { "aria-expanded": String(this.#stop !== "peek"), "aria-label": t(isMore ? "home.more" : "home.less") });
    // The whole of it covers so much that nothing is to be seen there anyway.
    const covered = this.#stop === "peek" ? peek : half;
    if (covered === this.#covered) return;
    this.#covered = covered;
    this.dispatchEvent(new CustomEvent("cover", { detail: covered }));
  }

  /** @param {number} pixels */
  #show(pixels) {
    this.style.setProperty("--shown", `${pixels}px`);
    this.style.setProperty("--below", `${Math.max(0, this.offsetHeight - pixels)}px`);
  }

  /**
   * Where a tap leads.
   *
   * @returns {Stop}
   */
  get #next() {
    const { peek, half, whole } = this.#heights;
    if (this.#stop === "peek") return half - peek > nearPixels || !this.#isLaidOut ? "half" : "whole";
    return this.#stop === "half" && whole - half > nearPixels ? "whole" : "peek";
  }

  #tap() {
    // The click that ends a drag is none.
    if (performance.now() - this.#draggedAt > 300) this.#to(this.#next);
  }

  /** Keeps the peek at the height of the head, but for a part of the page at most. */
  #measure() {
    this.#isLaidOut = true;
    const room = this.parentElement?.clientHeight ?? 0;
    const top = this.#top.offsetHeight;
    const whole = Math.min(room - stripPixels, top + this.body.offsetHeight);
    const peek = Math.min(top + this.#extra, room * parts.peek, whole);
    const half = Math.max(peek, Math.min(room * parts.half, whole));
    const isWide = this.#wide.matches;
    const heights = isWide ? { peek: 0, half: 0, whole: 0 } : { peek: Math.round(peek), half: Math.round(half), whole };
    if (JSON.stringify(heights) === JSON.stringify(this.#heights)) return;
    this.#heights = heights;
    this.#draw();
  }

  #focusInside() {
    const isHidden = !this.#wide.matches && this.#stop === "peek";
    if (isHidden && document.activeElement?.matches(":focus-visible")) this.toggle(true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || this.#stop === "peek" || this.#wide.matches) return;
    event.preventDefault();
    this.toggle(false);
    this.#handle.focus();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (this.#wide.matches || event.button !== 0) return;
    const shown = this.#heights[this.#stop];
    this.#drag = { y: event.clientY, start: shown, at: event.timeStamp, shown, speed: 0 };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const way = event.clientY - drag.y;
    if (Math.abs(way) < tapPixels && !this.classList.contains("is-dragged")) return;
    // From here on it is a drag, and what lies under the finger is not pressed.
    if (!this.#top.hasPointerCapture(event.pointerId)) this.#top.setPointerCapture(event.pointerId);
    this.classList.add("is-dragged");
    const { peek, whole } = this.#heights;
    const shown = Math.min(Math.max(peek, drag.start - way), whole);
    const passed = Math.max(1, event.timeStamp - drag.at);
    this.#drag = { ...drag, at: event.timeStamp, shown, speed: (shown - drag.shown) / passed };
    this.#show(shown);
  }

  #release() {
    const drag = this.#drag;
    this.#drag = undefined;
    if (!drag || !this.classList.contains("is-dragged")) return;
    this.classList.remove("is-dragged");
    const isThrown = Math.abs(drag.speed) > throwSpeed && !isStill();
    const stops = /** @type {Stop[]} */ (["peek", "half", "whole"]);
    const wanted = stops.filter((stop) => {
      const way = this.#heights[stop] - drag.shown;
      return !isThrown || (drag.speed > 0 ? way >= 0 : way <= 0);
    });
    const away = (/** @type {Stop} */ stop) => Math.abs(this.#heights[stop] - drag.shown);
    this.#to(wanted.sort((one, other) => away(one) - away(other))[0] ?? "peek");
    this.#draggedAt = performance.now();
  }
}

customElements.define("bottom-panel", BottomPanel);
