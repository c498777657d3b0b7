// @ts-check
import { Refusal, Unreachable } from "./refusal.js";

/**
 * @typedef {import("../../generated/contract").SessionState} SessionState
 * @typedef {import("../../generated/contract").HeldMember} HeldMember
 */

const heldKey = "hearth.held";

/**
 * What the page of a logged-in member begins with; what stands in its way is thrown as it is elsewhere.
 *
 * @param {SessionState} state
 */
export function familyOf({ isLoggedIn, family, heldAs }) {
  if (isLoggedIn && family) return family;
  if (heldAs) throw new Refusal({ status: 401, code: "sessionHeld", title: "" });
  // An older hub, or what stands in for one, says neither: what is kept is shown until it does.
  if (isLoggedIn !== false) throw new Unreachable();
  throw new Refusal({ status: 401, code: "notLoggedIn", title: "" });
}

/**
 * Keeps whose session waits here for a guardian (F87), for when the hub is away: a call for help does not wait for it.
 *
 * @param {HeldMember | undefined} held  undefined where none waits
 */
export function keepHeld(held) {
  try {
    if (held) localStorage.setItem(heldKey, JSON.stringify(held));
    else localStorage.removeItem(heldKey);
  } catch {
    // A full storage: this page knows it all the same.
  }
}

/** @returns {HeldMember | undefined} */
export function keptHeld() {
  try {
    const held = JSON.parse(localStorage.getItem(heldKey) ?? "null");
    return typeof held?.member === "string" ? held : undefined;
  } catch {
    // Not ours.
    return undefined;
  }
}
