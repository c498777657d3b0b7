// @ts-check
import { stateView } from "../lib/dom/state-view.js";
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Page } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { day, t, timeOfDay } from "../lib/words/text.js";
import { byDay } from "../models/looks.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Look} Look
 * @typedef {import("../models/looks.js").PersonsDay} PersonsDay
 */

/** A look is to be seen here within ten seconds. */
const newsMilliseconds = 8_000;

/** Who looked at me, day by day and person by person. */
export class WhoLookedPage extends Page {
  #list = h("div", { class: "stack" });
  /** @type {Look[]} */
  #looks = [];
  /** @type {string | undefined} */
  #next;
  #drawn = "";

  open() {
    this.className = "page privacy";
    this.replaceChildren(h("h1", {}, t("looks.title")), h("p", { class: "quiet small" }, t("looks.words")), this.#list);
    this.#load();
  }

  async #load() {
    await this.show(this.#list, () => this.#read(), (page) => this.#begin(page));
    const timer = setInterval(() => this.#refresh(), newsMilliseconds);
    this.signal.addEventListener("abort", () => clearInterval(timer));
  }

  /**
   * @param {string} [after]
   * @returns {Promise<{items: Look[], next?: string}>}
   */
  #read(after) {
    return this.app.api.get(after ? `/views?after=${encodeURIComponent(after)}` : "/views", this.signal);
  }

  /** @param {{items: Look[], next?: string}} page */
  #begin({ items, next }) {
    [this.#looks, this.#next] = [items, next];
    this.#drawn = "";
    this.#draw();
  }

  async #refresh() {
    if (document.visibilityState !== "visible" || this.#looks.length > 500) return;
    try {
      const { items, next } = await this.#read();
      [this.#looks, this.#next] = [items, next];
      this.#draw();
    } catch {
      // What is drawn stays true; the next time asks again.
    }
  }

  async #more() {
    const perform = async () => {
      const { items, next } = await this.#read(this.#next);
      [this.#looks, this.#next] = [[...this.#looks, ...items], next];
      this.#draw();
    };
    await save(perform, { say: this.app.say, done: "" });
  }

  #draw() {
    const drawing = JSON.stringify([this.#looks, this.#next]);
    if (drawing === this.#drawn) return;
    this.#drawn = drawing;
    if (this.#looks.length === 0) {
      return redraw(this.#list, stateView("empty", { title: t("looks.none"), words: t("looks.noneWords") }));
    }
    const more = h("button", { class: "button quiet-button", type: "button", on: { click: () => this.#more() } });
    more.append(t("looks.earlier"));
    const days = byDay(this.#looks).map(({ day: date, people }) =>
      h(
        "section",
        { class: "section" },
        h("h2", {}, dayWords(date)),
        h("ul", { class: "list" }, ...people.map((person) => h("li", {}, row(person)))),
      ),
    );
    return redraw(this.#list, ...days, ...(this.#next ? [more] : []));
  }
}

customElements.define("who-looked-page", WhoLookedPage);

/** @param {PersonsDay} told */
function row({ person, spans, precision, screens }) {
  const times = spans.map(spanWords).join(", ");
  const where = screens.map((name) => screenWords(name)).join(", ");
  return h(
    "div",
    { class: "row" },
    person.colour === undefined ? icon("course") : avatar({ ...person, colour: person.colour }),
    h(
      "span",
      { class: "grow" },
      h("span", { class: "row-name" }, h("bdi", {}, nameOf(person))),
      h("span", { class: "row-words" }, times),
      h("span", { class: "row-words" }, t("looks.saw", { what: t(`looks.${level(precision)}`), where })),
    ),
  );
}

/** @param {Look} look */
function nameOf({ name, browser }) {
  return browser ? t("looks.byLink", { name, browser }) : name;
}

/** @param {import("../models/looks.js").Span} span */
function spanWords({ from, to }) {
  const [begin, end] = [timeOfDay(from), timeOfDay(to)];
  return begin === end ? begin : t("looks.span", { from: begin, to: end });
}

/** @param {Date} date */
function dayWords(date) {
  const today = new Date(hubNow());
  if (date.toDateString() === today.toDateString()) return t("looks.today");
  today.setDate(today.getDate() - 1);
  return date.toDateString() === today.toDateString() ? t("looks.yesterday") : day(date);
}

/** @param {import("../lib/hub/shapes.js").Precision} precision */
function level(precision) {
  return precision === "off" ? "place" : precision;
}

/** @param {string} name */
function screenWords(name) {
  switch (name) {
    case "home":
    case "clock":
    case "day":
    case "trip":
    case "clockLink":
    case "liveLink":
    case "notice":
    case "phoneApp":
    case "api":
      return t(`looks.on.${name}`);
    default:
      return t("looks.on.page");
  }
}
