// @ts-check
import { toBase64 } from "../../models/bytes.js";
import { cosignatureMessage } from "../../models/signed-note.js";
import { Refusal } from "../hub/api.js";
import { signed } from "./device-key.js";
import { hubNow } from "../hub/hub-clock.js";
import { everythingKept } from "./ledger-store.js";

/**
 * @typedef {import("../hub/api.js").API} API
 * @typedef {import("../hub/wallet-shapes.js").Head} Head
 */

/** A head that was seen again is signed again after so long, so that the others see that somebody still looks. */
const freshMilliseconds = 3_600_000;

/**
 * Signs with this device's key that it has seen a head, which is a later one of the log that it kept. Does nothing where
 * this device has no key, or has signed it lately.
 *
 * Answers "rewritten" where the hub does not know the head that it has just shown.
 *
 * @param {API} api
 * @param {Head} head  checked before
 * @param {string} text  of its note
 * @param {{size: number, root: Uint8Array}} seen  what stands in it
 * @returns {Promise<"rewritten" | undefined>}
 */
export async function cosign(api, head, text, { size, root }) {
  const names = await everythingKept();
  const key = names.find(([name, value]) => name.startsWith(`key/${head.ledger}/`) && value)?.[1];
  if (!key || size === 0) return undefined;
  const before = head.cosignatures.find((one) => one.key === key.id);
  if (before?.size === size && hubNow() - Date.parse(before.at) < freshMilliseconds) return undefined;
  const time = Math.floor(hubNow() / 1000);
  const signature = await signed(key, cosignatureMessage(text, time));
  try {
    await api.post("/ledger/cosignatures", { key: key.id, size, root: toBase64(root), time, signature });
  } catch (error) {
    if (error instanceof Refusal && ["rootDiffers", "logShorter"].includes(error.code)) return "rewritten";
    // A key that was revoked signs nothing, and what cannot be told now is told another time.
  }
  return undefined;
}
