// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { t } from "../lib/words/text.js";
import { companions, unreached } from "../models/trip.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Connections} Connections
 * @typedef {import("../lib/hub/trip-shapes.js").Drill} Drill
 * @typedef {{member: string, name: string, colour: number, picture?: string}} Person
 */

/** More than this many watch over no trip. */
const most = 20;

/** Whom I ask to watch over a trip: those with whom I am connected, each with whether a test reached them. */
export class CompanionChoice {
  /** What stands on the page. */
  element = h("fieldset", { class: "section trip-companions" });
  /** Who of the chosen will not hear of the trip. */
  #warnings = h("div", { class: "trip-unreachable", role: "status" });
  #changed;
  /** @type {Person[]} */
  #people = [];
  /** @type {readonly string[]} */
  #unreachable = [];
  /** @type {readonly string[]} */
  #notTexted = [];
  /** @type {Set<string>} */
  #chosen = new Set();

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** The members who were chosen. */
  get chosen() {
    return [...this.#chosen];
  }

  /**
   * @param {Connections} connections
   * @param {Drill[]} drills
   */
  draw(connections, drills) {
    const people = companions(connections);
    this.#people = people;
    const legend = h("legend", {}, t("trip.companions"));
    if (people.length === 0) {
      const connect = h("a", { class: "button quiet-button", href: "/connect" }, t("trip.connect"));
      this.element.replaceChildren(legend, h("p", { class: "quiet" }, t("trip.companionsNone")), h("div", {}, connect));
      return;
    }
    const rows = people.map((person) => {
      const input = h("input", { type: "checkbox", checked: this.#chosen.has(person.member), value: person.member });
      input.addEventListener("change", () => this.#choose(person.member, input));
      const words = h("span", { class: "row-words" }, drillWords(person.member, drills));
      const name = h("span", { class: "grow" }, h("bdi", { class: "row-name" }, person.name), words);
      return h("li", {}, h("label", { class: "row" }, avatar(person), name, input));
    });
    const list = h("ul", { class: "list" }, ...rows);
    this.element.replaceChildren(legend, list, this.#warnings, h("p", { class: "hint" }, t("trip.companionsHint")));
    this.#warn();
  }

  /**
   * Names those of the chosen whom no channel reaches (F78), and who would get no text (F89), before the trip starts.
   *
   * @param {readonly string[]} unreachable
   * @param {readonly string[]} notTexted
   */
  reach(unreachable, notTexted) {
    this.#unreachable = unreachable;
    this.#notTexted = notTexted;
    this.#warn();
  }

  #warn() {
    const line = (/** @type {string} */ words) => h("p", { class: "caution small" }, words);
    this.#warnings.replaceChildren(
      ...unreached(this.#people, this.chosen, this.#unreachable).map((name) => line(t("trip.unreachable", { name }))),
      ...unreached(this.#people, this.chosen, this.#notTexted).map((name) => line(t("trip.notTexted", { name }))),
    );
  }

  /**
   * @param {string} member
   * @param {HTMLInputElement} input
   */
  #choose(member, input) {
    if (input.checked && this.#chosen.size >= most) input.checked = false;
    if (input.checked) this.#chosen.add(member);
    else this.#chosen.delete(member);
    this.#warn();
    this.#changed();
  }
}

/**
 * @param {string} member
 * @param {Drill[]} drills
 */
function drillWords(member, drills) {
  const confirmedAt = drills.find((drill) => drill.mine && drill.member === member)?.confirmedAt;
  return confirmedAt ? t("trip.drilled", { time: momentWords(confirmedAt, hubNow()) }) : t("trip.notDrilled");
}
