// @ts-check
import {
  FixQueue,
  fixOf,
  hurriedMilliseconds,
  hurriedMillisecondsMin,
  secondMilliseconds,
  stillMilliseconds,
} from "../../models/fix-queue.js";
import { Refusal } from "../hub/api.js";
import { StayAwake } from "./stay-awake.js";

/**
 * @typedef {import("../hub/api.js").API} API
 * @typedef {import("../hub/events.js").Events} Events
 *
 * @typedef {"off" | "waiting" | "on" | "lost" | "refused" | "insecure" | "missing"} Sharing
 *   off: nobody asked; waiting: no position yet; on: positions come; lost: none comes at present; refused: the browser
 *   or its owner does not let the page know; insecure: the page did not come over HTTPS; missing: no receiver at all
 *
 * @typedef {object} Outside  what the browser gives
 * @property {Geolocation | undefined} geolocation
 * @property {boolean} isSecure
 * @property {Storage} storage
 * @property {() => Promise<number | undefined>} batteryPercent
 */

const memberKey = "hearth.ownFixes";
const batchMax = 100;
const retryMilliseconds = 5_000;
const retryMillisecondsMax = 60_000;
const asked = { enableHighAccuracy: true, maximumAge: 0, timeout: 60_000 };

/**
 * The page's own positions, sent to the hub while the page is open and its owner wants it (A9).
 *
 * Sends `state` whenever `sharing` or `waiting` changed. Nothing is asked of the browser before `start`; that it was
 * asked is remembered on this device, the positions are not: they wait in memory alone.
 */
export class OwnFixes extends EventTarget {
  /** @type {Sharing} */
  sharing = "off";
  /**
   * The newest position of this page.
   *
   * @type {import("../../models/fix-queue.js").OwnFix | undefined}
   */
  last;
  /** Keeps the screen on while positions are shared, where the browser can. */
  stayAwake = new StayAwake();

  #api;
  #outside;
  #key;
  #queue = new FixQueue();
  #isSending = false;
  #pace = stillMilliseconds;
  #retries = 0;
  /** @type {number | undefined} */
  #watch;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #beat;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #second;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #once;
  /** Counts up with each end, so that what was asked for before it is told to nobody. */
  #asker = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;

