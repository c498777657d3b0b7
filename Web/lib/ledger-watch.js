// @ts-check
import { fromBase64, same, toBase64 } from "../models/bytes.js";
import { LedgerCheck, readHead } from "../models/ledger-check.js";
import { isConsistent } from "../models/merkle.js";
import { Refusal } from "./api.js";
import { isGenuine, knowsEd25519 } from "./ed25519.js";
import { LedgerBook } from "./ledger-book.js";
import { keep, kept } from "./ledger-store.js";

/**
 * @typedef {import("./api.js").API} API
 * @typedef {import("./wallet-shapes.js").Head} Head
 * @typedef {import("./wallet-shapes.js").WalletState} WalletState
 * @typedef {import("../models/ledger-check.js").KeptHead} KeptHead
 * @typedef {import("../models/ledger-check.js").Finding} Finding
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

const leavesAtOnce = 500;

/**
 * Looks at the newest head: that it is signed, and that the log it is of begins with the one that this device saw before.
 * The kept head is replaced only by one that is.
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
  const broken = await breakOf(api, head, before);
  if (!broken) await keepHead(head);
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
    const proof = await api.get(`/ledger/consistency?from=${before.size}`);
    // The log may have grown since its head was asked for.
    const fresh = await readHead({ ...head, checkpoint: proof.checkpoint }, isGenuine);
    const hashes = proof.hashes.map((/** @type {string} */ text) => fromBase64(text) ?? new Uint8Array());
    const what = { oldSize: before.size, oldRoot: before.root, newSize: fresh?.size ?? 0, newRoot: fresh?.root ?? new Uint8Array() };
    return fresh && await isConsistent({ ...what, proof: hashes }) ? undefined : "rewritten";
  } catch (error) {
    if (error instanceof Refusal && error.code === "logShorter") return "rolledBack";
    throw error;
  }
}

/**
 * @param {Head} head
 */
async function keepHead(head) {
  const read = await readHead(head, isGenuine);
  if (!read) return;
  /** @type {KeptHead} */
  const value = { ...read, note: head.checkpoint, at: Date.now() };
  // What cannot be kept is looked at anew each time.
  await keep(`head/${head.ledger}`, value).catch(() => undefined);
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
    /** @type {{items: import("./wallet-shapes.js").Leaf[]}} */
    const { items } = await api.get(`/ledger/entries?from=${check.count}&limit=${Math.min(leavesAtOnce, size - check.count)}`, signal);
    if (items.length === 0) break;
    for (const leaf of items) {
      if (!(await check.take(leaf)) || check.count === size) break;
    }
    progress(check.count, size);
  }
  if (read) await check.hold(read, head.ledger);
  // What this device saw before has to stand in it as well; what was not kept cannot be held against it.
  if (watched.kept) await check.hold(watched.kept, head.ledger);
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
