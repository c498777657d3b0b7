// @ts-check
import { hubNow } from "../lib/hub/hub-clock.js";
import { t } from "../lib/words/text.js";
import { isOpen, isRunning } from "../models/trip.js";
import { askWords, endingText } from "../models/trip-words.js";
import { distanceWords, momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/trip-shapes.js").Alarm} Alarm
 * @typedef {import("../lib/hub/trip-shapes.js").CompanionTrip} CompanionTrip
 */

/**
 * The head of a trip, or of alarms alone, as it is watched over.
 *
 * @param {CompanionTrip | undefined} trip
 * @param {Alarm[]} alarms
 */
export function headWords(trip, alarms) {
  const now = hubNow();
  if (!trip) {
    const alarm = alarms.find(isOpen) ?? alarms[0];
    return { title: t(isOpen(alarm) ? "help.title" : endingText(alarm), { name: alarm.name }), more: "", caution: "" };
  }
  const { name, destination, mode, state, endedAt } = trip;
  const isInDanger = alarms.some(isOpen);
  const danger = t("help.title", { name });
  const to = t(`trip.by.${mode}`, { name: destination.name });
  if (!isRunning(trip)) {
    const ended = state === "arrived" || state === "cancelled" ? state : "lapsed";
    const more = endedAt ? t("watch.endedAt", { time: momentWords(endedAt, now) }) : to;
    const isThere = ended === "arrived" && trip.endMetres === 0;
    // However a trip ended, nobody is safe about whom an alarm is open.
    const title = isInDanger ? danger : t(isThere ? "watch.ended.there" : `watch.ended.${ended}`, { name });
    return { title, more, caution: isInDanger || ended !== "arrived" ? "" : placeWords(trip, now) };
  }
  return { title: isInDanger ? danger : t("watch.on", { name }), more: `${to} · ${askWords(trip, now)}`, caution: "" };
}

/**
 * Where a traveller was who says that they arrived: the PIN proves who said it, not where. Empty at the destination.
 *
 * @param {CompanionTrip} trip
 * @param {number} now
 */
function placeWords({ endMetres, endFixAt, destination }, now) {
  if (endMetres === undefined || !endFixAt) return t("watch.endedNowhere");
  const values = { distance: distanceWords(endMetres), place: destination.name, time: momentWords(endFixAt, now) };
  return endMetres > 0 ? t("watch.endedAway", values) : "";
}
