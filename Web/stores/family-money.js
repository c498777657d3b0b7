// @ts-check
import { inWords } from "../models/wallet.js";
import { LiveState } from "./live-state.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/shapes.js").FamilyGroup} FamilyGroup
 * @typedef {import("../lib/hub/wallet-shapes.js").Allowance} Allowance
 * @typedef {import("../lib/hub/wallet-shapes.js").FamilyAsset} FamilyAsset
 * @typedef {import("../lib/hub/wallet-shapes.js").FamilyLimits} FamilyLimits
 * @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState
 *
 * @typedef {object} FamilyMoneyState
 * @property {FamilyGroup} family
 * @property {WalletState} wallet  mine
 * @property {FamilyAsset[]} assets
 * @property {Allowance[]} allowances  a child's own
 * @property {FamilyLimits} limits  the sums, and for a child its own limits for a day
 * @property {{member: string, allowed: boolean}[]} coinConsents  children who may watch a wallet of coins, for adults
 */

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
    const [families, read] = await Promise.all([this.#get("/families"), this.#get("/wallet")]);
    const wallet = { ...read, assets: inWords(read.assets) };
    const family = families.items[0];
    const path = `/families/${family.id}`;
    const asksCoins = wallet.coins && wallet.role === "adult";
    const [assets, allowances, limits, consents] = await Promise.all([
      this.#get(`${path}/assets`),
      this.#get(`${path}/allowances`),
      this.#get(`${path}/limits`),
      asksCoins ? this.#get(`${path}/coin-consents`) : { items: [] },
    ]);
    this.state = { family, wallet, assets: inWords(assets.items), allowances: allowances.items, limits, coinConsents: consents.items };
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
