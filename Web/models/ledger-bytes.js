// @ts-check
import { idBytes, joined, utf8 } from "./bytes.js";

/**
 * What a device signs, byte for byte as `Family/Ledger/LedgerEntry+Bytes.swift` writes it: numbers big-endian, identities
 * of 16 bytes, all zeros where there is none.
 *
 * @typedef {keyof typeof kinds} TransferKind
 *
 * @typedef {object} SignedTransfer
 * @property {string} id
 * @property {string} debit
 * @property {string} credit
 * @property {number} asset
 * @property {bigint} units
 * @property {TransferKind} kind
 * @property {boolean} [isHold]
 * @property {number} [holdUntil]  milliseconds since 1970; none where somebody must end it
 * @property {boolean} [isAtMost]
 * @property {string} signer  the key
 * @property {number} validUntil  milliseconds since 1970
 * @property {Uint8Array} [note]  32 bytes that stand for the memo
 */

const kinds = { transfer: 1, deposit: 2, withdrawal: 3, payment: 4 };
const noTime = -(1n << 63n);
const keptOnDevice = 2;

/** How many bytes stand for a memo, and how many of chance hide it. */
export const noteCount = 32;
export const saltCount = 16;

/**
 * A transfer in 128 bytes, and the 32 that stand for its memo.
 *
 * @param {SignedTransfer} transfer
 */
export function transferBytes({ id, debit, credit, asset, units, kind, isHold, holdUntil, isAtMost, signer, validUntil, note }) {
  const bytes = new Uint8Array(128 + noteCount);
  const view = new DataView(bytes.buffer);
  bytes.set([1, isHold ? 1 : 0, kinds[kind], isAtMost ? 2 : 0]);
  view.setUint32(4, asset);
  bytes.set(idBytes(id), 8);
  bytes.set(idBytes(debit), 24);
  bytes.set(idBytes(credit), 40);
  view.setBigUint64(56, units >> 64n);
  view.setBigUint64(64, units & 0xffff_ffff_ffff_ffffn);
  // Sixteen zeros follow: it is about no other transfer.
  bytes.set(idBytes(signer), 88);
  view.setBigInt64(104, BigInt(validUntil));
  view.setBigInt64(112, holdUntil === undefined ? noTime : BigInt(holdUntil));
  if (note) bytes.set(note, 128);
  return bytes;
}

/**
 * What is signed of a transfer: a word for what it is, the ledger, and the transfer.
 *
 * @param {string} ledger
 * @param {SignedTransfer} transfer
 */
export function transferMessage(ledger, transfer) {
  return joined(utf8("hearth/transfer/v1\0"), idBytes(ledger), transferBytes(transfer));
}

/**
 * What a device's new key signs, to show that somebody has it.
 *
 * @param {string} ledger
 * @param {{id: string, holder: string, publicKey: Uint8Array}} key
 */
export function keyMessage(ledger, { id, holder, publicKey }) {
  const event = joined(Uint8Array.of(3), idBytes(id), idBytes(holder), Uint8Array.of(keptOnDevice), publicKey);
  return joined(utf8("hearth/event/v1\0"), idBytes(ledger), event);
}

/**
 * What an adult signs so that a key of somebody else counts no more.
 *
 * @param {string} ledger
 * @param {{key: string, validUntil: number}} revocation  milliseconds since 1970
 */
export function revocationMessage(ledger, { key, validUntil }) {
  const until = new Uint8Array(8);
  new DataView(until.buffer).setBigInt64(0, BigInt(validUntil));
  return joined(utf8("hearth/event/v1\0"), idBytes(ledger), Uint8Array.of(5), idBytes(key), until);
}

/**
 * What stands for a memo, hidden behind its salt.
 *
 * @param {Uint8Array} salt
 * @param {string} memo
 */
export async function noteDigest(salt, memo) {
  return digest(joined(utf8("hearth/note/v1\0"), salt, utf8(memo)));
}

/**
 * What stands in the tree for an entry.
 *
 * @param {Uint8Array} salt
 * @param {Uint8Array} record
 */
export function commitment(salt, record) {
  return digest(joined(utf8("hearth/leaf/v1\0"), salt, record));
}

/**
 * SHA-256.
 *
 * @param {Uint8Array} bytes
 */
export async function digest(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** @typedef {"founded" | "holder" | "keyAdded" | "keyRevoked" | "keyRevokedByAdults" | "define" | "open" | "transfer" | "close" | "rename"} EntryKind */

/** @type {Record<number, EntryKind>} */
const entryKinds = {
  1: "founded",
  2: "holder",
  3: "keyAdded",
  4: "keyRevoked",
  5: "keyRevokedByAdults",
  16: "define",
  17: "open",
  18: "transfer",
  19: "close",
  20: "rename",
};

/**
 * What an entry says it is, for whoever is shown a bad one: of its bytes nothing is to be trusted.
 *
 * @param {Uint8Array} record
 * @returns {{at?: Date, kind?: EntryKind}}
 */
export function entryGlance(record) {
  if (record.length < 10) return {};
  const time = Number(new DataView(record.buffer, record.byteOffset).getBigInt64(1));
  const at = new Date(time);
  return { at: Number.isNaN(at.getTime()) ? undefined : at, kind: entryKinds[record[9]] };
}
