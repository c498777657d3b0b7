// @ts-check
import { h } from "../lib/dom.js";
import { t } from "../lib/text.js";

/** @typedef {import("../lib/shapes.js").Precision} Precision */

let count = 0;

/** How much is shared: each level with a plain sentence of what the other person sees. */
export class LevelChoice {
  /** What stands on the page. */
  element;
  /** @type {Map<Precision, HTMLInputElement>} */
  #inputs = new Map();

  /**
   * @param {string} label
   * @param {Precision[]} levels
   * @param {Precision} chosen
   * @param {() => void} [changed]
   * @param {string} [child]  whose position it is, where it is not one's own
   */
  constructor(label, levels, chosen, changed = () => {}, child) {
    count += 1;
    const name = `level-${count}`;
    this.element = h(
      "fieldset",
      { class: "choices", on: { change: changed } },
      h("legend", {}, label),
      ...levels.map((level) => this.#choice(level, name, child)),
    );
    this.value = chosen;
  }

  /**
   * The level that is chosen.
   *
   * @returns {Precision}
   */
  get value() {
    return [...this.#inputs].find(([, input]) => input.checked)?.[0] ?? "off";
  }

  /** @param {Precision} level */
  set value(level) {
    const input = this.#inputs.get(level);
    if (input) input.checked = true;
  }

  /**
   * @param {Precision} level
   * @param {string} name
   * @param {string | undefined} child
   */
  #choice(level, name, child) {
    const words = `${name}-${level}`;
    const input = h("input", { type: "radio", name, value: level, "aria-describedby": words });
    this.#inputs.set(level, input);
    return h(
      "div",
      { class: "choice" },
      h("label", {}, input, h("span", { class: "choice-name" }, t(`level.${level}`))),
      h("p", { class: "hint", id: words }, child ? t(`level.${level}.child`, { name: child }) : t(`level.${level}.words`)),
    );
  }
}
