// @ts-check
import { h } from "../lib/dom/dom.js";
import { t } from "../lib/words/text.js";

/** Long enough to be read, heard and reached; whoever stands on its button has all the time there is. */
const staysMilliseconds = 12_000;

/** What was just done, and the way back: at the foot of the page, until it is taken or has been there long enough. */
export class UndoBar extends HTMLElement {
  #words = h("span", { class: "grow", role: "status" });
  #undo = () => {};
  #button = h("button", { class: "undo-button", type: "button", on: { click: () => this.#take() } });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  connectedCallback() {
    this.#button.textContent = t("undo.undo");
    this.#button.hidden = true;
    this.replaceChildren(this.#words, this.#button);
    this.addEventListener("focusin", () => clearTimeout(this.#timer));
    this.addEventListener("focusout", () => this.#wait());
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /**
   * @param {string} words
   * @param {() => void} undo
   */
  offer(words, undo) {
    this.#undo = undo;
    this.#words.textContent = words;
    this.#button.hidden = false;
    this.classList.add("is-shown");
    this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#close(), staysMilliseconds);
  }

  #take() {
    this.#undo();
    this.#close();
  }

  #close() {
    clearTimeout(this.#timer);
    this.#button.hidden = true;
    this.#words.textContent = "";
    this.classList.remove("is-shown");
  }
}

customElements.define("undo-bar", UndoBar);
