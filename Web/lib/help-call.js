// @ts-check
import { begun, fromKept, keptOf, remaining, requestOf, toldOf } from "../models/help.js";
import { patience, Refusal, Unreachable } from "./api.js";
import { hubNow } from "./hub-clock.js";
import { newID } from "./ids.js";
import { rules } from "./rules.js";

/**
 * @typedef {import("./api.js").API} API
 * @typedef {import("../models/help.js").Cause} Cause
 * @typedef {import("../models/help.js").Call} Call
 */

const key = "hearth.help";
const retryMilliseconds = 1_000;
const answerMilliseconds = 5_000;

/**
 * The family's rule of a countdown, once it is there: a call for help waits for nothing.
 *
 * @type {import("./core.js").Core | undefined}
 */
let core;

/** Fetches the rule of a countdown; without it the page counts by its twin. */
export async function prepareCountdown() {
  try {
    core = await rules();
  } catch {
    // The twin says the same.
  }
}

/**
 * A call for help from its first moment on: told to the hub again each second until it got through (F8, F9).
 *
 * The hub's own countdown is what counts; what this page shows runs beside it. Sends `change` whenever something but the
 * time did, `refused` (detail: the error) where a PIN that had to wait was not taken.
 */
export class HelpCall extends EventTarget {
  /** Whether the hub knows of it: from then on it needs this page no more. */
  isHeard;
  /** Whether the hub's disk has it: until then it is repeated, so that a hub that restarts hears it again (F73). */
  isRecorded = true;
  /** Called off or cleared: the PIN was taken. */
  isStopped = false;
  /** Whether that came after its time was over. */
  wasOver = false;
  #api;
  #call;
  /** What was typed while the hub was away: it goes before anything else. */
  #pin = "";
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * @param {API} api
   * @param {Call} call
   * @param {{isHeard?: boolean}} [more]
   */
  constructor(api, call, more = {}) {
    super();
    const { isHeard = false } = more;
    this.#api = api;
    this.#call = call;
    this.isHeard = isHeard;
    if (isHeard) return;
    this.#keep();
    this.#timer = setInterval(() => this.#send(), retryMilliseconds);
    this.#send();
  }

  /**
   * @param {API} api
   * @param {Cause} cause
   * @param {string} [trip]
   */
  static begin(api, cause, trip) {
    return new HelpCall(api, begun(newID(), cause, trip, performance.now()));
  }

  /**
   * One that another page of mine began, as the hub tells it.
   *
   * @param {API} api
   * @param {{id: string, cause: Cause, startedAt: string, firesAt: string}} told
   */
  static told(api, told) {
    return new HelpCall(api, toldOf(told, hubNow(), performance.now()), { isHeard: true });
  }

  /**
   * One that this page could not send before it was loaded anew; undefined where there is none.
   *
   * @param {API} api
   */
  static kept(api) {
    const call = fromKept(localStorage.getItem(key), performance.now(), Date.now());
    return call && new HelpCall(api, call);
  }

  get id() {
    return this.#call.id;
  }

  get cause() {
    return this.#call.cause;
  }

  /** @returns {Call} */
  get call() {
    return this.#call;
  }

  /** What is left of it now. */
  get left() {
    const now = performance.now();
    const { startedMs, deadlineMs } = this.#call;
    if (!core) return remaining(this.#call, now);
    const { remainingMs, fraction } = core.countdown(deadlineMs, startedMs, now);
    return { remainingMs, seconds: Math.ceil(remainingMs / 1_000), fraction };
  }

  /** Whether its time is over without the PIN. */
  get isOver() {
    return !this.isStopped && this.left.remainingMs === 0;
  }

  /** Whether a PIN waits for the hub. */
  get isWaiting() {
    return this.#pin !== "";
  }

  /**
   * "I'm safe": calls it off, or clears what came of it. Rejects as a request does; where the hub is away the PIN is kept
   * and sent before anything else.
   *
   * @param {string} pin
   */
  async stop(pin) {
    try {
      await this.#sendPIN(pin);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.#pin = pin;
      this.#timer ??= setInterval(() => this.#send(), retryMilliseconds);
      this.#changed();
      throw error;
    }
  }

  /** No more is sent: what the hub says of it is known otherwise. */
  end() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#pin = "";
    if (this.isHeard && this.isRecorded) this.#forget();
  }

  async #send() {
    if (this.isStopped) return;
    try {
      if (this.#pin) await this.#sendKeptPIN(this.#pin);
      else if (!this.isHeard || !this.isRecorded) await this.#tell();
    } catch (error) {
      // A hub that is away, or has no time, is asked again in a second.
      if (!(error instanceof Refusal) || error.status >= 500 || error.status === 429) return;
      this.#refused(error);
    }
  }

  async #tell() {
    const request = requestOf(this.#call, performance.now());
    const answer = await this.#api.post("/countdowns", request, patience(answerMilliseconds));
    const isRecorded = answer?.recorded !== false;
    if (this.isStopped || (this.isHeard && this.isRecorded === isRecorded)) return;
    this.isHeard = true;
    this.isRecorded = isRecorded;
    if (isRecorded) {
      this.#forget();
      if (!this.#pin) this.#rest();
    }
    this.#changed();
  }

  /** @param {string} pin */
  async #sendKeptPIN(pin) {
    try {
      await this.#sendPIN(pin);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // It was not the right one: the call goes on its way.
      if (this.#pin === pin) this.#pin = "";
      if (this.isHeard && this.isRecorded) this.#rest();
      this.dispatchEvent(new CustomEvent("refused", { detail: error }));
      this.#changed();
    }
  }

  /** @param {string} pin */
  async #sendPIN(pin) {
    await this.#api.post(`/countdowns/${this.id}/safe`, { pin }, patience(answerMilliseconds));
    this.settle();
  }

  /** The PIN was taken, here or on another page of mine. */
  settle() {
    this.wasOver = this.isOver;
    this.isStopped = true;
    this.#pin = "";
    this.#forget();
    this.#rest();
    this.#changed();
  }

  /**
   * The hub does not take it, and would not the next time: another trip's, or a session that ended.
   *
   * @param {Refusal} error
   */
  #refused(error) {
    if (error.status !== 409) return;
    this.isHeard = true;
    this.#forget();
    this.#rest();
    this.#changed();
  }

  #rest() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #keep() {
    localStorage.setItem(key, JSON.stringify(keptOf(this.#call, performance.now(), Date.now())));
  }

  #forget() {
    localStorage.removeItem(key);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
