// @ts-check
import "../elements/new-password.js";
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { linkOf } from "../models/family.js";

/** Setting a password by a link that the keeper made, once. */
export class SetPasswordPage extends Page {
  #link = "";
  #password = /** @type {import("../elements/new-password.js").NewPassword} */ (document.createElement("new-password"));
  #wrong = h("p", { class: "wrong", role: "alert" });
  #button = h("button", { class: "button", type: "submit" }, t("myPassword.save"));
  #body = h("div", { class: "stack" });

  open() {
    this.className = "page welcome";
    // The secret stands in the part of the address that is never sent to a server.
    this.#link = linkOf(location.hash);
    this.#password.dataset.label = "new";
    this.#body.replaceChildren(
      h("p", {}, t("setPassword.words")),
      h(
        "form",
        { class: "form card", novalidate: true, on: { submit: (event) => this.#submit(event) } },
        this.#password,
        this.#wrong,
        this.#button,
      ),
    );
    this.replaceChildren(
      h("h1", {}, t("setPassword.page")),
      this.#body,
      h("a", { class: "button quiet-button", href: "/welcome" }, t("setPassword.logIn")),
    );
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    this.#wrong.textContent = "";
    if (!this.#password.check()) return;
    this.#button.disabled = true;
    try {
      await this.app.api.put("/me/password", { link: this.#link, new: this.#password.value });
      const words = h("p", { class: "card", role: "status" }, t("setPassword.done"));
      this.#body.replaceChildren(words);
    } catch (error) {
      if (error instanceof Refusal && error.broken.length > 0) this.#password.complain(error.broken);
      else this.#wrong.textContent = errorWords(error);
    } finally {
      this.#button.disabled = false;
    }
  }
}

customElements.define("set-password-page", SetPasswordPage);
