// @ts-check

import { KeptState, wholeTime } from "./core-machine.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {"gentle" | "normal" | "hard"} ShakeSensitivity */

/** @type {ShakeSensitivity[]} */
const sensitivities = ["gentle", "normal", "hard"];

const nothing = new Uint8Array();

/** Tells a shake on purpose from whatever else happens to a phone. */
export class ShakeDetector {
  #state;
  #includesGravity;

  /**
   * @param {Core} core
   * @param {{sensitivity?: ShakeSensitivity, includesGravity?: boolean}} options `includesGravity` where the phone
   *   has only `accelerationIncludingGravity`
   */
  constructor(core, { sensitivity = "normal", includesGravity = false } = {}) {
    this.#includesGravity = includesGravity;
    this.#state = new KeptState(core.machine);
    this.#state.change("shakeSensitivity", nothing, () => [sensitivities.indexOf(sensitivity)]);
  }

  /**
   * Takes samples in their order, four numbers each: the event's `timeStamp`, then x, y and z in m/s².
   *
   * @param {ArrayLike<number>} samples
   * @returns {number} which sample made it a shake, from 0; -1 where none did
   */
  push(samples) {
    const count = Math.floor(samples.length / 4);
    const answer = this.#state.change("shakeTake", new Float64Array(samples), (input, answer) => [
      input,
      count,
      this.#includesGravity ? 1 : 0,
      answer,
    ]);
    return answer.getInt32(0, true);
  }

  /**
   * The countdown that a shake started was called off: no other for a minute (F25).
   *
   * @param {number} nowMs on the clock of the samples
   */
  cancel(nowMs) {
    this.#state.change("shakeCancel", nothing, () => [wholeTime(nowMs)]);
  }
}
