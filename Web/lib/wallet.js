// @ts-check
import { Refusal } from "./api.js";

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
export class Wallet extends EventTarget {
  /** @type {WalletState | undefined} */
  state;
  /** @type {MoneyRequest[]} */
  requests = [];
  /** @type {Approval[]} */
  approvals = [];
  /** My family, once it was read. */
  family = "";
  #app;
  #signal;
  /** @type {Promise<void> | undefined} */
  #reading;
  #isStale = false;

  /**
   * @param {App} app
   * @param {AbortSignal} signal  ends it when its page is left
   */
  constructor(app, signal) {
    super();
    this.#app = app;
    this.#signal = signal;
    for (const name of ["wallet", "resync", "open"]) {
      app.events.addEventListener(name, () => this.refresh().catch(() => undefined), { signal });
    }
  }

  /** Reads everything; rejects as a request does. */
  async read() {
    const [state, requests, approvals] = await Promise.all([
      this.#app.api.get("/wallet", this.#signal),
      this.#app.api.get("/money-requests", this.#signal),
      this.#readApprovals(),
    ]);
    this.state = state;
    this.requests = requests.items;
    this.approvals = approvals;
  }

  /** @returns {Promise<Approval[]>} */
  async #readApprovals() {
    try {
      this.family ||= (await this.#app.api.get("/families", this.#signal)).items[0]?.id ?? "";
      return this.family ? (await this.#app.api.get(`/families/${this.family}/approvals`, this.#signal)).items : [];
    } catch (error) {
      // Who has gone to another family since is asked anew; where nothing can wait, nothing does.
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
      this.family = "";
      return [];
    }
  }

  /** Reads anew and says so; what came while it was reading is read once more. */
  refresh() {
    this.#isStale = true;
    this.#reading ??= this.#catchUp().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #catchUp() {
    while (this.#isStale && !this.#signal.aborted) {
      this.#isStale = false;
      await this.read();
      if (!this.#signal.aborted) this.dispatchEvent(new Event("changed"));
    }
  }
}
