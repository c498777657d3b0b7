// @ts-check
import { revocationMessage } from "../models/ledger-bytes.js";
import { signed, signingHere } from "../lib/ledger/device-key.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { LiveState } from "./live-state.js";
import { withProof } from "../lib/hub/prove.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/wallet-shapes.js").FamilyKey} FamilyKey
 * @typedef {import("../lib/hub/wallet-shapes.js").LedgerKey} LedgerKey
 * @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState
 */

const weekMilliseconds = 7 * 86_400_000;

/** The keys that sign for me and, for an adult, those of the others' devices; kept true while a page is open. */
export class Keys extends LiveState {
  /** @type {WalletState} */
  wallet = /** @type {any} */ (undefined);
  /** @type {LedgerKey[]} */
  own = [];
  /** @type {FamilyKey[]} */
  others = [];

  /**
   * @param {App} app
   * @param {AbortSignal} signal  ends it when its page is left
   */
  constructor(app, signal) {
    super(app, signal, ["wallet"]);
  }

  /** Reads everything; rejects as a request does. */
  async read() {
    const [wallet, own] = await Promise.all([
      this.app.api.get("/wallet", this.signal),
      this.app.api.get("/me/ledger-keys", this.signal),
    ]);
    const others = wallet.role === "adult" ? (await this.app.api.get("/ledger/keys", this.signal)).items : [];
    this.wallet = wallet;
    this.own = own.items;
    this.others = others;
  }
}

/**
 * Agrees that a device of somebody else signs no more: signed by this device where it has a key that counts, otherwise by
 * the hub.
 *
 * @param {App} app
 * @param {WalletState} wallet
 * @param {FamilyKey} theirs
 * @returns {Promise<{revoked: boolean}>}
 */
export async function agreeToRevoke(app, wallet, { id, revocation }) {
  const { signing, key } = await signingHere(wallet);
  /** @type {Record<string, unknown>} */
  const body = {};
  if (signing === "device" && key) {
    // A minute less than there is time for: clocks differ.
    const validUntil = revocation?.validUntil ?? new Date(hubNow() + weekMilliseconds - 60_000).toISOString();
    const message = revocationMessage(wallet.ledger, { key: id, validUntil: Date.parse(validUntil) });
    body.signature = { key: key.id, bytes: await signed(key, message), validUntil };
  }
  return withProof(app, () => app.api.put(`/ledger/keys/${id}/revocation`, body));
}
