// @ts-check

/**
 * @typedef {import("../lib/hub/shapes.js").Retention} Retention
 * @typedef {typeof import("../lib/words/text.js").t} Text
 */

/** The usual lengths in days; undefined is for ever. */
const usualDays = [0, 7, 30, 90, 365, 1825, undefined];

/**
 * What can be chosen, shortest first: the usual lengths, and the one that stands.
 *
 * @param {Retention} kept
 * @returns {Retention[]}
 */
export function keptChoices(kept) {
  const days = usualDays.includes(kept.days) ? usualDays : [...usualDays, kept.days];
  return [...days].sort((left, right) => length(left) - length(right)).map(retention);
}

/**
 * Whether less is kept by one choice than by another.
 *
 * @param {Retention} wanted
 * @param {Retention} before
 */
export function isShorter(wanted, before) {
  return length(wanted.days) < length(before.days);
}

/**
 * @param {Retention} kept
 * @param {Text} t
 */
export function keptWords({ days }, t) {
  if (days === undefined) return t("kept.forever");
  return days === 0 ? t("kept.night") : t("kept.days", { count: days });
}

/** @param {number | undefined} days */
function length(days) {
  return days ?? Infinity;
}

/**
 * @param {number | undefined} days
 * @returns {Retention}
 */
function retention(days) {
  return days === undefined ? { history: "forever" } : { history: "days", days };
}
