// @ts-check
import { fromBase64url, toBase64url } from "../../models/base64url.js";
import { t } from "../words/text.js";

/** @typedef {import("../dom/page.js").App} App */

const timeout = 120_000;

/** Whether this browser can use passkeys on this address: it must be https, or http://localhost. */
export function knowsPasskeys() {
  return isSecureContext && "PublicKeyCredential" in window;
}

/** Nobody chose a passkey: the words say what can be done. */
export class NoPasskey extends Error {
  constructor() {
    super(t("passkey.none"));
    this.name = "NoPasskey";
  }
}

/**
 * Has a passkey made on this device, or one that is near, and gives what the hub wants to know of it.
 *
 * @param {App} app
 * @param {string} name  as it is listed here and there
 */
export async function makePasskey(app, name) {
  const [me, asked] = await Promise.all([app.api.get("/me"), app.api.post("/challenges", {})]);
  /** @type {string[]} */
  const pairs = me.id.replaceAll("-", "").match(/../g) ?? [];
  const id = Uint8Array.from(pairs.map((pair) => Number.parseInt(pair, 16)));
  const credential = await fromBrowser(() =>
    navigator.credentials.create({
      publicKey: {
        rp: { id: asked.relyingParty, name: "Hearth" },
        user: { id, name: me.name, displayName: me.name },
        challenge: fromBase64url(asked.challenge),
        // EdDSA on Ed25519, and ES256.
        pubKeyCredParams: [{ type: "public-key", alg: -8 }, { type: "public-key", alg: -7 }],
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
        timeout,
      },
    }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (credential.response);
  const clientData = toBase64url(response.clientDataJSON);
  return { name, clientData, attestation: toBase64url(response.attestationObject) };
}

/**
 * Lets somebody choose one of their passkeys for this hub, and gives what it signed.
 *
 * @param {App} app
 */
export async function usePasskey(app) {
  const asked = await app.api.post("/challenges", {});
  const credential = await fromBrowser(() =>
    navigator.credentials.get({
      publicKey: {
        rpId: asked.relyingParty,
        challenge: fromBase64url(asked.challenge),
        userVerification: "required",
        timeout,
      },
    }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (credential.response);
  return {
    credential: toBase64url(credential.rawId),
    clientData: toBase64url(response.clientDataJSON),
    authenticatorData: toBase64url(response.authenticatorData),
    signature: toBase64url(response.signature),
  };
}

/**
 * @param {() => Promise<Credential | null>} ask
 * @returns {Promise<PublicKeyCredential>}
 */
async function fromBrowser(ask) {
  try {
    const credential = await ask();
    if (credential) return /** @type {PublicKeyCredential} */ (credential);
  } catch (error) {
    // Which of many things it was, browsers do not tell a page, so that it learns nothing of whom it has before it.
    if (!(error instanceof DOMException)) throw error;
  }
  throw new NoPasskey();
}
