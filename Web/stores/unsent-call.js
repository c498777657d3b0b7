// @ts-check
import { callPrefix } from "../lib/hub/kept.js";
import { fromKept } from "../models/help.js";


/**
 * The key of a member's own call; no other member's page takes it.
 *
 * @param {string} member
 */
export function callKey(member) {
  return callPrefix + member;
}

/** The keys of the calls for help that wait for their members; what is too old, or cannot be read, is removed. */
export function waitingCalls() {
  return Object.keys(localStorage).filter((key) => {
    if (!key.startsWith(callPrefix)) return false;
    const isGood = read(key) !== undefined;
    if (!isGood) localStorage.removeItem(key);
    return isGood;
  });
}

/**
 * The newest call for help on this device that waits for another member than the one logged in; undefined without one.
 *
 * @param {string | undefined} me  undefined if no one is
 */
export function unsentCall(me) {
  return waitingCalls()
    .filter((key) => key !== callKey(me ?? ""))
    .flatMap((key) => read(key) ?? [])
    .sort((one, other) => other.call.startedMs - one.call.startedMs)[0];
}

/** @param {string} key */
function read(key) {
  return fromKept(localStorage.getItem(key), performance.now(), Date.now());
}
