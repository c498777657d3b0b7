// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { sharingCount } from "../models/sharing.js";

/** @typedef {import("../stores/family.js").Family} Family */

/** With how many people and links I share now, on every page; nothing while nobody sees me (safety F43). */
export class SharedChip extends HTMLElement {
  /** @type {Family | undefined} */
  family;
  #count = -1;
  #leaving = new AbortController();

  connectedCallback() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.family?.addEventListener("people", () => this.#draw(), { signal });
    // Those whose time runs out are not counted from that second on.
    ticker.each(() => this.#draw(), signal);
    this.#draw();
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  #draw() {
    const count = this.family ? sharingCount(this.family, hubNow()) : 0;
    if (count === this.#count) return;
    this.#count = count;
    const label = t("chip.label", { count });
    const chip = h("a", { class: "shared-chip", href: "/account", "aria-label": label }, icon("people"));
    chip.append(t("chip.shared", { count }));
    this.replaceChildren(...(count > 0 ? [chip] : []));
  }
}

customElements.define("shared-chip", SharedChip);
