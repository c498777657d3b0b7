// @ts-check
import { t } from "../lib/words/text.js";
import { ageWords, momentWords } from "./words.js";
import { secondsSince } from "./trip.js";

/** An older fix says nothing of when its traveller arrives (F56). */
const freshMilliseconds = 60_000;

/** @typedef {Pick<import("../lib/hub/trip-shapes.js").TripCommon, "dueAt" | "arrivesAt" | "remainingSeconds" | "remainingAsOf" | "straightLine">} Arriving */

/**
 * When the traveller arrives: by what is left of the way, else as they planned; undefined once that has passed.
 *
 * @param {Arriving} trip
 * @param {number} now
 * @returns {number | undefined}  milliseconds since 1970
 */
export function arrivalAt({ arrivesAt, remainingSeconds, remainingAsOf, straightLine }, now) {
  const asOf = Date.parse(remainingAsOf ?? "");
  const isLive = remainingSeconds !== undefined && !straightLine && now - asOf <= freshMilliseconds;
  const at = isLive ? asOf + remainingSeconds * 1_000 : Date.parse(arrivesAt ?? "");
  return at > now ? at : undefined;
}

/**
 * When the traveller arrives, and when they are asked whether they did, or were.
 *
 * @param {Arriving} trip
 * @param {number} now
 */
export function askWords(trip, now) {
  const { dueAt } = trip;
  const [isAhead, time] = [Date.parse(dueAt) > now, momentWords(dueAt, now)];
  const arrival = arrivalAt(trip, now);
  if (!isAhead || arrival === undefined) return t(isAhead ? "trip.due" : "trip.askedAt", { time });
  return t("trip.arrivesAsks", { arrival: momentWords(new Date(arrival).toISOString(), now), due: time });
}

/**
 * A position as two figures.
 *
 * @param {{latitude: number, longitude: number}} fix
 */
export function positionWords({ latitude, longitude }) {
  return t("help.position", { latitude: latitude.toFixed(5), longitude: longitude.toFixed(5) });
}

/**
 * Where another device of the traveller's is, apart from the trip's (F83); empty without one.
 *
 * @param {import("../lib/hub/trip-shapes.js").OtherDevice | undefined} other
 * @param {number} now
 */
export function otherWords(other, now) {
  if (!other) return "";
  const { name = t("watch.otherBrowser"), place = positionWords(other.fix), fix } = other;
  return t("watch.otherDevice", { name, place, age: ageWords(secondsSince(fix.at, now)) });
}

/**
 * The text for an alarm that is over: that somebody is safe only where the hub says so, and by whose word (F72).
 *
 * @param {Pick<import("../lib/hub/trip-shapes.js").Alarm, "state" | "mine">} alarm
 */
export function endingText({ state, mine }) {
  if (state !== "safe" && state !== "confirmed") return "help.over";
  if (mine) return "help.mineSafe";
  return state === "confirmed" ? "help.confirmed" : "help.safe";
}
