// @ts-check
import * as model from "../models/guest-kept.js";
import { Refusal } from "../lib/hub/api.js";
import { t } from "../lib/words/text.js";

/** Where all that a guest has lies in this browser; nothing of it is anywhere else. */
export const guestKey = "hearth.guest.missions";

/** What a guest has on this device now: another tab may have changed it a moment ago. */
export function kept() {
  return model.fromKept(localStorage.getItem(guestKey));
}

/**
 * Keeps it; throws where the browser has no more room, and what was kept before is still there.
 *
 * @param {import("../models/guest-kept.js").Guest} guest
 */
export function keep(guest) {
  try {
    localStorage.setItem(guestKey, JSON.stringify(guest));
  } catch {
    // Browsers give a page a few megabytes, and some private windows none at all.
    throw new Refusal({ status: 507, code: "noRoom", title: t("guest.noRoom") });
  }
}

/** Drops what a guest had on this device. */
export function forgetGuest() {
  localStorage.removeItem(guestKey);
}
