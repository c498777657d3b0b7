// @ts-check
import { h } from "../lib/dom.js";
import { errorWords, Page } from "../lib/page.js";
import { t } from "../lib/text.js";
import { linkOf } from "../models/family.js";

/** Cancelling a new PIN that waits, by the link of the text or the mail. */
export class PinResetPage extends Page {
  #link = "";
  #wrong = h("p", { class: "wrong", role: "alert" });
  #button = h("button", { class: "button danger-button", type: "button" }, t("pinReset.cancel"));
  #body = h("div", { class: "stack" });

  open() {
    this.className = "page welcome";
    // The secret stands in the part of the address that is never sent to a server.
    this.#link = linkOf(location.hash);
    this.#button.addEventListener("click", () => this.#cancel());
    this.#body.replaceChildren(
      h("div", { class: "card stack" }, h("p", {}, t("pinReset.words")), this.#wrong, this.#button),
    );
    this.replaceChildren(
      h("h1", {}, t("pinReset.page")),
      this.#body,
      h("a", { class: "button quiet-button", href: "/welcome" }, t("setPassword.logIn")),
    );
  }

  async #cancel() {
    this.#button.disabled = true;
    this.#wrong.textContent = "";
    try {
      await this.app.api.delete("/pin-reset", { link: this.#link });
      this.#body.replaceChildren(h("p", { class: "card", role: "status" }, t("pinReset.done")));
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    } finally {
      this.#button.disabled = false;
    }
  }
}

customElements.define("pin-reset-page", PinResetPage);
