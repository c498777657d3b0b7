// @ts-check

const key = "hearth.turns";

/**
 * The screen's orientation; not every browser has `lock`.
 *
 * @typedef {{lock?: (orientation: "any") => Promise<void>, unlock: () => void}} Turning
 */

/** Whether an installed page can be turned here: a browser's own tab turns anyway, and some systems offer no say. */
export function canTurn() {
  return matchMedia("(display-mode: standalone)").matches && Boolean(turning()?.lock);
}

/** Whether the installed page turns with the phone, as chosen on this device. */
export function turnsWithPhone() {
  return localStorage.getItem(key) === "yes";
}

/**
 * Lets the installed page turn with the phone, or keeps it upright; remembered on this device.
 *
 * @param {boolean} isOn
 */
export function turnWithPhone(isOn) {
  if (isOn) localStorage.setItem(key, "yes");
  else localStorage.removeItem(key);
  applyOrientation();
}

/**
 * Applies the choice. The manifest keeps the installed page upright; who has the phone mounted across, as on a
 * wheelchair, is not to be kept out by that (WCAG 1.3.4).
 */
export function applyOrientation() {
  if (!canTurn()) return;
  const here = turning();
  if (turnsWithPhone()) here?.lock?.("any").catch(() => undefined);
  else here?.unlock();
}

/** @returns {Turning | undefined} */
function turning() {
  return /** @type {any} */ (globalThis.screen?.orientation);
}
