// @ts-check
import { openConnectCode } from "../elements/connect-code.js";
import { PhoneField } from "../elements/phone-field.js";
import { Refusal } from "../lib/hub/api.js";
import { h, set } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { readCode } from "../models/codes.js";

/** Connect to somebody by their number and the code they gave; or make a code for somebody else. */
export class ConnectPage extends Page {
  /** @type {PhoneField} */
  #phone = new PhoneField();
  #code = h("input", {
    class: "input code-input",
    id: "connect-code",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    dir: "ltr",
    "aria-describedby": "connect-code-hint",
  });
  #wrong = h("p", { class: "wrong", id: "connect-wrong", role: "alert" });
  #button = h("button", { class: "button", type: "submit" }, t("connect.connect"));
  /** The same for a repeat of the same request: an answer that was lost must not need a second code. */
  #attempt = { id: "", request: "" };

  open() {
    this.className = "page stack";
    Object.assign(this.#phone, {
      app: this.app,
      name: "connect-phone",
      // The browser would offer one's own number.
      autocomplete: "off",
      label: t("connect.phone"),
      hint: t("connect.phoneHint"),
      missing: t("connect.phoneMissing"),
      invalid: t("connect.phoneInvalid"),
    });
    this.replaceChildren(
      h("h1", {}, t("connect.page")),
      h("p", {}, t("connect.words")),
      h(
        "form",
        { class: "card form", novalidate: true, on: { submit: (event) => this.#submit(event) } },
        this.#phone,
        field("connect-code", t("connect.code"), this.#code, t("connect.codeHint")),
        this.#wrong,
        this.#button,
      ),
      this.#asking(),
      this.#otherWay(),
    );
  }

  /** Without a code somebody can only be asked, and shares nothing until they agree (safety F34). */
  #asking() {
    const ask = h("button", { class: "button quiet-button", type: "button" }, t("ask.button"));
    ask.addEventListener("click", () => this.#ask(ask));
    return h("section", { class: "section" }, h("h2", {}, t("ask.section")), h("p", {}, t("ask.words")), ask);
  }

  /** @param {HTMLButtonElement} button */
  async #ask(button) {
    this.#complain("");
    button.disabled = true;
    try {
      const phone = await this.#phone.read();
      if (!phone) return;
      if (this.#attempt.request !== phone) this.#attempt = { id: newID(), request: phone };
      await this.app.api.post("/connection-requests", { id: this.#attempt.id, phone });
      this.app.say(t("ask.done"));
    } catch (error) {
      this.#refused(error);
    } finally {
      button.disabled = false;
    }
  }

  #otherWay() {
    const open = { click: () => openConnectCode(this.app, this.signal) };
    return h(
      "section",
      { class: "section" },
      h("h2", {}, t("connect.other")),
      h("p", {}, t("code.words")),
      h("button", { class: "button quiet-button", type: "button", "data-key": "code", on: open }, t("code.open")),
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
      const code = readCode(this.#code.value);
      if (!code) return this.#complain(t("connect.codeMissing"), this.#code);
      const request = `${phone} ${code}`;
      if (this.#attempt.request !== request) this.#attempt = { id: newID(), request };
      await this.#connect(await this.app.api.post("/connections", { id: this.#attempt.id, phone, code }));
    } catch (error) {
      this.#refused(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  /** @param {unknown} error */
  #refused(error) {
    const { code, field } = error instanceof Refusal ? error : { code: "", field: "" };
    // One answer for a wrong number and a wrong code: nobody learns here who has an account.
    if (code === "wrongPhoneOrCode") this.#complain(t("connect.wrong"));
    else if (field === "phone") this.#phone.complain(errorWords(error));
    else this.#complain(errorWords(error));
  }

  /** @param {{member: string}} connected */
  async #connect({ member }) {
    const { family } = this.app;
    await family.refresh();
    const name = family.people.get(member)?.name;
    const person = family.connections.seen.find((seen) => seen.member === member);
    const done = person?.numberUnconfirmed ? "connect.doneUnconfirmed" : "connect.done";
    this.app.say(name ? t(done, { name }) : t("connect.doneUnnamed"));
    await this.app.router.go(name ? `/people/${member}` : "/");
  }

  /**
   * @param {string} words
   * @param {HTMLInputElement} [field]
   */
  #complain(words, field) {
    this.#wrong.textContent = words;
    set(this.#code, { "aria-invalid": field ? "true" : false, "aria-errormessage": field ? "connect-wrong" : false });
    field?.focus();
  }
}

customElements.define("connect-page", ConnectPage);

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLInputElement} input
 * @param {string} hint
 */
function field(id, label, input, hint) {
  const words = h("p", { class: "hint", id: `${id}-hint` }, hint);
  return h("div", { class: "field" }, h("label", { for: id }, label), input, words);
}
