// @ts-check
import { button } from "../lib/dom/button.js";
import { h, set } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords } from "../lib/dom/page.js";
import { openSheet } from "../lib/dom/sheet.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";
import { dayOf, digitsOf, priorities, readMinutes, titleMax, turnsMin } from "../models/missions.js";
import { NamedChoice } from "./account-choice.js";
import { RepeatChoice } from "./mission-repeat.js";
import { TurnsChoice } from "./mission-turns.js";
import { Segments } from "./segments.js";

/**
 * @typedef {import("../stores/missions.js").MissionList} MissionList
 * @typedef {import("../lib/hub/mission-shapes.js").Mission} Mission
 * @typedef {import("../lib/hub/mission-shapes.js").MissionDraft} MissionDraft
 * @typedef {import("../lib/hub/mission-shapes.js").Priority} Priority
 */

/** What stands for whoever takes it, among the members that a mission can be for. */
const anyone = "anyone";
/** What stands for some who take turns. */
const byTurns = "turns";

/** Making or changing a mission: what, how long, how much it matters; when, how often and for whom if it is wanted. */
export class MissionForm {
  #list;
  #mission;
  #id;
  #said;
  /** @type {HTMLInputElement} */
  #title;
  /** @type {HTMLInputElement} */
  #minutes;
  #titleWrong = h("p", { class: "wrong", id: "mission-title-wrong", role: "alert" });
  #minutesWrong = h("p", { class: "wrong", id: "mission-minutes-wrong", role: "alert" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  /** @type {Segments<Priority>} */
  #priority;
  #due;
  /** @type {RepeatChoice | undefined} */
  #repeats;
  /** @type {TurnsChoice | undefined} */
  #turns;
  #whom = new NamedChoice("mission-whom", t("missions.whom"), () => this.#drawApproval());
  #needsApproval;
  #approval = h("div");
  #button;
  #sheet;

