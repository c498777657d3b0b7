// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { Part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { redraw, save } from "../lib/dom/saving.js";
import { listWords, sentences } from "../lib/words/joined.js";
import { t } from "../lib/words/text.js";
import { nameOf } from "../models/notices.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Agreement} Agreement
 * @typedef {import("../lib/hub/shapes.js").FamilyMember} FamilyMember
 * @typedef {import("../lib/hub/shapes.js").FamilyGroup} FamilyGroup
 */

/** Requests about children that wait for their guardians, or about a child's phones for the child (F87); hidden without any. */
export class WaitingAgreements extends Part {
  /** @type {FamilyGroup} */
  family = { id: "", members: [], invites: [] };
  /** @type {FamilyMember[]} */
  kids = [];
  changed = () => {};
  #list = h("div", { class: "stack" });

  open() {
    this.className = "section";
    this.hidden = true;
    this.replaceChildren(h("h2", {}, t("agreements.title")), this.#list);
    this.#refresh();
  }

  /** A failed reading is repeated with the next change; the banner says that the hub is away. */
  async #refresh() {
    try {
      const read = this.kids.map(async (child) => {
        const { items } = await this.app.api.get(`${this.#path(child)}/agreements`, this.signal);
        return items.map((/** @type {Agreement} */ item) => this.#card(child, item));
      });
      const cards = (await Promise.all(read)).flat();
      this.hidden = cards.length === 0;
      redraw(this.#list, ...cards);
    } catch {
      return;
    }
  }

  /** @param {FamilyMember} child */
  #path(child) {
    return `/families/${this.family.id}/members/${child.id}`;
  }

  /**
   * @param {FamilyMember} child
   * @param {Agreement} item
   */
  #card(child, item) {
    const { id, kind, mayAgree, mayWithdraw } = item;
    const path = `${this.#path(child)}/agreements/${id}`;
    const agree = () => this.#do(() => withProof(this.app, () => this.app.api.put(path, {})), t("agreements.agreed"));
    const withdraw = () => this.#do(() => this.app.api.delete(path), t("agreements.withdrawn"));
    const away = kind === "session" ? t("agreements.logOut") : t("agreements.withdraw");
    return h(
      "section",
      { class: "card stack", "data-key": `agreement-${kind}` },
      h("p", {}, this.#asked(child, item)),
      h("p", { class: "quiet small" }, this.#missing(child, item)),
      h(
        "div",
        { class: "actions" },
        mayAgree && button(t("agreements.agree"), agree),
        mayWithdraw && button(away, withdraw, { style: "quiet-button" }),
      ),
    );
  }

  /**
   * @param {FamilyMember} child
   * @param {Agreement} item
   */
  #asked({ name }, { kind, askedBy, viewer }) {
    const words = { name, guardian: this.#name(askedBy) };
    if (kind === "session") return t("agreements.session", words);
    if (kind === "handOver") return t("agreements.handOver", words);
    return t(`agreements.${kind}`, { ...words, viewer: this.#name(viewer ?? "") });
  }

  /**
   * @param {FamilyMember} child
   * @param {Agreement} item
   */
  #missing({ name }, { kind, missing, dueAt }) {
    const names = listWords(missing.map((member) => this.#name(member)));
    if (kind === "session") return missing.length === 0 ? t("agreements.sessionOwn", { name }) : t("agreements.sessionNeeds", { name, names });
    const needs = t("agreements.needs", { names });
    return sentences(needs, dueAt && t("agreements.due", { time: momentWords(dueAt, hubNow()) }));
  }

  /** @param {string} member */
  #name(member) {
    const kin = this.family.members.find(({ id }) => id === member)?.name;
    const { seen, seers } = this.app.family.connections;
    return kin ?? nameOf(member, seers, seen) ?? t("agreements.somebody");
  }

  /**
   * @param {() => Promise<unknown>} perform
   * @param {string} done
   */
  async #do(perform, done) {
    await save(perform, { say: this.app.say, done });
    await this.#refresh();
    this.changed();
  }
}

customElements.define("waiting-agreements", WaitingAgreements);
