// @ts-check

/**
 * @typedef {"shake" | "sos" | "alert"} Cause  what was done on the phone
 *
 * @typedef {object} Call  a call for help as this page knows it; times on one clock that only goes forward
 * @property {string} id
 * @property {Cause} cause
 * @property {string} [trip]
 * @property {number} startedMs
 * @property {number} deadlineMs
 *
 * @typedef {{id: string, cause: Cause, trip?: string, startedAt: number}} KeptCall  over a reload: since 1970
 */

/** How long each can be taken back, as the hub has it too. */
export const lengthMilliseconds = { shake: 15_000, sos: 5_000, alert: 0 };

/** A call that was not sent for so long says nothing any more about now. */
const keptMillisecondsMax = 3_600_000;

/**
 * A call that begins now.
 *
 * @param {string} id
 * @param {Cause} cause
 * @param {string | undefined} trip
 * @param {number} nowMs
 * @returns {Call}
 */
export function begun(id, cause, trip, nowMs) {
  return { id, cause, trip, startedMs: nowMs, deadlineMs: nowMs + lengthMilliseconds[cause] };
}

/**
 * What the hub is told of it (F8): how long ago it began, by a clock that nobody can set.
 *
 * @param {Call} call
 * @param {number} nowMs
 */
export function requestOf({ id, cause, trip, startedMs }, nowMs) {
  const startedAgoMilliseconds = Math.max(0, Math.round(nowMs - startedMs));
  return trip ? { id, trip, cause, startedAgoMilliseconds } : { id, cause, startedAgoMilliseconds };
}

/**
 * A call that the hub tells of, because another page of mine began it.
 *
 * @param {{id: string, cause: Cause, startedAt: string, firesAt: string}} told
 * @param {number} hubNow  the hub's time
 * @param {number} nowMs
 * @returns {Call}
 */
export function toldOf({ id, cause, startedAt, firesAt }, hubNow, nowMs) {
  const onThisClock = (/** @type {string} */ time) => nowMs + Date.parse(time) - hubNow;
  return { id, cause, startedMs: onThisClock(startedAt), deadlineMs: onThisClock(firesAt) };
}

/**
 * What is kept of a call that the hub has not heard of, so that a reload does not lose it.
 *
 * @param {Call} call
 * @param {number} nowMs
 * @param {number} now  since 1970
 * @returns {KeptCall}
 */
export function keptOf({ id, cause, trip, startedMs }, nowMs, now) {
  return { id, cause, trip, startedAt: now - (nowMs - startedMs) };
}

/**
 * That call again; undefined where it is too old, or cannot be read.
 *
 * @param {string | null} text
 * @param {number} nowMs
 * @param {number} now  since 1970
 * @returns {Call | undefined}
 */
export function fromKept(text, nowMs, now) {
  try {
    /** @type {KeptCall} */
    const { id, cause, trip, startedAt } = JSON.parse(text ?? "null") ?? {};
    const age = now - startedAt;
    if (typeof id !== "string" || !(cause in lengthMilliseconds)) return undefined;
    // A clock that was set back makes it no longer.
    if (!(age <= keptMillisecondsMax)) return undefined;
    return begun(id, cause, trip, nowMs - Math.max(0, age));
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