  /**
   * @param {MissionList} list
   * @param {{mission?: Mission, signal: AbortSignal, saved: (title: string) => void}} more  the mission to change
   */
  constructor(list, { mission, signal, saved }) {
    this.#list = list;
    this.#mission = mission;
    this.#id = mission?.id ?? newID();
    this.#said = saved;
    this.#title = h("input", {
      class: "input",
      id: "mission-title",
      maxlength: titleMax,
      autocomplete: "off",
      dir: "auto",
      enterkeyhint: "next",
      value: mission?.title,
      on: { input: () => this.#complain(this.#title, this.#titleWrong, "") },
    });
    this.#minutes = h("input", {
      class: "input minutes-input",
      id: "mission-minutes",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: 4,
      enterkeyhint: "done",
      value: mission?.minutes,
      on: { input: () => this.#typed() },
    });
    const choices = priorities.map((value) => ({ value, words: t(`priority.${value}`) }));
    this.#priority = new Segments("mission-priority", t("missions.priority"), choices, mission?.priority ?? "medium");
    this.#due = h("input", { class: "input", id: "mission-due", type: "date", value: mission?.due });
    this.#needsApproval = mission?.needsApproval ?? false;
    this.#button = h("button", { class: "button", type: "submit" }, t(mission ? "common.save" : "missions.addIt"));
    this.#sheet = openSheet(t(mission ? "missions.editTitle" : "missions.add"), [this.#form()], { signal });
    this.#title.focus();
  }

  #form() {
    const cancel = button(t("common.cancel"), () => this.#sheet.close(), { style: "quiet-button" });
    return h(
      "form",
      { class: "form", novalidate: true, on: { submit: (event) => this.#submit(event) } },
      field("mission-title", t("missions.name"), this.#title, this.#titleWrong),
      field("mission-minutes", t("missions.minutes"), this.#minutes, this.#minutesWrong),
      this.#priority.element,
      this.#more(),
      this.#wrong,
      h("div", { class: "actions" }, this.#button, cancel),
    );
  }

  /** What most missions do without. */
  #more() {
    const list = this.#list;
    const { due, repeats, anyone: isForAll, turns, assignee } = this.#mission ?? { assignee: list.me };
    /** @type {HTMLElement[]} */
    const fields = [field("mission-due", t("missions.dueDay"), this.#due)];
    if (!list.isGuest) {
      this.#repeats = new RepeatChoice(repeats, due ?? dayOf(list.now()), () => void (this.#wrong.textContent = ""));
      fields.push(this.#repeats.element);
    }
    if (list.isAdult && list.children.length > 0) {
      const people = [...list.children, { id: list.me, name: t("missions.me") }];
      const others = [{ id: byTurns, name: t("turns.choice") }, { id: anyone, name: t("missions.anyone") }];
      this.#turns = new TurnsChoice(people, turns, list.me);
      this.#whom.offer([people[people.length - 1], ...list.children, ...others], turns ? byTurns : isForAll ? anyone : assignee);
      this.#drawApproval();
      fields.push(this.#whom.element, this.#turns.element, this.#approval);
    }
    const isUsed = Boolean(due || repeats || isForAll || turns || assignee !== list.me);
    const summary = h("summary", {}, t("missions.more"));
    return h("details", { class: "mission-more", open: isUsed }, summary, h("div", { class: "form" }, ...fields));
  }

  /** What a child is given, and what is for whoever takes it, always waits for an adult; what is mine if I like. */
  #drawApproval() {
    const isMine = this.#whom.value === this.#list.me;
    const hint = this.#whom.value === byTurns ? t("turns.hint") : t("missions.approvedAlways");
    this.#whom.hint = isMine ? "" : hint;
    if (this.#turns) this.#turns.element.hidden = this.#whom.value !== byTurns;
    this.#wrong.textContent = "";
    const changed = (/** @type {boolean} */ isOn) => void (this.#needsApproval = isOn);
    const row = switchRow({ label: t("missions.needsApproval"), isOn: this.#needsApproval, changed });
    this.#approval.replaceChildren(...(isMine ? [row] : []));
  }

  #typed() {
    this.#complain(this.#minutes, this.#minutesWrong, "");
    const digits = digitsOf(this.#minutes.value);
    if (digits !== this.#minutes.value) this.#minutes.value = digits;
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    this.#wrong.textContent = "";
    const draft = this.#read();
    if (!draft) return;
    this.#button.disabled = true;
    try {
      if (this.#mission) await this.#list.change(this.#id, draft);
      else await this.#list.add(this.#id, draft);
      this.#sheet.close();
      this.#said(draft.title);
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  /** @returns {MissionDraft | undefined} */
  #read() {
    const title = this.#title.value.trim();
    const { minutes, problem } = readMinutes(this.#minutes.value);
    if (problem) this.#complain(this.#minutes, this.#minutesWrong, t(`missions.minutes.${problem}`));
    if (!title) this.#complain(this.#title, this.#titleWrong, t("missions.nameMissing"));
    const { repeats, isWrong = false } = this.#repeats?.read() ?? {};
    if (!title || minutes === undefined || isWrong || !this.#mayTakeTurns()) return undefined;
    const due = this.#due.value;
    return {
      title,
      minutes,
      priority: this.#priority.value,
      ...(due ? { due } : {}),
      ...(repeats ? { repeats } : {}),
      ...this.#whose(),
    };
  }

  /** Whether turns can be taken as it is described, which is said where not. */
  #mayTakeTurns() {
    if (this.#whom.value !== byTurns || !this.#turns) return true;
    const isEnough = this.#turns.value.length >= turnsMin;
    this.#wrong.textContent = isEnough ? "" : t("turns.tooFew");
    if (isEnough && !this.#repeats?.isOn) this.#wrong.textContent = t("turns.once");
    return this.#wrong.textContent === "";
  }

  #whose() {
    const { value } = this.#whom;
    const { assignee, anyone: isForAll } = this.#mission ?? {};
    // Who cannot choose leaves it as it is.
    if (!value) return this.#list.isGuest ? {} : { ...(isForAll ? { anyone: true } : { assignee }), ...this.#asIs() };
    if (value === byTurns) return { turns: this.#turns?.value ?? [] };
    return value === anyone ? { anyone: true } : { assignee: value, needsApproval: this.#needsApproval };
  }

  #asIs() {
    return this.#mission ? { needsApproval: this.#mission.needsApproval } : {};
  }

  /**
   * @param {HTMLInputElement} input
   * @param {HTMLElement} wrong
   * @param {string} words
   */
  #complain(input, wrong, words) {
    wrong.textContent = words;
    set(input, { "aria-invalid": words ? "true" : false, "aria-errormessage": words ? wrong.id : false });
    if (words) input.focus();
  }
}

/**
 * @param {string} id
 * @param {string} label
 * @param {...HTMLElement} content
 */
function field(id, label, ...content) {
  return h("div", { class: "field" }, h("label", { for: id }, label), ...content);
}
