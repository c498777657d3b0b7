// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h, set } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { redraw, save, whenDrawn } from "../lib/dom/saving.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { clockMembersMax, ownSlots, ownSlotsMax, slotKind, usualSlots } from "../models/clock.js";
import { wallLinks } from "./clock-links.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../models/people.js").Person} Person
 */

/** The sheet that changes my clock: who is on it, its own slots, and the links for a wall display. */
export class ClockSheet {
  #app;
  #signal;
  #people = h("ul", { class: "list", role: "list" });
  #peopleWrong = h("p", { class: "wrong", role: "alert" });
  #slots = h("div", { class: "section" });
  #sheet;
  /**
   * One change after the other, so that the last one holds.
   *
   * @type {Promise<unknown>}
   */
  #saving = Promise.resolve();

  /**
   * @param {App} app
   * @param {AbortSignal} signal  closes it when the page is left
   */
  constructor(app, signal) {
    this.#app = app;
    this.#signal = signal;
    this.#drawPeople();
    this.#drawSlots();
    const words = h("p", { class: "quiet small" }, t("chooser.words", { most: clockMembersMax }));
    const content = [
      h("section", { class: "section" }, words, this.#people, this.#peopleWrong),
      this.#slots,
      wallLinks(app, signal, (words) => this.#sheet.say(words)),
    ];
    this.#sheet = openSheet(t("chooser.title"), content, { signal });
  }

  #drawPeople() {
    const shown = new Set(this.#app.family.clock?.hands.map((hand) => hand.member));
    const people = [...this.#app.family.people.values()];
    this.#people.replaceChildren(...people.map((person) => this.#personRow(person, shown.has(person.id))));
  }

  /**
   * @param {Person} person
   * @param {boolean} isShown
   */
  #personRow(person, isShown) {
    const name = person.isMe ? t("clock.me", { name: person.name }) : person.name;
    const box = h("input", { class: "check", type: "checkbox", value: person.id });
    box.addEventListener("change", () => this.#choose(box));
    box.checked = isShown;
    return h(
      "li",
      {},
      h("label", { class: "row" }, avatar(person), h("span", { class: "grow" }, h("bdi", {}, name)), box),
    );
  }

  /** @param {HTMLInputElement} changed */
  #choose(changed) {
    const boxes = /** @type {HTMLInputElement[]} */ ([...this.#people.querySelectorAll("input")]);
    const members = boxes.filter((box) => box.checked).map((box) => box.value);
    this.#peopleWrong.textContent = "";
    if (members.length > clockMembersMax) {
      changed.checked = false;
      this.#peopleWrong.textContent = t("chooser.full", { most: clockMembersMax });
      return;
    }
    this.#change({ members }, (words) => {
      changed.checked = !changed.checked;
      this.#peopleWrong.textContent = words;
    });
  }

  #drawSlots() {
    const own = ownSlots(this.#app.family.clock?.slots ?? []);
    const wrong = h("p", { class: "wrong", id: "slot-wrong", role: "alert" });
    const input = h("input", {
      class: "input",
      id: "new-slot",
      maxlength: 40,
      autocomplete: "off",
      "aria-describedby": "slot-hint",
      "data-key": "new-slot",
    });
    const complain = (/** @type {string} */ words) => {
      wrong.textContent = words;
      set(input, { "aria-invalid": words ? "true" : false, "aria-errormessage": words ? "slot-wrong" : false });
      input.focus();
    };
    const add = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#addSlot(own, input.value.trim(), complain);
    };
    const rows = own.map((label) => this.#slotRow(own, label, complain));
    const none = h("p", { class: "small" }, t("chooser.noSlots"));
    const list = rows.length > 0 ? h("ul", { class: "list", role: "list" }, ...rows) : none;
    redraw(
      this.#slots,
      h("h2", {}, t("chooser.slots")),
      h("p", { class: "quiet small" }, t("chooser.slotsWords")),
      list,
      h(
        "form",
        { class: "field", novalidate: true, on: { submit: add } },
        h("label", { for: "new-slot" }, t("chooser.newSlot")),
        h(
          "div",
          { class: "input-row" },
          input,
          h("button", { class: "button quiet-button", type: "submit" }, t("chooser.add")),
        ),
        h("p", { class: "hint", id: "slot-hint" }, t("chooser.newSlotHint")),
        wrong,
      ),
    );
  }

  /**
   * @param {string[]} own
   * @param {string} label
   * @param {(words: string) => void} complain
   */
  #slotRow(own, label, complain) {
    const remove = () => this.#setSlots(own.filter((other) => other !== label), complain);
    const name = t("chooser.remove", { label });
    const button = h(
      "button",
      { class: "button icon-button", type: "button", "aria-label": name, on: { click: remove } },
      icon("close"),
    );
    return h("li", { class: "row" }, icon("place"), h("span", { class: "grow" }, h("bdi", {}, label)), button);
  }

  /**
   * @param {string[]} own
   * @param {string} label
   * @param {(words: string) => void} complain
   */
  #addSlot(own, label, complain) {
    if (!label) return complain(t("place.missingLabel"));
    const isThere = slotKind(label) !== "place" || own.some((other) => other.toLowerCase() === label.toLowerCase());
    if (isThere) return complain(t("chooser.slotTwice"));
    if (own.length >= ownSlotsMax) return complain(t("chooser.slotsFull", { most: ownSlotsMax }));
    return this.#setSlots([...own, label], complain);
  }

  /**
   * @param {string[]} own
   * @param {(words: string) => void} complain
   */
  async #setSlots(own, complain) {
    // The hub takes no empty list; a usual slot is on every clock anyway.
    const slots = own.length > 0 ? own : usualSlots.slice(0, 1);
    if (!(await this.#change({ slots }, complain)) || this.#signal.aborted) return;
    this.#drawSlots();
    const focus = () => /** @type {HTMLElement | null} */ (this.#slots.querySelector("#new-slot"))?.focus();
    whenDrawn(this.#slots, focus);
  }

  /**
   * @param {{slots?: string[], members?: string[]}} body
   * @param {(words: string) => void} complain
   * @returns {Promise<boolean>}
   */
  #change(body, complain) {
    const { api, family } = this.#app;
    const perform = async () => {
      await api.put("/clock", body);
      await family.refresh();
    };
    const turn = this.#saving.then(() => save(perform, { say: this.#sheet.say, complain }));
    this.#saving = turn;
    return turn;
  }
}
