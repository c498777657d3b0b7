// @ts-check
import { fromBase64, same } from "./bytes.js";
import { commitment, entryGlance } from "./ledger-bytes.js";
import { leafHash, MerkleTree } from "./merkle.js";
import { cosignedAt, isSignedBy, readCheckpoint, readNote } from "./signed-note.js";

/**
 * @typedef {import("../lib/hub/wallet-shapes.js").Head} Head
 * @typedef {import("../lib/hub/wallet-shapes.js").Leaf} Leaf
 * @typedef {import("../lib/ledger/ledger-book.js").LedgerBook} LedgerBook
 *
 * @typedef {"commitmentDiffers" | "unreadable" | "notFounded" | "timeRunsBack" | "signatureMissing" | "keyUnknown"
 *   | "keyRevoked" | "signatureWrong" | "notAllowed" | "holderUnknown" | "keyTaken" | "outcomeDiffers" | "chainBroken"
 *   | "signatureExpired" | "cutOff" | "headForged" | "leavesMissing" | "rootDiffers" | "balanceDiffers"
 *   | "cosignatureForged" | "cosignedElse"} Fault
 *
 * @typedef {object} Finding  what is wrong, and where
 * @property {Fault} fault
 * @property {number} [leaf]  the first bad entry, counted from 0; none where it is not one entry
 * @property {import("./ledger-bytes.js").EntryKind} [kind]  as the entry itself says
 * @property {number} [at]  as the entry itself says, in milliseconds since 1970
 * @property {string} [account]  whose sum is another
 * @property {string} [device]  what saw something else
 *
 * @typedef {object} KeptHead  the last head that this device has seen
 * @property {number} size
 * @property {Uint8Array} root
 * @property {Uint8Array} publicKey
 * @property {string} note
 * @property {number} at  when, in milliseconds since 1970
 *
 * @typedef {(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => Promise<boolean>} IsGenuine
 */

/**
 * The faults of `LedgerBook.Fault`, by their numbers.
 *
 * @type {(Fault | undefined)[]}
 */
const faults = [
  undefined,
  "notFounded",
  "timeRunsBack",
  "signatureMissing",
  "keyUnknown",
  "keyRevoked",
  "signatureWrong",
  "notAllowed",
  "holderUnknown",
  "keyTaken",
  "outcomeDiffers",
  "chainBroken",
  "signatureExpired",
];

/**
 * Reads a head as the hub tells it: what it is of, if it is signed by the key under which it comes.
 *
 * @param {{origin: string, publicKey: string, checkpoint: string}} head
 * @param {IsGenuine} isGenuine
 * @returns {Promise<{size: number, root: Uint8Array, publicKey: Uint8Array} | undefined>}
 */
export async function readHead({ origin, publicKey: keyText, checkpoint: text }, isGenuine) {
  const note = readNote(text);
  const checkpoint = note && readCheckpoint(note.text);
  const publicKey = fromBase64(keyText);
  if (!note || !checkpoint || !publicKey || checkpoint.origin !== origin) return undefined;
  if (!(await isSignedBy(note, publicKey, origin, isGenuine))) return undefined;
  return { size: checkpoint.size, root: checkpoint.root, publicKey };
}

/**
 * Goes through a log from its first leaf as if nobody were to be trusted: what stands in the tree, the signatures, who was
 * allowed to, every answer, and the heads that the hub signed. It stops at the first leaf that is not what it must be.
 *
 * Where an entry is not this member's to see, what stands in the tree for it is all that can be checked, and no rule can
 * be worked out any more: `isWhole` says whether every entry was there.
 */
export class LedgerCheck {
  /** @type {Finding | undefined} */
  finding;
  isWhole = true;
  /** How many of the entries could be read. */
  readCount = 0;
  #tree = new MerkleTree();
  #book;
  #isGenuine;

  /**
   * @param {LedgerBook} book  in which nothing stands yet
   * @param {IsGenuine} isGenuine
   */
  constructor(book, isGenuine) {
    this.#book = book;
    this.#isGenuine = isGenuine;
  }

  /** How many leaves were gone through. */
  get count() {
    return this.#tree.count;
  }

