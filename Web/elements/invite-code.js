// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { Part } from "../lib/dom/page.js";
import { Steps } from "../lib/dom/steps.js";
import { t } from "../lib/words/text.js";
import { readCode } from "../models/codes.js";
import { PhoneField } from "./phone-field.js";

/** @typedef {import("../lib/hub/shapes.js").InviteView} InviteView */

/** Asks for a short invite code, then for the number that it was made for. */
export class InviteCode extends Part {
  /**
   * Reads an invite; undefined where there is none for that number.
   *
   * @type {(invite: string, phone: string) => Promise<InviteView | undefined>}
   */
  read = async () => undefined;
  /**
   * What to do with one that was found.
   *
   * @type {(view: InviteView, phone: string) => void}
   */
  found = () => undefined;

  #code = h("input", {
    class: "input",
    id: "invite-code",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    "aria-errormessage": "invite-code-wrong",
  });
  #codeWrong = h("p", { class: "wrong", id: "invite-code-wrong", role: "alert" });
  #phone = new PhoneField();
  #answered = "";
  #wrong = h("p", { class: "wrong", role: "alert" });
  #button = h("button", { class: "button", type: "submit" });
  /** @type {Steps} */
  #steps = /** @type {any} */ (undefined);

  open() {
    this.#phone.app = this.app;
    const code = h("div", { class: "field" }, h("label", { for: "invite-code" }, t("join.code")), this.#code, this.#codeWrong);
    this.#steps = new Steps(
      [
        { element: code, isRight: () => this.#hasCode(), focus: () => this.#code.focus() },
        { element: this.#phone, isRight: () => this.#hasPhone(), focus: () => this.#phone.focus() },
      ],
      this.#button,
      { next: t("welcome.continue"), last: t("join.look") },
    );
    const submit = (/** @type {SubmitEvent} */ event) => this.#steps.submit(event, this.#wrong, () => this.#send());
    this.replaceChildren(
      h("form", { class: "form card", novalidate: true, on: { submit } }, code, this.#phone, this.#wrong, this.#button),
    );
  }

  #hasCode() {
    const words = readCode(this.#code.value) ? "" : t("connect.codeMissing");
    this.#codeWrong.textContent = words;
    set(this.#code, { "aria-invalid": words ? "true" : false });
    if (words) this.#code.focus();
    return !words;
  }

  async #hasPhone() {
    this.#answered = (await this.#phone.read()) ?? "";
    return this.#answered !== "";
  }

  async #send() {
    const view = await this.read(readCode(this.#code.value) ?? "", this.#answered);
    if (view) this.found(view, this.#answered);
    else this.#wrong.textContent = t("join.goneNow");
  }
}

customElements.define("invite-code", InviteCode);
