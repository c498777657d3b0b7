// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { isOver } from "../models/sharing.js";
import { momentWords } from "../models/words.js";
import { SeerSheet } from "./seer-sheet.js";

/** @typedef {import("../lib/hub/shapes.js").Seer} Seer */

/** Everyone who sees me, with what they see; a tap opens what can be changed. */
export class PeopleWhoSeeMe extends Part {
  #list = h("div");
  #drawn = "";

  open() {
    this.className = "section";
    this.replaceChildren(h("h2", {}, t("seers.title")), h("p", { class: "quiet small" }, t("seers.words")), this.#list);
    const draw = () => this.#draw();
    this.app.family.addEventListener("people", draw, { signal: this.signal });
    // Those whose time runs out go by themselves.
    ticker.each(draw, this.signal);
    draw();
  }

  #draw() {
    const now = hubNow();
    const seers = this.app.family.connections.seers.filter((seer) => !isOver(seer, now));
    const drawing = JSON.stringify(seers);
    if (drawing === this.#drawn) return;
    this.#drawn = drawing;
    if (seers.length === 0) redraw(this.#list, h("p", { class: "card" }, t("seers.none")));
    else redraw(this.#list, h("ul", { class: "list" }, ...seers.map((seer) => h("li", {}, this.#row(seer, now)))));
  }

  /**
   * @param {Seer} seer
   * @param {number} now
   */
  #row(seer, now) {
    const level = t(`level.${seer.precision ?? "off"}`);
    // What ends then is nothing already.
    const isEnding = seer.expiresAt && seer.precision !== "off";
    const words = seer.gone ? t("gone.words") : isEnding ? t("seers.until", { level, time: momentWords(seer.expiresAt ?? "", now) }) : level;
    const open = () => new SeerSheet(this.app, this.#current(seer), this.signal);
    return h(
      "button",
      { class: "row", type: "button", "data-key": `seer-${seer.id}`, on: { click: open } },
      avatar(seer),
      h(
        "span",
        { class: "grow" },
        h("span", { class: "row-name" }, h("bdi", {}, seer.name)),
        h("span", { class: "row-words" }, seer.asked ? t("asked.row", { level }) : words),
        seer.numberUnconfirmed && h("span", { class: "row-words" }, t("unconfirmed.words")),
      ),
      icon("forward"),
    );
  }

  /** @param {Seer} seer */
  #current(seer) {
    return this.app.family.connections.seers.find(({ id }) => id === seer.id) ?? seer;
  }
}

customElements.define("people-who-see-me", PeopleWhoSeeMe);
