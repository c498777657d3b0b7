// @ts-check

const key = "hearth.finished.seen";

/**
 * Whether what came of a countdown was confirmed on this device: it is shown until then, also after the page was closed.
 *
 * @param {string} countdown
 */
export function isSeen(countdown) {
  return localStorage.getItem(key) === countdown;
}

/** @param {string} countdown */
export function markSeen(countdown) {
  localStorage.setItem(key, countdown);
}
