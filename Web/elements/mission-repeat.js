// @ts-check
import { h } from "../lib/dom/dom.js";
import { language, t } from "../lib/words/text.js";
import { weekdays } from "../models/family-money.js";
import { readRepeats, weekdayOf } from "../models/missions.js";
import { NamedChoice } from "./account-choice.js";

/** @typedef {import("../lib/hub/mission-shapes.js").Repeats} Repeats */

/** Whether a mission comes again, on which days, and what they are counted from. */
export class RepeatChoice {
  #every = new NamedChoice("mission-repeats", t("missions.repeats"), () => this.#changed());
  #from = new NamedChoice("mission-from", t("missions.from"));
  /** @type {HTMLInputElement[]} */
  #days = [];
  #weekdays;
  /** @type {HTMLInputElement} */
  #day;
  #month;
  #wrong = h("p", { class: "wrong", id: "mission-repeats-wrong", role: "alert" });
  #said;

  /**
   * @param {Repeats | undefined} repeats
   * @param {string} today  the day that is chosen at first
   * @param {() => void} changed
   */
  constructor(repeats, today, changed) {
    this.#said = changed;
    const every = /** @type {const} */ (["day", "workday", "week", "weekdays", "month"]);
    const ways = every.map((id) => ({ id, name: t(`repeats.${id}`) }));
    this.#every.offer([{ id: "", name: t("repeats.never") }, ...ways], repeats?.every ?? "");
    const begins = /** @type {const} */ (["due", "completion"]);
    this.#from.offer(begins.map((id) => ({ id, name: t(`repeats.${id}`) })), repeats?.from ?? "due");
    this.#every.hint = this.#from.hint = "";
    const chosen = repeats?.weekdays ?? [weekdayOf(today)];
    this.#days = weekdays(language().lang).map((_, index) => {
      return h("input", { type: "checkbox", value: index + 1, checked: chosen.includes(index + 1) });
    });
    const names = weekdays(language().lang);
    this.#weekdays = h(
      "fieldset",
      { class: "choices", "aria-describedby": this.#wrong.id },
      h("legend", {}, t("repeats.which")),
      h("div", { class: "weekdays" }, ...this.#days.map((day, index) => h("label", { class: "weekday" }, day, names[index]))),
    );
    this.#day = h("input", {
      class: "input minutes-input",
      id: "mission-day",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: 2,
      "aria-describedby": `mission-day-hint ${this.#wrong.id}`,
      value: repeats?.day ?? Number(today.slice(8)),
    });
    const hint = h("p", { class: "hint", id: "mission-day-hint" }, t("repeats.dayHint"));
    this.#month = h("div", { class: "field" }, h("label", { for: "mission-day" }, t("repeats.dayOfMonth")), this.#day, hint);
    const days = [this.#weekdays, this.#month];
    this.element = h("div", { class: "form" }, this.#every.element, ...days, this.#wrong, this.#from.element);
    this.#draw();
  }

  /** Whether it comes again at all. */
  get isOn() {
    return this.#every.value !== "";
  }

  /**
   * What was chosen; undefined where it does not come again. `isWrong` where days are missing, which is said.
   *
   * @returns {{repeats?: Repeats, isWrong: boolean}}
   */
  read() {
    const every = /** @type {Repeats["every"] | ""} */ (this.#every.value);
    const from = /** @type {Repeats["from"]} */ (this.#from.value);
    const chosen = this.#days.filter(({ checked }) => checked).map(({ value }) => Number(value));
    const { repeats, problem } = readRepeats(every, from, chosen, this.#day.value);
    this.#wrong.textContent = problem ? t(`repeats.wrong.${problem}`) : "";
    if (problem) (problem === "weekdays" ? this.#days[0] : this.#day).focus();
    return { repeats, isWrong: problem !== undefined };
  }

  #changed() {
    this.#draw();
    this.#said();
  }

  #draw() {
    this.#wrong.textContent = "";
    this.#from.element.hidden = !this.isOn;
    this.#weekdays.hidden = this.#every.value !== "weekdays";
    this.#month.hidden = this.#every.value !== "month";
  }
}
