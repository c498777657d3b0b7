// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { t } from "../lib/words/text.js";
import { amountProblemWords, readAmount, typedAmount } from "../models/amount.js";
import { amountPad } from "./amount-pad.js";

/** @typedef {import("../lib/hub/wallet-shapes.js").Asset} Asset */

/** A field for an amount, as the member's language writes it, with what is wrong with it below. */
export class AmountField {
  #id;
  #label;
  #input;
  #wrong;
  #hasPad = false;
  /** @type {Asset} */
  #asset;

  /**
   * @param {string} id
   * @param {Asset} asset
   * @param {bigint} [units]
   */
  constructor(id, asset, units) {
    this.#id = id;
    this.#asset = asset;
    this.#label = h("label", { for: id });
    this.#wrong = h("p", { class: "wrong", id: `${id}-wrong`, role: "alert" });
    this.#input = h("input", {
      class: "input amount-input",
      id,
      inputmode: asset.scale > 0 ? "decimal" : "numeric",
      autocomplete: "off",
      enterkeyhint: "done",
      maxlength: 60,
      value: units === undefined ? undefined : typedAmount(units, asset.scale),
      on: { input: () => this.complain("") },
    });
    this.element = h("div", { class: "field" }, this.#label, this.#input, this.#wrong);
    this.asset = asset;
  }

  /** What is typed is an amount of this. */
  set asset(asset) {
    this.#asset = asset;
    this.#label.textContent = t("money.amount", { asset: asset.name });
    if (!this.#hasPad) set(this.#input, { inputmode: asset.scale > 0 ? "decimal" : "numeric" });
  }

  get asset() {
    return this.#asset;
  }

  focus() {
    this.#input.focus();
  }

  /** Adds large keys for fingers, which the phone's own keyboard would only hide. */
  addPad() {
    const pad = amountPad(this.#input, () => this.#asset.scale > 0);
    if (!pad) return;
    this.#hasPad = true;
    set(this.#input, { inputmode: "none" });
    this.element.append(pad);
  }

  /** Whether nothing is typed. */
  get isEmpty() {
    return this.#input.value.trim() === "";
  }

  /**
   * The amount; undefined after saying what is wrong with what was typed.
   *
   * @param {boolean} [zero]  whether nothing at all is an amount too
   */
  read(zero = false) {
    const { units, problem } = readAmount(this.#input.value, this.#asset.scale);
    if (problem === "zero" && zero) return 0n;
    if (problem) this.complain(amountProblemWords(problem, this.#asset.scale));
    return units;
  }

  /** @param {string} words  none where nothing is wrong any more */
  complain(words) {
    this.#wrong.textContent = words;
    set(this.#input, { "aria-invalid": words ? "true" : false, "aria-errormessage": words ? `${this.#id}-wrong` : false });
    if (words) this.#input.focus();
  }
}
