// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../lib/hub/shapes.js").Device} Device */

/** The hub says at once when my position changed; a device that reports nothing new is found by asking. */
const askSeconds = 5;

/** Waits until a new phone is heard for the first time, and says so. */
export class FirstPosition extends Part {
  /** @type {{id: string, name: string}} */
  device = /** @type {any} */ (undefined);
  /** Below which path of the API it is: empty for mine. */
  path = "";
  #seconds = 0;
  #isAsking = false;
  #isHeard = false;

  open() {
    this.setAttribute("role", "status");
    this.className = "card first-position";
    this.replaceChildren(
      h("span", { class: "pulse", "aria-hidden": "true" }),
      h(
        "div",
        {},
        h("p", {}, h("strong", {}, t("setup.waiting"))),
        h("p", { class: "hint" }, t("setup.waitingWords")),
      ),
    );
    this.app.family.addEventListener("presence", (event) => this.#hear(event), { signal: this.signal });
    ticker.each(() => this.#tick(), this.signal);
  }

  /** @param {Event} event */
  #hear(event) {
    const { detail } = /** @type {CustomEvent<string>} */ (event);
    if (detail === this.app.family.me?.id) this.#ask();
  }

  #tick() {
    this.#seconds += 1;
    if (this.#seconds % askSeconds === 0) this.#ask();
  }

  async #ask() {
    if (this.#isAsking || this.#isHeard) return;
    this.#isAsking = true;
    try {
      const { items } = await this.app.api.get(`${this.path}/devices`, this.signal);
      const device = items.find((/** @type {Device} */ { id }) => id === this.device.id);
      if (device?.heardAt) this.#show(device.heardAt);
    } catch {
      // The banner says that the hub is away; the next second asks again.
    } finally {
      this.#isAsking = false;
    }
  }

  /** @param {string} heardAt */
  #show(heardAt) {
    this.#isHeard = true;
    const time = momentWords(heardAt, hubNow());
    this.classList.add("is-heard");
    this.replaceChildren(
      icon("check"),
      h(
        "div",
        { class: "stack" },
        h("p", {}, h("strong", {}, t("setup.works"))),
        h("p", {}, t("setup.worksWords", { name: this.device.name, time })),
        h("a", { class: "button", href: "/" }, t("setup.toHome")),
      ),
    );
  }
}

customElements.define("first-position", FirstPosition);
