// @ts-check

import { KeptState, wholeTime } from "./core-machine.js";

/** @typedef {import("./core.js").Core} Core */
/**
 * @typedef {object} CorePlace
 * @property {string} id a UUID
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} radiusMetres 10 to 50 000
 */
/**
 * A position as the page has it; what is missing is null or left out.
 * @typedef {object} CoreFix
 * @property {number} atMs when the device was there, since 1970
 * @property {number} [receivedAtMs] when the page got it; the same time where left out
 * @property {number} latitude
 * @property {number} longitude
 * @property {number | null} [accuracyMetres]
 * @property {number | null} [altitudeMetres]
 * @property {number | null} [speedMetresPerSecond]
 * @property {number | null} [courseDegrees]
 */
/** @typedef {"stationary" | "walking" | "running" | "cycling" | "automotive"} CoreMotion */
/**
 * @typedef {object} PresenceReading
 * @property {"place" | "travelling" | "unknown" | "lost"} state
 * @property {number} placeIndex which of the places; -1 where the state is no place
 * @property {number | null} sinceMs
 * @property {CoreMotion | null} motion
 * @property {number | null} motionSinceMs
 * @property {number | null} fixAtMs when the newest fix that may be shown was taken
 * @property {number | null} ageSeconds how old the newest fix of any quality is
 * @property {boolean} isLive
 */

/** @type {PresenceReading["state"][]} */
const states = ["place", "travelling", "unknown", "lost"];
/** @type {(CoreMotion | null)[]} */
const motions = [null, "stationary", "walking", "running", "cycling", "automotive"];

/** How a missing time crosses. */
const noTime = -(2n ** 63n);
const placeBytes = 40;
const fixBytes = 64;

/** Where somebody is whose fixes only this page has: a guest, or a member whose phone is offline. */
export class OwnPresence {
  #state;
  #places;

  /**
   * @param {Core} core
   * @param {CorePlace[]} [places]
   * @param {Uint8Array} [bytes] of an earlier one, to go on from there; throws where they are damaged
   */
  constructor(core, places = [], bytes) {
    this.#state = new KeptState(core.machine, bytes);
    this.#places = placeRows(places);
    this.take([]);
  }

  /** All that this remembers, to be kept over a reload. */
  get bytes() {
    return this.#state.bytes;
  }

  /**
   * Takes new fixes, the oldest first. One off the globe is passed over.
   *
   * @param {CoreFix[]} fixes
   */
  take(fixes) {
    const rows = new Uint8Array(this.#places.length + fixBytes * fixes.length);
    rows.set(this.#places);
    rows.set(fixRows(fixes), this.#places.length);
    this.#state.change("presenceTake", rows, (input) => [
      input,
      this.#placesCount,
      input + this.#places.length,
      fixes.length,
    ]);
  }

  /**
   * These are the places now: looks again at where somebody is.
   *
   * @param {CorePlace[]} places
   * @param {number} nowMs
   */
  setPlaces(places, nowMs) {
    const rows = placeRows(places);
    this.#state.change("presencePlacesChanged", rows, (input) => [input, places.length, wholeTime(nowMs)]);
    this.#places = rows;
  }

  /**
   * Where somebody is at a moment.
   *
   * @param {number} nowMs
   * @returns {PresenceReading}
   */
  read(nowMs) {
    const answer = this.#state.read("presenceRead", this.#places, (input, answer) => [
      input,
      this.#placesCount,
      wholeTime(nowMs),
      answer,
    ]);
    const age = Number(answer.getBigInt64(40, true));
    return {
      state: states[answer.getInt32(0, true)],
      placeIndex: answer.getInt32(4, true),
      sinceMs: timeIn(answer, 16),
      motion: motions[answer.getInt32(8, true)],
      motionSinceMs: timeIn(answer, 24),
      fixAtMs: timeIn(answer, 32),
      ageSeconds: age < 0 ? null : age,
      isLive: answer.getInt32(12, true) === 1,
    };
  }

  get #placesCount() {
    return this.#places.length / placeBytes;
  }
}

/** @param {CorePlace[]} places */
function placeRows(places) {
  const rows = new DataView(new ArrayBuffer(placeBytes * places.length));
  places.forEach((place, index) => {
    const start = placeBytes * index;
    const digits = place.id.replaceAll("-", "");
    rows.setBigUint64(start, BigInt(`0x${digits.slice(0, 16)}`), true);
    rows.setBigUint64(start + 8, BigInt(`0x${digits.slice(16, 32)}`), true);
    [place.latitude, place.longitude, place.radiusMetres].forEach((number, column) =>
      rows.setFloat64(start + 16 + 8 * column, number, true),
    );
  });
  return new Uint8Array(rows.buffer);
}

/** @param {CoreFix[]} fixes */
function fixRows(fixes) {
  const rows = new DataView(new ArrayBuffer(fixBytes * fixes.length));
  fixes.forEach((fix, index) => {
    const start = fixBytes * index;
    rows.setBigInt64(start, wholeTime(fix.atMs), true);
    rows.setBigInt64(start + 8, wholeTime(fix.receivedAtMs ?? fix.atMs), true);
    [
      fix.latitude,
      fix.longitude,
      fix.accuracyMetres,
      fix.altitudeMetres,
      fix.speedMetresPerSecond,
      fix.courseDegrees,
    ].forEach((number, column) => rows.setFloat64(start + 16 + 8 * column, number ?? NaN, true));
  });
  return new Uint8Array(rows.buffer);
}

/**
 * @param {DataView} answer
 * @param {number} offset
 */
function timeIn(answer, offset) {
  const milliseconds = answer.getBigInt64(offset, true);
  return milliseconds === noTime ? null : Number(milliseconds);
}
