// @ts-check
import { elapsedMilliseconds, isUnderWay } from "./focus.js";
import { listed, paid, payOf } from "./guest.js";
import { nobodyYet } from "./guest-kept.js";

/**
 * What moves to a hub with whoever gets an account, and what is left on the device when the hub has answered. All of it
 * goes under the ids that it has here, so that a move that was cut and begins again doubles nothing.
 *
 * @typedef {import("./guest-kept.js").Guest} Guest
 * @typedef {import("./guest-kept.js").GuestMission} GuestMission
 * @typedef {import("../lib/hub/mission-shapes.js").MissionDraft} MissionDraft
 * @typedef {MissionDraft & {id: string, focusedSeconds?: number}} MovingMission
 * @typedef {{id: string, kind: "done" | "bought" | "wished", title: string, gold: string, at: string}} GuestRecord
 */

/** The hub takes no more in one go. */
export const atOnceMax = 200;

/**
 * Says whose account all of it moves to. What another account may have taken already gets other ids: it is nobody else's
 * to be known by.
 *
 * @param {Guest} guest
 * @param {string} member
 * @param {() => string} newID
 * @returns {Guest}
 */
export function movingTo(guest, member, newID) {
  if (guest.movingTo === undefined || guest.movingTo === member) return { ...guest, movingTo: member };
  /** @type {Map<string, string>} */
  const ids = new Map();
  const other = (/** @type {string} */ id) => {
    const known = ids.get(id) ?? newID();
    ids.set(id, known);
    return known;
  };
  const { countdown, missions, earned, items, purchases } = guest;
  return {
    missions: missions.map((mission) => ({
      ...mission,
      id: other(mission.id),
      occurrences: mission.occurrences.map((each) => (each.running ? { ...each, running: other(each.running) } : each)),
    })),
    ...(countdown ? { countdown: { ...countdown, id: other(countdown.id), mission: other(countdown.mission) } } : {}),
    earned: earned.map((each) => ({ ...each, id: other(each.id) })),
    items: items.map((each) => ({ ...each, id: other(each.id) })),
    purchases: purchases.map((each) => ({ ...each, id: other(each.id), item: other(each.item) })),
    movingTo: member,
  };
}

/**
 * The missions that are still to be done; what is over is among the records. What was measured of them comes along,
 * without what a countdown that runs has measured since.
 *
 * @param {Guest} guest
 * @returns {MovingMission[]}
 */
export function missionsToMove(guest) {
  return listed(guest).filter(isOpen).map(asMoved);
}

/**
 * The countdown that runs or is paused, with what has passed of it.
 *
 * @param {Guest} guest
 * @param {number} now
 * @returns {{id: string, mission: string, broughtMilliseconds: number, isPaused: boolean} | undefined}
 */
export function countdownToMove({ countdown }, now) {
  if (!countdown || !isUnderWay(countdown)) return undefined;
  const { id, mission, state } = countdown;
  return { id, mission, broughtMilliseconds: Math.round(elapsedMilliseconds(countdown, now)), isPaused: state === "paused" };
}

/**
 * What was done and bought, as the hub keeps it beside its own gold; and what still stands in the guest's store, where that
 * is not to become another one's.
 *
 * @param {Guest} guest
 * @param {boolean} withItems
 * @returns {GuestRecord[]}
 */
export function recordsToMove({ earned, purchases, items }, withItems) {
  const wished = withItems ? items.filter(({ retired }) => !retired) : [];
  return [
    ...earned.map(({ id, title, gold, at }) => ({ id, kind: /** @type {const} */ ("done"), title, gold, at })),
    ...purchases.map(({ id, name, price, placedAt }) => record("bought", id, name, price, placedAt)),
    ...wished.map(({ id, name, price, addedAt }) => record("wished", id, name, price, addedAt)),
  ];
}

/**
 * What is left of the missions when the hub has taken some: those that were not sent so, because another tab has changed
 * them since, and that of a countdown, which is to come after it. The hub pays for no minute that it did not measure: what
 * those earned here stays the guest's.
 *
 * @param {Guest} guest
 * @param {readonly MovingMission[]} taken
 * @param {number} now
 * @returns {Guest}
 */
