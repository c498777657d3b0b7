// @ts-check
import { Heartbeats, patienceMilliseconds } from "../../models/heartbeat.js";
import { alarmSound } from "./alarm-sound.js";
import { patience, Refusal } from "../hub/api.js";
import { ShakeWatch } from "./shake-watch.js";
import { StayAwake } from "./stay-awake.js";

/**
 * @typedef {import("../dom/page.js").App} App
 * @typedef {import("../hub/trip-shapes.js").Trip} Trip
 *
 * @typedef {object} OwnRide  that this device is on a trip, as it remembers over a reload
 * @property {string} trip
 * @property {boolean} shake  whether shaking it calls for help (F25)
 * @property {boolean} sharedBefore  whether it told its position before the trip as well
 * @property {boolean} [tells]  whether it tells its position, once it began to
 */

const key = "hearth.ride";
/** From so many shakes called off on it is asked whether to switch them off (F25). */
const calledOffMax = 3;

/**
 * What this device remembers of being on a trip; undefined for a trip that another one is on.
 *
 * @param {string} trip
 * @returns {OwnRide | undefined}
 */
export function ownRide(trip) {
  try {
    /** @type {OwnRide | null} */
    const ride = JSON.parse(localStorage.getItem(key) ?? "null");
    return ride?.trip === trip ? ride : undefined;
  } catch {
    // Not ours.
    return undefined;
  }
}

/**
 * This device is on a trip from now on.
 *
 * @param {OwnRide} ride
 */
export function keepRide(ride) {
  localStorage.setItem(key, JSON.stringify(ride));
}

/**
 * The ride of this page, while there is one.
 *
 * @type {Ride | undefined}
 */
let ride;

/** Whether a trip has its position or its shakes from this page: it loses them with the page. */
export function isRiding() {
  return ride !== undefined && (ride.tellsPosition || ride.feelsShakes);
}

/**
 * What this device does while its owner is on a trip: heartbeats, positions, the screen on, and feeling whether it is
 * shaken. Sends `state` when any of it changed, and `shake`.
 *
 * Of several pages of one member only the one on the trip does: a page left open at home is no sign of life.
 */
export class Ride extends EventTarget {
  tripID;
  /** Keeps the screen on, whatever its owner wants at other times. */
  awake = new StayAwake(() => true);
  /** How often a shake of this trip was called off. */
  calledOffCount = 0;
  #app;
  #own;
  #tellsPosition;
  #beats = new Heartbeats(Date.now());
  #shakes = new ShakeWatch();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #isOver = false;

  /**
   * @param {App} app
   * @param {Trip} trip
   * @param {OwnRide} own
   */
  constructor(app, trip, own) {
    super();
    this.tripID = trip.id;
    this.#app = app;
    this.#tellsPosition = own.tells ?? trip.protection.source === "screen";
    this.#own = { ...own, tells: this.#tellsPosition };
    keepRide(this.#own);
    this.#shakes.addEventListener("shake", () => this.dispatchEvent(new Event("shake")));
    this.awake.addEventListener("state", this.#changed);
    app.ownFixes.addEventListener("state", this.#changed);
    if (this.#tellsPosition) {
      app.ownFixes.hurry(true);
      app.ownFixes.start();
      this.awake.allow();
    }
    if (own.shake) this.#shakes.start();
    ride = this;
    document.addEventListener("visibilitychange", this.#seen);
    addEventListener("pointerdown", this.#touched, { once: true });
    this.#beat();
  }

  /** Whether shaking calls for help. */
  get feelsShakes() {
    return this.#own.shake;
  }

  get tellsPosition() {
    return this.#tellsPosition;
  }

  /** Whether the hub cannot be reached, and since when. */
  get away() {
    return this.#beats.isAway ? this.#beats.heardAt : undefined;
  }

  /** Whether it is time to ask whether shakes are of any use here. */
  get asksAboutShakes() {
    return this.feelsShakes && this.calledOffCount >= calledOffMax;
  }

  /** A shake was called off: quiet for a minute. */
  calledOff() {
    this.calledOffCount += 1;
    this.#shakes.cancel();
    this.#changed();
  }

  /** @param {boolean} isOn */
  feelShakes(isOn) {
    this.#own = { ...this.#own, shake: isOn };
    keepRide(this.#own);
    if (isOn) this.#shakes.start();
    else this.#shakes.stop();
    this.#changed();
  }

  /** The trip is over: everything is as it was before. */
  stop() {
    this.#isOver = true;
    if (ride === this) ride = undefined;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#seen);
    removeEventListener("pointerdown", this.#touched);
    this.#app.ownFixes.removeEventListener("state", this.#changed);
    this.#shakes.stop();
    this.awake.forbid();
    if (ownRide(this.tripID)) localStorage.removeItem(key);
    if (!this.#tellsPosition) return;
    this.#app.ownFixes.hurry(false);
    if (!this.#own.sharedBefore) this.#app.ownFixes.stop();
  }

  async #beat() {
    clearTimeout(this.#timer);
    const wasAway = this.#beats.isAway;
    try {
      await this.#app.api.post(`/trips/${this.tripID}/heartbeat`, {}, patience(patienceMilliseconds));
      this.#beats.heard(Date.now());
    } catch (error) {
      // A hub that refuses is there all the same.
      if (error instanceof Refusal && error.status < 500) this.#beats.heard(Date.now());
      else this.#beats.missed();
    }
    if (this.#isOver) return;
    if (wasAway !== this.#beats.isAway) this.#changed();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#beat(), this.#beats.waitMilliseconds);
  }

  /** A page that was hidden was not heard: it says at once that it is back. */
  #seen = () => {
    if (document.visibilityState === "visible") this.#beat();
  };

  /** A page that was loaded anew may sound and feel again from the first tap on. */
  #touched = () => {
    alarmSound.unlock();
    if (this.#own.shake) ShakeWatch.allowed();
  };

  #changed = () => {
    this.dispatchEvent(new Event("state"));
  };
}
