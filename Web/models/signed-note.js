// @ts-check
import { fromBase64, joined, same, utf8 } from "./bytes.js";
import { digest } from "./ledger-bytes.js";

/**
 * Signed notes and the heads of logs in them (C2SP signed-note and tlog-checkpoint). What a note says counts once a
 * signature by a key that one trusts has been checked.
 *
 * @typedef {object} Note
 * @property {string} text  ends with a newline
 * @property {{name: string, keyID: Uint8Array, bytes: Uint8Array}[]} signatures
 *
 * @typedef {object} Checkpoint  the head of a log
 * @property {string} origin  the log
 * @property {number} size  how many leaves it had
 * @property {Uint8Array} root
 */

const noteMax = 65_536;
const signaturesMax = 64;
/** The kinds of signatures: a log's own, and that of somebody who has seen it (C2SP tlog-cosignature). */
const ofLog = 1;
const ofCosigner = 4;
const timeCount = 8;

/**
 * Reads a note; undefined for what is none.
 *
 * @param {string} note
 * @returns {Note | undefined}
 */
export function readNote(note) {
  const blank = note.lastIndexOf("\n\n");
  // eslint-disable-next-line no-control-regex
  if (note.length > noteMax || blank < 1 || !note.endsWith("\n") || /[\u0000-\u0009\u000b-\u001f]/.test(note)) return undefined;
  const lines = note.slice(blank + 2, -1).split("\n");
  if (lines.length > signaturesMax) return undefined;
  const signatures = lines.map(readSignature);
  if (signatures.some((signature) => !signature)) return undefined;
  return { text: note.slice(0, blank + 1), signatures: /** @type {Note["signatures"]} */ (signatures) };
}

/** @param {string} line */
function readSignature(line) {
  const [, name, text] = /^\u2014 ([^\s+]+) (\S+)$/u.exec(line) ?? [];
  const bytes = text && fromBase64(text);
  if (!bytes || bytes.length <= 4) return undefined;
  return { name, keyID: bytes.slice(0, 4), bytes: bytes.slice(4) };
}

/**
 * Reads the text of a note as a head; undefined for what is none.
 *
 * @param {string} text
 * @returns {Checkpoint | undefined}
 */
export function readCheckpoint(text) {
  const [origin, size, rootText, ...more] = text.split("\n");
  const root = rootText && fromBase64(rootText);
  const isWhole = origin && /^(0|[1-9]\d{0,14})$/.test(size ?? "") && root && root.length === 32 && more.at(-1) === "";
  return isWhole ? { origin, size: Number(size), root } : undefined;
}

/**
 * Whether a note carries a signature of this log's key, and all of that key are genuine.
 *
 * @param {Note} note
 * @param {Uint8Array} publicKey
 * @param {string} name
 * @param {(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => Promise<boolean>} isGenuine
 */
export async function isSignedBy(note, publicKey, name, isGenuine) {
  const id = await keyID(ofLog, name, publicKey);
  const mine = note.signatures.filter((signature) => signature.name === name && same(signature.keyID, id));
  if (mine.length === 0) return false;
  const message = utf8(note.text);
  for (const { bytes } of mine) if (!(await isGenuine(bytes, message, publicKey))) return false;
  return true;
}

/**
 * What somebody signs who has seen the head of a log.
 *
 * @param {string} text  of its note
 * @param {number | bigint} time  seconds since 1970
 */
export function cosignatureMessage(text, time) {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/**
 * When the holder of a key has seen the head of a log, in seconds since 1970; undefined where they have not, or a line of
 * theirs is not genuine.
 *
 * @param {Note} note
 * @param {Uint8Array} publicKey
 * @param {string} name
 * @param {(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => Promise<boolean>} isGenuine
 */
export async function cosignedAt(note, publicKey, name, isGenuine) {
  const id = await keyID(ofCosigner, name, publicKey);
  /** @type {bigint | undefined} */
  let latest;
  for (const { name: signer, keyID: told, bytes } of note.signatures) {
    if (signer !== name || !same(told, id)) continue;
    if (bytes.length !== timeCount + 64) return undefined;
    const time = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
    if (!(await isGenuine(bytes.slice(timeCount), cosignatureMessage(note.text, time), publicKey))) return undefined;
    if (latest === undefined || time > latest) latest = time;
  }
  return latest === undefined ? undefined : Number(latest);
}

/**
 * The number by which a line names a key.
 *
 * @param {number} kind
 * @param {string} name
 * @param {Uint8Array} publicKey
 */
async function keyID(kind, name, publicKey) {
  return (await digest(joined(utf8(`${name}\n`), Uint8Array.of(kind), publicKey))).slice(0, 4);
}
