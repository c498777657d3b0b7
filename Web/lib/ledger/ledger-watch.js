// @ts-check
import { fromBase64, same, toBase64 } from "../../models/bytes.js";
import { LedgerCheck, readHead } from "../../models/ledger-check.js";
import { isConsistent } from "../../models/merkle.js";
import { readNote } from "../../models/signed-note.js";
import { Refusal } from "../hub/api.js";
import { cosign } from "./cosign.js";
import { isGenuine, knowsEd25519 } from "./ed25519.js";
import { LedgerBook } from "./ledger-book.js";
import { keep, kept } from "./ledger-store.js";
import { entryBundle, tileWidth } from "./log-tiles.js";

/**
 * @typedef {import("../hub/api.js").API} API
 * @typedef {import("../hub/wallet-shapes.js").Head} Head
 * @typedef {import("../hub/wallet-shapes.js").WalletState} WalletState
 * @typedef {import("../../models/ledger-check.js").KeptHead} KeptHead
 * @typedef {import("../../models/ledger-check.js").Finding} Finding
 *
 * @typedef {"rolledBack" | "rewritten" | "keyChanged" | "forged"} Break  why a head is not a later one of the kept log
 *
 * @typedef {object} CheckDone  what this device found when it last went through the log
 * @property {number} at  milliseconds since 1970
 * @property {number} count  entries gone through
 * @property {boolean} isWhole  whether all of them could be read
 * @property {Finding} [finding]
 *
 * @typedef {object} Watched  the head of the log as this device sees it
 * @property {Head} head
 * @property {KeptHead} [kept]  the one that was seen before
 * @property {Break} [broken]
 * @property {CheckDone} [check]
 * @property {boolean} canCheck  whether this browser knows how to check signatures
 */

/**
 * Looks at the newest head: that it is signed, and that the log it is of begins with the one that this device saw before.
 * The kept head is replaced only by one that is, and only such a one does this device sign to have seen.
 *
 * @param {API} api
 * @param {AbortSignal} [signal]
 * @returns {Promise<Watched>}
 */
export async function watchHead(api, signal) {
  /** @type {Head} */
  const head = await api.get("/ledger/checkpoint", signal);
  const canCheck = await knowsEd25519();
  const [before, check] = await Promise.all([kept(`head/${head.ledger}`), kept(`check/${head.ledger}`)]);
  if (!canCheck) return { head, canCheck, check };
  const broken = (await breakOf(api, head, before)) ?? (await takeHead(api, head));
  return { head, canCheck, check, kept: before, broken };
}

/**
 * @param {API} api
 * @param {Head} head
 * @param {KeptHead | undefined} before
 * @returns {Promise<Break | undefined>}
 */
async function breakOf(api, head, before) {
  const read = await readHead(head, isGenuine);
  if (!read) return "forged";
  if (!before) return undefined;
  if (!same(read.publicKey, before.publicKey)) return "keyChanged";
  if (read.size < before.size) return "rolledBack";
  if (read.size === before.size) return same(read.root, before.root) ? undefined : "rewritten";
  try {
    // The log may have grown since its head was asked for: what is kept then is this head, so it is proved of this one.
    const { hashes } = await api.get(`/ledger/consistency?from=${before.size}&to=${read.size}`);
    const proof = hashes.map((/** @type {string} */ text) => fromBase64(text) ?? new Uint8Array());
    const what = { oldSize: before.size, oldRoot: before.root, newSize: read.size, newRoot: read.root };
    return await isConsistent({ ...what, proof }) ? undefined : "rewritten";
  } catch (error) {
    if (error instanceof Refusal && error.code === "logShorter") return "rolledBack";
    throw error;
  }
}

/**
 * Keeps a head that was checked, and signs that it was seen.
 *
 * @param {API} api
 * @param {Head} head
 */
