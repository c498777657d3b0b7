// @ts-check

/**
 * What a browser can do with push messages.
 *
 * @typedef {object} PushAbilities
 * @property {boolean} hasPush
 * @property {boolean} isSecure  loaded over HTTPS, or from this machine
 * @property {boolean} isAppleTab  an iPhone's or iPad's browser, not put on the home screen
 * @property {string} permission  `default`, `granted` or `denied`
 * @property {boolean} isWanted
 *
 * @typedef {import("../lib/hub/shapes.js").PushStanding} PushStanding
 *
 * @typedef {"insecure" | "install" | "none" | "denied" | "off" | "waiting" | "works" | "stale"} PushState
 */

/** Whoever showed nothing for so long may not get what matters (F19). */
const staleMilliseconds = 7 * 86_400_000;

/**
 * How this browser stands with push messages, each with words of its own.
 *
 * @param {PushAbilities} can
 * @param {PushStanding[]} items  what the hub knows of
 * @param {number} now
 * @returns {PushState}
 */
export function pushState({ hasPush, isSecure, isAppleTab, permission, isWanted }, items, now) {
  if (!isSecure) return "insecure";
  if (isAppleTab) return "install";
  if (!hasPush) return "none";
  if (permission === "denied") return "denied";
  const here = items.find(({ current }) => current);
  if (!here || !isWanted || permission !== "granted") return "off";
  if (!here.shownAt) return "waiting";
  return now - Date.parse(here.shownAt) > staleMilliseconds ? "stale" : "works";
}
