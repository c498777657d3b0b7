// @ts-check
import { day, t, timeOfDay } from "../lib/words/text.js";

/**
 * What a family has agreed on about its money, in words and sums.
 *
 * @typedef {import("../lib/hub/wallet-shapes.js").FamilyLimits} FamilyLimits
 * @typedef {import("../lib/hub/wallet-shapes.js").Schedule} Schedule
 * @typedef {import("../lib/hub/wallet-shapes.js").Allowance} Allowance
 *
 * @typedef {{member?: string, asset: number}} LimitPlace  a child's limit for a day, or without a member a sum at once
 */

/** A Monday, for the names of the days. */
const monday = Date.UTC(2024, 0, 1, 12);
const dayMilliseconds = 86_400_000;

/**
 * The days of the week as the reader's language calls them, Monday first.
 *
 * @param {string} locale
 * @param {"long" | "short"} [weekday]
 * @returns {string[]}
 */
export function weekdays(locale, weekday = "long") {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, index) => format.format(monday + index * dayMilliseconds));
}

/**
 * When something is paid again and again, in one line.
 *
 * @param {Schedule} schedule
 * @param {string} timeZone  by whose clock
 * @param {string} locale
 * @param {string | undefined} here  the reader's own time zone: another one is named
 */
export function scheduleWords({ every, day: on, time }, timeZone, locale, here) {
  const words = {
    day: () => t("pays.day", { time }),
    week: () => t("pays.week", { day: weekdays(locale)[(on ?? 1) - 1], time }),
    month: () => (on === 31 ? t("pays.monthLast", { time }) : t("pays.month", { day: on ?? 1, time })),
  }[every]();
  if (here === undefined || here === timeZone) return words;
  return t("pays.zone", { words, zone: timeZone.replace(/^.*\//, "").replaceAll("_", " ") });
}

/**
 * A moment that is to come, as people say it: today, tomorrow, or the day with its name.
 *
 * @param {string} moment
 * @param {number} now
 */
export function comingWords(moment, now) {
  const then = new Date(moment);
  const values = { time: timeOfDay(then) };
  if (then.toDateString() === new Date(now).toDateString()) return t("pays.today", values);
  const tomorrow = new Date(now);
  tomorrow.setDate(tomorrow.getDate() + 1);
  if (then.toDateString() === tomorrow.toDateString()) return t("pays.tomorrow", values);
  return t("pays.later", { ...values, day: day(then) });
}

/**
 * The allowance that is paid next; undefined where there is none.
 *
 * @template {{nextAt: string}} Item
 * @param {readonly Item[]} allowances
 * @returns {Item[]}  all of them, the next one first
 */
export function soonestFirst(allowances) {
  return [...allowances].sort((left, right) => Date.parse(left.nextAt) - Date.parse(right.nextAt));
}

/**
 * What is left of a limit.
 *
 * @param {bigint} limit
 * @param {bigint} spent
 */
export function leftOf(limit, spent) {
  return spent < limit ? limit - spent : 0n;
}

/**
 * How much of a limit is used up, for a bar.
 *
 * @param {bigint} spent
 * @param {bigint} limit
 */
export function percentOf(spent, limit) {
  return spent >= limit ? 100 : Number((spent * 100n) / limit);
}

/**
 * A family's limits with one of them changed, added or taken away; the others stay.
 *
 * @param {FamilyLimits} limits
 * @param {LimitPlace} place
 * @param {bigint | undefined} units  none takes it away
 * @returns {FamilyLimits}
 */
export function limitsWith({ approvalAbove, perDay }, { member, asset }, units) {
  if (member === undefined) {
    const rest = approvalAbove.filter((sum) => sum.asset !== asset);
    return { approvalAbove: units === undefined ? rest : [...rest, { asset, amount: String(units) }], perDay };
  }
  const rest = perDay.filter((limit) => limit.member !== member || limit.asset !== asset);
  return { approvalAbove, perDay: units === undefined ? rest : [...rest, { member, asset, amount: String(units) }] };
}
