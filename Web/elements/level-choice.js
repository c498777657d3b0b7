// @ts-check
import { h } from "../lib/dom/dom.js";
import { t } from "../lib/words/text.js";

/** @typedef {import("../lib/hub/shapes.js").Precision} Precision */

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
   * @param {(level: Precision) => string} [words]  what each level means, where it is no connection's
   */
  constructor(label, levels, chosen, changed = () => {}, child, words = (level) => levelWords(level, child)) {
    count += 1;
    const name = `level-${count}`;
    this.element = h(
      "fieldset",
      { class: "choices", on: { change: changed } },
      h("legend", {}, label),
      ...levels.map((level) => this.#choice(level, name, words(level))),
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
   * @param {string} words
   */
  #choice(level, name, words) {
    const id = `${name}-${level}`;
    const input = h("input", { type: "radio", name, value: level, "aria-describedby": id });
    this.#inputs.set(level, input);
    return h(
      "div",
      { class: "choice" },
      h("label", {}, input, h("span", { class: "choice-name" }, t(`level.${level}`))),
      h("p", { class: "hint", id }, words),
    );
  }
}

/**
 * @param {Precision} level
 * @param {string | undefined} child
 */
function levelWords(level, child) {
  return child ? t(`level.${level}.child`, { name: child }) : t(`level.${level}.words`);
}
