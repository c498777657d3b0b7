// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { missionIcon } from "../lib/dom/mission-icons.js";
import { Part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { language, t } from "../lib/words/text.js";
import { whereWords } from "../models/words.js";
import { RenameSheet } from "./rename-sheet.js";

/** @typedef {import("../lib/hub/shapes.js").Seen} Seen */

/** Everyone I see: each leads to the map with them, the buttons beside rename them for me and remove them. */
export class PeopleISee extends Part {
  #list = h("div");
  #drawn = "";

  open() {
    this.className = "section";
    this.replaceChildren(h("h2", {}, t("seen.title")), this.#list);
    for (const name of ["people", "presence"]) {
      this.app.family.addEventListener(name, () => this.#draw(), { signal: this.signal });
    }
    this.#draw();
  }

  #draw() {
    const seen = [...this.app.family.connections.seen].sort((left, right) => left.name.localeCompare(right.name, language().lang));
    const drawing = JSON.stringify(seen.map((person) => [person, this.#where(person)]));
    // A button that was drawn anew under a finger would not hear it.
    if (drawing === this.#drawn) return;
    this.#drawn = drawing;
    if (seen.length === 0) redraw(this.#list, h("p", { class: "card" }, t("seen.none")));
    else redraw(this.#list, h("ul", { class: "list" }, ...seen.map((person) => this.#item(person))));
  }

  /** @param {Seen} person */
  #item(person) {
    const { id, name, theirName, member, gone } = person;
    return h(
      "li",
      { class: "split" },
      h(
        gone ? "div" : "a",
        { class: "row", href: gone ? undefined : `/people/${member}`, "data-key": `seen-${id}` },
        avatar(person),
        h(
          "span",
          { class: "grow" },
          h("span", { class: "row-name" }, h("bdi", {}, name)),
          h("span", { class: "row-words" }, this.#where(person)),
          theirName && h("span", { class: "row-words" }, t("seen.theirName", { name: theirName })),
          !gone && h("span", { class: "visually-hidden" }, t("seen.show", { name })),
        ),
      ),
      !gone &&
        h(
          "button",
          {
            class: "button icon-button",
            type: "button",
            "aria-label": t("seen.rename", { name }),
            "data-key": `rename-${id}`,
            on: { click: () => new RenameSheet(this.app, person, this.signal) },
          },
          missionIcon("edit"),
        ),
      h(
        "button",
        {
          class: "button icon-button",
          type: "button",
          "aria-label": t("seen.remove", { name }),
          "data-key": `unsee-${id}`,
          on: { click: () => this.#remove(person) },
        },
        icon("remove"),
      ),
    );
  }

  /** @param {Seen} person */
  #where({ member, gone, numberUnconfirmed }) {
    if (gone) return t("gone.words");
    const known = this.app.family.people.get(member);
    const words = known ? whereWords(known, hubNow()) : t("sentence.never");
    return numberUnconfirmed ? t("unconfirmed.row", { words }) : words;
  }

  /** @param {Seen} person */
  async #remove({ id, name }) {
    const question = {
      title: t("seen.removeTitle", { name }),
      words: t("seen.removeWords", { name }),
      action: t("seen.removeAction"),
    };
    if (!(await confirmed(question, this.signal))) return;
    const done = t("seen.removed", { name });
    await save(() => this.app.api.delete(`/connections/${id}`), { say: this.app.say, done });
    await this.app.family.refresh();
  }
}

customElements.define("people-i-see", PeopleISee);
