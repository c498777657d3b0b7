// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";
import { brokenRules, phraseLength } from "../models/password.js";
import { passwordRow } from "./password-row.js";

/** @typedef {import("../models/password.js").PasswordRule} PasswordRule */

/** @type {PasswordRule[]} */
const shapes = ["atLeastEightCharacters", "upperCaseLetter", "lowerCaseLetter", "digit", "specialCharacter"];

/**
 * What only the hub can say.
 *
 * @type {PasswordRule[]}
 */
const fromTheHub = ["notCommon", "notOwn"];

/**
 * By `data-label`, what it is a password for.
 *
 * @type {Record<string, import("../lib/words/text.js").Key>}
 */
const labels = { new: "password.new", spending: "coins.spendingPassword", newSpending: "coins.passwordNew" };

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
  #rules = h("ul", { class: "password-rules", id: "password-rules", role: "list" });
  #hint = h("p", { class: "hint", id: "password-hint" }, t("password.hint"));
  /**
   * What only the hub could say of the last one.
   *
   * @type {PasswordRule[]}
   */
  #refused = [];

  connectedCallback() {
    this.className = "field";
    // A browser that kept it would offer it where one logs in.
    if (["spending", "newSpending"].includes(this.dataset.label ?? "")) set(this.#input, { autocomplete: "off", name: "spending-password" });
    this.replaceChildren(
      h("label", { for: "new-password" }, t(labels[this.dataset.label ?? ""] ?? "password.label")),
      passwordRow(this.#input),
      this.#rules,
      this.#hint,
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

  focus() {
    this.#input.focus();
  }

  #draw() {
    const broken = [...brokenRules(this.value), ...this.#refused];
    // Of a phrase none of the kinds of characters is asked: that they are there would be said of what is not.
    const isPhrase = [...this.value].length >= phraseLength;
    this.#hint.hidden = isPhrase;
    const shown = isPhrase ? broken : [...new Set([...shapes, ...broken])];
    const rules = shown.map((rule) => this.#rule(rule, broken.includes(rule)));
    if (isPhrase && broken.length === 0) rules.unshift(h("li", { class: "is-kept" }, icon("check"), t("password.phrase")));
    this.#rules.replaceChildren(...rules);
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
