// @ts-check
import { number, t, timeOfDay } from "../lib/words/text.js";
import { ageSeconds, isFresh, isLive } from "./people.js";
import { ageWords, momentWords } from "./words.js";

/**
 * @typedef {import("./people.js").Person} Person
 * @typedef {import("../lib/dom/maplibre.js").LonLat} LonLat
 * @typedef {"live" | "stale" | "lost" | "never" | "danger"} Standing
 * @typedef {{kind: "fix" | "cell", point: LonLat, radiusMetres: number}} Placement  the radius of the disc, or half a
 *   side of the cell
 */

/** Slower than this, a course says where a phone lies rather than where somebody goes. */
const courseMetresPerSecondMin = 0.7;
const compass = /** @type {const} */ ([
  "north",
  "northEast",
  "east",
  "southEast",
  "south",
  "southWest",
  "west",
  "northWest",
]);

/**
 * How far what is shown of somebody can be trusted now.
 *
 * @param {Person} person
 * @param {number} now
 * @returns {Standing}
 */
export function standing(person, now) {
  const presence = person.presence;
  if (!presence || isNeverHeard(person, now)) return "never";
  if (presence.state === "danger") return "danger";
  if (presence.state === "lost") return "lost";
  if (presence.fix) return isLive(person, now) ? "live" : "stale";
  return isFresh(person, now) ? "live" : "stale";
}

/**
 * Whether a drawing of somebody has its full colour: a position only while it is live (safety F51), danger always.
 *
 * @param {Person} person
 * @param {number} now
 */
export function isGrey(person, now) {
  const how = standing(person, now);
  return how === "danger" ? Boolean(person.presence?.fix) && !isLive(person, now) : how !== "live";
}

/**
 * Where somebody is drawn on the map: at a point, or as the cell that is all they share; undefined for neither.
 *
 * @param {Person} person
 * @returns {Placement | undefined}
 */
export function placement(person) {
  const { fix, cell } = person.presence ?? {};
  if (fix) return { kind: "fix", point: [fix.longitude, fix.latitude], radiusMetres: fix.accuracyMetres ?? 0 };
  if (cell) return { kind: "cell", point: [cell.longitude, cell.latitude], radiusMetres: cell.sizeMetres / 2 };
  return undefined;
}

/**
 * The hub's clock, as far as somebody's newest fix tells it; the page's own may be wrong.
 *
 * @param {Person} person
 * @param {number} now  milliseconds of the page's clock
 */
export function hubTime(person, now) {
  const fix = person.presence?.fix;
  return fix ? Date.parse(fix.at) + (ageSeconds(person, now) ?? 0) * 1000 : now;
}

/**
 * How honest what is shown is, in a line: "Live, 12 s ago, ± 8 m", or "As of 14:02, 23 min ago, ± 8 m".
 *
 * @param {Person} person
 * @param {number} now
 */
export function stampWords(person, now) {
  const age = ageSeconds(person, now);
  const fix = person.presence?.fix;
  if (age === undefined) return "";
  if (!fix) return t("stamp.heard", { age: ageWords(age) });
  const metres = number(Math.ceil(fix.accuracyMetres ?? 0));
  const values = { time: momentWords(fix.at, now), age: ageWords(age), metres };
  if (isLive(person, now)) return fix.accuracyMetres ? t("stamp.live", values) : t("stamp.liveAnyhow", values);
  return fix.accuracyMetres ? t("stamp.stale", values) : t("stamp.staleAnyhow", values);
}

/**
 * The label of a position that is not live, in parts, of which a crowded map shows the middle one: "as of 14:02, ",
 * "23 min ago", ", ± 8 m". Undefined where the position is live.
 *
 * @param {Person} person
 * @param {number} now
 * @returns {[string, string, string] | undefined}
 */
export function staleLabel(person, now) {
  const age = ageSeconds(person, now);
  const fix = person.presence?.fix;
  if (age === undefined || (fix ? isLive(person, now) : isFresh(person, now))) return undefined;
  const words = age < 60 ? t("stamp.thisMinute") : ageWords(age);
  if (!fix) return ["", words, ""];
  const metres = fix.accuracyMetres ? t("stamp.metres", { metres: number(Math.ceil(fix.accuracyMetres)) }) : "";
  return [t("stamp.asOf", { time: isOld(age) ? momentWords(fix.at, now) : timeOfDay(new Date(fix.at)) }), words, metres];
}

/**
 * Where somebody is heading, in degrees from north; undefined where they stand or it is not known now.
 *
 * @param {Person} person
 * @param {number} now
 */
export function course(person, now) {
  const fix = person.presence?.fix;
  if (!fix || !isLive(person, now)) return undefined;
  return (fix.speedMetresPerSecond ?? 0) >= courseMetresPerSecondMin ? fix.courseDegrees : undefined;
}

/**
 * A course as a word of the compass.
 *
 * @param {number} degrees
 */
export function compassWord(degrees) {
  const index = Math.round((((degrees % 360) + 360) % 360) / 45) % 8;
  return t(`compass.${compass[index]}`);
}

/**
 * @param {Person} person
 * @param {number} now
 */
function isNeverHeard(person, now) {
  const presence = person.presence;
  return presence?.state === "unknown" && !presence.since && ageSeconds(person, now) === undefined;
}

/** @param {number} seconds */
function isOld(seconds) {
  return seconds > 43_200;
}
