// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { language, t } from "../lib/words/text.js";
import { watchOf } from "../models/watches.js";
import { labelWords } from "../models/words.js";
import { WatchSheet } from "./watch-sheet.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Watch} Watch
 * @typedef {import("../lib/hub/shapes.js").Seen} Seen
 */

/** What I am told of those whom I see: a tap on somebody chooses. */
export class MyWatches extends Part {
  #list = h("div");
  /** @type {Watch[]} */
  #watches = [];

  open() {
    this.className = "section";
    this.replaceChildren(h("h2", {}, t("watch.title")), this.#list);
    this.show(this.#list, () => this.#read(), () => this.#draw());
    this.app.family.addEventListener("people", () => this.#draw(), { signal: this.signal });
  }

  async #read() {
    this.#watches = (await this.app.api.get("/me/watches", this.signal)).items;
  }

  #draw() {
    const seen = this.app.family.connections.seen.filter(({ gone }) => !gone);
    if (seen.length === 0) return redraw(this.#list, h("p", { class: "card" }, t("watch.nobody")));
    const sorted = [...seen].sort((left, right) => left.name.localeCompare(right.name, language().lang));
    return redraw(this.#list, h("ul", { class: "list" }, ...sorted.map((person) => this.#row(person))));
  }

  /** @param {Seen} person */
  #row(person) {
    const { member, name } = person;
    return h(
      "li",
      {},
      h(
        "button",
        { class: "row", type: "button", "data-key": `watch-${member}`, on: { click: () => this.#choose(person) } },
        avatar(person),
        h(
          "span",
          { class: "grow" },
          h("span", { class: "row-name" }, h("bdi", {}, name)),
          h("span", { class: "row-words" }, words(watchOf(this.#watches, member))),
        ),
        icon("forward"),
      ),
    );
  }

  /** @param {Seen} person */
  #choose(person) {
    const changed = (/** @type {Watch} */ watch) => {
      this.#watches = [...this.#watches.filter(({ member }) => member !== watch.member), watch];
      this.#draw();
    };
    void new WatchSheet(this.app, person, watchOf(this.#watches, person.member), this.signal, changed);
  }
}

customElements.define("my-watches", MyWatches);

/**
 * What is asked for, in a line.
 *
 * @param {Watch} watch
 */
function words({ places, quiet, lowBattery }) {
  const asked = places.filter(({ arrived, left }) => arrived || left).map(({ label }) => labelWords(label));
  if (quiet) asked.push(t("watch.quietShort"));
  if (lowBattery) asked.push(t("watch.lowBatteryShort"));
  return asked.length > 0 ? asked.join(", ") : t("watch.nothing");
}
