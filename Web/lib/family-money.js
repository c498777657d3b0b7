// @ts-check
import { dayOf, spentOn } from "../models/family-money.js";
import { hubNow } from "./hub-clock.js";
import { LiveState } from "./live-state.js";

/**
 * @typedef {import("./page.js").App} App
 * @typedef {import("./shapes.js").FamilyGroup} FamilyGroup
 * @typedef {import("./wallet-shapes.js").Allowance} Allowance
 * @typedef {import("./wallet-shapes.js").Entry} Entry
 * @typedef {import("./wallet-shapes.js").FamilyAsset} FamilyAsset
 * @typedef {import("./wallet-shapes.js").FamilyLimits} FamilyLimits
 * @typedef {import("./wallet-shapes.js").WalletState} WalletState
 *
 * @typedef {object} FamilyMoneyState
 * @property {FamilyGroup} family
 * @property {WalletState} wallet  mine
 * @property {FamilyAsset[]} assets
 * @property {Allowance[]} allowances  a child's own
 * @property {FamilyLimits} limits  the sums, and for a child its own limits for a day
 * @property {Map<number, bigint>} spent  by asset what I gave away today, where a limit is set for me
 */

const entriesAtOnce = 100;

/**
 * What a family has agreed on about its money, kept true by the event stream while a page is open. Sends `changed`.
 */
export class FamilyMoney extends LiveState {
  /** @type {FamilyMoneyState | undefined} */
  state;

  /**
   * @param {App} app
   * @param {AbortSignal} signal  ends it when its page is left
   */
  constructor(app, signal) {
    // Limits and allowances that another one changed are told as notices.
    super(app, signal, ["wallet", "notice"]);
  }

  /** Reads everything; rejects as a request does. */
  async read() {
    const [families, wallet] = await Promise.all([this.#get("/families"), this.#get("/wallet")]);
    const family = families.items[0];
    const path = `/families/${family.id}`;
    const [assets, allowances, limits] = await Promise.all([
      this.#get(`${path}/assets`),
      this.#get(`${path}/allowances`),
      this.#get(`${path}/limits`),
    ]);
    const spent = await this.#spent(wallet, limits);
    this.state = { family, wallet, assets: assets.items, allowances: allowances.items, limits, spent };
  }

  /**
   * @param {WalletState} wallet
   * @param {FamilyLimits} limits
   */
  async #spent(wallet, { perDay }) {
    /** @type {Map<number, bigint>} */
    const spent = new Map();
    const { id, timeZone } = this.app.family.me ?? {};
    for (const { asset } of perDay.filter(({ member }) => member === id)) {
      const own = wallet.accounts.filter((account) => account.asset === asset);
      const sums = await Promise.all(own.map((account) => this.#spentFrom(account.id, timeZone)));
      spent.set(asset, sums.reduce((sum, part) => sum + part, 0n));
    }
    return spent;
  }

  /**
   * @param {string} account
   * @param {string | undefined} timeZone
   */
  async #spentFrom(account, timeZone) {
    const today = dayOf(hubNow(), timeZone);
    let sum = 0n;
    let after = "";
    for (;;) {
      /** @type {{items: Entry[], next?: string}} */
      const { items, next } = await this.#get(`/accounts/${account}/entries?limit=${entriesAtOnce}${after}`);
      sum += spentOn(items, today, timeZone);
      const last = items.at(-1);
      // The latest come first: behind one of another day there is none of this one.
      if (next === undefined || !last || dayOf(last.at, timeZone) !== today) return sum;
      after = `&after=${encodeURIComponent(next)}`;
    }
  }

  /** @param {string} path */
  #get(path) {
    return this.app.api.get(path, this.signal);
  }
}

/**
 * Somebody of the family by name; where they left, nothing.
 *
 * @param {FamilyMoneyState} state
 * @param {string} member
 */
export function nameIn({ family }, member) {
  return family.members.find(({ id }) => id === member)?.name ?? "";
}
