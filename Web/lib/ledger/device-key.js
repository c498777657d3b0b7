// @ts-check
import { browserName } from "../../models/browser-name.js";
import { toBase64 } from "../../models/bytes.js";
import { keyMessage } from "../../models/ledger-bytes.js";
import { Refusal } from "../hub/api.js";
import { knowsEd25519 } from "./ed25519.js";
import { newID } from "../hub/ids.js";
import { everythingKept, keep, kept, NotKept } from "./ledger-store.js";
import { withProof } from "../hub/prove.js";

/**
 * @typedef {import("../dom/page.js").App} App
 * @typedef {import("../hub/wallet-shapes.js").WalletState} WalletState
 *
 * @typedef {object} DeviceKey  of this browser, for one ledger and one member
 * @property {string} id
 * @property {CryptoKey} secret  never leaves the browser, not even to this page
 *
 * @typedef {"device" | "new" | "revoked" | "none"} Signing  by this device's key, by one that is made at the first use,
 *   by the hub because this device's was revoked, or because this browser can make none
 */

/**
 * How what is paid from here is signed.
 *
 * @param {WalletState} wallet
 * @returns {Promise<{signing: Signing, key?: DeviceKey}>}
 */
export async function signingHere(wallet) {
  if (!(await knowsEd25519())) return { signing: "none" };
  const key = await kept(nameOf(wallet));
  if (!key) return { signing: "new" };
  // The hub lists what counts; whoever revoked this key meant this device.
  return wallet.keys.some(({ id, revoked }) => id === key.id && !revoked) ? { signing: "device", key } : { signing: "revoked" };
}

/**
 * The key of this device, made and enrolled where there is none yet; undefined where the hub has to sign.
 *
 * @param {App} app
 * @param {WalletState} wallet
 * @param {boolean} [anew]  whether one that was revoked is to be replaced
 * @returns {Promise<DeviceKey | undefined>}
 */
export async function deviceKey(app, wallet, anew = false) {
  const { signing, key } = await signingHere(wallet);
  if (key) return key;
  if (signing === "none" || signing === "revoked" && !anew) return undefined;
  try {
    return await enrol(app, wallet);
  } catch (error) {
    // Too many keys, or a browser that keeps nothing: then the hub signs, and the page says so.
    const isFull = error instanceof Refusal && error.code === "tooManyKeys";
    if (!isFull && !(error instanceof NotKept)) throw error;
    return undefined;
  }
}

/**
 * Signs with a key of this device; the answer is in base64.
 *
 * @param {DeviceKey} key
 * @param {Uint8Array} message
 */
export async function signed(key, message) {
  return toBase64(new Uint8Array(await crypto.subtle.sign({ name: "Ed25519" }, key.secret, message)));
}

/**
 * Has the hub revoke what this browser signs with, before it forgets it: nobody can use a key that is gone, and a list of
 * dead ones tells nobody anything. What cannot be revoked now can be later, from any device.
 *
 * @param {App} app
 */
export async function retireDeviceKeys(app) {
  const keys = (await everythingKept()).filter(([name, value]) => name.startsWith("key/") && value);
  await Promise.allSettled(keys.map(async ([name, { id }]) => {
    await app.api.delete(`/me/ledger-keys/${id}`);
    // Who stays logged in after all makes another one.
    await keep(name, undefined);
  }));
}

/**
 * @param {App} app
 * @param {WalletState} wallet
 * @returns {Promise<DeviceKey>}
 */
async function enrol(app, wallet) {
  const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"]));
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const key = { id: newID(), secret: pair.privateKey };
  const proof = await signed(key, keyMessage(wallet.ledger, { id: key.id, holder: wallet.holder, publicKey }));
  // Kept first: a key that the hub knows and nobody has is worth nothing.
  const before = await kept(nameOf(wallet));
  await keep(nameOf(wallet), key);
  try {
    const body = { id: key.id, publicKey: toBase64(publicKey), proof, name: browserName(navigator.userAgent) };
    wallet.keys.push(await withProof(app, () => app.api.post("/me/ledger-keys", body)));
  } catch (error) {
    await keep(nameOf(wallet), before);
    throw error;
  }
  return key;
}

/** @param {WalletState} wallet */
function nameOf({ ledger, holder }) {
  return `key/${ledger}/${holder}`;
}
