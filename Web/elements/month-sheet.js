// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords } from "../lib/dom/page.js";
import { openSheet } from "../lib/dom/sheet.js";
import { day, monthName, t } from "../lib/words/text.js";
import { dateOf, daysOf, monthPeriod, query, shiftedMonth, weeks } from "../models/history.js";

/** @typedef {import("../lib/dom/page.js").App} App */

/**
 * Opens a calendar: days with positions can be chosen, and the arrows lead from month to month.
 *
 * @param {App} app
 * @param {string} chosen  the day that is shown
 * @param {(date: string) => void} choose
 * @param {AbortSignal} signal
 */
export function openMonths(app, chosen, choose, signal) {
  let month = chosen.slice(0, 7);
  const name = h("h3", { class: "month-name", "aria-live": "polite" });
  const before = arrow("back", t("history.monthBefore"), () => turn(-1));
  const after = arrow("forward", t("history.monthAfter"), () => turn(1));
  const grid = h("div", { class: "month" });
  const words = h("p", { class: "small quiet", role: "status" });
  const head = h("div", { class: "month-head" }, before, name, after);
  const sheet = openSheet(t("history.months"), [head, grid, words], { signal });

  /** @param {number} months */
  function turn(months) {
    month = shiftedMonth(month, months);
    draw();
  }

  async function draw() {
    const shown = month;
    const [year, number] = shown.split("-").map(Number);
    name.textContent = monthName(new Date(year, number - 1, 1));
    after.disabled = shown >= dateOf(new Date(hubNow())).slice(0, 7);
    words.textContent = "";
    fill(new Set(), true);
    try {
      const { items } = await app.api.get(`/me/history/spans${query(monthPeriod(shown))}`, signal);
      if (shown !== month) return;
      const days = daysOf(items);
      fill(days, false);
      if (![...days].some((date) => date.startsWith(shown))) words.textContent = t("history.monthEmpty");
    } catch (error) {
      if (!signal.aborted && shown === month) words.textContent = errorWords(error);
    }
  }

  /**
   * @param {Set<string>} days
   * @param {boolean} isLoading
   */
  function fill(days, isLoading) {
    const names = [1, 2, 3, 4, 5, 6, 7].map((number) =>
      h("span", { class: "month-weekday", "aria-hidden": "true" }, weekday(number)),
    );
    const cells = weeks(month, days, hubNow()).flatMap((week) => week.map(cell));
    grid.toggleAttribute("aria-busy", isLoading);
    grid.replaceChildren(...names, ...cells);
  }

  /** @param {import("../models/history.js").CalendarDay} entry */
  function cell({ date, number, isInMonth, hasData, isAhead }) {
    if (!isInMonth) return h("span", { class: "month-day is-outside", "aria-hidden": "true" });
    const [year, at] = date.split("-").map(Number);
    const title = day(new Date(year, at - 1, number));
    const button = h("button", {
      class: hasData ? "month-day has-data" : "month-day",
      type: "button",
      disabled: isAhead,
      "aria-current": date === chosen ? "date" : undefined,
      "aria-label": hasData ? t("history.dayWithData", { day: title }) : title,
    }, String(number));
    button.addEventListener("click", () => {
      sheet.close();
      choose(date);
    });
    return button;
  }

  draw();
}

/** @param {number} number */
function weekday(number) {
  return t(/** @type {import("../lib/words/text.js").Key} */ (`weekday.${number}`));
}

/**
 * @param {"back" | "forward"} name
 * @param {string} title
 * @param {() => void} click
 */
function arrow(name, title, click) {
  const button = h("button", { class: "button icon-button", type: "button", "aria-label": title, on: { click } });
  button.append(icon(name));
  return button;
}
