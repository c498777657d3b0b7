// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { safetyOf } from "../stores/safety.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../lib/hub/trip-shapes.js").Drill} Drill */

/** Tests of the alarm: those of others that wait for my word, and a way to send one to those who watch over mine (F20). */
export class DrillPanel extends Part {
  /** Whom a test goes to. */
  members = () => /** @type {string[]} */ ([]);
  /** Whether it has a heading of its own. */
  isTitled = false;
  #asked = h("div", { class: "stack" });
  #own = h("ul", { class: "list" });
  #button = button(t("drill.start"), () => this.#start(), { style: "quiet-button" });
  /** @type {Drill[]} */
  #drills = [];

  open() {
    this.className = "section";
    this.replaceChildren(
      this.#asked,
      ...(this.isTitled ? [h("h2", {}, t("drill.title"))] : []),
      h("p", { class: "quiet small" }, t("drill.words")),
      this.#own,
      h("div", { class: "actions" }, this.#button),
    );
    safetyOf(this.app).addEventListener("change", () => this.#read(), { signal: this.signal });
    this.#read();
  }

  /** Who is to be tested changed. */
  update() {
    this.#draw();
  }

  async #read() {
    try {
      this.#drills = (await this.app.api.get("/drills", this.signal)).items;
    } catch {
      // It stands as it was; the next news reads it anew.
    }
    if (!this.signal.aborted) this.#draw();
  }

  #draw() {
    const asked = this.#drills.filter(({ mine, confirmedAt }) => !mine && !confirmedAt);
    redraw(this.#asked, ...asked.map((drill) => this.#askedCard(drill)));
    const own = this.#drills.filter(({ mine }) => mine);
    redraw(this.#own, ...own.map(ownRow));
    this.#own.hidden = own.length === 0;
    this.#button.disabled = this.members().length === 0;
  }

  /** @param {Drill} drill */
  #askedCard({ id, name }) {
    const confirm = async () => {
      const done = t("drill.thanks", { name });
      await save(() => this.app.api.post(`/drills/${id}/confirm`, {}), { say: this.app.say, done });
      await safetyOf(this.app).refresh();
    };
    const actions = h("div", { class: "actions" }, button(t("drill.confirm"), confirm, { key: id }));
    return h("div", { class: "card stack" }, h("p", {}, t("drill.asked", { name })), actions);
  }

  async #start() {
    this.#button.disabled = true;
    const members = this.members();
    await save(() => this.app.api.post("/drills", { members }), { say: this.app.say, done: t("drill.sent") });
    await this.#read();
  }
}

customElements.define("drill-panel", DrillPanel);

/** @param {Drill} drill */
function ownRow({ name, confirmedAt }) {
  const time = confirmedAt ? momentWords(confirmedAt, hubNow()) : "";
  const words = confirmedAt ? t("drill.confirmed", { name, time }) : t("drill.waiting", { name });
  return h("li", {}, h("div", { class: "row" }, icon(confirmedAt ? "check" : "clock"), h("span", { class: "grow" }, words)));
}
