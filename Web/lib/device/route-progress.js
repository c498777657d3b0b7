// @ts-check

import { KeptState, wholeTime } from "./core-machine.js";

/** @typedef {import("./core.js").Core} Core */
/**
 * What a fix says of a route.
 * @typedef {object} RouteReading
 * @property {number} atMs when the fix was taken: what is read here is as old (F56)
 * @property {number} travelledMetres
 * @property {number} remainingMetres
 * @property {number | null} remainingSeconds null where nobody knows the times
 * @property {number} offRouteMetres
 * @property {boolean} hasArrived
 */

/** How far somebody has come on a route, by the rules of core.wasm. */
export class RouteProgress {
  #state;
  #route;
  #pointsCount;
  #legsCount;

  /**
   * @param {Core} core
   * @param {[number, number][]} line longitude and latitude of each point
   * @param {{lineIndex: number, durationSeconds: number}[]} steps none where nobody knows the times
   */
  constructor(core, line, steps) {
    this.#state = new KeptState(core.machine);
    this.#pointsCount = line.length;
    this.#legsCount = steps.length;
    this.#route = new Float64Array([
      ...line.flatMap(([longitude, latitude]) => [latitude, longitude]),
      ...steps.flatMap((step) => [step.lineIndex, step.durationSeconds]),
    ]);
  }

  /**
   * Takes the next fix.
   *
   * @param {{latitude: number, longitude: number, accuracyMetres?: number | null, atMs: number}} fix
   * @returns {RouteReading}
   */
  take({ latitude, longitude, accuracyMetres, atMs }) {
    const answer = this.#state.change("routeTake", this.#route, (input, answer) => [
      input,
      this.#pointsCount,
      this.#legsCount,
      latitude,
      longitude,
      accuracyMetres ?? NaN,
      wholeTime(atMs),
      answer,
    ]);
    const seconds = answer.getFloat64(16, true);
    return {
      atMs,
      travelledMetres: answer.getFloat64(0, true),
      remainingMetres: answer.getFloat64(8, true),
      remainingSeconds: Number.isNaN(seconds) ? null : seconds,
      offRouteMetres: answer.getFloat64(24, true),
      hasArrived: answer.getFloat64(32, true) === 1,
    };
  }
}
