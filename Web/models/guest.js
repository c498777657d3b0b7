// @ts-check
import { elapsedMilliseconds, isUnderWay } from "./focus.js";
import { guestMember } from "./guest-kept.js";

/**
 * The missions of somebody without an account, and the gold that they earn on this device: what the hub does for members,
 * for one person.
 *
 * Each function takes what there is and answers what there is then; what was given is not changed.
 *
 * @typedef {import("../lib/hub/mission-shapes.js").Mission} Mission
 * @typedef {import("../lib/hub/mission-shapes.js").MissionDraft} MissionDraft
 * @typedef {import("../lib/hub/mission-shapes.js").Occurrence} Occurrence
 * @typedef {import("../lib/hub/mission-shapes.js").Countdown} Countdown
 * @typedef {import("./guest-kept.js").Guest} Guest
 * @typedef {import("./guest-kept.js").GuestMission} GuestMission
 */

const freeMilliseconds = 10_000;
/** A shorter countdown earns nothing, as on the hub. */
const rewardedSecondsMin = 60;

/**
 * @param {Guest} guest
 * @param {string} id
 * @param {MissionDraft} draft
 * @param {number} now
 * @returns {Guest}
 */
export function added(guest, id, { title, minutes, priority, due }, now) {
  if (guest.missions.some((mission) => mission.id === id)) return guest;
  /** @type {Mission} */
  const mission = {
    id,
    title,
    minutes,
    priority,
    due,
    giver: guestMember,
    assignee: guestMember,
    anyone: false,
    needsApproval: false,
    addedAt: new Date(now).toISOString(),
    may: ["change"],
    occurrences: [occurrence({ number: 0, version: 0, due, focusedSeconds: 0 }, minutes, "open")],
  };
  return { ...guest, missions: [...guest.missions, mission] };
}

/**
 * @param {Guest} guest
 * @param {string} id
 * @param {MissionDraft} draft
 * @returns {Guest}
 */
export function changed(guest, id, { title, minutes, priority, due }) {
  return withMission(guest, id, (mission) => ({
    ...mission,
    title,
    minutes,
    priority,
    due,
    occurrences: mission.occurrences.map((each) => occurrence({ ...each, due }, minutes, each.state)),
  }));
}

/**
 * Deletes a mission, or brings it back: it is kept aside until the next one is deleted. Minutes that were finished stay
 * earned.
 *
 * @param {Guest} guest
 * @param {string} id
 * @param {boolean} isRemoved
 * @param {number} now
 * @returns {Guest}
 */
export function removed(guest, id, isRemoved, now) {
  const others = guest.missions.filter((mission) => mission.id === id || !mission.isRemoved);
  const next = withMission({ ...guest, missions: others }, id, (mission) => ({ ...mission, isRemoved }));
  const mission = next.missions.find((each) => each.id === id);
  if (!mission || mission.occurrences[0].state !== "open") return next;
  if (isRemoved) return payOf(mission) === 0 ? next : paid(next, mission, now);
  return { ...next, earned: next.earned.filter((each) => each.id !== id) };
}

/** @param {Guest} guest */
export function listed({ missions }) {
  return missions.filter(({ isRemoved }) => !isRemoved);
}

/**
 * Starts a countdown for a mission; nothing changes where one runs already.
 *
 * @param {Guest} guest
 * @param {string} mission
 * @param {string} id
 * @param {number} now
 * @returns {Guest}
 */
export function started(guest, mission, id, now) {
  const found = guest.missions.find((each) => each.id === mission);
  if (!found || isUnderWay(guest.countdown)) return guest;
  const at = new Date(now).toISOString();
  /** @type {Countdown} */
  const countdown = {
    id,
    mission,
    title: found.title,
    occurrence: 0,
    startedAt: at,
    freeUntil: new Date(now + freeMilliseconds).toISOString(),
    plannedMilliseconds: (found.occurrences[0].nextSeconds ?? 0) * 1_000,
    state: "running",
    since: at,
    workedMilliseconds: 0,
    mayPause: true,
    mayStop: true,
    rewardedMinutes: 0,
    missionState: "open",
  };
  return { ...withRunning(guest, mission, id), countdown };
}

/**
 * Ends the countdown where its time is over, at the moment at which it was.
 *
 * @param {Guest} guest
 * @param {number} now
 * @returns {Guest}
 */
export function caughtUp(guest, now) {
  const { countdown } = guest;
  if (countdown?.state !== "running") return guest;
  const { plannedMilliseconds, workedMilliseconds, since } = countdown;
  const end = Date.parse(since) + plannedMilliseconds - workedMilliseconds;
  return end <= now ? ended(guest, countdown, "finished", end) : guest;
}

/**
 * @param {Guest} guest
 * @param {"pause" | "resume" | "stop" | "cancel"} request
 * @param {number} now
 * @returns {Guest}
 */
