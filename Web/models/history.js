// @ts-check
import { day as dayWords, t, timeOfDay } from "../lib/words/text.js";
import { distanceWords, durationWords, labelWords } from "./words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").HistoryEntry} HistoryEntry
 * @typedef {import("../lib/hub/shapes.js").TravelMode} TravelMode
 * @typedef {import("../lib/dom/maplibre.js").LonLat} LonLat
 * @typedef {{mode: TravelMode, distanceMetres: number, seconds: number}} Total
 * @typedef {{date: string, number: number, isInMonth: boolean, hasData: boolean, isAhead: boolean}} CalendarDay
 */

/** @type {TravelMode[]} */
const modes = ["unknown", "walk", "run", "cycle", "drive", "train", "fly"];

/**
 * A local day as it is written in addresses: 2026-03-29.
 *
 * @param {Date} time
 */
export function dateOf(time) {
  const [month, date] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${String(time.getFullYear()).padStart(4, "0")}-${month}-${date}`;
}

/**
 * Reads such a day; undefined for anything else.
 *
 * @param {string | undefined} date
 * @returns {string | undefined}
 */
export function readDate(date) {
  if (!date || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  return dateOf(midnight(date)) === date ? date : undefined;
}

/**
 * The day so many days later.
 *
 * @param {string} date
 * @param {number} days
 */
export function shifted(date, days) {
  const time = midnight(date);
  return dateOf(new Date(time.getFullYear(), time.getMonth(), time.getDate() + days));
}

/**
 * A local day from midnight to midnight, which is 23 to 25 hours, as the hub is asked for it.
 *
 * @param {string} date
 */
export function period(date) {
  return { from: midnight(date).toISOString(), to: midnight(shifted(date, 1)).toISOString() };
}

/** @param {{from: string, to: string}} period */
export function query({ from, to }) {
  return `?from=${from}&to=${to}`;
}

/**
 * A day in words: today, yesterday, or its name.
 *
 * @param {string} date
 * @param {number} now
 */
export function dateWords(date, now) {
  const today = dateOf(new Date(now));
  if (date === today) return t("history.today");
  if (date === shifted(today, -1)) return t("history.yesterday");
  const year = date.slice(0, 4) === today.slice(0, 4) ? "" : ` ${Number(date.slice(0, 4))}`;
  return dayWords(midnight(date)) + year;
}

/**
 * The days on which there are fixes: each span has one at both of its ends.
 *
 * @param {{from: string, to: string}[]} spans
 * @returns {Set<string>}
 */
export function daysOf(spans) {
  return new Set(spans.flatMap(({ from, to }) => [dateOf(new Date(from)), dateOf(new Date(to))]));
}

/**
 * A month as weeks of a calendar, Monday first.
 *
 * @param {string} month  as 2026-03
 * @param {Set<string>} days  those with fixes
 * @param {number} now
 * @returns {CalendarDay[][]}
 */
export function weeks(month, days, now) {
  const first = midnight(`${month}-01`);
  const today = dateOf(new Date(now));
  const offset = (first.getDay() + 6) % 7;
  /** @type {CalendarDay[][]} */
  const found = [];
  for (let start = -offset; ; start += 7) {
    const week = Array.from({ length: 7 }, (_, index) => {
      const time = new Date(first.getFullYear(), first.getMonth(), 1 + start + index);
      const date = dateOf(time);
      const isInMonth = time.getMonth() === first.getMonth();
      return { date, number: time.getDate(), isInMonth, hasData: days.has(date), isAhead: date > today };
    });
    if (!week.some(({ isInMonth }) => isInMonth)) return found;
    found.push(week);
  }
}

/**
 * What the hub is asked for a month's days: the month with the days around it.
 *
 * @param {string} month
 */
export function monthPeriod(month) {
  const first = `${month}-01`;
  return { from: midnight(shifted(first, -7)).toISOString(), to: midnight(shifted(monthAfter(first), 7)).toISOString() };
}

/**
 * The month so many months later.
 *
 * @param {string} month
 * @param {number} months
 */
export function shiftedMonth(month, months) {
  const first = midnight(`${month}-01`);
  return dateOf(new Date(first.getFullYear(), first.getMonth() + months, 1)).slice(0, 7);
}

/**
 * How far and how long in each mode, most distance first.
 *
 * @param {HistoryEntry[]} entries
 * @returns {Total[]}
 */
export function totals(entries) {
  /** @type {Map<TravelMode, Total>} */
  const found = new Map();
  for (const leg of entries.flatMap(({ journey }) => journey?.legs ?? [])) {
    const mode = modeName(leg.mode);
    const total = found.get(mode) ?? { mode, distanceMetres: 0, seconds: 0 };
    total.distanceMetres += leg.distanceMetres;
    total.seconds += seconds(leg);
    found.set(mode, total);
  }
  return [...found.values()].sort((left, right) => right.distanceMetres - left.distanceMetres);
}

/** @param {string} mode  what the page does not know is not known */
export function modeName(mode) {
  return modes.find((name) => name === mode) ?? "unknown";
}

/** @param {{from: string, to: string}} time */
export function seconds({ from, to }) {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

/**
 * An entry in words: what it was, and how far and how long.
 *
 * @param {HistoryEntry} entry
 * @returns {{title: string, words: string, more: string[]}}
 */
export function entryWords(entry) {
  const duration = durationWords(seconds(entry));
  const { stay, journey } = entry;
  if (stay) {
    const words = [stay.endsAbout ? t("history.about", { duration }) : duration];
    if (stay.address && stay.place) words.push(stay.address);
    return { title: (stay.place && labelWords(stay.place)) ?? stay.address ?? t("history.somewhere"), words: words.join(" · "), more: [] };
  }
  if (!journey) return { title: t("history.unknown"), words: duration, more: [] };
  const more = journey.legs.length > 1 ? journey.legs.map(legWords) : [];
  const ends = endWords(journey);
  if (ends) more.unshift(ends);
  const halts = journey.stops.map((stop) => {
    const values = { time: timeOfDay(new Date(stop.from)), duration: durationWords(seconds(stop)) };
    return t("history.stop", values);
  });
  return {
    title: t(`history.mode.${modeName(journey.mode)}`),
    words: `${distanceWords(journey.distanceMetres)} · ${duration}`,
    more: [...more, ...halts],
  };
}

/**
 * When an entry was: from, to, or all day.
 *
 * @param {HistoryEntry} entry
 */
export function timeWords({ from, to, stay }) {
  const values = { from: timeOfDay(new Date(from)), to: timeOfDay(new Date(to)) };
  if (stay?.beganBefore && stay.wentOn) return t("history.allDay");
  if (stay?.beganBefore) return t("history.until", values);
  if (stay?.wentOn) return t("history.from", values);
  return t("history.fromTo", values);
}

/**
 * Where an entry is on the map: a stay's point, or the points of a journey's line.
 *
 * @param {HistoryEntry} entry
 * @returns {LonLat[]}
 */
export function pointsOf({ stay, journey }) {
  if (stay) return [[stay.longitude, stay.latitude]];
  return journey?.line ?? [];
}

/** @param {{from: string, to: string, mode: TravelMode, distanceMetres: number}} leg */
function legWords(leg) {
  const values = {
    mode: t(`history.mode.${modeName(leg.mode)}`),
    distance: distanceWords(leg.distanceMetres),
    duration: durationWords(seconds(leg)),
  };
  return t("history.leg", values);
}

/**
 * Where a journey began and ended, as far as no stay beside it tells.
 *
 * @param {{startAddress?: string, endAddress?: string}} journey
 */
function endWords({ startAddress: from, endAddress: to }) {
  if (from && to) return t("history.wayFromTo", { from, to });
  if (from) return t("history.wayFrom", { from });
  return to ? t("history.wayTo", { to }) : "";
}

/** @param {string} date */
function midnight(date) {
  const [year, month, day] = date.split("-").map(Number);
  const time = new Date(2000, 0, 1);
  time.setFullYear(year, month - 1, day);
  return time;
}

/** @param {string} first */
function monthAfter(first) {
  return `${shiftedMonth(first.slice(0, 7), 1)}-01`;
}
