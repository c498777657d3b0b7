// @ts-check
import { toBase64 } from "../../models/bytes.js";
import { noteDigest, saltCount, transferMessage } from "../../models/ledger-bytes.js";
import { Refusal } from "../hub/api.js";
import { deviceKey, signed } from "./device-key.js";
import { hubNow } from "../hub/hub-clock.js";
import { newID } from "../hub/ids.js";
import { withProof } from "../hub/prove.js";

/**
 * @typedef {import("../dom/page.js").App} App
 * @typedef {import("../hub/wallet-shapes.js").WalletState} WalletState
 * @typedef {import("../hub/wallet-shapes.js").Moved} Moved
 *
 * @typedef {object} Wish  what is to move
 * @property {import("../../models/ledger-bytes.js").TransferKind} kind
 * @property {string} from  an account
 * @property {string} to  an account
 * @property {number} asset
 * @property {bigint} units
 * @property {boolean} [isAtMost]
 * @property {string} [memo]
 * @property {string} [request]  the wish for money that it answers
 * @property {boolean} [isHeld]  whether it is to wait until somebody else agrees
 */

/** A signature counts so long: ten minutes are the most that the hub takes. */
const validMilliseconds = 5 * 60_000;
/** What is held is given back so long after that. */
const holdMilliseconds = 7 * 86_400_000;

/**
 * One movement of money, until the hub has answered: as often as it is sent, it happens once.
 *
 * The same wish is sent again as the very same bytes, because the first time may have arrived; another wish, and one
 * that was refused, gets an identity of its own.
 */
export class Attempt {
  #wish = "";
  /** @type {object | undefined} */
  #body;

  /**
   * Signs and sends; rejects as a request does, and where whoever is there does not prove who they are.
   *
   * @param {App} app
   * @param {WalletState} wallet
   * @param {Wish} wish
   * @returns {Promise<Moved>}
   */
  async send(app, wallet, wish) {
    const words = JSON.stringify(wish, (_, value) => (typeof value === "bigint" ? String(value) : value));
    if (this.#wish !== words) this.#body = undefined;
    this.#wish = words;
    this.#body ??= await bodyOf(app, wallet, wish);
    try {
      return await this.#post(app, wish);
    } catch (error) {
      // What this family lets nobody move alone is signed as something that is held, and asked for so.
      if (!(error instanceof Refusal) || error.code !== "approvalNeeded") throw error;
      this.#body = await bodyOf(app, wallet, { ...wish, isHeld: true });
      return await this.#post(app, wish);
    }
  }

  /**
   * @param {App} app
   * @param {Wish} wish
   * @returns {Promise<Moved>}
   */
  async #post(app, wish) {
    const path = wish.request ? `/money-requests/${wish.request}/pay` : "/transfers";
    try {
      const moved = await withProof(app, () => app.api.post(path, this.#body ?? {}));
      this.#body = undefined;
      return moved;
    } catch (error) {
      // The hub has answered, and would say the same of the same request for ever.
      if (error instanceof Refusal && error.status < 500 && error.code !== "proofNeeded") this.#body = undefined;
      throw error;
    }
  }
}

/**
 * @param {App} app
 * @param {WalletState} wallet
 * @param {Wish} wish
 */
async function bodyOf(app, wallet, wish) {
  const id = newID();
  const signature = await signatureOf(app, wallet, id, wish);
  const { from, to, asset, units, isAtMost, memo } = wish;
  const hold = wish.isHeld || undefined;
  if (wish.request) return { id, from, hold, signature };
  return { id, from, to, asset, amount: String(units), atMost: isAtMost || undefined, memo: memo || undefined, hold, signature };
}

/**
 * What this device signs of it; undefined where the hub signs.
 *
 * @param {App} app
 * @param {WalletState} wallet
 * @param {string} id
 * @param {Wish} wish
 */
async function signatureOf(app, wallet, id, { kind, from, to, asset, units, isAtMost, memo, isHeld }) {
  const key = await deviceKey(app, wallet);
  if (!key) return undefined;
  const validUntil = Math.round(hubNow()) + validMilliseconds;
  const salt = memo ? crypto.getRandomValues(new Uint8Array(saltCount)) : undefined;
  const isHold = isHeld || (wallet.role === "child" && kind === "deposit");
  const bytes = await signed(key, transferMessage(wallet.ledger, {
    id,
    debit: from,
    credit: to,
    asset,
    units,
    kind,
    isHold,
    holdUntil: isHeld ? validUntil + holdMilliseconds : undefined,
    isAtMost,
    signer: key.id,
    validUntil,
    note: salt && await noteDigest(salt, memo ?? ""),
  }));
  return { key: key.id, validUntil: new Date(validUntil).toISOString(), noteSalt: salt && toBase64(salt), bytes };
}
