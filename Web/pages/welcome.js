// @ts-check
import { Refusal } from "../lib/api.js";
import { h, set } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { errorWords, Page } from "../lib/page.js";
import { t } from "../lib/text.js";

/** The first page: what Hearth is, and the way in. */
export class WelcomePage extends Page {
  #phone = h("input", {
    class: "input",
    id: "phone",
    name: "phone",
    type: "tel",
    autocomplete: "tel",
    inputmode: "tel",
    required: true,
    "aria-describedby": "phone-hint",
  });
  #password = h("input", {
    class: "input",
    id: "password",
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
  });
  #wrong = h("p", { class: "wrong", id: "wrong", role: "alert" });
  #button = h("button", { class: "button", type: "submit" }, t("welcome.logIn"));

  open() {
    this.className = "page welcome";
    this.replaceChildren(
      h("div", { class: "welcome-head" }, icon("hearth"), h("h1", {}, t("welcome.title")), h("p", {}, t("welcome.words"))),
      h(
        "form",
        { class: "form card", novalidate: true, on: { submit: (event) => this.#submit(event) } },
        h(
          "div",
          { class: "field" },
          h("label", { for: "phone" }, t("welcome.phone")),
          this.#phone,
          h("p", { class: "hint", id: "phone-hint" }, t("welcome.phoneHint")),
        ),
        h("div", { class: "field" }, h("label", { for: "password" }, t("welcome.password")), this.#password),
        this.#wrong,
        this.#button,
      ),
      h("p", { class: "quiet small" }, t("welcome.noAccount")),
    );
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    this.#complain("");
    if (!this.#phone.value.trim()) return this.#complain(t("welcome.phoneMissing"), this.#phone);
    if (!this.#password.value) return this.#complain(t("welcome.passwordMissing"), this.#password);
    this.#button.disabled = true;
    try {
      await this.app.api.post("/sessions", { phone: this.#phone.value, password: this.#password.value });
      await this.app.enter();
    } catch (error) {
      this.#password.value = error instanceof Refusal ? "" : this.#password.value;
      this.#complain(errorWords(error), error instanceof Refusal && error.field === "phone" ? this.#phone : this.#password);
    } finally {
      this.#button.disabled = false;
    }
  }

  /**
   * @param {string} words
   * @param {HTMLInputElement} [field]
   */
  #complain(words, field) {
    this.#wrong.textContent = words;
    for (const input of [this.#phone, this.#password]) {
      set(input, { "aria-invalid": input === field ? "true" : false, "aria-errormessage": input === field ? "wrong" : false });
    }
    field?.focus();
  }
}

customElements.define("welcome-page", WelcomePage);
