// @ts-check
import { keeperNote } from "../elements/keeper-note.js";
import { LanguageChoice } from "../elements/language-choice.js";
import { passwordRow } from "../elements/password-row.js";
import { PhoneField } from "../elements/phone-field.js";
import { Refusal } from "../lib/hub/api.js";
import { h, set } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { knowsPasskeys, NoPasskey, usePasskey } from "../lib/hub/passkeys.js";
import { Steps } from "../lib/dom/steps.js";
import { t } from "../lib/words/text.js";

/** By these a browser calls the machine that it runs on; a demo's door is there for nobody else. */
const ownNames = ["localhost", "127.0.0.1", "[::1]"];

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
  #shared = h("input", { type: "checkbox", "aria-describedby": "shared-words" });
  #button = h("button", { class: "button", type: "submit" });
  #answered = "";
  /** @type {Steps} */
  #steps = /** @type {any} */ (undefined);
  #demo = h("div");

  open() {
    this.className = "page welcome";
    Object.assign(this.#phone, { app: this.app, isKnown: true });
    const secret = h(
      "div",
      { class: "form" },
      h("div", { class: "field" }, h("label", { for: "password" }, t("welcome.password")), passwordRow(this.#password)),
      h(
        "div",
        {},
        h("label", { class: "row" }, this.#shared, h("span", { class: "grow" }, t("shared.label"))),
        h("p", { class: "hint", id: "shared-words" }, t("shared.words")),
      ),
    );
    this.#steps = new Steps(
      [
        { element: this.#phone, isRight: () => this.#hasPhone(), focus: () => undefined },
        { element: secret, isRight: () => this.#hasPassword(), focus: () => this.#password.focus() },
      ],
      this.#button,
      { next: t("welcome.continue"), last: t("welcome.logIn") },
    );
    this.#password.addEventListener("input", () => this.#steps.showAll());
    this.replaceChildren(
      h("div", { class: "welcome-head" }, icon("hearth"), h("h1", {}, t("welcome.title")), h("p", {}, t("welcome.words"))),
      location.hash === "#left" ? h("p", { class: "card", role: "status" }, t("deletion.done")) : "",
      this.#demo,
      h(
        "form",
        { class: "form card", novalidate: true, on: { submit: (event) => this.#submit(event) } },
        this.#phone,
        secret,
        this.#wrong,
        this.#button,
      ),
      h(
        "div",
        { class: "stack" },
        knowsPasskeys() && this.#passkey(),
        h("a", { class: "button quiet-button", href: "/log-in-with-code" }, t("codeLogIn.page")),
        h("a", { class: "button quiet-button", href: "/recover" }, t("recover.page")),
        h("a", { class: "button quiet-button", href: "/register" }, t("register.page")),
        h("a", { class: "button quiet-button", href: "/missions" }, t("guest.enter")),
        h("a", { class: "button quiet-button", href: "/follow" }, t("follow.page")),
      ),
      new LanguageChoice(),
      keeperNote(this.signal),
    );
    if (ownNames.includes(location.hostname)) this.#lookForDemo();
  }

  /** Offers the people of a demo, one tap each; every other hub names nobody. */
  async #lookForDemo() {
    try {
      const { items } = await this.app.api.get("/demo", this.signal);
      if (items.length === 0) return;
      const { demoPeople } = await import("../elements/demo-people.js");
      this.#demo.replaceChildren(demoPeople(this.app, items));
    } catch {
      this.#demo.replaceChildren();
    }
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    this.#complain("");
    this.#button.disabled = true;
    try {
      // A browser that knows both fills in both.
      if (this.#password.value) this.#steps.showAll();
      if (await this.#steps.next()) await this.#logIn(this.#answered, this.#password.value);
    } catch (error) {
      this.#refused(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  async #hasPhone() {
    this.#answered = (await this.#phone.read()) ?? "";
    return this.#answered !== "";
  }

  #hasPassword() {
    if (!this.#password.value) this.#complain(t("welcome.passwordMissing"));
    return this.#password.value !== "";
  }

  /**
   * @param {string} phone
   * @param {string} password
   */
  async #logIn(phone, password) {
    const { api } = this.app;
    try {
      await api.post("/sessions", { phone, password, ...this.#how() });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "secondFactorNeeded") throw error;
      if (error.proofs.includes("code")) return this.#askCode(phone, password);
      const { askSecond } = await import("../elements/proof-sheet.js");
      const first = { phone, password, ...this.#how() };
      if (!(await askSecond(this.app, error.proofs, (more) => api.post("/sessions", { ...first, ...more })))) return;
    }
    await this.app.enter(this.#shared.checked);
  }

  /** Whether others use the device too, as the hub is told it. */
  #how() {
    return this.#shared.checked ? { sharedDevice: true } : {};
  }

  #passkey() {
    const use = async () => {
      this.#complain("");
      button.disabled = true;
      try {
        await this.app.api.post("/sessions", { passkey: await usePasskey(this.app), ...this.#how() });
        await this.app.enter(this.#shared.checked);
      } catch (error) {
        this.#wrong.textContent = error instanceof NoPasskey ? error.message : errorWords(error);
      } finally {
        button.disabled = false;
      }
    };
    const button = h("button", { class: "button quiet-button", type: "button", on: { click: use } }, icon("lock"));
    button.append(t("passkey.use"));
    return button;
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
      await this.app.api.post("/sessions", { ...proof, password, ...this.#how() });
      await this.app.enter(this.#shared.checked);
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
