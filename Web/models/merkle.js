// @ts-check
import { joined, same } from "./bytes.js";
import { digest } from "./ledger-bytes.js";

/**
 * The hash of an entry of a log (RFC 6962, section 2.1).
 *
 * @param {Uint8Array} entry
 */
export function leafHash(entry) {
  return digest(joined(Uint8Array.of(0), entry));
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
function nodeHash(left, right) {
  return digest(joined(Uint8Array.of(1), left, right));
}

/** The tree over a log's leaves, which only grows; it keeps the hash of every whole subtree. */
export class MerkleTree {
  /**
   * In each level the hashes of subtrees that are twice as high as those of the level below.
   *
   * @type {Uint8Array[][]}
   */
  #levels = [[]];

  /** How many leaves it has. */
  get count() {
    return this.#levels[0].length;
  }

  /**
   * Adds the hash of a leaf; one after the other.
   *
   * @param {Uint8Array} leaf
   */
  async append(leaf) {
    this.#levels[0].push(leaf);
    for (let level = 0; this.#levels[level].length % 2 === 0; level += 1) {
      const row = this.#levels[level];
      const node = await nodeHash(row[row.length - 2], row[row.length - 1]);
      (this.#levels[level + 1] ??= []).push(node);
    }
  }

  /**
   * The hash that stands for the first `size` leaves; no size above `count`.
   *
   * @param {number} [size]
   * @returns {Promise<Uint8Array>}
   */
  async root(size = this.count) {
    if (size === 0) return digest(new Uint8Array());
    /** @type {Uint8Array | undefined} */
    let root;
    // From the right: the peaks of whole subtrees, each joined to what stands right of it.
    for (let level = 0, rest = size; rest > 0; level += 1, rest = Math.floor(rest / 2)) {
      if (rest % 2 === 0) continue;
      const peak = this.#levels[level][rest - 1];
      root = root ? await nodeHash(peak, root) : peak;
    }
    return /** @type {Uint8Array} */ (root);
  }
}

/**
 * Whether a log of `newSize` leaves begins with the one of `oldSize` (RFC 9162, section 2.1.4.2); false for one without
 * leaves, of which there is nothing to prove.
 *
 * @param {{oldSize: number, oldRoot: Uint8Array, newSize: number, newRoot: Uint8Array, proof: Uint8Array[]}} what
 */
export async function isConsistent({ oldSize, oldRoot, newSize, newRoot, proof }) {
  if (oldSize < 1 || oldSize > newSize) return false;
  if (oldSize === newSize) return proof.length === 0 && same(oldRoot, newRoot);
  if (proof.length === 0) return false;
  const rest = [...proof];
  // The old tree is a whole subtree of the new one where its size is a power of two: then its root starts the way.
  const start = isPowerOfTwo(oldSize) ? oldRoot : /** @type {Uint8Array} */ (rest.shift());
  let [node, last] = [oldSize - 1, newSize - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [old, fresh] = [start, start];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      old = await nodeHash(sibling, old);
      fresh = await nodeHash(sibling, fresh);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      fresh = await nodeHash(fresh, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && same(old, oldRoot) && same(fresh, newRoot);
}

/** @param {number} number */
function half(number) {
  return Math.floor(number / 2);
}

/** @param {number} number */
function isPowerOfTwo(number) {
  return Number.isInteger(Math.log2(number));
}
