// @ts-check
import { elapsedMilliseconds, isUnderWay } from "./focus.js";

/**
 * The missions of somebody without an account: what the hub does for members, for one person on one device.
 *
 * Each function takes what there is and answers what there is then; what was given is not changed.
 *
 * @typedef {import("../lib/mission-shapes.js").Mission} Mission
 * @typedef {import("../lib/mission-shapes.js").MissionDraft} MissionDraft
 * @typedef {import("../lib/mission-shapes.js").Occurrence} Occurrence
 * @typedef {import("../lib/mission-shapes.js").Countdown} Countdown
 * @typedef {Mission & {isRemoved?: boolean}} GuestMission
 *
 * @typedef {object} Guest
 * @property {GuestMission[]} missions
 * @property {Countdown} [countdown]  the one that runs or is paused
 * @property {Countdown} [latest]  the one that ended last
 */

/** Who a guest is among the members of a list: nobody that a hub knows. */
export const guestMember = "guest";
/** The hub takes no more in one go, and nobody has as many. */
export const missionsMax = 200;
const freeMilliseconds = 10_000;

/** @returns {Guest} */
export function nobodyYet() {
  return { missions: [] };
}

/**
 * What was kept on the device; an empty list where nothing was, or nothing that can be read.
 *
 * @param {string | null} text
 * @returns {Guest}
 */
export function fromKept(text) {
  try {
    const { missions, countdown, latest } = JSON.parse(text ?? "null") ?? {};
    if (!Array.isArray(missions)) return nobodyYet();
    const whole = missions.filter((mission) => typeof mission?.id === "string" && mission.occurrences?.[0]);
    return { missions: whole, countdown, latest };
  } catch {
    // Not ours: nothing to go on with.
    return nobodyYet();
  }
}

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
 * Deletes a mission, or brings it back: it is kept aside until the next one is deleted.
 *
 * @param {Guest} guest
 * @param {string} id
 * @param {boolean} isRemoved
 * @returns {Guest}
 */
export function removed(guest, id, isRemoved) {
  const others = guest.missions.filter((mission) => mission.id === id || !mission.isRemoved);
  return withMission({ ...guest, missions: others }, id, (mission) => ({ ...mission, isRemoved }));
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
    plannedMilliseconds: found.occurrences[0].nextSeconds * 1_000,
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
 * Says that a mission is done, whatever was measured of it.
 *
 * @param {Guest} guest
 * @param {string} id
 * @returns {Guest}
 */
export function claimed(guest, id) {
  return withMission(guest, id, (mission) => ({
    ...mission,
    occurrences: mission.occurrences.map((each) => occurrence(each, mission.minutes, "done")),
  }));
}

/**
 * What moves to the hub with whoever gets an account: what is still to be done. What is over is a memory of this device.
 *
 * @param {Guest} guest
 * @returns {(MissionDraft & {id: string})[]}
 */
export function toMoveIn(guest) {
  return listed(guest)
    .filter(({ occurrences }) => occurrences[0].state === "open")
    .slice(0, missionsMax)
    .map(({ id, title, minutes, priority, due }) => ({ id, title, minutes, priority, ...(due ? { due } : {}) }));
}

/**
 * What is left here after the hub answered: what it refused.
 *
 * @param {Guest} guest
 * @param {readonly {id: string, outcome: string}[]} answers
 * @returns {Guest}
 */
export function movedIn(guest, answers) {
  const gone = new Set(answers.filter(({ outcome }) => outcome !== "refused").map(({ id }) => id));
  return { missions: listed(guest).filter(({ id, occurrences }) => !gone.has(id) && occurrences[0].state === "open") };
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
  const next = withMission(guest, countdown.mission, (mission) => {
    const [before] = mission.occurrences;
    const focusedSeconds = before.focusedSeconds + seconds;
    const isDone = before.state === "open" && focusedSeconds >= mission.minutes * 60;
    const { running, ...rest } = before;
    const after = occurrence({ ...rest, focusedSeconds }, mission.minutes, isDone ? "done" : before.state);
    return { ...mission, occurrences: [after] };
  });
  const missionState = next.missions.find(({ id }) => id === countdown.mission)?.occurrences[0].state ?? "open";
  const since = new Date(at).toISOString();
  const rewardedMinutes = Math.floor(seconds / 60);
  return { missions: next.missions, latest: { ...countdown, state, since, workedMilliseconds, rewardedMinutes, missionState } };
}

/**
 * @param {Pick<Occurrence, "number" | "version" | "due" | "focusedSeconds" | "running">} before
 * @param {number} minutes
 * @param {import("../lib/mission-shapes.js").OccurrenceState} state
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
