// @ts-check
import { remaining } from "../../models/help.js";
import { rules } from "./rules.js";

/**
 * The family's rule of a countdown, once it is there: a call for help waits for nothing.
 *
 * @type {import("./core.js").Core | undefined}
 */
let core;

/** Fetches the rule of a countdown; without it the page counts by its twin. */
export async function prepareCountdown() {
  try {
    core = await rules();
  } catch {
    // The twin says the same.
  }
}

/**
 * What is left of a call for help, by this page's clock.
 *
 * @param {import("../../models/help.js").Call} call
 * @param {number} now  on the same clock as the call's times
 */
export function leftOf(call, now) {
  if (!core) return remaining(call, now);
  const { remainingMs, fraction } = core.countdown(call.deadlineMs, call.startedMs, now);
  return { remainingMs, seconds: Math.ceil(remainingMs / 1_000), fraction };
}
