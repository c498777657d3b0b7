// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { newID } from "../lib/hub/ids.js";
import { Part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { hiddenFor, minuteOf, timeOfMinute, withHours } from "../models/hidden-hours.js";
import { levels } from "../models/sharing.js";
import { LevelChoice } from "./level-choice.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Seer} Seer
 * @typedef {import("../lib/hub/shapes.js").FamilyMember} FamilyMember
 * @typedef {import("../lib/hub/shapes.js").FamilyGroup} FamilyGroup
 * @typedef {import("../lib/hub/shapes.js").HiddenHours} HiddenHours
 */

/** Who sees a child, for its guardians: how much, who has still to agree, and when the child is hidden from whom. */
export class ChildSeers extends Part {
  /** @type {FamilyGroup} */
  family = { id: "", members: [], invites: [] };
  /** @type {FamilyMember} */
  child = /** @type {any} */ (undefined);
  /** Where short words go. */
  say = (/** @type {string} */ words) => this.app.say(words);
  #list = h("div");
  /** @type {Seer[]} */
  #seers = [];
  /** @type {HiddenHours[]} */
  #hours = [];

  open() {
    this.className = "section";
    this.replaceChildren(h("h3", {}, t("childSeers.title", { name: this.child.name })), this.#list);
    this.show(this.#list, () => this.#read(), () => this.#draw());
  }

  get #path() {
    return `/families/${this.family.id}/members/${this.child.id}`;
  }

  async #read() {
    const { api } = this.app;
    const [seers, hours] = await Promise.all([api.get(`${this.#path}/seers`), api.get(`${this.#path}/hidden-hours`)]);
    this.#seers = seers.items;
    this.#hours = hours.items;
  }

  #draw() {
    const seen = new Set(this.#seers.map(({ member }) => member));
    const others = this.family.members.filter(({ id }) => id !== this.child.id && !seen.has(id));
    const rows = [
      ...this.#seers.map((seer) => this.#row(seer, this.#words(seer), () => this.#change(seer))),
      ...others.map((other) => this.#row(other, t("childSeers.none"), () => this.#add(other))),
    ];
    redraw(this.#list, h("ul", { class: "list" }, ...rows.map((row) => h("li", {}, row))));
  }

  /** @param {Seer} seer */
  #words(seer) {
    const level = t(`level.${seer.precision ?? "off"}`);
    const isHidden = hiddenFor(this.#hours, seer.member).length > 0;
    const words = isHidden ? t("childSeers.hiddenAt", { level }) : level;
    if (!seer.asked) return words;
    const asked = t(`level.${seer.asked.precision}`);
    const waiting = seer.asked.childAgreed ? "childSeers.waitsForYou" : "childSeers.waitsForChild";
    return `${words} · ${t(waiting, { level: asked, name: this.child.name })}`;
  }

  /**
   * @param {{name: string, colour: number, picture?: string}} person
   * @param {string} words
   * @param {() => void} open
   */
  #row(person, words, open) {
    return h(
      "button",
      { class: "row", type: "button", "data-key": `child-${person.name}`, on: { click: open } },
      avatar(person),
      h(
        "span",
        { class: "grow" },
        h("span", { class: "row-name" }, h("bdi", {}, person.name)),
        h("span", { class: "row-words" }, words),
      ),
      icon("forward"),
    );
  }

  /** @param {FamilyMember} other */
  #add(other) {
    this.#ask(other.name, "off", [], async (precision) => {
      if (precision === "off") return;
      await this.app.api.post(`${this.#path}/seers`, { id: newID(), viewer: other.id, precision });
    });
  }

  /** @param {Seer} seer */
  #change(seer) {
    // What waits for an answer stands there to be agreed to.
    const asked = seer.asked?.precision ?? seer.precision ?? "off";
    const isMe = seer.member === this.app.family.me?.id;
    const hours = isMe ? undefined : hiddenFor(this.#hours, seer.member);
    this.#ask(seer.name, asked, hours, async (precision, changed) => {
      if (precision !== seer.precision || seer.asked) {
        const now = await this.app.api.patch(`/connections/${seer.id}`, { precision });
        if ((now.precision ?? "off") !== precision && !now.asked) this.say(t("agreements.asked"));
      }
      if (!changed) return;
      const items = withHours(this.#hours, seer.member, changed);
      const now = await this.app.api.put(`${this.#path}/hidden-hours`, { items });
      if (now.items.length > items.length) this.say(t("agreements.asked"));
    });
  }

  /**
   * @param {string} name
   * @param {import("../lib/hub/shapes.js").Precision} precision
   * @param {HiddenHours[] | undefined} hours  undefined where there is nothing to hide: from oneself
   * @param {(precision: import("../lib/hub/shapes.js").Precision, hours?: Omit<HiddenHours, "viewer">[]) => Promise<void>} send
   */
  #ask(name, precision, hours, send) {
    const level = new LevelChoice(t("seers.level"), levels, precision, undefined, this.child.name);
    const hiding = hours && new HidingChoice(hours[0]);
    const wrong = h("p", { class: "wrong", role: "alert" });
    /** @param {SubmitEvent} event */
    const submit = async (event) => {
      event.preventDefault();
      const complain = (/** @type {string} */ words) => wrong.replaceChildren(words);
      if (!(await save(() => send(level.value, hiding?.read()), { say: this.say, complain }))) return;
      sheet.close();
      await this.#read();
      this.#draw();
    };
    const form = h(
      "form",
      { class: "form", novalidate: true, on: { submit } },
      level.element,
      hiding?.element,
      wrong,
      h("button", { class: "button", type: "submit" }, t("common.save")),
    );
    const title = t("childSeers.sheet", { name, child: this.child.name });
    const sheet = openSheet(title, [h("p", { class: "hint" }, t("childSeers.agree", { name: this.child.name })), form], {
      signal: this.signal,
    });
  }
}

