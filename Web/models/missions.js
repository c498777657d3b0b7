// @ts-check

/**
 * @typedef {import("../lib/hub/mission-shapes.js").Mission} Mission
 * @typedef {import("../lib/hub/mission-shapes.js").Occurrence} Occurrence
 * @typedef {import("../lib/hub/mission-shapes.js").Priority} Priority
 * @typedef {{mission: Mission, occurrence: Occurrence}} Line  one line of the list
 * @typedef {import("../lib/hub/mission-shapes.js").Stage} Stage
 * @typedef {import("../lib/hub/mission-shapes.js").Repeats} Repeats
 * @typedef {"priority" | "minutes" | "name" | "added" | "due"} Order
 * @typedef {{priority: Priority | "", who: string}} Filter  an empty word lets everything through; "anyone" is whoever takes it
 */

/** @type {Priority[]} */
export const priorities = ["high", "medium", "low"];
/** @type {Order[]} */
export const orders = ["priority", "minutes", "name", "added", "due"];
/** @type {Stage[]} */
export const stages = ["open", "claimed", "upcoming", "over"];
export const titleMax = 80;
export const minutesMax = 1_440;
export const turnsMin = 2;

/**
 * Reads minutes as people type them: digits and nothing else, one to a day of them.
 *
 * @param {string} text
 * @returns {{minutes: number, problem?: undefined} | {minutes?: undefined, problem: "missing" | "digits" | "range"}}
 */
export function readMinutes(text) {
  const plain = text.trim();
  if (plain === "") return { problem: "missing" };
  if (!/^\d+$/.test(plain)) return { problem: "digits" };
  const minutes = Number(plain);
  return minutes >= 1 && minutes <= minutesMax ? { minutes } : { problem: "range" };
}

/**
 * The digits of what was typed or pasted; a field that takes only them shows nothing else.
 *
 * @param {string} text
 */
export function digitsOf(text) {
  return text.replace(/\D/g, "").slice(0, 4);
}

/**
 * How a mission comes again, as it was chosen; neither for one that comes once.
 *
 * @param {Repeats["every"] | ""} every
 * @param {Repeats["from"]} from
 * @param {number[]} weekdays  1 for Monday to 7 for Sunday
 * @param {string} day  of a month, as it was typed
 * @returns {{repeats?: Repeats, problem?: "weekdays" | "day"}}
 */
export function readRepeats(every, from, weekdays, day) {
  if (every === "") return {};
  if (every === "weekdays") return weekdays.length > 0 ? { repeats: { every, from, weekdays } } : { problem: "weekdays" };
  if (every !== "month") return { repeats: { every, from } };
  const date = /^\s*\d+\s*$/.test(day) ? Number(day) : 0;
  return date >= 1 && date <= 31 ? { repeats: { every, from, day: date } } : { problem: "day" };
}

/**
 * Who take turns from now on: those who did keep their order, others come after them.
 *
 * @param {readonly string[]} before
 * @param {readonly string[]} people
 * @param {ReadonlySet<string>} chosen
 * @returns {string[]}
 */
export function turnsOf(before, people, chosen) {
  const others = people.filter((id) => !before.includes(id));
  return [...before, ...others].filter((id) => chosen.has(id));
}

/**
 * 1 for Monday to 7 for Sunday.
 *
 * @param {string} day  such as 2026-11-22
 */
export function weekdayOf(day) {
  return ((noonOf(day).getDay() + 6) % 7) + 1;
}

/**
 * Who is to do it: whom it was given to, whose turn it is, or who took it.
 *
 * @param {Line} line
 */
export function whoseOf({ mission, occurrence }) {
  return mission.assignee ?? occurrence.doer;
}

/**
 * What names the report that something was done this time.
 *
 * @param {Mission} mission
 * @param {number} number  of the time
 */
export function claimKey({ id }, number) {
  return `claim/${id}/${number}`;
}

/**
 * The missions as they are shown while reports of this device wait to be sent: nothing more is done with those.
 *
 * @param {readonly Mission[]} missions
 * @param {(key: string) => boolean} isUnsent
 * @returns {Mission[]}
 */
export function withUnsent(missions, isUnsent) {
  return missions.map((mission) => {
    const occurrences = mission.occurrences.map((occurrence) =>
      isUnsent(claimKey(mission, occurrence.number)) ? { ...occurrence, isUnsent: true, may: [] } : occurrence,
    );
    return { ...mission, occurrences };
  });
}

/**
 * The lines by task: those of one name stand together where they are for more than one person, at the place of the first.
 *
 * @param {readonly Line[]} lines
 * @returns {Line[][]}
 */
export function byTask(lines) {
  /** @type {Map<string, Line[]>} */
  const tasks = new Map();
  for (const line of lines) {
    const name = line.mission.title.trim().toLocaleLowerCase();
    tasks.set(name, [...(tasks.get(name) ?? []), line]);
  }
  return [...tasks.values()].flatMap((task) => {
    const isOfSome = new Set(task.map(whoseOf)).size > 1;
    return isOfSome ? [task] : task.map((line) => [line]);
  });
}

