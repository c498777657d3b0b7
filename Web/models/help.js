// @ts-check
import { isOpen } from "./trip.js";

/**
 * @typedef {"shake" | "sos" | "alert"} Cause  what was done on the phone
 *
 * @typedef {object} Call  a call for help as this page knows it; times on one clock that only goes forward
 * @property {string} id
 * @property {string} member  who called: it is sent in no other name (F86)
 * @property {Cause} cause
 * @property {string} [trip]
 * @property {number} startedMs
 * @property {number} deadlineMs
 *
 * @typedef {{id: string, member: string, cause: Cause, trip?: string, startedAt: number, mayHaveLeft?: boolean}} KeptCall
 *   over a reload: since 1970
 *
 * @typedef {"running" | "stopped" | "fired" | "missed"} Word  what the hub said of a call last
 * @typedef {"notSent" | "unconfirmed" | "untold" | Word} Standing  what may be shown of it (F72); untold: it fired, and no
 *   message left the hub (F82)
 *
 * @typedef {{name: string, colour: number, picture?: string, at?: string}} Responder  `at` is when they said so, where known
 */

/** How long each can be taken back, as the hub has it too. */
export const lengthMilliseconds = { shake: 15_000, sos: 5_000, alert: 0 };

/** After so long without a word of the hub nothing is known of a countdown any more: the page may have slept. */
const wordMilliseconds = 5_000;

/** A deadline that is further from the hub's than this is corrected: the hub's clock runs at another speed. */
const driftMilliseconds = 1_500;

/** A call that was not sent for so long says nothing any more about now. */
const keptMillisecondsMax = 3_600_000;

/**
 * A call that begins now.
 *
 * @param {string} id
 * @param {string} member
 * @param {Cause} cause
 * @param {string | undefined} trip
 * @param {number} nowMs
 * @returns {Call}
 */
export function begun(id, member, cause, trip, nowMs) {
  return { id, member, cause, trip, startedMs: nowMs, deadlineMs: nowMs + lengthMilliseconds[cause] };
}

/**
 * What the hub is told of it (F8): how long ago it began, by a clock that nobody can set.
 *
 * @param {Call} call
 * @param {number} nowMs
 */
export function requestOf({ id, member, cause, trip, startedMs }, nowMs) {
  const startedAgoMilliseconds = Math.max(0, Math.round(nowMs - startedMs));
  return { id, member, ...(trip && { trip }), cause, startedAgoMilliseconds };
}

/**
 * A call that the hub tells of, because another page of mine began it.
 *
 * @param {{id: string, member: string, cause: Cause, startedAt: string, firesAt: string}} told
 * @param {number} hubNow  the hub's time
 * @param {number} nowMs
 * @returns {Call}
 */
export function toldOf({ id, member, cause, startedAt, firesAt }, hubNow, nowMs) {
  const onThisClock = (/** @type {string} */ time) => nowMs + Date.parse(time) - hubNow;
  return { id, member, cause, startedMs: onThisClock(startedAt), deadlineMs: onThisClock(firesAt) };
}

/**
 * The same call by the hub's times, where the page's are far from them.
 *
 * @param {Call} call
 * @param {{startedAt: string, firesAt: string}} told
 * @param {number} hubNow  the hub's time
 * @param {number} nowMs
 * @returns {Call}
 */
export function corrected(call, told, hubNow, nowMs) {
  const { id, member, cause } = call;
  const { startedMs, deadlineMs } = toldOf({ id, member, cause, ...told }, hubNow, nowMs);
  return Math.abs(deadlineMs - call.deadlineMs) > driftMilliseconds ? { ...call, startedMs, deadlineMs } : call;
}

/**
 * Whether the hub says no more of a call after this word.
 *
 * @param {Word} word
 */
export function isFinal(word) {
  return word !== "running";
}

/**
 * Whether the hub has done what it could with a call that nobody stopped.
 *
 * @param {Standing | undefined} standing
 */
export function isDone(standing) {
  return standing === "fired" || standing === "missed" || standing === "untold";
}

/**
 * What may be shown of a call: the hub's word, and never more than that (F72).
 *
 * "NOT SENT" only where no attempt can have left this device; where one may have, or the hub's last word is too old to
 * say anything of now, it is not confirmed.
 *
 * @param {{word?: Word, wasTold?: boolean, mayHaveLeft: boolean, wordAgeMs: number}} known
 * @param {number} remainingMs
 * @returns {Standing}
 */
