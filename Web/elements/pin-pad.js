// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { secondsUntil } from "../models/code.js";
import { isPIN, pinDigits, pinLengthMax } from "../models/pin.js";

let count = 0;

/**
 * Large keys for a PIN, and a field for who has a keyboard: nothing of it is ever shown or read out but how many digits
 * there are.
 *
 * Sends `enter` (detail: the PIN). It looks the same whatever PIN it was (F28, F30).
 */
export class PINPad extends HTMLElement {
  #id = `pin-pad-${(count += 1)}`;
  #input = h("input", {
    class: "pin-input",
    type: "password",
    // The keys below are there for fingers; the phone's own would only hide them.
    inputmode: "none",
    // What is no password to be kept: a browser must not offer to.
    autocomplete: "one-time-code",
    maxlength: pinLengthMax,
    "aria-describedby": `${this.#id}-words`,
    on: { input: () => this.#typed() },
  });
  #dots = h("div", { class: "pin-dots", "aria-hidden": "true" });
  #words = h("p", { class: "pin-words", id: `${this.#id}-words`, role: "status" });
  #done = h("button", { class: "pin-key pin-done", type: "submit", "aria-label": t("pin.done") }, icon("check"));
  #keys = h("div", { class: "pin-keys" });
  #lockedUntil = 0;
  #isWaiting = false;
  #leaving = new AbortController();

  connectedCallback() {
    this.#leaving = new AbortController();
    const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => this.#key(digit));
    const back = h("button", { class: "pin-key", type: "button", "aria-label": t("pin.back") }, icon("back"));
    back.addEventListener("click", () => this.#back());
    this.#keys.replaceChildren(...keys, back, this.#key("0"), this.#done);
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#enter();
    };
    const field = h("div", { class: "pin-field" }, this.#dots, this.#input);
    this.replaceChildren(h("form", { class: "pin-pad", novalidate: true, on: { submit } }, field, this.#words, this.#keys));
    if (!this.#input.hasAttribute("aria-label")) this.label = t("pin.label");
    ticker.each(() => this.#tick(), this.#leaving.signal);
    this.#draw();
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  /** @param {string} label  what those who listen hear */
  set label(label) {
    this.#input.setAttribute("aria-label", label);
  }

  /** @param {boolean} isWaiting  while the hub is asked */
  set waiting(isWaiting) {
    this.#isWaiting = isWaiting;
    this.#draw();
  }

  /**
   * Says why it was not taken, and makes room for another.
   *
   * @param {string} words
   */
  refuse(words) {
    this.#say(words, true);
    this.clear();
  }

  /**
   * Says something that is no fault.
   *
   * @param {string} words
   */
  say(words) {
    this.#say(words, false);
  }

  /**
   * Takes nothing before then (F31).
   *
   * @param {number} until  by the hub's clock
   */
  lock(until) {
    this.#lockedUntil = until;
    this.clear();
    this.#tick();
  }

  clear() {
    this.#input.value = "";
    this.#draw();
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  get #isLocked() {
    return this.#lockedUntil > hubNow();
  }

  /** @param {string} digit */
  #key(digit) {
    const add = () => {
      if (this.#isLocked || this.#isWaiting || this.#input.value.length >= pinLengthMax) return;
      this.#input.value += digit;
      this.#typed();
    };
    return h("button", { class: "pin-key", type: "button", on: { click: add } }, digit);
  }

  #back() {
    this.#input.value = this.#input.value.slice(0, -1);
    this.#typed();
  }

  #typed() {
    const digits = pinDigits(this.#input.value);
    if (this.#input.value !== digits) this.#input.value = digits;
    if (this.#words.classList.contains("is-wrong")) this.#say("", false);
    this.#draw();
  }

  #enter() {
    const pin = this.#input.value;
    if (this.#isLocked || this.#isWaiting) return;
    if (!isPIN(pin)) return this.#say(t("pin.short"), true);
    this.dispatchEvent(new CustomEvent("enter", { detail: pin }));
  }

  #tick() {
    if (this.#lockedUntil === 0) return;
    const seconds = secondsUntil(this.#lockedUntil, hubNow());
    if (seconds === 0) {
      this.#lockedUntil = 0;
      this.#say(t("pin.again"), false);
    } else {
      // Whoever listens hears it once, not each second.
      this.#words.setAttribute("aria-live", this.#words.classList.contains("is-locked") ? "off" : "polite");
      this.#words.classList.add("is-locked");
      this.#words.textContent = t("pin.locked", { count: seconds });
    }
    this.#draw();
  }

  /**
   * @param {string} words
   * @param {boolean} isWrong
   */
  #say(words, isWrong) {
    this.#words.classList.remove("is-locked");
    this.#words.classList.toggle("is-wrong", isWrong);
    this.#words.setAttribute("aria-live", "polite");
    this.#words.textContent = words;
    this.#input.setAttribute("aria-invalid", String(isWrong));
  }

  #draw() {
    const isClosed = this.#isLocked || this.#isWaiting;
    const length = this.#input.value.length;
    const dots = Array.from({ length: Math.max(4, length) }, (_, index) =>
      h("span", { class: index < length ? "pin-dot is-filled" : "pin-dot" }),
    );
    this.#dots.replaceChildren(...dots);
    // Read-only and not disabled: whoever stands in it stays there.
    this.#input.readOnly = isClosed;
    for (const key of this.#keys.children) key.setAttribute("aria-disabled", String(isClosed));
    this.#keys.classList.toggle("is-closed", isClosed);
  }
}

customElements.define("pin-pad", PINPad);
