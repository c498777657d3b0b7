// @ts-check
import { listWords } from "../lib/words/joined.js";
import { day, language, t } from "../lib/words/text.js";
import { weekdays } from "./family-money.js";
import { daysFrom, isLate, noonOf } from "./missions.js";
import { durationWords } from "./words.js";

/**
 * @typedef {import("../lib/hub/mission-shapes.js").Mission} Mission
 * @typedef {import("../lib/hub/mission-shapes.js").Repeats} Repeats
 * @typedef {import("./missions.js").Line} Line
 */

/**
 * A day as people say it from today: today, tomorrow, Sat 21 Nov.
 *
 * @param {string} date
 * @param {string} today
 */
export function dayWords(date, today) {
  switch (daysFrom(date, today)) {
    case 0:
      return t("day.today");
    case 1:
      return t("day.tomorrow");
    case -1:
      return t("day.yesterday");
    default:
      return day(noonOf(date));
  }
}

/**
 * When it is wanted, in words; nothing where nobody cares.
 *
 * @param {Line} line
 * @param {string} today
 */
export function dueWords(line, today) {
  const { due, state } = line.occurrence;
  if (!due || state !== "open") return "";
  return t(isLate(line, today) ? "missions.late" : "missions.due", { day: dayWords(due, today) });
}

/** @param {Repeats | undefined} repeats */
export function repeatWords(repeats) {
  if (!repeats) return "";
  const { every, weekdays: chosen = [], day: date = 0 } = repeats;
  if (every === "weekdays") {
    const names = weekdays(language().lang, "short");
    return chosen.length === 7 ? t("repeats.row.day") : listWords(chosen.map((number) => names[number - 1]));
  }
  if (every === "month") return date === 31 ? t("repeats.row.monthLast") : t("repeats.row.month", { day: date });
  return t(`repeats.row.${every}`);
}

/** @param {number} minutes */
export function minutesWords(minutes) {
  return durationWords(minutes * 60);
}

/**
 * How a line stands, where that is not simply to be done.
 *
 * @param {Line} line
 */
export function standingWords({ mission, occurrence }) {
  const { state, running, focusedSeconds, isUnsent } = occurrence;
  if (isUnsent && state === "open") return t("missions.unsent");
  if (state === "claimed") return t("missions.waits");
  if (state === "lapsed") return t("missions.lapsed");
  if (state !== "open") return t("missions.isDone");
  if (running) return t("missions.running");
  const minutes = Math.min(Math.floor(focusedSeconds / 60), mission.minutes);
  return minutes > 0 ? t("missions.begun", { done: minutes }) : "";
}