export function withoutMissions(guest, taken, now) {
  const sent = new Map(taken.map((mission) => [mission.id, wordsOf(mission)]));
  const running = isUnderWay(guest.countdown) ? guest.countdown?.mission : undefined;
  const isGone = (/** @type {GuestMission} */ mission) => {
    return mission.id !== running && isOpen(mission) && sent.get(mission.id) === wordsOf(asMoved(mission));
  };
  const gone = guest.missions.filter(isGone);
  const left = { ...guest, missions: guest.missions.filter((mission) => !isGone(mission)) };
  return gone.reduce((after, mission) => (payOf(mission) > 0 ? paid(after, mission, now) : after), left);
}

/**
 * What is left when the hub goes on with the countdown: its mission is there as well.
 *
 * @param {Guest} guest
 * @param {{id: string, mission: string, broughtMilliseconds: number}} taken
 * @param {number} now
 * @returns {Guest}
 */
export function withoutCountdown(guest, { id, mission, broughtMilliseconds }, now) {
  if (guest.countdown?.id !== id) return guest;
  const found = guest.missions.find((each) => each.id === mission);
  const left = { ...guest, countdown: undefined, missions: guest.missions.filter((each) => each !== found) };
  if (!found) return left;
  const rewardedSeconds = (found.rewardedSeconds ?? 0) + Math.floor(broughtMilliseconds / 1_000);
  return payOf({ ...found, rewardedSeconds }) > 0 ? paid(left, { ...found, rewardedSeconds }, now) : left;
}

/**
 * What is left when the hub keeps some records: also what was done is shown by them alone from then on.
 *
 * @param {Guest} guest
 * @param {ReadonlySet<string>} taken
 * @returns {Guest}
 */
export function withoutRecords(guest, taken) {
  return {
    ...guest,
    earned: guest.earned.filter(({ id }) => !taken.has(id)),
    purchases: guest.purchases.filter(({ id }) => !taken.has(id)),
    items: guest.items.filter(({ id }) => !taken.has(id)),
    missions: guest.missions.filter((mission) => isOpen(mission) || !taken.has(mission.id)),
  };
}

/**
 * What is left when all that the hub takes has been taken: what it refused, and nothing where that is nothing.
 *
 * @param {Guest} guest
 * @returns {Guest | undefined}
 */
export function rest(guest) {
  const missions = guest.missions.filter((mission) => isOpen(mission) && !mission.isRemoved);
  const items = guest.items.filter(({ retired }) => !retired);
  const { countdown, earned, purchases, movingTo: member } = guest;
  const isEmpty = missions.length + items.length + earned.length + purchases.length === 0;
  if (isEmpty) return undefined;
  return { ...nobodyYet(), missions, items, earned, purchases, countdown, ...(member ? { movingTo: member } : {}) };
}

/**
 * How many things somebody left on this device.
 *
 * @param {Guest} guest
 * @returns {{missions: number, others: number}}
 */
export function countOf(guest) {
  const { items, earned, purchases } = guest;
  const others = items.filter(({ retired }) => !retired).length + earned.length + purchases.length;
  return { missions: missionsToMove(guest).length, others };
}

/** @param {GuestMission} mission */
function isOpen({ occurrences }) {
  return occurrences[0].state === "open";
}

/**
 * @param {GuestMission} mission
 * @returns {MovingMission}
 */
function asMoved({ id, title, minutes, priority, due, occurrences }) {
  const { focusedSeconds } = occurrences[0];
  return { id, title, minutes, priority, ...(due ? { due } : {}), ...(focusedSeconds > 0 ? { focusedSeconds } : {}) };
}

/** @param {MovingMission} mission */
function wordsOf({ title, minutes, priority, due, focusedSeconds }) {
  return JSON.stringify([title, minutes, priority, due, focusedSeconds]);
}

/**
 * @param {GuestRecord["kind"]} kind
 * @param {string} id
 * @param {string} title
 * @param {string} gold
 * @param {string} at
 * @returns {GuestRecord}
 */
function record(kind, id, title, gold, at) {
  return { id, kind, title, gold, at };
}
