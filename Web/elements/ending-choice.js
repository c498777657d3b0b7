// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { t } from "../lib/words/text.js";
import { endOf, fieldTime, wrongEnd } from "../models/sharing.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../models/sharing.js").Ending} Ending */

/** @type {Ending[]} */
const endings = ["hour", "tonight", "month", "date", "none"];

let count = 0;

/**
 * How long something is shared: for a while, until a moment, or until one side ends it, which takes a second tap
 * (safety F42).
 */
export class EndingChoice {
  /** What stands on the page. */
  element;
  /** @type {string | undefined} */
  #kept;
  #select = h("select", { class: "input" });
  #date = h("input", { class: "input", type: "datetime-local" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #dateField;
  #sure = h("input", { type: "checkbox" });
  #sureWrong = h("p", { class: "wrong", role: "alert" });
  #sureField;

  #endless = h("button", { class: "button quiet-button", type: "button", hidden: true });

  /**
   * @param {() => void} [changed]
   * @param {{isQuick?: boolean}} more  whether "without end" stands beside the choice, for one tap
   */
  constructor(changed = () => {}, { isQuick = false } = {}) {
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
    this.#sureField = h(
      "div",
      { class: "field", hidden: true },
      h("label", { class: "row" }, this.#sure, h("span", { class: "grow" }, t("ending.sure"))),
      this.#sureWrong,
    );
    this.element = h(
      "div",
      { class: "stack" },
      h("div", { class: "field" }, h("label", { for: ids.select }, t("ending.label")), this.#select),
      this.#dateField,
      this.#sureField,
      isQuick && this.#endless,
    );
    this.#endless.append(t("ending.endless"));
    this.#endless.addEventListener("click", () => {
      this.#select.value = "none";
      this.#showFields();
      this.#sure.checked = true;
      this.#sure.focus();
      changed();
    });
    this.#select.addEventListener("change", () => {
      this.#showFields();
      // A day and time that is still to be typed is no choice yet.
      if (!["date", "none"].includes(this.#select.value) || (this.#select.value === "date" && this.#date.value)) changed();
    });
    this.#date.addEventListener("change", changed);
    this.#sure.addEventListener("change", () => {
      this.#sureWrong.textContent = "";
      if (this.#sure.checked) changed();
    });
    this.#offer("hour");
  }

  /**
   * Shows the end that stands; undefined where it stands until somebody ends it.
   *
   * @param {string | undefined} expiresAt
   */
  keep(expiresAt) {
    this.#kept = expiresAt;
    // Whoever has just typed it may want to go on typing.
    if (expiresAt && this.#select.value === "date" && Date.parse(this.#date.value) === Date.parse(expiresAt)) return;
    const words = expiresAt ? t("ending.kept", { time: momentWords(expiresAt, hubNow()) }) : t("ending.none");
    this.#offer("kept", h("option", { value: "kept" }, words));
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
    const isUnsure = ending === "none" && !this.#sure.checked;
    this.#sureWrong.textContent = isUnsure ? t("ending.unsure") : "";
    if (isUnsure) return undefined;
    return { expiresAt: endOf(ending, hubNow(), { kept: this.#kept, date: this.#date.value }) };
  }

  /**
   * @param {Ending} chosen
   * @param {...HTMLOptionElement} more
   */
  #offer(chosen, ...more) {
    const isEndless = more.length > 0 && this.#kept === undefined;
    const offered = endings.filter((ending) => ending !== "none" || !isEndless);
    const options = offered.map((ending) => h("option", { value: ending }, t(`ending.${ending}`, { time: "" })));
    this.#select.replaceChildren(...more, ...options);
    this.#select.value = chosen;
    this.#showFields();
  }

  #showFields() {
    this.#sureField.hidden = this.#select.value !== "none";
    this.#endless.hidden = !this.#sureField.hidden;
    this.#sure.checked = false;
    this.#sureWrong.textContent = "";
    this.#dateField.hidden = this.#select.value !== "date";
    this.#wrong.textContent = "";
    set(this.#date, { "aria-invalid": false });
    if (this.#dateField.hidden) return;
    this.#date.min = fieldTime(hubNow());
  }
}
