// @ts-check
import { quickExit } from "../elements/quick-exit.js";
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { answersIn } from "../models/contacts.js";
import { tokenIn } from "../models/trip.js";

/** @typedef {{name: string, state: import("../models/contacts.js").ContactState}} Question */

/**
 * The page of an outside contact's own link: who asks, what it means, and yes, no or stop (F77).
 *
 * The token stands behind the `#` and leaves the address at once; opening the page answers nothing.
 */
export class ContactPage extends Page {
  #token = "";
  #content = h("div", { class: "stack" });

  open() {
    this.className = "page stack";
    const robots = h("meta", { name: "robots", content: "noindex" });
    document.head.append(robots);
    this.signal.addEventListener("abort", () => robots.remove());
    this.#token = tokenIn(location.hash) ?? this.#token;
    // A secret in the address would be in the history, and on the screen.
    if (location.hash) history.replaceState(null, "", location.pathname);
    addEventListener("hashchange", () => this.open(), { signal: this.signal, once: true });
    this.replaceChildren(h("h1", {}, t("contact.page")), this.#content, quickExit());
    this.show(this.#content, () => this.#read(), (question) => this.#draw(question));
  }

  /** @returns {Promise<Question | null>} */
  async #read() {
    if (!this.#token) return null;
    try {
      return await this.app.api.post("/contact-views", { token: this.#token });
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    }
  }

  /** @param {Question | null} question */
  #draw(question) {
    if (!question) return void this.#content.replaceChildren(h("p", { class: "card" }, t("contact.gone")));
    const { name, state } = question;
    const wrong = h("p", { class: "wrong", role: "alert" });
    const { agree, refuse } = answersIn(state);
    const buttons = [];
    if (agree) buttons.push(this.#button(t(agree), "button", true, wrong));
    if (refuse) buttons.push(this.#button(t(refuse), "button quiet-button", false, wrong));
    this.#content.replaceChildren(
      h(
        "div",
        { class: "card stack" },
        h("p", { role: "status" }, h("strong", {}, t(`contact.state.${state}`, { name }))),
        h("p", {}, t("contact.words", { name })),
        h("p", { class: "quiet small" }, t("contact.emergency")),
        wrong,
        h("div", { class: "actions" }, ...buttons),
      ),
    );
  }

  /**
   * @param {string} words
   * @param {string} style
   * @param {boolean} isAgreeing
   * @param {HTMLElement} wrong
   */
  #button(words, style, isAgreeing, wrong) {
    const button = h("button", { class: style, type: "button" }, words);
    button.addEventListener("click", async () => {
      button.disabled = true;
      wrong.textContent = "";
      try {
        this.#draw(await this.app.api.post("/contact-answers", { token: this.#token, agree: isAgreeing }));
      } catch (error) {
        wrong.textContent = errorWords(error);
        button.disabled = false;
      }
    });
    return button;
  }
}

customElements.define("contact-page", ContactPage);
