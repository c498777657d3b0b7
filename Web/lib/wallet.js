// @ts-check
import { Refusal } from "./api.js";
import { LiveState } from "./live-state.js";

/**
 * @typedef {import("./page.js").App} App
 * @typedef {import("./wallet-shapes.js").WalletState} WalletState
 * @typedef {import("./wallet-shapes.js").MoneyRequest} MoneyRequest
 * @typedef {import("./wallet-shapes.js").Approval} Approval
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
      this.app.api.get("/wallet", this.signal),
      this.app.api.get("/money-requests", this.signal),
      this.#readApprovals(),
    ]);
    this.state = state;
    this.requests = requests.items;
    this.approvals = approvals;
  }

  /** @returns {Promise<Approval[]>} */
  async #readApprovals() {
    try {
      this.family ||= (await this.app.api.get("/families", this.signal)).items[0]?.id ?? "";
      return this.family ? (await this.app.api.get(`/families/${this.family}/approvals`, this.signal)).items : [];
    } catch (error) {
      // Who has gone to another family since is asked anew; where nothing can wait, nothing does.
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
      this.family = "";
      return [];
    }
  }
}
