// @ts-check
import { isStill } from "./theme.js";

const shakeMilliseconds = 40;

/**
 * Tells the hand that something is done, where this device can.
 *
 * The page says it as well, so whoever asked for less motion is spared it. Alarms and the end of a countdown shake all the
 * same: they are for those who do not look.
 */
export function tapBack() {
  if (!isStill()) navigator.vibrate?.(shakeMilliseconds);
}
