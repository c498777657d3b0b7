// @ts-check
import * as model from "../models/guest.js";
import { goldOf, guestMember } from "../models/guest-kept.js";
import { guestKey, keep, kept } from "./guest-kept.js";

/**
 * @typedef {import("../lib/hub/mission-shapes.js").MissionDraft} MissionDraft
 * @typedef {import("../lib/hub/mission-shapes.js").Countdown} Countdown
 * @typedef {import("../models/missions.js").Line} Line
 */

/** A guest's missions and countdown, on this device alone; the same to every page as a member's. Sends `changed`. */
export class GuestMissions extends EventTarget {
  isGuest = true;
  isAdult = false;
  me = guestMember;
  /** @type {import("../lib/hub/shapes.js").FamilyMember[]} */
  children = [];

  /** @param {AbortSignal} signal */
  constructor(signal) {
    super();
    // Another tab of this device has the same list.
    addEventListener("storage", (event) => event.key === guestKey && this.#changed(), { signal });
  }

  get missions() {
    return model.listed(kept());
  }

  /** @returns {import("../lib/hub/mission-shapes.js").Focus} */
  get focus() {
    const guest = this.#caughtUp();
    return { countdown: guest.countdown, latest: guest.latest, gold: goldOf(guest) };
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
    this.#keep(model.removed(kept(), id, true, this.now()));
  }

  /** @param {string} id */
  async restore(id) {
    this.#keep(model.removed(kept(), id, false, this.now()));
  }

  /**
   * @param {Line} line
   * @param {string} _act  a guest has nobody to approve anything
   */
  async decide({ mission }, _act) {
    this.#keep(model.claimed(kept(), mission.id, this.now()));
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
    if (after !== before) keep(after);
    return after;
  }

  /** @param {import("../models/guest-kept.js").Guest} guest */
  #keep(guest) {
    keep(guest);
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("changed"));
  }
}
