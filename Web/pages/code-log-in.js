// @ts-check
import { textCode } from "../elements/code-step.js";
import { passwordRow } from "../elements/password-row.js";
import { PhoneField } from "../elements/phone-field.js";
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";

/** @typedef {import("../elements/code-step.js").Proof} Proof */

/** Logging in with a texted code; a browser that is new to an account with a password is asked for that too. */
export class CodeLogInPage extends Page {
  #phone = new PhoneField();
  #wrong = h("p", { class: "wrong", role: "alert" });
  #form = h("form", { class: "form card", novalidate: true, on: { submit: (event) => this.#submit(event) } });
  #rest = h("div");

  open() {
    this.className = "page welcome";
    Object.assign(this.#phone, { app: this.app, isTexted: true, isKnown: true });
    this.#form.append(this.#phone, this.#wrong, h("button", { class: "button", type: "submit" }, t("codeLogIn.go")));
    this.replaceChildren(
      h("div", { class: "welcome-head" }, h("h1", {}, t("codeLogIn.page")), h("p", {}, t("codeLogIn.words"))),
      this.#form,
      this.#rest,
      h("a", { class: "button quiet-button", href: "/welcome" }, t("codeLogIn.withPassword")),
    );
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    this.#wrong.textContent = "";
    try {
      const phone = await this.#phone.read();
      if (!phone) return;
      const request = /** @type {const} */ ({ phone, purpose: "login" });
      const step = await textCode(this.app, request, (proof) => this.#logIn(proof), () => this.#begin());
      this.#form.hidden = true;
      this.#rest.replaceChildren(step);
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    }
  }

  #begin() {
    this.#rest.replaceChildren();
    this.#form.hidden = false;
  }

  /**
   * @param {Proof} proof
   * @param {string} [password]
   */
  async #logIn(proof, password) {
    const { api } = this.app;
    const first = { ...proof, ...(password ? { password } : {}) };
    try {
      await api.post("/sessions", first);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "secondFactorNeeded") throw error;
      if (error.proofs.includes("password")) return this.#askPassword(proof);
      const { askSecond } = await import("../elements/proof-sheet.js");
      if (!(await askSecond(this.app, error.proofs, (more) => api.post("/sessions", { ...first, ...more })))) return;
    }
    await this.app.enter();
  }

  /** @param {Proof} proof */
  #askPassword(proof) {
    const password = h("input", {
      class: "input", id: "password", type: "password", autocomplete: "current-password", "aria-describedby": "second",
    });
    const wrong = h("p", { class: "wrong", role: "alert" });
    /** @param {SubmitEvent} event */
    const submit = async (event) => {
      event.preventDefault();
      wrong.textContent = "";
      try {
        await this.#logIn(proof, password.value);
      } catch (error) {
        wrong.textContent = errorWords(error);
        password.focus();
      }
    };
    this.#rest.replaceChildren(
      h(
        "form",
        { class: "form card", novalidate: true, on: { submit } },
        h("p", { id: "second" }, t("codeLogIn.password")),
        h("div", { class: "field" }, h("label", { for: "password" }, t("password.label")), passwordRow(password)),
        wrong,
        h("button", { class: "button", type: "submit" }, t("welcome.logIn")),
      ),
    );
    password.focus();
  }
}

customElements.define("code-log-in-page", CodeLogInPage);
