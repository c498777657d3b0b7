// @ts-check
import { h, set } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/text.js";
import { brokenRules } from "../models/password.js";

/** @typedef {import("../models/password.js").PasswordRule} PasswordRule */

/** @type {PasswordRule[]} */
const shapes = ["atLeastEightCharacters", "upperCaseLetter", "lowerCaseLetter", "digit", "specialCharacter"];

/**
 * What only the hub can say.
 *
 * @type {PasswordRule[]}
 */
const fromTheHub = ["notCommon", "notOwn"];

/** A field for a new password, with each rule by itself below it, ticked off while somebody types. */
export class NewPassword extends HTMLElement {
  #input = h("input", {
    class: "input",
    id: "new-password",
    name: "new-password",
    type: "password",
    autocomplete: "new-password",
    "aria-describedby": "password-rules password-hint",
    on: { input: () => this.#typed() },
  });
  #show = h("button", { class: "button quiet-button", type: "button", on: { click: () => this.#toggle() } });
  #rules = h("ul", { class: "password-rules", id: "password-rules", role: "list" });
  /**
   * What only the hub could say of the last one.
   *
   * @type {PasswordRule[]}
   */
  #refused = [];

  connectedCallback() {
    this.className = "field";
    this.#show.textContent = t("password.show");
    this.replaceChildren(
      h("label", { for: "new-password" }, t(this.dataset.label === "new" ? "password.new" : "password.label")),
      h("div", { class: "password-row" }, this.#input, this.#show),
      this.#rules,
      h("p", { class: "hint", id: "password-hint" }, t("password.hint")),
    );
    this.#draw();
  }

  get value() {
    return this.#input.value;
  }

  /** Whether its form is right; where it is not, the field says what is missing and is gone to. */
  check() {
    const isGood = brokenRules(this.value).length === 0;
    if (!isGood) this.complain([]);
    return isGood;
  }

  /**
   * @param {string[]} broken  the rules that the hub named
   */
  complain(broken) {
    this.#refused = fromTheHub.filter((rule) => broken.includes(rule));
    set(this.#input, { "aria-invalid": "true" });
    this.#draw();
    this.#input.focus();
  }

  #typed() {
    this.#refused = [];
    set(this.#input, { "aria-invalid": false });
    this.#draw();
  }

  #toggle() {
    const isHidden = this.#input.type === "password";
    this.#input.type = isHidden ? "text" : "password";
    this.#show.textContent = t(isHidden ? "password.hide" : "password.show");
    this.#input.focus();
  }

  #draw() {
    const broken = [...brokenRules(this.value), ...this.#refused];
    const shown = [...new Set([...shapes, ...broken])];
    this.#rules.replaceChildren(...shown.map((rule) => this.#rule(rule, broken.includes(rule))));
  }

  /**
   * @param {PasswordRule} rule
   * @param {boolean} isBroken
   */
  #rule(rule, isBroken) {
    const words = t(`password.${rule}`);
    const isWrong = isBroken && this.#input.getAttribute("aria-invalid") === "true";
    return h(
      "li",
      {
        class: isWrong ? "is-wrong" : isBroken ? "" : "is-kept",
        "aria-label": t(isBroken ? "password.open" : "password.kept", { rule: words }),
      },
      icon(isBroken ? "less" : "check"),
      words,
    );
  }
}

customElements.define("new-password", NewPassword);
