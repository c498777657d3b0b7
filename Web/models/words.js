// @ts-check
import { number, t, timeOfDay, day } from "../lib/text.js";

/** @typedef {import("./people.js").Person} Person */

/** @type {import("../lib/shapes.js").Motion[]} */
const motions = ["stationary", "walking", "running", "cycling", "automotive"];

/**
 * An age in the fewest words: now, 5 min ago, 3 h ago, 2 days ago.
 *
 * @param {number | undefined} seconds  undefined where nothing was ever heard
 */
export function ageWords(seconds) {
  if (seconds === undefined) return t("age.never");
  if (seconds < 60) return t("age.now");
  if (seconds < 3_600) return t("age.minutes", { count: Math.floor(seconds / 60) });
  if (seconds < 86_400) return t("age.hours", { count: Math.floor(seconds / 3_600) });
  return t("age.days", { count: Math.floor(seconds / 86_400) });
}

/** @param {number} seconds */
export function durationWords(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t("duration.minutes", { minutes });
  return t("duration.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** @param {number} metres */
export function distanceWords(metres) {
  if (metres < 950) return t("distance.metres", { metres: number(Math.round(metres / 10) * 10) });
  return t("distance.kilometres", { kilometres: number(metres / 1000, metres < 99_500 ? 1 : 0) });
}

/** @param {number} metresPerSecond */
export function speedWords(metresPerSecond) {
  return t("speed", { kmh: number(metresPerSecond * 3.6) });
}

/**
 * A moment as people say it: the time today, with the day before that.
 *
 * @param {string | Date} moment
 * @param {number} now
 */
export function momentWords(moment, now) {
  const time = new Date(moment);
  const isToday = time.toDateString() === new Date(now).toDateString();
  return isToday ? timeOfDay(time) : `${day(time)}, ${timeOfDay(time)}`;
}

/**
 * Where somebody is, in one sentence; the words for never are those for a member who was never heard of.
 *
 * @param {Person} person
 * @param {number} now
 */
export function whereWords(person, now) {
  const presence = person.presence;
  if (!presence) return t("sentence.never");
  const time = presence.since ? momentWords(presence.since, now) : "";
  switch (presence.state) {
    case "place":
      return t(time ? "sentence.place" : "sentence.placeNow", { place: presence.place ?? "", time });
    case "travelling":
      return time ? t("sentence.travelling", { time }) : t("sentence.travellingNow");
    case "lost":
      return time ? t("sentence.lost", { time }) : t("sentence.lostNow");
    case "danger":
      return time ? t("sentence.danger", { time }) : t("slot.danger");
    default:
      return time ? t("sentence.unknown", { time }) : t("sentence.never");
  }
}

/**
 * How somebody moves, in a word.
 *
 * @param {string | undefined} motion  as the hub names it; what the page does not know is not known
 */
export function motionWords(motion) {
  return t(`motion.${motionName(motion)}`);
}

/**
 * @param {string | undefined} motion
 * @returns {import("../lib/shapes.js").Motion}
 */
export function motionName(motion) {
  return motions.find((name) => name === motion) ?? "unknown";
}