export function asked(guest, request, now) {
  const { countdown } = guest;
  if (!countdown) return guest;
  const at = new Date(now).toISOString();
  const workedMilliseconds = elapsedMilliseconds(countdown, now);
  switch (request) {
    case "pause":
      return { ...guest, countdown: { ...countdown, workedMilliseconds, state: "paused", since: at } };
    case "resume":
      return { ...guest, countdown: { ...countdown, state: "running", since: at } };
    case "stop":
      return ended(guest, countdown, "stopped", now);
    case "cancel":
      return ended(guest, countdown, now <= Date.parse(countdown.freeUntil) ? "cancelled" : "abandoned", now);
  }
}

/**
 * Says that a mission is done, whatever was measured of it: it pays what was.
 *
 * @param {Guest} guest
 * @param {string} id
 * @param {number} now
 * @returns {Guest}
 */
export function claimed(guest, id, now) {
  const mission = guest.missions.find((each) => each.id === id);
  if (mission?.occurrences[0].state !== "open") return guest;
  return settled(guest, mission, now);
}

/**
 * @param {Guest} guest
 * @param {Countdown} countdown
 * @param {"finished" | "stopped" | "cancelled" | "abandoned"} state
 * @param {number} at
 * @returns {Guest}
 */
function ended(guest, countdown, state, at) {
  const workedMilliseconds = elapsedMilliseconds(countdown, at);
  const counts = state === "finished" || state === "stopped";
  const seconds = counts ? Math.floor(workedMilliseconds / 1_000) : 0;
  const measured = withMission(guest, countdown.mission, (mission) => {
    const [before] = mission.occurrences;
    const { running, ...rest } = before;
    const after = occurrence({ ...rest, focusedSeconds: before.focusedSeconds + seconds }, mission.minutes, before.state);
    const rewardedSeconds = (mission.rewardedSeconds ?? 0) + (seconds < rewardedSecondsMin ? 0 : seconds);
    return { ...mission, rewardedSeconds, occurrences: [after] };
  });
  const mission = measured.missions.find(({ id }) => id === countdown.mission);
  const [before] = mission?.occurrences ?? [];
  const isDone = before?.state === "open" && before.focusedSeconds >= (mission?.minutes ?? Infinity) * 60;
  const next = mission && isDone ? settled(measured, mission, at) : measured;
  const { state: missionState = "open", gold } = next.missions.find(({ id }) => id === countdown.mission)?.occurrences[0] ?? {};
  const since = new Date(at).toISOString();
  const rewardedMinutes = Math.floor(seconds / 60);
  const latest = { ...countdown, state, since, workedMilliseconds, rewardedMinutes, missionState, gold };
  return { ...next, countdown: undefined, latest };
}

/**
 * Ends a mission that is done: its finished minutes are paid.
 *
 * @param {Guest} guest
 * @param {GuestMission} mission
 * @param {number} at
 * @returns {Guest}
 */
function settled(guest, mission, at) {
  const gold = String(payOf(mission));
  const done = withMission(guest, mission.id, (each) => ({
    ...each,
    occurrences: each.occurrences.map((one) => ({ ...occurrence(one, each.minutes, "done"), gold })),
  }));
  return paid(done, mission, at);
}

/**
 * One gold for each finished minute, and no more than the mission takes.
 *
 * @param {Pick<GuestMission, "minutes" | "rewardedSeconds">} mission
 */
export function payOf({ minutes, rewardedSeconds = 0 }) {
  return Math.min(minutes, Math.floor(rewardedSeconds / 60));
}

/**
 * Writes down what a mission has earned until now.
 *
 * @param {Guest} guest
 * @param {GuestMission} mission
 * @param {number} at
 * @returns {Guest}
 */
export function paid(guest, mission, at) {
  const { id, title } = mission;
  const others = guest.earned.filter((each) => each.id !== id);
  return { ...guest, earned: [...others, { id, title, gold: String(payOf(mission)), at: new Date(at).toISOString() }] };
}

/**
 * @param {Pick<Occurrence, "number" | "version" | "due" | "focusedSeconds" | "running">} before
 * @param {number} minutes
 * @param {import("../lib/hub/mission-shapes.js").OccurrenceState} state
 * @returns {Occurrence}
 */
function occurrence(before, minutes, state) {
  const isOpen = state === "open";
  return {
    ...before,
    state,
    stage: isOpen ? "open" : "over",
    nextSeconds: Math.max(60, minutes * 60 - before.focusedSeconds),
    may: isOpen && !before.running ? ["start", "claim"] : [],
  };
}

/**
 * @param {Guest} guest
 * @param {string} id
 * @param {string} running
 * @returns {Guest}
 */
function withRunning(guest, id, running) {
  return withMission(guest, id, (mission) => ({
    ...mission,
    occurrences: mission.occurrences.map((each) => occurrence({ ...each, running }, mission.minutes, each.state)),
  }));
}

/**
 * @param {Guest} guest
 * @param {string} id
 * @param {(mission: GuestMission) => GuestMission} change
 * @returns {Guest}
 */
function withMission(guest, id, change) {
  return { ...guest, missions: guest.missions.map((mission) => (mission.id === id ? change(mission) : mission)) };
}
