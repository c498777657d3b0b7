// @ts-check
import { slotKind } from "../../models/clock.js";
import { icon } from "./icons.js";

/**
 * The sign of a place by its label, the same on the clock and in every list: Home, Work and School have their own.
 *
 * @param {string} label
 */
export function labelIcon(label) {
  const kind = slotKind(label);
  return icon(kind === "home" || kind === "work" || kind === "school" ? kind : "place");
}
