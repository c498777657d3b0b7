// @ts-check
import { fromKept } from "../models/help.js";

/** The keys of calls for help that wait for their members; lib/hub/forget-device.js and app.js spare them. */
const prefix = "hearth.help.";

/**
 * The key of a member's own call; no other member's page takes it.
 *
 * @param {string} member
 */
export function callKey(member) {
  return prefix + member;
}

/**
 * The newest call for help on this device that waits for another member than the one logged in; undefined without one.
 *
 * @param {string | undefined} me  undefined if no one is
 */
export function unsentCall(me) {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix) && key !== callKey(me ?? ""))
    .flatMap((key) => fromKept(localStorage.getItem(key), performance.now(), Date.now()) ?? [])
    .sort((one, other) => other.call.startedMs - one.call.startedMs)[0];
}
