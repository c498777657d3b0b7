// @ts-check
import { number, t, timeOfDay, day } from "../lib/words/text.js";

/**
 * @typedef {import("./people.js").Person} Person
 * @typedef {import("./people.js").Journey} Journey
 */

/**
 * Labels that every clock has, by the keys of their words.
 *
 * @type {Record<string, "slot.home" | "slot.work" | "slot.school">}
 */
const usualLabels = { Home: "slot.home", Work: "slot.work", School: "slot.school" };
/** @type {Partial<Record<string, import("../lib/hub/shapes.js").Motion>>} */
const ofMode = { walk: "walking", cycle: "cycling" };

/** @type {import("../lib/hub/shapes.js").Motion[]} */
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
 * The label of a place as the page writes it: Home, Work and School in its own language, what a member typed as typed.
 *
 * @param {string} label
 */
export function labelWords(label) {
  return Object.hasOwn(usualLabels, label) ? t(usualLabels[label]) : label;
}

/**
 * A person's place in one sentence, movement first; the words for never are those for a member who was never heard of.
 *
 * @param {Person} person
 * @param {number} now
 */
export function whereWords(person, now) {
  const { presence, journey, near } = person;
  if (!presence) return t("sentence.never");
  const time = presence.since ? momentWords(presence.since, now) : "";
  if (journey && presence.state !== "lost" && presence.state !== "danger") return journeyWords(journey, presence.motion);
  switch (presence.state) {
    case "place":
      return t(time ? "sentence.place" : "sentence.placeNow", { place: labelWords(presence.place ?? ""), time });
    case "travelling": {
      if (!time) return t("sentence.travellingNow");
      const motion = isMoving(presence.motion) ? motionWords(presence.motion) : t("sentence.travellingNow");
      return near ? t("sentence.movingNear", { motion, place: near, time }) : t("sentence.moving", { motion, time });
    }
    case "lost":
      return time ? t("sentence.lost", { time }) : t("sentence.lostNow");
    case "danger":
      return time ? t("sentence.danger", { time }) : t("slot.danger");
    default:
      if (!time) return t("sentence.never");
      return near ? t("sentence.near", { place: near, time }) : t("sentence.unknown", { time });
  }
}

/**
 * Where a trip leads, and how far it still is: "Walking to School, 0.6 km".
 *
 * @param {Journey} journey
 * @param {string | undefined} motion
 */
function journeyWords({ destination, mode, remainingMetres }, motion) {
  const seen = isMoving(motion) ? motion : ofMode[mode];
  const how = seen ? motionWords(seen) : t("sentence.travellingNow");
  const place = labelWords(destination.name);
  if (remainingMetres === undefined) return t("sentence.toward", { motion: how, place });
  return t("sentence.to", { motion: how, place, distance: distanceWords(remainingMetres) });
}

/** @param {string | undefined} motion */
function isMoving(motion) {
  return motion !== undefined && motion !== "stationary" && motion !== "unknown" && motionName(motion) === motion;
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
 * @returns {import("../lib/hub/shapes.js").Motion}
 */
export function motionName(motion) {
  return motions.find((name) => name === motion) ?? "unknown";
}
