// @ts-check
import { inWords } from "../models/wallet.js";
import { Refusal } from "../lib/hub/api.js";
import { LiveState } from "./live-state.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState
 * @typedef {import("../lib/hub/wallet-shapes.js").MoneyRequest} MoneyRequest
 * @typedef {import("../lib/hub/wallet-shapes.js").Approval} Approval
 */

/**
 * My money as the hub says it stands, kept true by the event stream while a page is open. Sends `changed`.
 *
 * Nothing is worked out here: what an account holds is what the hub said.
 */
export class Wallet extends LiveState {
  /** @type {WalletState | undefined} */
  state;
  /** @type {MoneyRequest[]} */
  requests = [];
  /** @type {Approval[]} */
  approvals = [];
  /** My family, once it was read. */
  family = "";

  /**
   * @param {App} app
   * @param {AbortSignal} signal  ends it when its page is left
   */
  constructor(app, signal) {
    super(app, signal, ["wallet"]);
  }

  /** Reads everything; rejects as a request does. */
  async read() {
    const [state, requests, approvals] = await Promise.all([
      this.app.api.read("/wallet", this.signal),
      this.app.api.read("/money-requests", this.signal),
      this.#readApprovals(),
    ]);
    this.state = { ...state, assets: inWords(state.assets) };
    this.requests = requests.items;
    this.approvals = approvals;
  }

  /** @returns {Promise<Approval[]>} */
  async #readApprovals() {
    try {
      const { api } = this.app;
      if (api.shownAt !== undefined) this.family = "";
      this.family ||= (await api.read("/families", this.signal)).items[0]?.id ?? "";
      return this.family ? (await api.read(`/families/${this.family}/approvals`, this.signal)).items : [];
    } catch (error) {
      // Who has gone to another family since is asked anew; where nothing can wait, nothing does.
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
      this.family = "";
      return [];
    }
  }
}
