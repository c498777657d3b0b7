// @ts-check

/**
 * @typedef {import("../lib/hub/shapes.js").Look} Look
 * @typedef {import("../lib/hub/shapes.js").Precision} Precision
 *
 * @typedef {object} Span  a time without a break in which somebody looked
 * @property {Date} from
 * @property {Date} to
 *
 * @typedef {object} PersonsDay  all looks of one person on one day
 * @property {Look} person  who it was, as the newest of them says
 * @property {Span[]} spans  newest first
 * @property {number} count
 * @property {Precision} precision  the most that was shown
 * @property {string[]} screens
 *
 * @typedef {{day: Date, people: PersonsDay[]}} Day
 */

/** Looks that follow each other so closely are one stretch of time. */
const breakMilliseconds = 16 * 60_000;
/** @type {Precision[]} */
const precisions = ["off", "place", "coarse", "exact"];

/**
 * Looks by the day they began on, where the page is, and by person; newest first.
 *
 * @param {Look[]} looks  newest first
 * @returns {Day[]}
 */
export function byDay(looks) {
  /** @type {Map<string, {day: Date, people: Map<string, Look[]>}>} */
  const days = new Map();
  for (const look of looks) {
    const day = new Date(look.firstAt);
    day.setHours(0, 0, 0, 0);
    const entry = days.get(day.toDateString()) ?? { day, people: new Map() };
    days.set(day.toDateString(), entry);
    entry.people.set(look.viewer, [...(entry.people.get(look.viewer) ?? []), look]);
  }
  return [...days.values()].map(({ day, people }) => ({ day, people: [...people.values()].map(personsDay) }));
}

/**
 * @param {Look[]} looks  of one person, newest first
 * @returns {PersonsDay}
 */
function personsDay(looks) {
  const most = Math.max(...looks.map((look) => precisions.indexOf(look.precision)));
  return {
    person: looks[0],
    spans: spans(looks),
    count: looks.length,
    precision: precisions[most],
    screens: [...new Set(looks.flatMap((look) => look.screens))],
  };
}

/**
 * @param {Look[]} looks
 * @returns {Span[]}
 */
function spans(looks) {
  /** @type {Span[]} */
  const found = [];
  for (const look of looks) {
    const [from, to] = [new Date(look.firstAt), new Date(look.lastAt)];
    const later = found.at(-1);
    if (later && later.from.getTime() - to.getTime() < breakMilliseconds) later.from = from;
    else found.push({ from, to });
  }
  return found;
}
