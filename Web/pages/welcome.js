// @ts-check
import { keeperNote } from "../elements/keeper-note.js";
import { PhoneField } from "../elements/phone-field.js";
import { Refusal } from "../lib/api.js";
import { h, set } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { errorWords, Page } from "../lib/page.js";
import { t } from "../lib/text.js";

/** The first page: what Hearth is, and the way in. */
export class WelcomePage extends Page {
  /** @type {PhoneField} */
  #phone = new PhoneField();
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
    this.#phone.app = this.app;
    this.replaceChildren(
      h("div", { class: "welcome-head" }, icon("hearth"), h("h1", {}, t("welcome.title")), h("p", {}, t("welcome.words"))),
      location.hash === "#left" ? h("p", { class: "card", role: "status" }, t("leave.done")) : "",
      h(
        "form",
        { class: "form card", novalidate: true, on: { submit: (event) => this.#submit(event) } },
        this.#phone,
        h("div", { class: "field" }, h("label", { for: "password" }, t("welcome.password")), this.#password),
        this.#wrong,
        this.#button,
      ),
      h(
        "div",
        { class: "stack" },
        h("a", { class: "button quiet-button", href: "/log-in-with-code" }, t("codeLogIn.page")),
        h("a", { class: "button quiet-button", href: "/register" }, t("register.page")),
      ),
      keeperNote(this.signal),
    );
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    this.#complain("");
    this.#button.disabled = true;
    try {
      const phone = await this.#phone.read();
      if (!phone) return;
      if (!this.#password.value) return this.#complain(t("welcome.passwordMissing"));
      await this.#logIn(phone, this.#password.value);
    } catch (error) {
      this.#refused(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  /**
   * @param {string} phone
   * @param {string} password
   */
  async #logIn(phone, password) {
    const { api } = this.app;
    try {
      await api.post("/sessions", { phone, password });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "secondFactorNeeded") throw error;
      return this.#askCode(phone, password);
    }
    await this.app.enter();
  }

  /**
   * The password was right; a browser that is new to the account needs a texted code as well.
   *
   * @param {string} phone
   * @param {string} password
   */
  async #askCode(phone, password) {
    const { textCode } = await import("../elements/code-step.js");
    const request = /** @type {const} */ ({ phone, purpose: "login" });
    /** @param {import("../elements/code-step.js").Proof} proof */
    const use = async (proof) => {
      await this.app.api.post("/sessions", { ...proof, password });
      await this.app.enter();
    };
    const step = await textCode(this.app, request, use, () => this.open());
    this.replaceChildren(h("p", {}, t("codeLogIn.second")), step);
  }

  /** @param {unknown} error */
  #refused(error) {
    if (error instanceof Refusal && error.field === "phone") return this.#phone.complain(errorWords(error));
    this.#password.value = error instanceof Refusal ? "" : this.#password.value;
    this.#complain(errorWords(error));
  }

  /** @param {string} words  about the password, or the two together */
  #complain(words) {
    this.#wrong.textContent = words;
    set(this.#password, { "aria-invalid": words ? "true" : false, "aria-errormessage": words ? "wrong" : false });
    if (words) this.#password.focus();
  }
}

customElements.define("welcome-page", WelcomePage);
