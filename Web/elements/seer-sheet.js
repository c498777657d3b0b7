// @ts-check
import { h } from "../lib/dom/dom.js";
import { save } from "../lib/dom/saving.js";
import { confirmed, openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { levels } from "../models/sharing.js";
import { EndingChoice } from "./ending-choice.js";
import { LevelChoice } from "./level-choice.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/shapes.js").Seer} Seer
 */

/** Whoever walks through the levels with the arrow keys, or types a day, shares none of what they only pass. */
const patienceMilliseconds = 600;

/** What one person sees of me, to change at once: the level, how long, and the end of it. */
export class SeerSheet {
  #app;
  /** @type {Seer} */
  #seer;
  #level;
  #ending = new EndingChoice(() => this.#changed());
  #sheet;
  #closing = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {App} app
   * @param {Seer} seer
   * @param {AbortSignal} signal  closes it when the page is left
   */
  constructor(app, seer, signal) {
    this.#app = app;
    this.#seer = seer;
    const { name, precision = "off" } = seer;
    this.#level = new LevelChoice(t("seers.level"), levels, precision, () => this.#changed());
    this.#ending.keep(seer.expiresAt);
    const remove = () => this.#remove(signal);
    const button = h("button", { class: "button danger-button", type: "button", on: { click: remove } });
    button.append(t("seers.remove", { name }));
    const content = [...doubt(seer), ...this.#asked(seer), this.#level.element, this.#ending.element, button];
    this.#sheet = openSheet(t("seers.sheet", { name }), content, { signal, closed: () => this.#close() });
    app.family.addEventListener("people", () => this.#follow(), { signal: this.#closing.signal });
  }

  /**
   * What waits for a word where a child looks: its own, or that of an adult of its family.
   *
   * @param {Seer} seer
   */
  #asked({ id, name, asked }) {
    if (!asked) return [];
    const level = t(`level.${asked.precision}`);
    if (asked.childAgreed) return [h("p", { class: "card" }, t("asked.child", { level }))];
    const { precision, expiresAt } = asked;
    const agree = async () => {
      const perform = () => this.#app.api.patch(`/connections/${id}`, { precision, expiresAt });
      if (!(await save(perform, { say: this.#sheet.say }))) return;
      this.#sheet.close();
      await this.#app.family.refresh();
    };
    const button = h("button", { class: "button", type: "button", on: { click: agree } }, t("asked.agree"));
    return [h("div", { class: "card stack" }, h("p", {}, t("asked.guardian", { name, level })), button)];
  }

  #changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), patienceMilliseconds);
  }

  async #save() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ending = this.#ending.read();
    if (!ending) return;
    const wanted = { precision: this.#level.value, expiresAt: ending.expiresAt };
    if (wanted.precision === this.#seer.precision && wanted.expiresAt === this.#seer.expiresAt) return;
    const perform = async () => {
      this.#seer = await this.#app.api.patch(`/connections/${this.#seer.id}`, wanted);
      this.#ending.keep(this.#seer.expiresAt);
    };
    const isClosed = this.#closing.signal.aborted;
    const say = isClosed ? this.#app.say : this.#sheet.say;
    await save(perform, { say, undo: () => this.#show() });
    const { asked } = this.#seer;
    if (asked) {
      // The change needs a guardian's approval: until then the old level holds.
      this.#show();
      say(t("asked.child", { level: t(`level.${asked.precision}`) }));
    }
    await this.#app.family.refresh();
  }

  /** @param {AbortSignal} signal */
  async #remove(signal) {
    const { id, name } = this.#seer;
    const question = {
      title: t("seers.removeTitle", { name }),
      words: t("seers.removeWords", { name }),
      action: t("seers.removeAction"),
    };
    if (!(await confirmed(question, signal))) return;
    const isDone = await save(() => this.#app.api.delete(`/connections/${id}`), { say: this.#sheet.say, done: "" });
    if (!isDone) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sheet.close();
    this.#app.say(t("seers.removed", { name }));
    await this.#app.family.refresh();
  }

  /** Shows what changed elsewhere, unless something is being changed here. */
  #follow() {
    if (this.#timer !== undefined) return;
    const seer = this.#app.family.connections.seers.find(({ id }) => id === this.#seer.id);
    if (!seer) return this.#sheet.close();
    if (seer.precision === this.#seer.precision && seer.expiresAt === this.#seer.expiresAt) return;
    this.#seer = seer;
    this.#show();
  }

  #show() {
    this.#level.value = this.#seer.precision ?? "off";
    this.#ending.keep(this.#seer.expiresAt);
  }

  #close() {
    this.#closing.abort();
    // What was chosen in the last moment counts.
    if (this.#timer !== undefined) this.#save();
  }
}

/**
 * That nobody proved whose number it is, before a level is chosen.
 *
 * @param {Seer} seer
 */
function doubt({ numberUnconfirmed }) {
  return numberUnconfirmed ? [h("p", { class: "card" }, t("unconfirmed.words"))] : [];
}