/**
 * The lines of a list: one for each time that something is to be done, waits, or was done last.
 *
 * @param {readonly Mission[]} missions
 * @returns {Line[]}
 */
export function linesOf(missions) {
  return missions.flatMap((mission) => mission.occurrences.map((occurrence) => ({ mission, occurrence })));
}

/**
 * The same line in a list that was read anew.
 *
 * @param {readonly Mission[]} missions
 * @param {string} id
 * @param {number} [number]  without it, the one to be done now
 * @returns {Line | undefined}
 */
export function lineOf(missions, id, number) {
  const mission = missions.find((each) => each.id === id);
  if (!mission) return undefined;
  const { occurrences } = mission;
  const occurrence =
    number === undefined
      ? occurrences.find(({ state }) => state === "open") ?? occurrences.at(-1)
      : occurrences.find((each) => each.number === number);
  return occurrence && { mission, occurrence };
}

/**
 * Whether something that is to be done was wanted on an earlier day.
 *
 * @param {Line} line
 * @param {string} today
 */
export function isLate({ occurrence }, today) {
  return occurrence.state === "open" && occurrence.due !== undefined && occurrence.due < today;
}

/**
 * @param {readonly Line[]} lines
 * @param {Filter} filter
 * @returns {Line[]}
 */
export function filtered(lines, { priority, who }) {
  return lines.filter((line) => {
    const { mission } = line;
    if (priority && mission.priority !== priority) return false;
    if (!who || mission.anyone) return !who || who === "anyone";
    return whoseOf(line) === who;
  });
}

/**
 * The lines in an order; those that are equal in it as they were added, the earliest first.
 *
 * @param {readonly Line[]} lines
 * @param {Order} order
 * @param {string} [locale]
 * @returns {Line[]}
 */
export function sorted(lines, order, locale) {
  const names = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  const added = (/** @type {Line} */ left, /** @type {Line} */ right) =>
    compare(left.mission.addedAt, right.mission.addedAt) || compare(left.mission.id, right.mission.id);
  /** @type {Record<Order, (left: Line, right: Line) => number>} */
  const by = {
    priority: (left, right) => priorities.indexOf(left.mission.priority) - priorities.indexOf(right.mission.priority),
    minutes: (left, right) => left.mission.minutes - right.mission.minutes,
    name: (left, right) => names.compare(left.mission.title, right.mission.title),
    added: (left, right) => added(right, left),
    due: (left, right) => compare(left.occurrence.due ?? "~", right.occurrence.due ?? "~"),
  };
  return [...lines].sort((left, right) => by[order](left, right) || added(left, right));
}

/**
 * The lines by how far they have come.
 *
 * @param {readonly Line[]} lines
 * @returns {Record<Stage, Line[]>}
 */
export function staged(lines) {
  /** @type {Record<Stage, Line[]>} */
  const parts = { open: [], claimed: [], upcoming: [], over: [] };
  for (const line of lines) parts[line.occurrence.stage].push(line);
  return parts;
}

/**
 * The day it is somewhere, as 2026-11-22.
 *
 * @param {number} now
 * @param {string} [timeZone]  the device's own where none is named
 */
export function dayOf(now, timeZone) {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" };
  const format = new Intl.DateTimeFormat("en-US", { .../** @type {Intl.DateTimeFormatOptions} */ (parts), timeZone });
  const found = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${found.year}-${found.month}-${found.day}`;
}

/**
 * A day as a time in this device's own zone, at noon, so that it is written as the same day everywhere.
 *
 * @param {string} day  such as 2026-11-22
 */
export function noonOf(day) {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12);
}

/**
 * How far off a day is: 0 for today, 1 for tomorrow, -1 for yesterday.
 *
 * @param {string} day
 * @param {string} today
 */
export function daysFrom(day, today) {
  return Math.round((noonOf(day).getTime() - noonOf(today).getTime()) / 86_400_000);
}

/**
 * What a mission pays in full.
 *
 * @param {Pick<Mission, "minutes" | "priority">} mission
 * @param {{weightHigh: number, weightMedium: number, weightLow: number} | undefined} settings  one a minute without
 */
export function goldOf({ minutes, priority }, settings) {
  const weights = { high: settings?.weightHigh, medium: settings?.weightMedium, low: settings?.weightLow };
  return minutes * (weights[priority] ?? 1);
}

/**
 * How far a row that is pushed aside has come: where it stays when it is let go.
 *
 * @param {number} pixels  towards the end of the line, never less than 0
 * @param {number} width  of the row
 * @param {number} room  of the button behind it
 * @returns {"closed" | "open" | "away"}
 */
export function slideEnd(pixels, width, room) {
  if (pixels > width * 0.55) return "away";
  return pixels > room * 0.5 ? "open" : "closed";
}

/**
 * @param {string} left
 * @param {string} right
 */
function compare(left, right) {
  return left < right ? -1 : left > right ? 1 : 0;
}
