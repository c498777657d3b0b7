// @ts-check

/** What this browser can do about signatures: make and check them, only check them, or nothing. */

/** @type {Promise<boolean> | undefined} */
let known;
/** Keys that were read, by their bytes: a ledger has few. @type {Map<string, Promise<CryptoKey>>} */
const keys = new Map();

/**
 * Whether this browser knows Ed25519, and may use it at this address: that takes https, or http://localhost.
 *
 * @returns {Promise<boolean>}
 */
export function knowsEd25519() {
  known ??= tryOut();
  return known;
}

async function tryOut() {
  try {
    await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a signature of a message is one by this key; false where the key is none.
 *
 * @param {Uint8Array} signature
 * @param {Uint8Array} message
 * @param {Uint8Array} publicKey
 * @returns {Promise<boolean>}
 */
export async function isGenuine(signature, message, publicKey) {
  try {
    const name = String(publicKey);
    const key = keys.get(name) ?? crypto.subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]);
    keys.set(name, key);
    return await crypto.subtle.verify({ name: "Ed25519" }, await key, signature, message);
  } catch (error) {
    // A key that is no point, as browsers say it; whatever else goes wrong is no judgement.
    if (error instanceof DOMException && error.name === "DataError") return false;
    throw error;
  }
}
