// @ts-check

/**
 * What somebody without an account has on this device: missions, gold, and a store of their own.
 *
 * @typedef {import("../lib/hub/mission-shapes.js").Mission} Mission
 * @typedef {import("../lib/hub/mission-shapes.js").Countdown} Countdown
 * @typedef {import("../lib/hub/mission-shapes.js").StoreItem} StoreItem
 * @typedef {import("../lib/hub/mission-shapes.js").Purchase} Purchase
 * @typedef {Mission & {isRemoved?: boolean, rewardedSeconds?: number}} GuestMission
 *
 * @typedef {object} Earned  a mission that was done; its id is the mission's
 * @property {string} id
 * @property {string} title
 * @property {string} gold
 * @property {string} at
 *
 * @typedef {object} Guest
 * @property {GuestMission[]} missions
 * @property {Countdown} [countdown]  the one that runs or is paused
 * @property {Countdown} [latest]  the one that ended last
 * @property {Earned[]} earned  the oldest first
 * @property {StoreItem[]} items  what stands in the guest's own store
 * @property {Purchase[]} purchases  the newest first
 * @property {string} [movingTo]  the member to whose account a move has begun
 */

/** Who a guest is among the members of a list: nobody that a hub knows. */
export const guestMember = "guest";

/** @returns {Guest} */
export function nobodyYet() {
  return { missions: [], earned: [], items: [], purchases: [] };
}

/**
 * What was kept on the device; an empty list where nothing was, or nothing that can be read.
 *
 * @param {string | null} text
 * @returns {Guest}
 */
export function fromKept(text) {
  try {
    const { missions, countdown, latest, earned, items, purchases, movingTo } = JSON.parse(text ?? "null") ?? {};
    if (!Array.isArray(missions)) return nobodyYet();
    const whole = missions.filter((mission) => typeof mission?.id === "string" && mission.occurrences?.[0]);
    const lists = { earned: listOf(earned), items: listOf(items), purchases: listOf(purchases) };
    return { missions: whole, countdown, latest, ...lists, ...(typeof movingTo === "string" ? { movingTo } : {}) };
  } catch {
    // Not ours: nothing to go on with.
    return nobodyYet();
  }
}

/**
 * What a guest has in gold, as the hub says it of a member.
 *
 * @param {Pick<Guest, "earned" | "purchases">} guest
 * @returns {import("../lib/hub/mission-shapes.js").Gold}
 */
export function goldOf({ earned, purchases }) {
  const sum = (/** @type {string[]} */ amounts) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const amount = String(sum(earned.map(({ gold }) => gold)) - sum(purchases.map(({ price }) => price)));
  return { amount, available: amount, owed: "0" };
}

/**
 * @param {unknown} kept
 * @returns {any[]}
 */
function listOf(kept) {
  return Array.isArray(kept) ? kept.filter((one) => typeof one?.id === "string") : [];
}
