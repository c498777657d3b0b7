// @ts-check
import { h } from "../lib/dom/dom.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";
import { turnsOf } from "../models/missions.js";

/** Who take turns at a mission: those of the family who are switched on, in their order. */
export class TurnsChoice {
  #people;
  #before;
  /** @type {Set<string>} */
  #chosen;

  /**
   * @param {readonly {id: string, name: string}[]} people  whom it can be for
   * @param {readonly string[] | undefined} turns  the order that holds
   * @param {string} me  who starts without a turn where enough others have one
   */
  constructor(people, turns, me) {
    this.#people = people;
    this.#before = turns ?? [];
    const others = people.filter(({ id }) => id !== me);
    this.#chosen = new Set(turns ?? (others.length > 1 ? others : people).map(({ id }) => id));
    const rows = people.map(({ id, name }) => {
      const changed = (/** @type {boolean} */ isOn) => void (isOn ? this.#chosen.add(id) : this.#chosen.delete(id));
      return switchRow({ label: name, isOn: this.#chosen.has(id), changed });
    });
    this.element = h("fieldset", { class: "choices" }, h("legend", {}, t("turns.who")), ...rows);
  }

  /** @returns {string[]} */
  get value() {
    return turnsOf(this.#before, this.#people.map(({ id }) => id), this.#chosen);
  }
}
