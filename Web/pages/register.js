// @ts-check
import { textCode } from "../elements/code-step.js";
import { keeperNote } from "../elements/keeper-note.js";
import "../elements/new-password.js";
import { PhoneField } from "../elements/phone-field.js";
import { Refusal } from "../lib/hub/api.js";
import { h, set } from "../lib/dom/dom.js";
import { bringGuest } from "../stores/guest-move.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { Steps } from "../lib/dom/steps.js";
import { t } from "../lib/words/text.js";
import { deviceTimeZone } from "../lib/device/time-zone.js";

/** @typedef {import("../elements/code-step.js").Proof} Proof */

/** Becoming a member, one thing at a time: number, name, password; the sixth digit of the code is the last thing to type. */
export class RegisterPage extends Page {
  #phone = new PhoneField();
  #name = h("input", {
    class: "input",
    id: "name",
    name: "name",
    autocomplete: "name",
    maxlength: 60,
    "aria-describedby": "name-hint",
    "aria-errormessage": "name-wrong",
  });
  #nameWrong = h("p", { class: "wrong", id: "name-wrong", role: "alert" });
  #password = /** @type {import("../elements/new-password.js").NewPassword} */ (document.createElement("new-password"));
  #claim = h("input", { class: "input", id: "claim", autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #button = h("button", { class: "button", type: "submit" });
  #answered = "";
  /** @type {Steps} */
  #steps = /** @type {any} */ (undefined);
  #form = h("form", {
    class: "form card",
    novalidate: true,
    on: { submit: (event) => this.#steps.submit(event, this.#wrong, () => this.#send()) },
  });
  #code = h("div");
  /**
   * A code that was right while something else was not: it stays good, so that nobody waits for another text.
   *
   * @type {Proof | undefined}
   */
  #proof;
  #texted = "";

  open() {
    this.className = "page welcome";
    this.#phone.app = this.app;
    this.#phone.isTexted = true;
    // The console prints an address that brings its code in the part that is never sent to a server.
    const given = new URLSearchParams(location.hash.slice(1)).get("claim") ?? "";
    this.#claim.value = given;
    const claim = h(
      "details",
      { open: Boolean(given) },
      h("summary", {}, t("register.codeAbove")),
      h("div", { class: "field" }, h("label", { for: "claim" }, t("register.claim")), this.#claim,
        h("p", { class: "hint" }, t("register.claimHint"))),
    );
    const name = h(
      "div",
      { class: "field" },
      h("label", { for: "name" }, t("register.name")),
      this.#name,
      this.#nameWrong,
      h("p", { class: "hint", id: "name-hint" }, t("register.nameHint")),
    );
    const secret = h("div", { class: "form" }, this.#password, claim);
    this.#form.replaceChildren(this.#phone, name, secret, this.#wrong, this.#button);
    this.#steps = new Steps(
      [
        { element: this.#phone, isRight: () => this.#hasPhone(), focus: () => undefined },
        { element: name, isRight: () => this.#hasName(), focus: () => this.#name.focus() },
        { element: secret, isRight: () => this.#password.check(), focus: () => this.#password.focus() },
      ],
      this.#button,
      { next: t("welcome.continue"), last: t("register.go") },
    );
    this.replaceChildren(
      h("div", { class: "welcome-head" }, h("h1", {}, t("register.page")), h("p", {}, t("register.words"))),
      this.#form,
      this.#code,
      keeperNote(this.signal),
      h("a", { class: "button quiet-button", href: "/join" }, t("register.invited")),
      h("a", { class: "button quiet-button", href: "/welcome" }, t("register.have")),
    );
  }

  async #send() {
    const phone = this.#answered;
    if (this.#proof && phone === this.#texted) await this.#register(this.#proof);
    else await this.#text(phone);
  }

  async #hasPhone() {
    this.#answered = (await this.#phone.read()) ?? "";
    return this.#answered !== "";
  }

  #hasName() {
    const words = this.#name.value.trim() ? "" : t("register.nameMissing");
    this.#nameWrong.textContent = words;
    set(this.#name, { "aria-invalid": words ? "true" : false });
    if (words) this.#name.focus();
    return !words;
  }

  /** @param {string} phone */
  async #text(phone) {
    const claim = this.#claim.value.trim();
    const request = { phone, purpose: /** @type {const} */ ("register"), ...(claim ? { claim } : {}) };
    const step = await textCode(this.app, request, (proof) => this.#register(proof), () => this.#showForm());
    this.#texted = phone;
    this.#proof = undefined;
    this.#form.hidden = true;
    this.#code.replaceChildren(step);
  }

  #showForm() {
    this.#form.hidden = false;
    this.#code.replaceChildren();
    this.#button.focus();
  }

  /** @param {Proof} proof */
  async #register(proof) {
    try {
      const password = this.#password.value;
      const person = { name: this.#name.value.trim(), password, timeZone: deviceTimeZone() };
      await this.app.api.post("/members", { ...proof, ...person });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === "wrongCode") throw error;
      this.#refused(error, proof);
      return;
    }
    await bringGuest(this.app);
    await this.app.enter();
  }

  /**
   * @param {Refusal} refusal
   * @param {Proof} proof
   */
  #refused(refusal, proof) {
    this.#proof = refusal.status === 422 ? proof : undefined;
    this.#showForm();
    if (refusal.field === "password") this.#password.complain(refusal.broken);
    else if (refusal.field === "phone") this.#phone.complain(errorWords(refusal));
    else this.#wrong.textContent = errorWords(refusal);
  }
}

customElements.define("register-page", RegisterPage);
