// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h, set } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { number, t } from "../lib/words/text.js";
import { ageSeconds } from "../models/people.js";
import { isGrey, stampWords, standing } from "../models/standing.js";
import { ageWords, whereWords } from "../models/words.js";

/**
 * @typedef {import("../models/people.js").Person} Person
 * @typedef {import("../lib/hub/shapes.js").Shown} Shown
 */

/** Everybody with where they are: the list in which one chooses whom the map shows. */
export class PeopleList extends HTMLElement {
  /** Called when everyone was chosen; a person is chosen by their address. */
  onEveryone = () => {};
  #list = h("ul", { class: "list people-list" });
  /** @type {Map<string, PersonRow>} */
  #rows = new Map();
  #everyone = h("button", { class: "row", type: "button", on: { click: () => this.onEveryone() } });
  #order = "";

  connectedCallback() {
    this.#everyone.replaceChildren(
      h("span", { class: "people-all" }, icon("people")),
      h("span", { class: "grow people-name" }, t("home.everyone")),
    );
    this.append(h("h2", { class: "visually-hidden" }, t("home.who")), this.#list);
  }

  /**
   * @param {Person[]} people  in the order to show
   * @param {Shown} shown
   * @param {number} now
   */
  draw(people, shown, now) {
    const order = people.map(({ id }) => id).join();
    if (order !== this.#order) this.#arrange(people, order);
    this.dataset.shown = shown.kind;
    set(this.#everyone, { "aria-current": shown.kind === "all" ? "true" : false });
    for (const person of people) {
      const isShown = person.isMe ? shown.kind === "self" : shown.kind === "member" && shown.member === person.id;
      this.#rows.get(person.id)?.draw(person, isShown, now);
    }
  }

  /**
   * @param {Person[]} people
   * @param {string} order
   */
  #arrange(people, order) {
    this.#order = order;
    const rows = people.map(({ id }) => {
      const row = this.#rows.get(id) ?? new PersonRow(id);
      this.#rows.set(id, row);
      return h("li", {}, row.link);
    });
    const everyone = h("li", { class: "people-everyone" }, this.#everyone);
    this.#list.replaceChildren(...(people.length > 1 ? [everyone] : []), ...rows);
  }
}

class PersonRow {
  #picture = h("span", { class: "people-picture" });
  #name = h("bdi", {});
  #sentence = h("span", { class: "people-sentence" });
  #stamp = h("span", { class: "people-stamp", hidden: true });
  #age = h("span", { class: "people-age" });
  #battery = h("span", { class: "people-battery" });
  #shown = "";

  /** @param {string} id */
  constructor(id) {
    const name = h("span", { class: "people-name" }, this.#name);
    const words = h("span", { class: "grow" }, name, this.#sentence, this.#stamp);
    const more = h("span", { class: "people-more" }, this.#age, this.#battery);
    this.link = h("a", { class: "row", href: `/people/${id}`, "data-moves": `person ${id}` }, this.#picture, words, more);
  }

  /**
   * @param {Person} person
   * @param {boolean} isShown
   * @param {number} now
   */
  draw(person, isShown, now) {
    const how = standing(person, now);
    const age = ageSeconds(person, now);
    const battery = person.presence?.fix?.batteryPercent ?? person.presence?.batteryPercent;
    const ageText = how === "live" && age !== undefined && age < 60 ? t("home.live") : ageOf(how, age);
    const batteryText = battery === undefined ? "" : t("home.percent", { percent: number(battery) });
    const name = person.isMe ? t("home.me") : person.name;
    const stamp = person.presence?.fix && how === "stale" ? stampWords(person, now) : "";
    const values = [name, stamp, whereWords(person, now), ageText, batteryText, how, isShown, person.picture, person.colour];
    const shown = JSON.stringify([...values, isGrey(person, now)]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.link.dataset.standing = how;
    set(this.link, { "aria-current": isShown ? "page" : false });
    this.#picture.replaceChildren(avatar(person, isGrey(person, now) ? "is-stale" : ""));
    this.#name.textContent = name;
    this.#sentence.textContent = whereWords(person, now);
    this.#stamp.textContent = stamp;
    this.#stamp.hidden = stamp === "";
    this.#age.textContent = stamp ? "" : ageText;
    this.#battery.replaceChildren(
      ...(batteryText ? [hidden(t("home.batteryLabel")), icon("battery"), batteryText] : []),
    );
  }
}

/**
 * @param {import("../models/standing.js").Standing} how
 * @param {number | undefined} age
 */
function ageOf(how, age) {
  return how === "never" || age === undefined ? "" : ageWords(age);
}

/** @param {string} text */
function hidden(text) {
  return h("span", { class: "visually-hidden" }, text);
}

customElements.define("people-list", PeopleList);
