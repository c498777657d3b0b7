// @ts-check
import { timeOfDay, t } from "../lib/words/text.js";
import { motionName, motionWords } from "./words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Day} Day
 * @typedef {import("../lib/hub/shapes.js").Motion} Motion
 * @typedef {{motion: Motion, start: number, end: number, words: string}} Bar  start and end as parts of the day, 0 to 1
 * @typedef {{motion: Motion, distanceMetres: number, seconds: number}} Activity
 */

/** Shorter than this, a time of the day is no more than a hair on the chart. */
const barSecondsMin = 60;

/**
 * The local day around a moment: midnight, the next midnight (23 to 25 hours later), and how the hub is asked for it.
 *
 * @param {number} now
 */
export function localDay(now) {
  const time = new Date(now);
  const start = new Date(time.getFullYear(), time.getMonth(), time.getDate());
  const end = new Date(time.getFullYear(), time.getMonth(), time.getDate() + 1);
  const [month, date] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0"));
  const offset = -time.getTimezoneOffset();
  return {
    start: start.getTime(),
    end: end.getTime(),
    query: `?date=${time.getFullYear()}-${month}-${date}&utcOffsetMinutes=${offset}`,
  };
}

/**
 * The bars of a day's strip chart, in order of time: neighbours of one motion joined, hairs left out.
 *
 * @param {Day} day
 * @param {{start: number, end: number}} bounds  milliseconds since 1970
 * @returns {Bar[]}
 */
export function bars(day, { start, end }) {
  /** @type {{motion: Motion, from: number, to: number}[]} */
  const joined = [];
  for (const segment of day.motion.strip) {
    const from = Math.max(start, Date.parse(segment.from));
    const to = Math.min(end, Date.parse(segment.to));
    if (!(to - from >= barSecondsMin * 1000)) continue;
    const motion = motionName(segment.motion);
    const before = joined[joined.length - 1];
    if (before && before.motion === motion && from - before.to <= barSecondsMin * 1000) before.to = to;
    else joined.push({ motion, from, to });
  }
  return joined.map(({ motion, from, to }) => ({
    motion,
    start: (from - start) / (end - start),
    end: (to - start) / (end - start),
    words: t("day.segment", { from: timeOfDay(new Date(from)), to: timeOfDay(new Date(to)), motion: motionWords(motion) }),
  }));
}

/**
 * What somebody did today, most distance first; standing still and the unknown are left to the chart.
 *
 * @param {Day} day
 * @returns {Activity[]}
 */
export function activities(day) {
  const moved = day.motion.activities
    .map((activity) => ({ ...activity, motion: motionName(activity.motion) }))
    .filter(({ motion, seconds }) => motion !== "stationary" && motion !== "unknown" && seconds > 0);
  return moved.sort((left, right) => right.distanceMetres - left.distanceMetres || right.seconds - left.seconds);
}
