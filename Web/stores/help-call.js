// @ts-check
import { begun, corrected, fromKept, isDone, keptOf, requestOf, toldOf } from "../models/help.js";
import { patience, Refusal, Unreachable } from "../lib/hub/api.js";
import { leftOf } from "../lib/device/countdown-rule.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { HubWord, isOnline, isRefused } from "../lib/hub/hub-word.js";
import { newID } from "../lib/hub/ids.js";
import { isOpen } from "../models/trip.js";
import { callKey } from "./unsent-call.js";

/**
 * @typedef {import("../lib/hub/api.js").API} API
 * @typedef {import("../models/help.js").Cause} Cause
 * @typedef {import("../models/help.js").Call} Call
 * @typedef {import("../models/help.js").Word} Word
 * @typedef {import("../lib/hub/trip-shapes.js").HelpCountdown} HelpCountdown
 */

const retryMilliseconds = 1_000;
const answerMilliseconds = 5_000;

/**
 * A call for help from its first moment on: told to the hub again each second until it got through (F8, F9), and asked
 * about each second until the hub has said what became of it (F72).
 *
 * The hub's own countdown is what counts; what this page shows runs beside it. Sends `change` whenever something but the
 * time did, `refused` (detail: the error) where a PIN that had to wait was not taken.
 */
export class HelpCall extends EventTarget {
  /**
   * How it ended, as the hub said it, and whether anybody had been notified.
   *
   * @type {{wasTold: boolean} | undefined}
   */
  ending;
  #api;
  #call;
  #word;
  /** What was typed while the hub was away: it goes before anything else. */
  #pin = "";
  #isAsking = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * @param {API} api
   * @param {Call} call
   * @param {{word?: Word, mayHaveLeft?: boolean}} [more]
   */
  constructor(api, call, more = {}) {
    super();
    this.#api = api;
    this.#call = call;
    this.#word = new HubWord(more);
    if (!this.isHeard) this.#keep();
    this.#goOn();
    this.#send();
  }

  /**
   * @param {API} api
   * @param {string} member  who calls
   * @param {Cause} cause
   * @param {string} [trip]
   */
  static begin(api, member, cause, trip) {
    return new HelpCall(api, begun(newID(), member, cause, trip, performance.now()));
  }

  /**
   * One that another page of mine began, as the hub tells it.
   *
   * @param {API} api
   * @param {string} member  who called
   * @param {HelpCountdown} told
   */
  static told(api, member, told) {
    return new HelpCall(api, toldOf({ ...told, member }, hubNow(), performance.now()), { word: told.state });
  }

  /**
   * One of this member that this page could not send before it was reloaded; undefined without one.
   *
   * @param {API} api
   * @param {string} member
   */
  static kept(api, member) {
    const kept = fromKept(localStorage.getItem(callKey(member)), performance.now(), Date.now());
    return kept && new HelpCall(api, kept.call, { mayHaveLeft: kept.mayHaveLeft });
  }

  get id() {
    return this.#call.id;
  }

  get cause() {
    return this.#call.cause;
  }

  get call() {
    return this.#call;
  }