export function standingOf({ word, wasTold, mayHaveLeft, wordAgeMs }, remainingMs) {
  if (word === "fired" && wasTold === false) return "untold";
  if (word && isFinal(word)) return word;
  if (word === "running") return remainingMs > 0 && wordAgeMs < wordMilliseconds ? "running" : "unconfirmed";
  return mayHaveLeft ? "unconfirmed" : "notSent";
}

/**
 * What is kept of a call that the hub has not heard of, so that a reload does not lose it.
 *
 * @param {Call} call
 * @param {boolean} mayHaveLeft
 * @param {number} nowMs
 * @param {number} now  since 1970
 * @returns {KeptCall}
 */
export function keptOf({ id, member, cause, trip, startedMs }, mayHaveLeft, nowMs, now) {
  return { id, member, cause, trip, startedAt: now - (nowMs - startedMs), mayHaveLeft };
}

/**
 * That call again; undefined where it is too old, or cannot be read.
 *
 * @param {string | null} text
 * @param {number} nowMs
 * @param {number} now  since 1970
 * @returns {{call: Call, mayHaveLeft: boolean} | undefined}
 */
export function fromKept(text, nowMs, now) {
  try {
    /** @type {KeptCall} */
    const { id, member, cause, trip, startedAt, mayHaveLeft } = JSON.parse(text ?? "null") ?? {};
    const age = now - startedAt;
    if (typeof id !== "string" || typeof member !== "string" || !(cause in lengthMilliseconds)) return undefined;
    // A clock that was set back makes it no longer.
    if (!(age <= keptMillisecondsMax)) return undefined;
    return { call: begun(id, member, cause, trip, nowMs - Math.max(0, age)), mayHaveLeft: mayHaveLeft !== false };
  } catch {
    // Not ours: nothing to go on with.
    return undefined;
  }
}

/**
 * What the countdown shows: a twin of the rule in core.wasm, for a call that comes before that is there.
 *
 * @param {Call} call
 * @param {number} nowMs
 */
export function remaining({ startedMs, deadlineMs }, nowMs) {
  const length = Math.max(0, deadlineMs - startedMs);
  const remainingMs = Math.min(length, Math.max(0, deadlineMs - nowMs));
  return { remainingMs, seconds: Math.ceil(remainingMs / 1_000), fraction: length > 0 ? remainingMs / length : 0 };
}

/**
 * Whether a message about my alarm left the hub, or is on its way (F82).
 *
 * @param {Pick<import("../lib/hub/trip-shapes.js").Alarm, "deliveries">} alarm
 */
export function wasNotified({ deliveries }) {
  return deliveries.some(({ state }) => state !== "kept" && state !== "failed");
}

/**
 * The words for a trip whose time is over: whether anyone was notified is what the hub says of its alarm (F82).
 *
 * @param {Pick<import("../lib/hub/trip-shapes.js").Alarm, "deliveries"> | undefined} alarm  mine; undefined while unknown
 * @returns {"safety.tripLate" | "safety.tripOverdue" | "alarm.untold"}
 */
export function overdueWords(alarm) {
  if (!alarm) return "safety.tripLate";
  return wasNotified(alarm) ? "safety.tripOverdue" : "alarm.untold";
}

/**
 * Those who respond to my open alarms, in the order in which they said so.
 *
 * @param {readonly Pick<import("../lib/hub/trip-shapes.js").Alarm, "state" | "acknowledgedBy" | "deliveries">[]} alarms
 * @param {import("../lib/hub/shapes.js").Connections} connections
 * @returns {Responder[]}
 */
export function respondersOf(alarms, { seen, seers }) {
  return alarms.filter(isOpen).flatMap(({ acknowledgedBy, deliveries }) =>
    acknowledgedBy.map(({ member, name }) => {
      const { colour = -1, picture } = [...seers, ...seen].find((one) => one.member === member) ?? {};
      const said = deliveries.find((one) => one.state === "acknowledged" && one.member === member && one.name === name);
      return { name, colour, picture, at: said?.at };
    }),
  );
}
