// @ts-check
import { h, set } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { isStill } from "../lib/theme.js";

/** A shorter way of the finger is a tap. */
const tapPixels = 6;
/** A faster one throws the panel, in pixels a millisecond. */
const throwSpeed = 0.4;

/**
 * A panel over the foot of a page, which does not block it: a peek of its first lines, and by tap or drag the whole of
 * it. On a wide screen it is an ordinary column.
 *
 * Sends `peek` (detail: pixels) when the height of the peek changed. `head` shows in a peek, `body` below it.
 */
export class BottomPanel extends HTMLElement {
  head = h("div", { class: "panel-head" });
  body = h("div", { class: "panel-body" });
  #handle = h("button", { class: "panel-handle", type: "button", "aria-expanded": "false" }, h("span", {}));
  #top = h("div", { class: "panel-top" }, this.#handle, this.head);
  #scroll = h("div", { class: "panel-scroll" }, this.body);
  #wide = matchMedia("(min-width: 840px)");
  #size = new ResizeObserver(() => this.#measure());
  #isOpen = false;
  #isLaidOut = false;
  #peek = 0;
  #extra = 0;
  #draggedAt = 0;
  /** @type {{y: number, start: number, at: number, shift: number, speed: number} | undefined} */
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
    this.#size.observe(this.#top);
    if (this.parentElement) this.#size.observe(this.parentElement);
    this.toggle(false);
  }

  disconnectedCallback() {
    this.#size.disconnect();
  }

  /**
   * Opens the whole panel, or leaves a peek of it.
   *
   * @param {boolean} isOpen
   */
  toggle(isOpen) {
    this.#isOpen = isOpen;
    this.classList.toggle("is-open", isOpen);
    this.style.transform = "";
    if (!isOpen && this.#isLaidOut) this.#scroll.scrollTop = 0;
    set(this.#handle, { "aria-expanded": String(isOpen), "aria-label": isOpen ? t("home.less") : t("home.more") });
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

  #tap() {
    // The click that ends a drag is none.
    if (performance.now() - this.#draggedAt > 300) this.toggle(!this.#isOpen);
  }

  /** Keeps the peek at the height of the head, but for a part of the page at most. */
  #measure() {
    this.#isLaidOut = true;
    const most = (this.parentElement?.clientHeight ?? 0) * 0.55;
    const peek = this.#wide.matches ? 0 : Math.round(Math.min(this.#top.offsetHeight + this.#extra, most));
    if (peek === this.#peek) return;
    this.#peek = peek;
    this.style.setProperty("--peek", `${peek}px`);
    this.dispatchEvent(new CustomEvent("peek", { detail: peek }));
  }

  #focusInside() {
    if (!this.#wide.matches && !this.#isOpen && document.activeElement?.matches(":focus-visible")) this.toggle(true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || !this.#isOpen || this.#wide.matches) return;
    event.preventDefault();
    this.toggle(false);
    this.#handle.focus();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (this.#wide.matches || event.button !== 0) return;
    const shift = this.#isOpen ? 0 : this.offsetHeight - this.#peek;
    this.#drag = { y: event.clientY, start: shift, at: event.timeStamp, shift, speed: 0 };
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
    const shift = Math.min(Math.max(0, drag.start + way), this.offsetHeight - this.#peek);
    const passed = Math.max(1, event.timeStamp - drag.at);
    this.#drag = { ...drag, at: event.timeStamp, shift, speed: (shift - drag.shift) / passed };
    this.style.transform = `translateY(${shift}px)`;
  }

  #release() {
    const drag = this.#drag;
    this.#drag = undefined;
    if (!drag || !this.classList.contains("is-dragged")) return;
    this.classList.remove("is-dragged");
    const isThrown = Math.abs(drag.speed) > throwSpeed && !isStill();
    const isOpen = isThrown ? drag.speed < 0 : drag.shift < (this.offsetHeight - this.#peek) / 2;
    this.toggle(isOpen);
    this.#draggedAt = performance.now();
  }
}

customElements.define("bottom-panel", BottomPanel);