  /**
   * Takes the next leaf; false once anything is wrong.
   *
   * @param {Leaf} leaf
   */
  async take({ leaf: number, commitment: text, salt: saltText, record: recordText }) {
    if (this.finding) return false;
    const index = this.#tree.count;
    const told = fromBase64(text);
    // A number that is missing is a leaf that is not what stands in the tree.
    if (number !== index || told?.length !== 32) return this.#fail({ fault: "commitmentDiffers", leaf: index });
    await this.#tree.append(await leafHash(told));
    if (recordText === undefined) {
      this.isWhole = false;
      return true;
    }
    const [salt, record] = [fromBase64(saltText ?? ""), fromBase64(recordText)];
    const seen = record && entryGlance(record);
    const glance = { leaf: index, kind: seen?.kind, at: seen?.at?.getTime() };
    if (!salt || !record || !same(await commitment(salt, record), told)) {
      return this.#fail({ ...glance, fault: "commitmentDiffers" });
    }
    this.readCount += 1;
    return !this.isWhole || this.#judge(record, glance);
  }

  /**
   * Holds a head against the leaves; false where they are not the same log. All leaves that there are have been taken.
   *
   * @param {{size: number, root: Uint8Array, publicKey: Uint8Array}} head
   * @param {string} [ledger]  the one that is meant
   */
  async hold({ size, root, publicKey }, ledger) {
    if (this.finding) return false;
    if (this.isWhole) {
      const book = this.#book.head();
      if (!book || (ledger && book.ledger !== ledger) || !same(book.publicKey, publicKey)) return this.#fail({ fault: "headForged" });
      if (!book.isComplete) return this.#fail({ fault: "cutOff", leaf: this.count - 1 });
    }
    if (size > this.count) return this.#fail({ fault: "leavesMissing" });
    return same(await this.#tree.root(size), root) || this.#fail({ fault: "rootDiffers" });
  }

  /**
   * Holds what a device has seen and signed against the leaves; false where it saw something else. All leaves that there
   * are have been taken. Whose keys are devices' says the log alone, so that it has to be known whole.
   *
   * @param {{key: string, checkpoint: string}} seen
   * @param {string} origin  the log
   * @param {string} device  what to call it
   */
  async holdSeen({ key, checkpoint: text }, origin, device) {
    if (this.finding) return false;
    if (!this.isWhole) return true;
    const note = readNote(text);
    const head = note && readCheckpoint(note.text);
    const publicKey = this.#book.deviceKey(key);
    if (!note || !head || !publicKey || head.origin !== origin
      || (await cosignedAt(note, publicKey, `hearth/ledger-key/${key}`, this.#isGenuine)) === undefined) {
      return this.#fail({ fault: "cosignatureForged", device });
    }
    const isSame = head.size <= this.count && same(await this.#tree.root(head.size), head.root);
    return isSame || this.#fail({ fault: "cosignedElse", device });
  }

  /**
   * Holds what the hub says is in accounts against what the entries make of them; false where one is another.
   *
   * @param {readonly {id: string, name: string, amount: string}[]} accounts
   */
  weigh(accounts) {
    if (this.finding) return false;
    if (!this.isWhole) return true;
    const wrong = accounts.find(({ id, amount }) => {
      const sums = this.#book.account(id);
      return !sums || sums.credited - sums.debited !== BigInt(amount);
    });
    return !wrong || this.#fail({ fault: "balanceDiffers", account: wrong.name });
  }

  /** What all leaves came to. */
  root() {
    return this.#tree.root();
  }

  /**
   * @param {Uint8Array} record
   * @param {{leaf: number, kind?: Finding["kind"], at?: number}} glance
   */
  async #judge(record, glance) {
    const judgement = this.#book.take(record);
    if (!judgement) return this.#fail({ ...glance, fault: "unreadable" });
    // Signatures come before the rules, as in the hub's own check.
    for (const { publicKey, bytes } of judgement.signatures) {
      if (!(await this.#isGenuine(bytes, judgement.message, publicKey))) {
        return this.#fail({ ...glance, fault: "signatureWrong" });
      }
    }
    const fault = faults[judgement.fault];
    if (!fault) return true;
    const { entriesBefore } = judgement;
    if (entriesBefore === 0) return this.#fail({ ...glance, fault });
    // Another one is meant, of which this entry says nothing.
    return this.#fail({ leaf: glance.leaf - entriesBefore, fault });
  }

  /** @param {Finding} finding */
  #fail(finding) {
    this.finding = finding;
    return false;
  }
}