async function takeHead(api, head) {
  const [read, note] = [await readHead(head, isGenuine), readNote(head.checkpoint)];
  if (!read || !note) return undefined;
  /** @type {KeptHead} */
  const value = { ...read, note: head.checkpoint, at: Date.now() };
  // What cannot be kept is looked at anew each time.
  await keep(`head/${head.ledger}`, value).catch(() => undefined);
  return cosign(api, head, note.text, read);
}

/**
 * Goes through the whole log on this device, says how far it has come, and tells the hub where all is right.
 *
 * @param {API} api
 * @param {Watched} watched  as `watchHead` saw it
 * @param {(count: number, size: number) => void} progress
 * @param {AbortSignal} [signal]
 * @returns {Promise<CheckDone>}
 */
export async function checkLedger(api, watched, progress, signal) {
  const { head } = watched;
  const read = await readHead(head, isGenuine);
  const check = new LedgerCheck(await LedgerBook.open(), isGenuine);
  if (!read) check.finding = { fault: "headForged" };
  const size = read?.size ?? 0;
  while (!check.finding && check.count < size) {
    const leaves = await readTile(api, head.ledger, check.count, size, signal);
    if (leaves.length === 0) break;
    for (const leaf of leaves) if (!(await check.take(leaf))) break;
    progress(check.count, size);
    // Leaves are missing at the end, as the head will tell.
    if (check.count % tileWidth !== 0) break;
  }
  if (read) await check.hold(read, head.ledger);
  // What this device saw before has to stand in it as well; what was not kept cannot be held against it.
  if (watched.kept) await check.hold(watched.kept, head.ledger);
  for (const seen of head.cosignatures) await check.holdSeen(seen, head.origin, seen.device ?? seen.name);
  await weighAccounts(api, check, head, signal);
  const { count, isWhole, finding } = check;
  /** @type {CheckDone} */
  const done = { at: Date.now(), count, isWhole, finding };
  if (!finding) await tell(api, { size: count, root: toBase64(await check.root()) }, done);
  // Without the name of an account, which is nobody's but its owner's.
  const told = done.finding && { ...done.finding, account: undefined };
  await keep(`check/${head.ledger}`, { ...done, finding: told }).catch(() => undefined);
  return done;
}

/**
 * The leaves of the next tile: what the log publishes as standing in the tree, and the entries of it that are mine to see.
 *
 * @param {API} api
 * @param {string} ledger
 * @param {number} from  where a tile begins
 * @param {number} size
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("../hub/wallet-shapes.js").Leaf[]>}
 */
async function readTile(api, ledger, from, size, signal) {
  const width = Math.min(tileWidth, size - from);
  const [published, { items }] = await Promise.all([
    entryBundle(ledger, from / tileWidth, width, signal),
    api.get(`/ledger/entries?from=${from}&limit=${width}`, signal),
  ]);
  return items.map((/** @type {import("../hub/wallet-shapes.js").Leaf} */ leaf, /** @type {number} */ index) => {
    // Where a tile is not as long as it must be, a leaf is missing, and the numbers of the others say which.
    return published ? { ...leaf, commitment: toBase64(published[index] ?? new Uint8Array()) } : leaf;
  });
}

/**
 * @param {API} api
 * @param {LedgerCheck} check
 * @param {Head} head
 * @param {AbortSignal} [signal]
 */
async function weighAccounts(api, check, head, signal) {
  if (check.finding) return;
  /** @type {WalletState} */
  const wallet = await api.get("/wallet", signal);
  /** @type {Head} */
  const now = await api.get("/ledger/checkpoint", signal);
  // Only where nothing has come since, so that the sums are those of these leaves.
  if (now.size === head.size) check.weigh(wallet.accounts);
}

/**
 * @param {API} api
 * @param {{size: number, root: string}} body
 * @param {CheckDone} done
 */
async function tell(api, body, done) {
  try {
    await api.post("/ledger/checks", body);
  } catch (error) {
    // The hub has another log than the one that it showed here.
    if (error instanceof Refusal && error.code === "rootDiffers") done.finding = { fault: "rootDiffers" };
    else if (!(error instanceof Refusal)) throw error;
  }
}
