// @ts-check
import { sharedWith } from "./sharing.js";

/**
 * @typedef {import("../lib/hub/trip-shapes.js").TripState} TripState
 * @typedef {import("../lib/hub/trip-shapes.js").TripCommon} TripCommon
 * @typedef {import("../lib/hub/trip-shapes.js").TripEntry} TripEntry
 * @typedef {import("../lib/hub/trip-shapes.js").CompanionTrip} CompanionTrip
 * @typedef {import("../lib/hub/trip-shapes.js").Alarm} Alarm
 * @typedef {import("../lib/hub/trip-shapes.js").WatchedFix} WatchedFix
 * @typedef {import("../lib/hub/trip-shapes.js").MessageState} MessageState
 * @typedef {import("../lib/hub/trip-shapes.js").Protection} Protection
 * @typedef {import("../lib/hub/trip-shapes.js").Drill} Drill
 * @typedef {import("../lib/hub/shapes.js").Connections} Connections
 * @typedef {import("./people.js").Person} Person
 *
 * @typedef {object} Left  what is left of a trip
 * @property {number} remainingMetres
 * @property {number | null} [remainingSeconds]
 * @property {boolean} isStraight
 * @property {number} atMs  the fix that it follows from
 * @property {boolean} [hasArrived]
 * @property {number} [offRouteMetres]
 */

/** So many minutes after the expected arrival its traveller is asked, unless they say otherwise (F10). */
export const usualMinutes = { grace: 15, answer: 5, silence: 5 };

/**
 * Whether somebody is still on the way.
 *
 * @param {{state: TripState} | undefined} trip
 */
export function isRunning(trip) {
  return trip?.state === "underWay" || trip?.state === "asked" || trip?.state === "overdue";
}

/**
 * Whether people are still to do something about it.
 *
 * @param {Pick<Alarm, "state">} alarm
 */
export function isOpen(alarm) {
  return alarm.state === "calling" || alarm.state === "acknowledged";
}

/**
 * What this browser keeps of what the hub watches over for me: no countdown, and neither the link nor the code by which anybody could watch.
 *
 * @param {import("../lib/hub/trip-shapes.js").Mine} mine
 */
export function withoutSecrets(mine) {
  const trip = mine.trip && { ...mine.trip, link: undefined, accessCode: undefined };
  return { ...mine, trip, countdowns: [] };
}

/**
 * The next moment at which a clock on the wall shows this time; undefined for what is no time.
 *
 * @param {string} text  as 14:32
 * @param {number} now  milliseconds since 1970
 */
export function nextTime(text, now) {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const moment = new Date(now);
  moment.setHours(Number(hours), Number(minutes), 0, 0);
  // The minute that is running counts as now.
  if (moment.getTime() <= now - 60_000) moment.setDate(moment.getDate() + 1);
  return moment.getTime();
}

/**
 * A moment as a field for times takes it.
 *
 * @param {number} milliseconds
 */
