// @ts-check
import { h, set } from "../lib/dom.js";
import { hubNow } from "../lib/hub-clock.js";
import { t } from "../lib/text.js";
import { endOf, fieldTime, wrongEnd } from "../models/sharing.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../models/sharing.js").Ending} Ending */

/** @type {Ending[]} */
const endings = ["none", "hour", "tonight", "day", "date"];

let count = 0;

/** How long something is shared: for a while, until a moment, or until one side ends it. */
export class EndingChoice {
  /** What stands on the page. */
  element;
  /** @type {string | undefined} */
  #kept;
  #select = h("select", { class: "input" });
  #date = h("input", { class: "input", type: "datetime-local" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #dateField;

  /** @param {() => void} [changed] */
  constructor(changed = () => {}) {
    count += 1;
    const ids = { select: `ending-${count}`, date: `ending-${count}-date`, wrong: `ending-${count}-wrong` };
    set(this.#select, { id: ids.select });
    set(this.#date, { id: ids.date, "aria-errormessage": ids.wrong });
    set(this.#wrong, { id: ids.wrong });
    this.#dateField = h(
      "div",
      { class: "field", hidden: true },
      h("label", { for: ids.date }, t("ending.dateLabel")),
      this.#date,
      this.#wrong,
    );
    this.element = h(
      "div",
      { class: "stack" },
      h("div", { class: "field" }, h("label", { for: ids.select }, t("ending.label")), this.#select),
      this.#dateField,
    );
    this.#select.addEventListener("change", () => {
      this.#showDate();
      // A day and time that is still to be typed is no choice yet.
      if (this.#select.value !== "date" || this.#date.value) changed();
    });
    this.#date.addEventListener("change", changed);
    this.keep(undefined);
  }

  /**
   * Shows the end that stands.
   *
   * @param {string | undefined} expiresAt
   */
  keep(expiresAt) {
    this.#kept = expiresAt;
    // Whoever has just typed it may want to go on typing.
    if (expiresAt && this.#select.value === "date" && Date.parse(this.#date.value) === Date.parse(expiresAt)) return;
    const options = endings.map((ending) => h("option", { value: ending }, t(`ending.${ending}`, { time: "" })));
    if (expiresAt) {
      const time = momentWords(expiresAt, hubNow());
      options.unshift(h("option", { value: "kept" }, t("ending.kept", { time })));
    }
    this.#select.replaceChildren(...options);
    this.#select.value = expiresAt ? "kept" : "none";
    this.#showDate();
  }

  /**
   * What was chosen; undefined where the typed moment is none, which is said beside it.
   *
   * @returns {{expiresAt: string | undefined} | undefined}
   */
  read() {
    const ending = /** @type {Ending} */ (this.#select.value);
    const wrong = ending === "date" ? wrongEnd(this.#date.value, hubNow()) : undefined;
    this.#wrong.textContent = wrong ? t(`ending.${wrong}`) : "";
    set(this.#date, { "aria-invalid": wrong ? "true" : false });
    if (wrong) return undefined;
    return { expiresAt: endOf(ending, hubNow(), { kept: this.#kept, date: this.#date.value }) };
  }

  #showDate() {
    this.#dateField.hidden = this.#select.value !== "date";
    this.#wrong.textContent = "";
    set(this.#date, { "aria-invalid": false });
    if (this.#dateField.hidden) return;
    this.#date.min = fieldTime(hubNow());
  }
}
