// @ts-check
import { h } from "../lib/dom/dom.js";
import { codeDigits, codeLength } from "../models/code.js";

/**
 * Six boxes for a texted code, drawn round one field: so a phone can fill it in, a paste fills all boxes, backspace and
 * the caret work as everywhere, and whoever listens hears one field.
 *
 * Sends `complete` (detail: the code) with the sixth digit, whichever way it came.
 */
export class CodeBoxes extends HTMLElement {
  #input = h("input", {
    class: "code-boxes-input",
    type: "text",
    inputmode: "numeric",
    autocomplete: "one-time-code",
    spellcheck: "false",
    on: { input: () => this.#typed(), focus: () => this.#draw(), blur: () => this.#draw() },
  });
  #boxes = Array.from({ length: codeLength }, () => h("span", { class: "code-box" }));
  #sent = "";

  connectedCallback() {
    this.replaceChildren(h("div", { class: "code-boxes", "aria-hidden": "true" }, ...this.#boxes), this.#input);
    this.#draw();
  }

  /**
   * What those who listen hear, and where the reason of a refusal stands.
   *
   * @param {string} label
   * @param {string} reasonID
   */
  describe(label, reasonID) {
    this.#input.setAttribute("aria-label", label);
    this.#input.setAttribute("aria-describedby", reasonID);
  }

  /** Makes room for another code, and is ready to be typed into. */
  clear() {
    this.#input.value = "";
    this.#sent = "";
    this.#draw();
    this.#input.focus();
  }

  /** @param {boolean} isWaiting  while the hub is asked */
  set waiting(isWaiting) {
    this.#input.readOnly = isWaiting;
  }

  /** @param {boolean} isWrong */
  set wrong(isWrong) {
    this.classList.toggle("is-wrong", isWrong);
    this.#input.setAttribute("aria-invalid", String(isWrong));
  }

  #typed() {
    const digits = codeDigits(this.#input.value);
    if (this.#input.value !== digits) this.#input.value = digits;
    this.wrong = false;
    this.#draw();
    if (digits.length < codeLength) this.#sent = "";
    if (digits.length === codeLength && digits !== this.#sent) {
      this.#sent = digits;
      this.dispatchEvent(new CustomEvent("complete", { detail: digits }));
    }
  }

  #draw() {
    const digits = this.#input.value;
    const hasFocus = document.activeElement === this.#input;
    for (const [index, box] of this.#boxes.entries()) {
      box.textContent = digits[index] ?? "";
      box.classList.toggle("is-next", hasFocus && index === Math.min(digits.length, codeLength - 1));
    }
  }
}

customElements.define("code-boxes", CodeBoxes);