export function wallTime(milliseconds) {
  const moment = new Date(milliseconds);
  return [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/**
 * With whom I am connected either way, by name: those who can be asked to watch over a trip.
 *
 * @param {Connections} connections
 */
export function companions({ seen, seers }) {
  /** @type {Map<string, {member: string, name: string, colour: number, picture?: string}>} */
  const people = new Map();
  for (const { member, name, colour, picture, gone } of [...seen, ...seers]) {
    if (!gone && !people.has(member)) people.set(member, { member, name, colour, picture });
  }
  const byID = (/** @type {string} */ left, /** @type {string} */ right) => (left < right ? -1 : 1);
  return [...people.values()].sort(
    (left, right) => left.name.localeCompare(right.name) || byID(left.member, right.member),
  );
}

/**
 * Those who watch over me and may be sent a test: who sees me, but for those whom hidden hours leave out.
 *
 * @param {Pick<Connections, "seers">} connections
 * @param {readonly string[]} notReached
 * @param {number} now
 * @returns {string[]}
 */
export function watchers({ seers }, notReached, now) {
  return sharedWith(seers, now).filter(({ member, gone }) => !gone && !notReached.includes(member)).map(({ member }) => member);
}

/**
 * The names of those who were chosen and whom a list of the hub's holds: no push, text or mail reaches them (F78), or no text any
 * more today (F89).
 *
 * @param {readonly {member: string, name: string}[]} people
 * @param {readonly string[]} chosen
 * @param {readonly string[]} listed
 */
export function unreached(people, chosen, listed) {
  return people.filter(({ member }) => chosen.includes(member) && listed.includes(member)).map(({ name }) => name);
}

/** More than these are looked for in the days. */
const recentMost = 3;

/**
 * The last of my trips that are over, each destination once.
 *
 * @param {readonly TripEntry[]} trips  the latest first
 */
export function recentTrips(trips) {
  /** @type {TripEntry[]} */
  const recent = [];
  for (const trip of trips) {
    const isKnown = recent.some(({ destination: { name } }) => name === trip.destination.name);
    if (trip.endedAt && !isKnown && recent.length < recentMost) recent.push(trip);
  }
  return recent;
}

/**
 * What stands behind the `#` of a link: its token. Undefined where there is none.
 *
 * @param {string} fragment
 */
export function tokenIn(fragment) {
  const token = fragment.replace(/^#/, "");
  return /^[\w-]{22,}$/.test(token) ? token : undefined;
}

/**
 * A traveller as the map draws people; live for a minute at most (F51).
 *
 * @param {{member: string, name: string, colour: number, picture?: string, fix?: WatchedFix}} traveller
 * @param {boolean} isInDanger
 * @param {number} heardAt
 * @returns {Person}
 */
export function personOf({ member, name, colour, picture, fix }, isInDanger, heardAt) {
  const state = isInDanger ? "danger" : "travelling";
  const presence = fix && /** @type {any} */ ({ member, state, ageSeconds: fix.ageSeconds, fix });
  return { id: member, name, colour, picture, isMe: false, isOnTrip: true, heardAt, presence };
}

/**
 * Deliveries by person, in the order in which people are first named.
 *
 * @param {MessageState[]} deliveries
 * @returns {{name: string, messages: MessageState[]}[]}
 */
export function byPerson(deliveries) {
  /** @type {Map<string, {name: string, messages: MessageState[]}>} */
  const people = new Map();
  for (const message of deliveries) {
    const key = message.member ?? message.name;
    const person = people.get(key) ?? { name: message.name, messages: [] };
    person.messages.push(message);
    people.set(key, person);
  }
  return [...people.values()];
}

/**
 * Whether a message is known to have come to somebody: what a provider took is no proof, and has no tick (F17).
 *
 * @param {MessageState["state"]} state
 */
export function hasArrived(state) {
  return state === "delivered" || state === "seen" || state === "acknowledged";
}

/**
 * What is left of a trip as the hub says it; before the first fix of it, the whole way as it was at the start.
 *
 * @param {TripCommon & {offRouteMetres?: number}} trip
 * @returns {Left | undefined}
 */
export function leftOf({ remainingMetres, remainingSeconds, remainingAsOf, straightLine, offRouteMetres, route, startedAt }) {
  const isStraight = straightLine;
  if (remainingMetres !== undefined && remainingAsOf !== undefined) {
    return { remainingMetres, remainingSeconds, isStraight, atMs: Date.parse(remainingAsOf), offRouteMetres };
  }
  if (!route) return undefined;
  const { distanceMetres, durationSeconds } = route;
  return { remainingMetres: distanceMetres, remainingSeconds: durationSeconds, isStraight, atMs: Date.parse(startedAt) };
}

/**
 * How old what the hub said is by now, in seconds.
 *
 * @param {string} moment
 * @param {number} now
 */
export function secondsSince(moment, now) {
  return Math.max(0, (now - Date.parse(moment)) / 1000);
}

/**
 * The text that somebody sends themselves where the hub is away (F7), as a link that fills it in.
 *
 * @param {string} number
 * @param {string} words
 */
export function smsLink(number, words) {
  // The odd `?&` is what both kinds of phone understand.
  return `sms:${number}?&body=${encodeURIComponent(words)}`;
}

/** Beyond this somebody has left the planned way (F15). */
export const offRouteMetres = 300;

/**
 * What companions are to be warned of just now, the gravest first.
 *
 * @param {CompanionTrip} trip
 * @returns {("overdue" | "lost" | "delayed" | "offRoute" | "asked" | "battery")[]}
 */
export function cautions(trip) {
  if (!isRunning(trip)) return [];
  /** @type {("overdue" | "lost" | "delayed" | "offRoute" | "asked" | "battery")[]} */
  const found = [];
  if (trip.state === "overdue") found.push("overdue");
  if (trip.signal === "lost") found.push("lost");
  if (trip.state === "asked") found.push("asked");
  if ((trip.offRouteMetres ?? 0) > offRouteMetres) found.push("offRoute");
  if (trip.signal === "delayed") found.push("delayed");
  if ((trip.fix?.batteryPercent ?? 100) <= 15) found.push("battery");
  return found;
}

/** A test that was confirmed longer ago proves nothing any more (F20). */
const drillMilliseconds = 90 * 86_400_000;

/**
 * How a trip would be protected with these companions: what the hub says of it, and what follows from the choice.
 *
 * @param {Protection} protection  as the hub has it, whoever the companions are
 * @param {Protection["source"]} source
 * @param {string[]} chosen  the members who are to watch
 * @param {Drill[]} drills
 * @param {number} now
 * @returns {Protection}
 */
export function plannedProtection({ gaps: known, deputies }, source, chosen, drills, now) {
  const isDrilled = drills.some(({ mine, member, confirmedAt }) =>
    mine && chosen.includes(member) && confirmedAt && now - Date.parse(confirmedAt) <= drillMilliseconds,
  );
  /** @type {Protection["gaps"]} */
  const gaps = chosen.length === 0 ? ["noCompanion"] : [];
  gaps.push(...known.filter((gap) => gap === "noPin" || gap === "noWatchdog"));
  if (chosen.length > 0 && !isDrilled) gaps.push("noDrill");
  gaps.push(...known.filter((gap) => gap === "silentDeputy"));
  return { source, protected: gaps.length === 0, gaps, deputies };
}
