// @ts-check
import * as model from "../models/guest.js";
import { t } from "./text.js";

/**
 * @typedef {import("./mission-shapes.js").MissionDraft} MissionDraft
 * @typedef {import("./mission-shapes.js").Countdown} Countdown
 * @typedef {import("../models/missions.js").Line} Line
 */

const key = "hearth.guest.missions";

/** A guest's missions and countdown, on this device alone; the same to every page as a member's. Sends `changed`. */
export class GuestMissions extends EventTarget {
  isGuest = true;
  isAdult = false;
  me = model.guestMember;
  /** @type {import("./shapes.js").FamilyMember[]} */
  children = [];

  /** @param {AbortSignal} signal */
  constructor(signal) {
    super();
    // Another tab of this device has the same list.
    addEventListener("storage", (event) => event.key === key && this.#changed(), { signal });
  }

  get missions() {
    return model.listed(kept());
  }

  /** @returns {import("./mission-shapes.js").Focus} */
  get focus() {
    const { countdown, latest } = this.#caughtUp();
    return { countdown, latest };
  }

  /**
   * @param {string | undefined} _member
   * @returns {undefined}
   */
  person(_member) {
    return undefined;
  }

  now() {
    return Date.now();
  }

  async read() {
    this.#caughtUp();
  }

  async refresh() {
    this.#caughtUp();
    this.#changed();
  }

  /**
   * @param {string} id
   * @param {MissionDraft} draft
   */
  async add(id, draft) {
    this.#keep(model.added(kept(), id, draft, this.now()));
  }

  /**
   * @param {string} id
   * @param {MissionDraft} draft
   */
  async change(id, draft) {
    this.#keep(model.changed(kept(), id, draft));
  }

  /** @param {string} id */
  async remove(id) {
    this.#keep(model.removed(kept(), id, true));
  }

  /** @param {string} id */
  async restore(id) {
    this.#keep(model.removed(kept(), id, false));
  }

  /**
   * @param {Line} line
   * @param {string} _act  a guest has nobody to approve anything
   */
  async decide({ mission }, _act) {
    this.#keep(model.claimed(kept(), mission.id));
    return false;
  }

  /**
   * @param {Line} line
   * @param {string} id
   */
  async start({ mission }, id) {
    this.#keep(model.started(this.#caughtUp(), mission.id, id, this.now()));
  }

  /**
   * @param {Countdown} _countdown
   * @param {"pause" | "resume" | "stop" | "cancel"} request
   */
  async ask(_countdown, request) {
    this.#keep(model.asked(this.#caughtUp(), request, this.now()));
  }

  /**
   * @param {string} _member
   * @returns {Promise<undefined>}
   */
  async settingsOf(_member) {
    return undefined;
  }

  /** What is kept, with a countdown that has run out since ended when it did. */
  #caughtUp() {
    const before = kept();
    const after = model.caughtUp(before, this.now());
    if (after !== before) localStorage.setItem(key, JSON.stringify(after));
    return after;
  }

  /** @param {model.Guest} guest */
  #keep(guest) {
    localStorage.setItem(key, JSON.stringify(guest));
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("changed"));
  }
}

/** How many missions lie on this device alone, to be moved to a hub. */
export function guestCount() {
  return model.toMoveIn(kept()).length;
}

/**
 * Moves a guest's list to whoever is logged in now: each mission goes under the id that it has here, so that moving again
 * adds nothing twice. Rejects as a request does, and then all of it is still here.
 *
 * @param {import("./api.js").API} api
 * @returns {Promise<number>}  how many the hub did not take; they stay on this device
 */
export async function moveGuestIn(api) {
  const guest = model.caughtUp(kept(), Date.now());
  const missions = model.toMoveIn(guest);
  const answers = missions.length > 0 ? (await api.post("/missions/batch", { missions })).items : [];
  const rest = model.movedIn(guest, answers);
  if (rest.missions.length > 0) localStorage.setItem(key, JSON.stringify(rest));
  else forgetGuest();
  return rest.missions.length;
}

/**
 * A guest has just got an account: what is on this device comes along. What does not get through stays here, and the page
 * of missions offers it.
 *
 * @param {import("./page.js").App} app
 */
export async function bringGuest({ api, say }) {
  const left = await moveGuestIn(api).catch(() => guestCount());
  if (left > 0) say(t("guest.notMoved"));
}

/** Drops what a guest had on this device. */
export function forgetGuest() {
  localStorage.removeItem(key);
}

function kept() {
  return model.fromKept(localStorage.getItem(key));
}