  /**
   * @param {Pick<API, "post">} api
   * @param {Events | EventTarget} events
   * @param {Outside} [outside]
   * @param {string} [key]  under which it is remembered that somebody wants it
   */
  constructor(api, events, outside = browser(), key = memberKey) {
    super();
    this.#api = api;
    this.#outside = outside;
    this.#key = key;
    // The hub is back: what waited need not wait for its turn.
    events.addEventListener("open", () => this.#sendNow());
    globalThis.addEventListener?.("storage", (event) => this.#obeyOtherTab(event));
  }

  /** Whether positions are asked for, whatever comes of it. */
  get isOn() {
    return this.#watch !== undefined;
  }

  /** How many positions wait for a hub that is away. */
  get waiting() {
    return this.#queue.length;
  }

  /** Goes on where this device's owner had asked for it before. */
  resume() {
    if (this.#outside.storage.getItem(this.#key) === "on") this.start();
  }

  /** Shares this page's position from now on; the browser asks its owner first. Call it when somebody tapped for it. */
  start() {
    const { geolocation, isSecure, storage } = this.#outside;
    if (this.isOn) return;
    if (!isSecure) return this.#set("insecure");
    if (!geolocation) return this.#set("missing");
    storage.setItem(this.#key, "on");
    this.#set("waiting");
    this.#watch = geolocation.watchPosition(this.#take, this.#miss, asked);
    this.#askAgain();
    this.stayAwake.allow();
  }

  /**
   * Tells the position each few seconds, as on a trip, or no oftener than usual.
   *
   * @param {boolean} isHurried
   */
  hurry(isHurried) {
    this.#queue.stillMilliseconds = isHurried ? hurriedMillisecondsMin : stillMilliseconds;
    this.#pace = isHurried ? hurriedMilliseconds : stillMilliseconds;
    if (this.isOn) this.#askAgain();
  }

  /**
   * Tells the position once, whether it is shared or not, and a second time after it for a hub that doubts a jump.
   * Throws what the hub refuses it with.
   *
   * @returns {Promise<Exclude<Sharing, "off" | "waiting">>}  on: told; else what is in the way
   */
  async tellOnce() {
    const { geolocation, isSecure } = this.#outside;
    if (!isSecure) return "insecure";
    if (!geolocation) return "missing";
    /** @type {() => Promise<GeolocationPosition>} */
    const find = () => new Promise((found, missed) => geolocation.getCurrentPosition(found, missed, asked));
    const tell = async (/** @type {GeolocationPosition} */ position) =>
      this.#api.post("/fixes", [fixOf(position, await this.#outside.batteryPercent())]);
    const asker = this.#asker;
    let position;
    try {
      position = await find();
    } catch (error) {
      const { code, PERMISSION_DENIED } = /** @type {GeolocationPositionError} */ (error);
      return code === PERMISSION_DENIED ? "refused" : "lost";
    }
    // Whoever logged in meanwhile has another position to tell, or none.
    if (asker !== this.#asker) return "lost";
    await tell(position);
    clearTimeout(this.#once);
    // The first one is told; where the second fails, the hub has that.
    const tellAgain = (/** @type {GeolocationPosition} */ found) => (asker === this.#asker ? tell(found) : undefined);
    this.#once = setTimeout(() => find().then(tellAgain).catch(() => {}), secondMilliseconds);
    return "on";
  }

  /** A browser says nothing while nobody moves; that somebody is still there is news too. */
  #askAgain() {
    clearInterval(this.#beat);
    this.#beat = setInterval(this.#ask, this.#pace);
  }

  #ask = () => this.#outside.geolocation?.getCurrentPosition(this.#take, this.#miss, asked);

  /** Of a jump a browser tells once: that it was one, and no error, only a second position says. */
  #askForSecond() {
    clearTimeout(this.#second);
    if (this.#queue.isUnconfirmed) this.#second = setTimeout(this.#ask, secondMilliseconds);
  }

  /** Ends it and forgets what was not sent; also at a log-out, so that whoever logs in next shares nothing. */
  stop() {
    this.#outside.storage.removeItem(this.#key);
    this.pause();
  }

  /** Ends it until `resume`, as when the page that shows it is left. */
  pause() {
    this.#halt();
    this.#set("off");
  }

  #halt() {
    if (this.#watch !== undefined) this.#outside.geolocation?.clearWatch(this.#watch);
    this.#watch = undefined;
    this.last = undefined;
    clearInterval(this.#beat);
    clearTimeout(this.#second);
    clearTimeout(this.#once);
    this.#asker += 1;
    clearTimeout(this.#retry);
    this.#queue.clear();
    this.stayAwake.forbid();
  }

  /** @param {GeolocationPosition} position */
  #take = async (position) => {
    const battery = await this.#outside.batteryPercent();
    if (!this.isOn) return;
    this.last = fixOf(position, battery);
    const isTaken = this.#queue.offer(this.last);
    this.#askForSecond();
    if (this.sharing !== "on" || isTaken) this.#set("on");
    if (isTaken) this.#send();
  };

  /** @param {GeolocationPositionError} error */
  #miss = (error) => {
    if (!this.isOn) return;
    if (error.code !== error.PERMISSION_DENIED) return this.#set("lost");
    this.#outside.storage.removeItem(this.#key);
    this.#halt();
    this.#set("refused");
  };

  #sendNow() {
    this.#retries = 0;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#send();
  }

  /** Sends what waits, the oldest first, one request at a time; a hub that is away is asked again later. */
  async #send() {
    if (this.#isSending || this.#retry !== undefined || this.#queue.length === 0) return;
    this.#isSending = true;
    const batch = this.#queue.oldest(batchMax);
    try {
      await this.#api.post("/fixes", batch);
      this.#queue.done(batch);
      this.#retries = 0;
    } catch (error) {
      if (error instanceof Refusal && isFinal(error.status)) this.#queue.done(batch);
      else this.#sendLater();
    } finally {
      this.#isSending = false;
    }
    this.dispatchEvent(new Event("state"));
    this.#send();
  }

  #sendLater() {
    if (!this.isOn) return;
    const wait = Math.min(retryMillisecondsMax, retryMilliseconds * 2 ** this.#retries);
    this.#retries += 1;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#send();
    }, wait);
  }

  /** @param {StorageEvent} event */
  #obeyOtherTab(event) {
    if (event.key === this.#key && event.newValue === null && this.isOn) this.stop();
  }

  /** @param {Sharing} sharing */
  #set(sharing) {
    this.sharing = sharing;
    this.dispatchEvent(new Event("state"));
  }
}

/**
 * Whether a hub that answered so would answer so again: too many at once and being away pass by themselves.
 *
 * @param {number} status
 */
function isFinal(status) {
  return status < 500 && status !== 429 && status !== 408;
}

/** @returns {Outside} */
function browser() {
  return {
    geolocation: navigator.geolocation,
    isSecure: isSecureContext,
    storage: localStorage,
    batteryPercent,
  };
}

/** The battery of this machine, where the browser tells it. */
async function batteryPercent() {
  const { getBattery } = /** @type {{getBattery?: () => Promise<{level: number}>}} */ (navigator);
  if (!getBattery) return undefined;
  try {
    const { level } = await getBattery.call(navigator);
    return Math.round(level * 100);
  } catch {
    // A browser that keeps it to itself; a position is worth sending without it.
    return undefined;
  }
}