  get left() {
    return leftOf(this.#call, performance.now());
  }

  /** What may be shown of it now (F72). */
  get standing() {
    return this.#word.standing(this.left.remainingMs);
  }

  /** Whether the hub has heard of it: from then on it needs this page no more. */
  get isHeard() {
    return this.#word.said !== undefined;
  }

  /** Whether nothing speaks against the hub's disk having it: else it is repeated, for a hub that restarts (F73). */
  get isRecorded() {
    return this.#word.isRecorded;
  }

  /** Whether its time is over by this page's clock, which says nothing of what the hub did. */
  get isOver() {
    return this.left.remainingMs === 0;
  }

  get isWaiting() {
    return this.#pin !== "";
  }

  /**
   * "I'm safe": cancels it, or clears what came of it. Rejects as a request does; where the hub is away the PIN is kept
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
      this.#goOn();
      this.#changed();
      throw error;
    }
  }

  /**
   * What the hub says of it among all that it watches over for me: where it leaves this call out nothing is concluded,
   * for it may have been read before the hub heard of it.
   *
   * @param {{countdowns: HelpCountdown[], alarms: import("../lib/hub/trip-shapes.js").Alarm[]}} mine
   */
  hear({ countdowns, alarms }) {
    const told = countdowns.find(({ id }) => id === this.id);
    if (!told || this.ending) return;
    this.#take(told);
    // Cleared on another page of mine. The alarm may be one that was open before, so the PIN that ended it ended all.
    const isCleared = told.state === "fired" && !alarms.some(isOpen);
    if (told.state === "stopped" || isCleared) this.#settle(told.told);
  }

  /** No more is sent: what the hub says of it is known otherwise. */
  end() {
    this.#rest();
    this.#pin = "";
    if (this.isHeard && this.isRecorded) this.#forget();
  }

  async #send() {
    if (this.ending) return;
    try {
      if (this.#pin) await this.#sendKeptPIN(this.#pin);
      // A session that waits for a guardian hears of it as the answer to the same call (F87).
      else if (!this.isHeard || !this.isRecorded || this.#api.held) await this.#tell();
      else await this.#ask();
    } catch {
      // A hub that is away, or refuses, is asked again in a second.
    }
  }

  async #tell() {
    const wasOnline = isOnline();
    if (wasOnline) this.#doubt(1);
    try {
      const request = requestOf(this.#call, performance.now());
      const told = await this.#api.post("/countdowns", request, patience(answerMilliseconds));
      if (this.ending) return;
      this.#take(told);
      // Cancelled before it came: the list says whether anybody was notified.
      if (told.state === "stopped") await (this.#api.held ? this.#settle(told.told) : this.#ask());
    } catch (error) {
      // Only a hub that said that it did not take it, or a device without any network, leaves no doubt.
      if (isRefused(error) && wasOnline) this.#doubt(-1);
      if (!wasOnline && isOnline() && !isRefused(error)) this.#doubt(1);
      throw error;
    }
  }

  /** Asks what became of it. */
  async #ask() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const isAnswered = () => void (this.#isAsking = false);
    this.hear(await this.#api.get("/me/safety", patience(answerMilliseconds)).finally(isAnswered));
  }

  /**
   * Takes the hub's word on it; one that was read earlier and comes later changes nothing. Whether its disk has it says
   * nothing of whether people are told: they are, either way.
   *
   * @param {HelpCountdown} told
   */
  #take(told) {
    const before = `${this.standing} ${this.isRecorded}`;
    if (this.#word.take(told) && told.state === "running") {
      this.#call = corrected(this.#call, told, hubNow(), performance.now());
    }
    if (this.isRecorded) this.#forget();
    else this.#keep();
    this.#restIfDone();
    if (before !== `${this.standing} ${this.isRecorded}`) this.#changed();
  }

  /** @param {string} pin */
  async #sendKeptPIN(pin) {
    try {
      await this.#sendPIN(pin);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // It was not the right one: the call goes on its way.
      if (this.#pin === pin) this.#pin = "";
      this.#restIfDone();
      this.dispatchEvent(new CustomEvent("refused", { detail: error }));
      this.#changed();
    }
  }

  /** @param {string} pin */
  async #sendPIN(pin) {
    const { id, member } = this.#call;
    const { told } = await this.#api.post(`/countdowns/${id}/safe`, { pin, member }, patience(answerMilliseconds));
    this.#settle(told);
  }

  /**
   * The hub took the PIN, from here or from another page of mine.
   *
   * @param {boolean} wasTold
   */
  #settle(wasTold) {
    this.ending = { wasTold };
    this.#pin = "";
    this.#forget();
    this.#rest();
    this.#changed();
  }

  /** @param {1 | -1} change */
  #doubt(change) {
    const before = this.standing;
    this.#word.doubts += change;
    if (this.isHeard || this.ending) return;
    this.#keep();
    if (before !== this.standing) this.#changed();
  }

  /** Asks no more once people are told, or the hub says that nobody was, its disk has that, and no PIN waits. */
  #restIfDone() {
    const { said } = this.#word;
    if (isDone(said) && this.isRecorded && !this.#pin) this.#rest();
    else if (!this.isRecorded) this.#goOn();
  }

  #goOn() {
    this.#timer ??= setInterval(() => this.#send(), retryMilliseconds);
  }

  #rest() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #keep() {
    const kept = JSON.stringify(keptOf(this.#call, this.#word.doubts > 0, performance.now(), Date.now()));
    localStorage.setItem(callKey(this.#call.member), kept);
  }

  #forget() {
    localStorage.removeItem(callKey(this.#call.member));
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
