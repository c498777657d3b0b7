// @ts-check
// The family's rules, compiled from the same Swift as the hub's: where hands point, where somebody is, what is live,
// what is left of a countdown, what is a shake. Nothing here decides anything; it carries numbers there and back.
// Whatever has to be remembered between two calls is bytes in this page, so that a failed instance can be thrown away.

import { Machine, accepted, wholeTime } from "./core-machine.js";

export { OwnPresence } from "./own-presence.js";
export { ShakeDetector } from "./shake-detector.js";

/**
 * @typedef {object} HandLayout
 * @property {number[]} angleDegrees where each hand points, clockwise from the top, 0 to under 360
 * @property {number[]} roomDegrees how far the nearest other hand is, at most 60: the room for its label
 */
/** @typedef {"hearth" | "caution" | "danger" | "done"} CountdownPhase */
/**
 * @typedef {object} CountdownView
 * @property {number} remainingMs
 * @property {number} fraction what is left of the whole, 1 down to 0
 * @property {CountdownPhase} phase
 */
/** @type {CountdownPhase[]} */
const phases = ["hearth", "caution", "danger", "done"];

/**
 * Loads the rules. Throws where they cannot be fetched or compiled.
 *
 * @param {string | URL | BufferSource} [source] where core.wasm lies, or its bytes
 * @returns {Promise<Core>}
 */
export async function loadCore(source = "/core.wasm") {
  const isAddress = typeof source === "string" || source instanceof URL;
  return new Core(await (isAddress ? WebAssembly.compileStreaming(fetch(source)) : WebAssembly.compile(source)));
}

/** The rules that need no memory of what was before. */
export class Core {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    /** For what remembers: ShakeDetector, OwnPresence. */
    this.machine = new Machine(module);
  }

  /**
   * Where the hands of a clock point so that none hides another. Throws where a slot is not on the face.
   *
   * @param {number[]} slots the slot of each hand, from 0
   * @param {number} slotCount how many slots the face has, 1 to 64
   * @returns {HandLayout}
   */
  layOutHands(slots, slotCount) {
    const count = slots.length;
    // Two doubles for each hand, and behind them where it is: doubles stand on multiples of eight.
    const answer = this.machine.room(20 * count);
    const input = answer + 16 * count;
    this.machine.write(input, new Int32Array(slots));
    accepted(this.machine.call("layOutHands", input, count, slotCount, answer), "layOutHands");
    const numbers = this.machine.memory(answer);
    return {
      angleDegrees: slots.map((_, hand) => numbers.getFloat64(16 * hand, true)),
      roomDegrees: slots.map((_, hand) => numbers.getFloat64(16 * hand + 8, true)),
    };
  }

  /**
   * Whether a fix may be drawn as live (F51).
   *
   * @param {number} ageSeconds
   * @param {{accuracyMetres?: number | null, onTrip?: boolean}} fix on a trip the limit is a minute, else five
   * @returns {boolean}
   */
  isLive(ageSeconds, { accuracyMetres = null, onTrip = false } = {}) {
    return this.machine.call("isLive", ageSeconds, accuracyMetres ?? NaN, onTrip ? 1 : 0) === 1;
  }

  /**
   * What is left of a countdown; all three times on one clock.
   *
   * @param {number} deadlineMs
   * @param {number} startMs
   * @param {number} nowMs
   * @returns {CountdownView}
   */
  countdown(deadlineMs, startMs, nowMs) {
    const times = [startMs, deadlineMs, nowMs].map(wholeTime);
    return {
      remainingMs: Number(this.machine.call("countdownRemaining", ...times)),
      fraction: this.machine.call("countdownFraction", ...times),
      phase: phases[this.machine.call("countdownPhase", ...times)],
    };
  }

  /**
   * Metres between two points; NaN where one lies off the globe.
   *
   * @param {{latitude: number, longitude: number}} here
   * @param {{latitude: number, longitude: number}} there
   * @returns {number}
   */
  distanceMetres(here, there) {
    return this.machine.call("distanceMetres", here.latitude, here.longitude, there.latitude, there.longitude);
  }
}
