// @ts-check
import { fromKept } from "../models/help.js";

/** Where calls for help lie that wait for their members; lib/hub/forget-device.js and app.js spare them. */
const prefix = "hearth.help.";

/**
 * Where a member's own call lies, so that nobody else's page takes it for theirs.
 *
 * @param {string} member
 */
export function callKey(member) {
  return prefix + member;
}

/**
 * The newest call for help that waits on this device for somebody else than who is logged in; undefined where none does.
 *
 * @param {string | undefined} me  undefined where nobody is
 */
export function unsentCall(me) {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix) && key !== callKey(me ?? ""))
    .flatMap((key) => fromKept(localStorage.getItem(key), performance.now(), Date.now()) ?? [])
    .sort((one, other) => other.call.startedMs - one.call.startedMs)[0];
}
