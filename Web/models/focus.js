// @ts-check

/**
 * @typedef {import("../lib/hub/mission-shapes.js").Countdown} Countdown
 * @typedef {import("../lib/device/core.js").CountdownView} CountdownView
 * @typedef {Pick<Countdown, "state" | "since" | "plannedMilliseconds" | "workedMilliseconds">} Moments
 */

/** The most that the start of a countdown can be taken back for nothing. */
export const cancelMilliseconds = 10_000;
/** So many steps of the ring are told apart: on a ring as large as a phone, a finer one changes the shade of no pixel. */
const ringParts = 240_000;

/**
 * What has passed of a countdown, without pauses: never more than was planned.
 *
 * @param {Moments} session
 * @param {number} now  by the hub's clock
 */
export function elapsedMilliseconds({ state, since, plannedMilliseconds, workedMilliseconds }, now) {
  if (state !== "running") return workedMilliseconds;
  return Math.min(workedMilliseconds + Math.max(0, now - Date.parse(since)), plannedMilliseconds);
}

/**
 * When it would have begun and will end had it never been paused: what the rule of a countdown is asked with.
 *
 * @param {Moments} session
 * @param {number} now
 */
export function spanOf(session, now) {
  const startMs = now - elapsedMilliseconds(session, now);
  return { startMs, deadlineMs: startMs + session.plannedMilliseconds };
}

/**
 * What the ring shows: a twin of the rule in core.wasm, for the moment before that is there, and for a page without it.
 *
 * @param {number} deadlineMs
 * @param {number} startMs
 * @param {number} nowMs
 * @returns {CountdownView}
 */
export function countdownTwin(deadlineMs, startMs, nowMs) {
  const length = Math.max(0, deadlineMs - startMs);
  const remainingMs = Math.min(length, Math.max(0, deadlineMs - nowMs));
  const part = remainingMs / Math.max(1, length);
  const phase = remainingMs === 0 ? "done" : part > 1 / 3 ? "hearth" : part > 1 / 6 ? "caution" : "danger";
  return { remainingMs, fraction: length > 0 ? part : 0, phase };
}

/**
 * How long it can still be called off for nothing.
 *
 * @param {Pick<Countdown, "freeUntil" | "state">} session
 * @param {number} now
 */
export function cancelLeft({ freeUntil, state }, now) {
  if (state !== "running" && state !== "paused") return 0;
  return Math.min(cancelMilliseconds, Math.max(0, Date.parse(freeUntil) - now));
}

/**
 * Hours, minutes and seconds as a clock shows them: 24:59, 1:04:59. A second that has begun is shown until it is over.
 *
 * @param {number} milliseconds
 */
export function clockDigits(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1_000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3_600);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * The ring's gap in whole steps, so that nothing is drawn anew before it can be seen.
 *
 * @param {number} fraction  what is left, 1 down to 0
 */
export function ringGap(fraction) {
  return Math.round((1 - fraction) * ringParts) / ringParts;
}

/** Minutes before the end at which those who listen are told. */
const marks = [60, 30, 15, 10, 5, 2, 1];

/**
 * The mark that was passed between two moments, in minutes; undefined where none was.
 *
 * @param {number} beforeMs  what was left
 * @param {number} nowMs  what is left
 */
export function markPassed(beforeMs, nowMs) {
  return marks.find((minutes) => beforeMs > minutes * 60_000 && nowMs <= minutes * 60_000);
}

/**
 * Whether it can still do something.
 *
 * @param {{state: string} | undefined} session
 */
export function isUnderWay(session) {
  return session?.state === "running" || session?.state === "paused";
}