customElements.define("child-seers", ChildSeers);

/** On which days, and between which times, a child is hidden from somebody; none where no day is chosen. */
class HidingChoice {
  element;
  /** @type {HTMLInputElement[]} */
  #days;
  #from = h("input", { class: "input", id: "hidden-from", type: "time" });
  #until = h("input", { class: "input", id: "hidden-until", type: "time" });

  /** @param {HiddenHours | undefined} hours */
  constructor(hours) {
    this.#from.value = timeOfMinute(hours?.fromMinute ?? 18 * 60);
    this.#until.value = timeOfMinute(hours?.untilMinute ?? 20 * 60);
    const keys = /** @type {const} */ (["1", "2", "3", "4", "5", "6", "7"]);
    this.#days = keys.map((day) => h("input", { type: "checkbox", value: day, checked: hours?.days.includes(Number(day)) ?? false }));
    const days = this.#days.map((input, index) => h("label", { class: "segment" }, input, t(`weekday.${keys[index]}`)));
    this.element = h(
      "fieldset",
      { class: "choices" },
      h("legend", {}, t("childSeers.hide")),
      h("p", { class: "hint" }, t("childSeers.hideWords")),
      h("div", { class: "segments" }, ...days),
      h("div", { class: "field" }, h("label", { for: "hidden-from" }, t("childSeers.from")), this.#from),
      h("div", { class: "field" }, h("label", { for: "hidden-until" }, t("childSeers.until")), this.#until),
    );
  }

  /** @returns {Omit<HiddenHours, "viewer">[]} */
  read() {
    const days = this.#days.filter(({ checked }) => checked).map(({ value }) => Number(value));
    if (days.length === 0) return [];
    return [
      {
        days,
        fromMinute: minuteOf(this.#from.value),
        untilMinute: minuteOf(this.#until.value),
        utcOffsetMinutes: -new Date(hubNow()).getTimezoneOffset(),
      },
    ];
  }
}
