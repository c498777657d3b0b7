// @ts-check
import { isHot, needsWords } from "../models/coin-sending.js";
import { LiveState } from "./live-state.js";

/**
 * @typedef {import("../lib/hub/coin-shapes.js").CoinPayment} CoinPayment
 * @typedef {import("../lib/hub/coin-shapes.js").CoinRequest} CoinRequest
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 * @typedef {import("../lib/hub/coin-shapes.js").CoinsState} CoinsState
 */

/** How often the page asks while it is open: the hub reads more often for those who look. */
const lookMilliseconds = 30_000;

/** My wallets of coins as the hub last read them, kept true by the event stream while a page is open. Sends `changed`. */
export class Coins extends LiveState {
  /** @type {CoinsState} */
  state = { wallets: [], needsConsent: false };
  /** By wallet, the latest first. @type {Map<string, CoinPayment[]>} */
  #payments = new Map();
  /** By wallet. @type {Map<string, CoinRequest[]>} */
  #requests = new Map();

  /**
   * @param {import("../lib/dom/page.js").App} app
   * @param {AbortSignal} signal  ends it when its page is left
   */
  constructor(app, signal) {
    super(app, signal, ["wallet"]);
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") this.refresh().catch(() => undefined);
    }, lookMilliseconds);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  async read() {
    /** @type {CoinsState} */
    const state = await this.app.api.get("/coin-wallets", this.signal);
    const isChild = this.app.family.me?.role === "child";
    // The hub answers nothing more where coins are off, and to a child nothing of what it may not have.
    const open = state.wallets.filter((wallet) => state.service && !state.needsConsent && !needsWords(wallet) && !(isChild && isHot(wallet)));
    await Promise.all(open.map((wallet) => this.#readMore(wallet)));
    this.state = state;
  }

  /** @param {string} wallet */
  paymentsOf(wallet) {
    return this.#payments.get(wallet) ?? [];
  }

  /** @param {string} wallet */
  requestsOf(wallet) {
    return this.#requests.get(wallet) ?? [];
  }

  /** @param {CoinWallet} wallet */
  async #readMore(wallet) {
    const { id } = wallet;
    const list = async (/** @type {string} */ what) => (await this.app.api.get(`/coin-wallets/${id}/${what}`, this.signal)).items;
    const [requests, payments] = await Promise.all([list("requests"), isHot(wallet) ? list("payments") : []]);
    this.#requests.set(id, requests);
    this.#payments.set(id, payments);
  }
}
