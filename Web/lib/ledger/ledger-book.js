// @ts-check
import { idBytes, idText } from "../../models/bytes.js";
import { Machine } from "../device/core-machine.js";

/**
 * What the book says of one entry.
 *
 * @typedef {object} Judgement
 * @property {number} fault  0 for none, otherwise the number of a `LedgerBook.Fault`
 * @property {number} entriesBefore  how many entries before it are meant
 * @property {Uint8Array} message  what all its signatures sign
 * @property {{publicKey: Uint8Array, bytes: Uint8Array}[]} signatures  still to be checked
 */

const headCount = 8;
const signatureCount = 96;

/**
 * A ledger with its people and keys, by the rules of ledger.wasm, which are the hub's own: takes entries in their order,
 * and works out anew what each should have come to.
 */
export class LedgerBook {
  #machine;
  #book;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#machine = new Machine(module);
    this.#book = this.#machine.call("bookNew");
  }

  /**
   * An empty book. Throws where ledger.wasm cannot be fetched or compiled.
   *
   * @param {string | BufferSource} [source]  where it lies, or its bytes
   */
  static async open(source = "/ledger.wasm") {
    const module = typeof source === "string" ? WebAssembly.compileStreaming(fetch(source)) : WebAssembly.compile(source);
    return new LedgerBook(await module);
  }

  /**
   * Takes the next entry; undefined for bytes that are none.
   *
   * @param {Uint8Array} record
   * @returns {Judgement | undefined}
   */
  take(record) {
    // As much again as the entry for its message, and its signatures with their keys.
    const room = headCount + record.length + 64 + 8 * signatureCount;
    const place = this.#machine.room(record.length + room);
    this.#machine.write(place, record);
    const answer = place + record.length;
    const length = this.#machine.call("bookTake", this.#book, place, record.length, answer, room);
    if (length === -1) return undefined;
    if (length < headCount) throw new RangeError("an entry with more in it than there can be");
    const view = this.#machine.memory(answer);
    const told = new Uint8Array(view.buffer, answer, length).slice();
    const messageEnd = headCount + view.getUint32(4, true);
    const signatures = Array.from({ length: told[2] }, (_, index) => {
      const start = messageEnd + index * signatureCount;
      return { publicKey: told.slice(start, start + 32), bytes: told.slice(start + 32, start + signatureCount) };
    });
    return { fault: told[0], entriesBefore: told[1], message: told.slice(headCount, messageEnd), signatures };
  }

  /** The log as a whole: whose, by which key its heads are signed, and whether it may end here. */
  head() {
    const answer = this.#machine.room(64);
    if (this.#machine.call("bookHead", this.#book, answer) === 0) return undefined;
    const told = new Uint8Array(this.#machine.memory(answer).buffer, answer, 49).slice();
    return { isComplete: told[0] === 1, ledger: idText(told.slice(1, 17)), publicKey: told.slice(17) };
  }

  /**
   * The public half of a key that is on a device; undefined for every other.
   *
   * @param {string} id
   * @returns {Uint8Array | undefined}
   */
  deviceKey(id) {
    const place = this.#machine.room(64);
    this.#machine.write(place, idBytes(id));
    if (this.#machine.call("bookDevice", this.#book, place, place + 16) === 0) return undefined;
    return new Uint8Array(this.#machine.memory(place + 16).buffer, place + 16, 32).slice();
  }

  /**
   * What the entries make of an account; undefined for one that they do not know.
   *
   * @param {string} id
   * @returns {{credited: bigint, debited: bigint, held: bigint} | undefined}
   */
  account(id) {
    const place = this.#machine.room(64);
    this.#machine.write(place, idBytes(id));
    if (this.#machine.call("bookAccount", this.#book, place, place + 16) === 0) return undefined;
    const view = this.#machine.memory(place + 16);
    const amount = (/** @type {number} */ at) => (view.getBigUint64(at) << 64n) | view.getBigUint64(at + 8);
    return { credited: amount(0), debited: amount(16), held: amount(32) };
  }
}
