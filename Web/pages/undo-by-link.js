// @ts-check
import { h } from "../lib/dom/dom.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { linkOf } from "../models/family.js";

/** @typedef {import("../lib/words/text.js").Key} Key */

/** Undoes something by the link of a text or a mail, without a log-in. */
class UndoByLinkPage extends Page {
  #link = "";
  #path;
  #texts;
  #wrong = h("p", { class: "wrong", role: "alert" });
  #button;
  #body = h("div", { class: "stack" });

  /**
   * @param {string} path  what is deleted at the hub
   * @param {{page: Key, words: Key, undo: Key, done: Key}} texts
   */
  constructor(path, texts) {
    super();
    this.#path = path;
    this.#texts = texts;
    this.#button = h("button", { class: "button danger-button", type: "button" }, t(texts.undo));
  }

  open() {
    this.className = "page welcome";
    // The secret stands in the part of the address that is never sent to a server.
    this.#link = linkOf(location.hash);
    this.#button.addEventListener("click", () => this.#undo());
    this.#body.replaceChildren(
      h("div", { class: "card stack" }, h("p", {}, t(this.#texts.words)), this.#wrong, this.#button),
    );
    this.replaceChildren(
      h("h1", {}, t(this.#texts.page)),
      this.#body,
      h("a", { class: "button quiet-button", href: "/welcome" }, t("setPassword.logIn")),
    );
  }

  async #undo() {
    this.#button.disabled = true;
    this.#wrong.textContent = "";
    try {
      await this.app.api.delete(this.#path, { link: this.#link });
      this.#body.replaceChildren(h("p", { class: "card", role: "status" }, t(this.#texts.done)));
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    } finally {
      this.#button.disabled = false;
    }
  }
}

/** Bringing my old number back, by the link that was texted there. */
export class NumberBackPage extends UndoByLinkPage {
  constructor() {
    const words = /** @type {const} */ ({ page: "numberBack.page", words: "numberBack.words" });
    super("/me/phone-change", { ...words, undo: "numberBack.undo", done: "numberBack.done" });
  }
}

/** Cancelling a new PIN that waits, by the link of the text or the mail. */
export class PinResetPage extends UndoByLinkPage {
  constructor() {
    const words = /** @type {const} */ ({ page: "pinReset.page", words: "pinReset.words" });
    super("/pin-reset", { ...words, undo: "pinReset.cancel", done: "pinReset.done" });
  }
}

customElements.define("number-back-page", NumberBackPage);
customElements.define("pin-reset-page", PinResetPage);
