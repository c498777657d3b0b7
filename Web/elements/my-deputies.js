// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { sentences } from "../lib/words/joined.js";
import { Part } from "../lib/dom/page.js";
import { save } from "../lib/dom/saving.js";
import { safetyOf } from "../stores/safety.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { readable } from "../models/deputies.js";

/** @typedef {import("../models/deputies.js").Deputy} Deputy */

/**
 * The machines elsewhere that may notify my companions when the hub is silent, each with what I said of it. Nothing of
 * mine is handed to one before I read what its operator can read. Hidden where there is nothing to decide.
 */
export class MyDeputies extends Part {
  /** Whether it shows only those that I was not asked about. */
  isOffer = false;
  #list = h("ul", { class: "list" });

  open() {
    this.className = "section";
    this.hidden = true;
    this.replaceChildren(h("h2", {}, t("deputy.title")), h("p", { class: "quiet" }, t("deputy.words")), this.#list);
    this.#read();
  }

  async #read() {
    // A page without its deputies says nothing wrong: what guards a trip is said with the trip.
    const read = this.app.api.get("/me/deputies", this.signal);
    /** @type {Deputy[]} */
    const items = await read.then(({ items: some }) => some).catch(() => []);
    if (this.signal.aborted) return;
    const shown = items.filter(({ guards, guardianDecides }) => !this.isOffer || (guards === undefined && !guardianDecides));
    this.hidden = shown.length === 0;
    this.#list.replaceChildren(...shown.map((deputy) => this.#row(deputy)));
  }

  /** @param {Deputy} deputy */
  #row(deputy) {
    const { name, guards, guardianDecides } = deputy;
    const state = t(guards ? "deputy.state.on" : guards === false ? "deputy.state.off" : "deputy.state.unasked");
    const words = h("span", { class: "row-words" }, guardianDecides ? `${state} · ${t("deputy.guardian")}` : state);
    const lines = h("span", { class: "grow" }, h("bdi", { class: "row-name" }, name), words);
    const review = button(t("deputy.review"), () => this.#ask(deputy), { style: "quiet-button", key: `deputy-${deputy.id}` });
    return h("li", { class: "row" }, icon("people"), lines, !guardianDecides && review);
  }

  /** @param {Deputy} deputy */
  #ask({ id, name, texts, guards }) {
    const path = `/me/deputies/${id}`;
    const say = (/** @type {boolean} */ isAllowed) => async () => {
      const work = () => (isAllowed ? this.app.api.put(path, {}) : this.app.api.delete(path));
      if (!(await save(work, { say: sheet.say, done: "" }))) return;
      sheet.close();
      this.app.say(t(isAllowed ? "deputy.allowed" : "deputy.declined", { name }));
      await Promise.all([this.#read(), safetyOf(this.app).refresh()]);
    };
    const lines = readable(texts).map((key) => h("li", {}, t(key)));
    const content = h(
      "div",
      { class: "stack" },
      h("p", {}, t("deputy.words")),
      h("p", {}, t("deputy.reads", { name })),
      h("ul", {}, ...lines),
      h("p", { class: "hint" }, sentences(t("deputy.cutOff"), t("deputy.children"))),
      h(
        "div",
        { class: "actions" },
        button(t("deputy.allow"), say(true), { style: guards ? "quiet-button" : "" }),
        button(t("deputy.decline"), say(false), { style: "quiet-button" }),
      ),
    );
    const sheet = openSheet(t("deputy.sheet", { name }), [content], { signal: this.signal });
  }
}

customElements.define("my-deputies", MyDeputies);
