// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { sentences } from "../lib/words/joined.js";
import { Part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { asking } from "../models/asking.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../models/people.js").Person} Person */

/** Asks somebody where they are now: what comes of it is a newer location, or nothing. */
export class WhereAsk extends Part {
  /**
   * When I asked whom, in milliseconds since 1970.
   *
   * @type {Map<string, number>}
   */
  #asked = new Map();
  /** @type {Person | undefined} */
  #person;
  #said = h("p", { class: "small", role: "status" });
  #acts = h("div", { class: "stack" });
  #drawn = "";

  open() {
    this.className = "where-ask stack";
    this.replaceChildren(this.#acts, this.#said);
    this.#read();
  }

  /** @param {Person} person */
  about(person) {
    this.#person = person;
    this.#draw();
  }

  async #read() {
    try {
      const { items } = await this.app.api.get("/position-requests", this.signal);
      for (const { member, at } of items) this.#asked.set(member, Date.parse(at));
    } catch {
      // What was asked before is not shown; the hub knows it still.
    }
    this.#draw();
  }

  #draw() {
    const person = this.#person;
    if (!person) return;
    const now = hubNow();
    const askedAt = this.#asked.get(person.id);
    const { isOffered, state, againAt } = asking(person, askedAt, now);
    this.hidden = !isOffered;
    const drawing = JSON.stringify([person.id, person.name, state, askedAt, againAt]);
    if (drawing === this.#drawn) return;
    this.#drawn = drawing;
    const { name } = person;
    const said = [
      state !== "none" && askedAt !== undefined && t(`where.${state}`, { time: momentWords(new Date(askedAt).toISOString(), now) }),
      againAt !== undefined && t("where.again", { time: momentWords(new Date(againAt).toISOString(), now) }),
    ];
    this.#said.textContent = sentences(...said);
    const ask = button(t("where.ask", { name }), () => this.#ask(person), { style: "quiet-button", key: "where-ask" });
    redraw(this.#acts, ...(againAt === undefined ? [ask, h("p", { class: "hint" }, t("where.words", { name }))] : []));
  }

  /** @param {Person} person */
  async #ask({ id, name }) {
    let said = t("where.sent");
    const perform = async () => {
      try {
        const { at } = await this.app.api.post("/position-requests", { member: id });
        this.#asked.set(id, Date.parse(at));
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 404) throw error;
        said = t("where.not", { name });
      }
    };
    if (!(await save(perform, { say: this.app.say, done: "" }))) return;
    this.app.say(said);
    this.#draw();
  }
}

customElements.define("where-ask", WhereAsk);
