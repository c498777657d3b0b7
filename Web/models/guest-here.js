// @ts-check
import { t } from "../lib/words/text.js";
import { momentWords, whereWords } from "./words.js";

/**
 * @typedef {import("../lib/device/own-presence.js").PresenceReading} PresenceReading
 * @typedef {{latitude: number, longitude: number}} Spot
 */

/** About a metre: more digits say nothing that a phone knows. */
const digits = 5;

/**
 * Where a guest is, in one sentence, as it is said of members.
 *
 * @param {PresenceReading | undefined} reading
 * @param {readonly {label: string}[]} places  the same that the rules were given
 * @param {number} now
 */
export function hereWords(reading, places, now) {
  if (!reading || reading.ageSeconds === null) return t("here.nothing");
  const since = reading.sinceMs === null ? "" : momentWords(new Date(reading.sinceMs), now);
  if (reading.state === "unknown") return since ? t("here.noPlaceSince", { time: since }) : t("here.noPlace");
  const place = reading.state === "place" ? places[reading.placeIndex]?.label : undefined;
  const sinceText = reading.sinceMs === null ? undefined : new Date(reading.sinceMs).toISOString();
  const presence = { member: "", state: reading.state, place, since: sinceText };
  const person = { id: "", name: "", colour: 0, isMe: true, heardAt: now, presence };
  return whereWords(/** @type {import("./people.js").Person} */ (person), now);
}

/**
 * A point as its two numbers, as other programs take it.
 *
 * @param {Spot} spot
 */
export function pointWords({ latitude, longitude }) {
  return `${latitude.toFixed(digits)}, ${longitude.toFixed(digits)}`;
}
