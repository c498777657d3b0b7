// @ts-check
import { hubNow } from "../lib/hub-clock.js";
import { t } from "../lib/text.js";
import { endingText, isOpen, isRunning } from "../models/trip.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/trip-shapes.js").Alarm} Alarm
 * @typedef {import("../lib/trip-shapes.js").CompanionTrip} CompanionTrip
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
    return { title: t(isOpen(alarm) ? "help.title" : endingText(alarm), { name: alarm.name }), more: "" };
  }
  const { name, destination, mode, state, endedAt, dueAt } = trip;
  const isInDanger = alarms.some(isOpen);
  const danger = t("help.title", { name });
  const to = `${t("trip.to", { name: destination.name })}, ${t(`trip.mode.${mode}`).toLocaleLowerCase()}`;
  if (!isRunning(trip)) {
    const ended = state === "arrived" || state === "cancelled" ? state : "lapsed";
    const more = endedAt ? t("watch.endedAt", { time: momentWords(endedAt, now) }) : to;
    // However a trip ended, nobody is safe about whom an alarm is open.
    return { title: isInDanger ? danger : t(`watch.ended.${ended}`, { name }), more };
  }
  const due = t("trip.due", { time: momentWords(dueAt, now) });
  return { title: isInDanger ? danger : t("watch.on", { name }), more: `${to}. ${due}` };
}
