// @ts-check
import { isFinal, standingOf } from "../../models/help.js";
import { Refusal } from "./api.js";

/**
 * @typedef {import("../../models/help.js").Word} Word
 * @typedef {import("./trip-shapes.js").HelpCountdown} HelpCountdown
 */

/** What the hub said of a call for help last, when it said so, and what is in doubt until then (F72). */
export class HubWord {
  /**
   * Undefined until the hub has heard of the call.
   *
   * @type {Word | undefined}
   */
  said;
  /** Attempts of which nobody knows whether they left this device. */
  doubts;
  /**
   * Whether a message left the hub, as it said with that word (F82).
   *
   * @type {boolean | undefined}
   */
  #told;
  /** When it was said, on a clock that only goes forward and on the wall's: the first stands still while a page sleeps. */
  #ms = 0;
  #at = 0;
  /**
   * Whether the hub's disk has the call; undefined until the hub says so in its answer to the call.
   *
   * @type {boolean | undefined}
   */
  #recorded;

  /** @param {{word?: Word, mayHaveLeft?: boolean}} known */
  constructor({ word, mayHaveLeft = false }) {
    this.doubts = mayHaveLeft ? 1 : 0;
    if (word) this.#note(word);
  }

  /** Whether nothing speaks against the hub's disk having it (F73). */
  get isRecorded() {
    return this.#recorded !== false;
  }

  /**
   * What may be shown of the call.
   *
   * @param {number} remainingMs  by this page's clock
   */
  standing(remainingMs) {
    // A wall clock that was set only makes the word look older, until the next one.
    const wordAgeMs = Math.max(performance.now() - this.#ms, Math.abs(Date.now() - this.#at));
    return standingOf({ word: this.said, wasTold: this.#told, mayHaveLeft: this.doubts > 0, wordAgeMs }, remainingMs);
  }

  /**
   * Takes what the hub says; false where it said something final before, which no earlier word that comes later changes.
   *
   * @param {HelpCountdown} told
   */
  take({ state, told, recorded }) {
    if (!this.#recorded) this.#recorded = recorded ?? this.#recorded;
    if (this.said && isFinal(this.said)) return false;
    this.#note(state);
    this.#told = told;
    return true;
  }

  /** @param {Word} word */
  #note(word) {
    this.said = word;
    this.#ms = performance.now();
    this.#at = Date.now();
  }
}

/** Whether this device has any network at all. */
export function isOnline() {
  return globalThis.navigator?.onLine !== false;
}

/** What the hub says where its database went away: the request may have been saved before. */
const openCodes = ["unexpected", "databaseAway", "outcomeUnknown"];

/**
 * Whether the hub itself said that it did not take a request: a proxy's word, a failure inside the hub, or a database that
 * went away leaves open whether it did.
 *
 * @param {unknown} error
 */
export function isRefused(error) {
  return error instanceof Refusal && !openCodes.includes(error.code) && (error.status < 500 || error.status === 503);
}
