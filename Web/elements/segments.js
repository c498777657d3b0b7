// @ts-check
import { h } from "../lib/dom/dom.js";

/**
 * One of a few, side by side.
 *
 * @template {string} Value
 */
export class Segments {
  #inputs;

  /**
   * @param {string} name  of the group, once in the page
   * @param {string} label
   * @param {readonly {value: Value, words: string}[]} choices
   * @param {Value} chosen
   */
  constructor(name, label, choices, chosen) {
    this.#inputs = choices.map(({ value }) => h("input", { type: "radio", name, value, checked: value === chosen }));
    const segments = choices.map(({ words }, index) => h("label", { class: "segment" }, this.#inputs[index], words));
    this.element = h("fieldset", { class: "choices" }, h("legend", {}, label), h("div", { class: "segments" }, ...segments));
  }

  /** @returns {Value} */
  get value() {
    return /** @type {Value} */ (this.#inputs.find(({ checked }) => checked)?.value ?? this.#inputs[0].value);
  }
}
