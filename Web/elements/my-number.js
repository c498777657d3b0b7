// @ts-check
import { h } from "../lib/dom/dom.js";
import { phoneText } from "../lib/dom/grouped-phone.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";
import { textCode } from "./code-step.js";
import { PhoneField } from "./phone-field.js";

/** My phone number, and another one in its place once a code came there; the old one can undo that for three days. */
export class MyNumber extends Part {
  /** @type {import("../lib/hub/security-shapes.js").PhoneChange | undefined} */
  change;
  /** Called when the number is another. */
  changed = () => {};

  #phone = new PhoneField();
  #others = h("input", { type: "checkbox", checked: true });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #place = h("div", { class: "stack" });

  open() {
    this.className = "section";
    const { me } = this.app.family;
    this.replaceChildren(
      h("h2", {}, t("number.title")),
      me?.phone ? h("p", { class: "row-name" }, phoneText(this.app.api, me.phone)) : h("p", {}, t("number.none")),
      ...(me?.numberUnconfirmed
        ? [h("p", { class: "card" }, t("number.unconfirmed")), h("p", { class: "quiet" }, t("number.unconfirmedWords"))]
        : [h("p", { class: "quiet" }, t("number.words"))]),
      this.#place,
    );
    if (this.change) this.#place.replaceChildren(this.#waiting(this.change));
    else this.#begin();
  }

  /** @param {import("../lib/hub/security-shapes.js").PhoneChange} change */
  #waiting({ oldPhone, undoUntil }) {
    const time = momentWords(undoUntil, hubNow());
    const words = h("p", {}, t("number.waiting", { time }));
    if (oldPhone) words.append(" ", t("number.before"), " ", phoneText(this.app.api, oldPhone));
    return h("div", { class: "card" }, words);
  }

  #begin() {
    const { me } = this.app.family;
    const open = h("button", { class: "button quiet-button", type: "button" }, t("number.change"));
    open.addEventListener("click", () => this.#ask());
    if (!me?.numberUnconfirmed) return this.#place.replaceChildren(open);
    if (!me.hubSendsTexts) return this.#place.replaceChildren(h("p", {}, t("number.noTexts")));
    const confirm = h("button", { class: "button", type: "button" }, t("number.confirm"));
    confirm.addEventListener("click", () => this.#confirm(me.phone ?? ""));
    return this.#place.replaceChildren(h("div", { class: "actions" }, confirm, open), this.#wrong);
  }

  /**
   * A code to the number that is mine already: nothing else changes, so that other devices stay logged in.
   *
   * @param {string} phone
   */
  async #confirm(phone) {
    this.#others.checked = false;
    this.#wrong.textContent = "";
    try {
      await this.#text(phone, () => this.#begin());
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    }
  }

  #ask() {
    this.#phone = new PhoneField();
    Object.assign(this.#phone, { app: this.app, isTexted: true, name: "new-phone", label: t("number.new") });
    this.#place.replaceChildren(
      h(
        "form",
        { class: "form card", novalidate: true, on: { submit: (event) => this.#submit(event) } },
        this.#phone,
        h("label", { class: "row" }, this.#others, h("span", { class: "grow" }, t("myPassword.others"))),
        h("p", { class: "hint" }, t("number.undo")),
        this.#wrong,
        h("button", { class: "button", type: "submit" }, t("codeLogIn.go")),
      ),
    );
    this.#phone.querySelector("input")?.focus();
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    this.#wrong.textContent = "";
    try {
      const phone = await this.#phone.read();
      if (phone) await this.#text(phone, () => this.#ask());
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    }
  }

  /**
   * @param {string} phone
   * @param {() => void} back
   */
  async #text(phone, back) {
    const ask = () => withProof(this.app, () => this.app.api.post("/me/phone", { phone }));
    const request = /** @type {const} */ ({ phone, purpose: "login" });
    this.#place.replaceChildren(await textCode(this.app, request, (proof) => this.#set(proof), back, ask));
  }

  /** @param {import("./code-step.js").Proof} proof */
  async #set(proof) {
    const body = { ...proof, endOtherSessions: this.#others.checked };
    await withProof(this.app, () => this.app.api.put("/me/phone", body));
    const { me } = this.app.family;
    this.app.say(t(me?.numberUnconfirmed ? "number.confirmed" : "number.done"));
    await this.app.family.refresh();
    this.changed();
  }
}

customElements.define("my-number", MyNumber);
