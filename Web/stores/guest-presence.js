// @ts-check
import { fromBase64url, toBase64url } from "../models/base64url.js";
import { guestPlaces, keepPlaces, placesKey } from "./guest-places.js";
import { OwnFixes } from "../lib/device/own-fixes.js";
import { rules } from "../lib/device/rules.js";

/**
 * @typedef {import("./guest-places.js").GuestPlace} GuestPlace
 * @typedef {import("../lib/device/own-presence.js").OwnPresence} OwnPresence
 * @typedef {import("../models/fix-queue.js").OwnFix} OwnFix
 */

/** What the rules remember of where a guest was. */
const presenceKey = "hearth.guest.presence";
/** Whether a guest's page looks for its position: not the key of members, whose pages tell the hub. */
const wishKey = "hearth.guest.here";

/**
 * Where somebody without an account is, found by the family's rules in this page: nothing of it is sent anywhere, and what
 * is remembered lies in this browser alone. Sends `changed`.
 */
export class GuestPresence extends EventTarget {
  /** Asks the browser as for members; what comes is taken here instead of by the hub. */
  own;
  /** True where the rules could not be had; then there are positions, and nothing is concluded from them. */
  hasNoRules = false;
  /** @type {OwnPresence | undefined} */
  #presence;
  /** @type {(() => OwnPresence) | undefined} */
  #fresh;
  #ready;

  /**
   * @param {AbortSignal} signal  ends it when its page is left
   * @param {import("../lib/device/own-fixes.js").Outside} [outside]
   */
  constructor(signal, outside) {
    super();
    const taker = { post: (/** @type {string} */ _path, /** @type {any} */ fixes) => this.#take(fixes) };
    this.own = new OwnFixes(taker, new EventTarget(), outside, wishKey);
    this.own.addEventListener("state", () => this.#changed(), { signal });
    signal.addEventListener("abort", () => this.own.pause());
    addEventListener("storage", (event) => this.#obeyOtherTab(event), { signal });
    this.#ready = this.#begin();
    this.own.resume();
  }

  get places() {
    return guestPlaces();
  }

  /** Looks no more, and forgets where the guest was; their places stay. */
  stop() {
    this.own.stop();
    localStorage.removeItem(presenceKey);
    this.#presence = this.#fresh?.();
    this.#changed();
  }

  /**
   * @param {readonly GuestPlace[]} places  as they are from now on
   */
  setPlaces(places) {
    keepPlaces(places);
    this.#placesChanged();
  }

  /** Where the guest is now; undefined until the rules are there, or where they cannot be had. */
  get reading() {
    return this.#presence?.read(Date.now());
  }

  async #begin() {
    try {
      const [{ OwnPresence }, core] = await Promise.all([import("../lib/device/core.js"), rules()]);
      const fresh = () => new OwnPresence(core, this.places);
      try {
        const kept = localStorage.getItem(presenceKey);
        this.#presence = kept ? new OwnPresence(core, this.places, fromBase64url(kept)) : fresh();
      } catch {
        // Damaged, or of an earlier version: it begins anew.
        this.#presence = fresh();
      }
      this.#fresh = fresh;
    } catch {
      this.hasNoRules = true;
    }
    this.#changed();
  }

  /** @param {OwnFix[]} fixes */
  async #take(fixes) {
    await this.#ready;
    // Switched off while the rules were on their way: what was seen until then is nobody's any more.
    if (!this.#presence || !this.own.isOn) return;
    this.#presence.take(fixes.map(({ at, ...fix }) => ({ ...fix, atMs: Date.parse(at), receivedAtMs: Date.now() })));
    this.#keep();
    this.#changed();
  }

  #keep() {
    if (!this.#presence) return;
    try {
      localStorage.setItem(presenceKey, toBase64url(this.#presence.bytes.slice().buffer));
    } catch {
      // No room for it: it is known while the page is open.
    }
  }

  #placesChanged() {
    this.#presence?.setPlaces(this.places, Date.now());
    if (localStorage.getItem(presenceKey)) this.#keep();
    this.#changed();
  }

  /** @param {StorageEvent} event */
  #obeyOtherTab({ key, newValue }) {
    if (key === placesKey) this.#placesChanged();
    if (key !== presenceKey || newValue !== null) return;
    this.#presence = this.#fresh?.();
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("changed"));
  }
}
