// @ts-check

/**
 * @typedef {"none" | "needed" | "all"} DeputyTexts
 *
 * @typedef {object} Deputy  a machine elsewhere that may notify my companions when the hub is silent
 * @property {string} id
 * @property {string} name
 * @property {DeputyTexts} texts
 * @property {boolean} [guards]  what I said; absent where I was not asked
 * @property {true} [guardianDecides]
 * @property {string} [heardAt]
 * @property {boolean} heard
 *
 * @typedef {import("../lib/hub/trip-shapes.js").GuardingDeputy} GuardingDeputy
 */

/** Beyond this a deputy counts as not heard. */
export const silentMilliseconds = 90_000;
/** The end of a trip says when a deputy was not heard for so long. */
const doubtMilliseconds = 60_000;

/**
 * How a deputy stands towards a trip: it holds it, it would, it does not yet, or it is silent.
 *
 * @param {GuardingDeputy} deputy
 * @param {boolean} isOnTrip
 * @param {number} now
 * @returns {"guards" | "ready" | "waits" | "silent" | "never"}
 */
export function stateOf({ confirmedAt, heardAt }, isOnTrip, now) {
  if (heardAt === undefined) return "never";
  if (now - Date.parse(heardAt) >= silentMilliseconds) return "silent";
  if (!isOnTrip) return "ready";
  return confirmedAt === undefined ? "waits" : "guards";
}

/**
 * Deputies that hold a trip and may not hear of its end soon.
 *
 * @param {GuardingDeputy[]} deputies
 * @param {number} now
 */
export function mayStillTell(deputies, now) {
  return deputies.filter(({ confirmedAt, heardAt }) =>
    confirmedAt !== undefined && heardAt !== undefined && now - Date.parse(heardAt) >= doubtMilliseconds,
  );
}

/**
 * What its operator can read, as texts of the page.
 *
 * @param {DeputyTexts} texts
 */
export function readable(texts) {
  /** @type {("deputy.reads.times" | "deputy.reads.none" | "deputy.reads.needed" | "deputy.reads.all" | "deputy.reads.own" | "deputy.reads.never")[]} */
  const keys = ["deputy.reads.times", `deputy.reads.${texts}`];
  if (texts !== "none") keys.push("deputy.reads.own");
  keys.push("deputy.reads.never");
  return keys;
}
