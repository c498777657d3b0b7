// @ts-check
import { Refusal, Unreachable } from "../hub/api.js";

/** How many leaves a full tile covers (C2SP tlog-tiles). */
export const tileWidth = 256;

const entryCount = 32;

/**
 * The end of the path of a tile: a number in groups of three digits, and how many leaves it has where it is not full.
 *
 * @param {number} number
 * @param {number} width
 */
export function tilePath(number, width) {
  const digits = String(number);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? [];
  const path = groups.map((group, place) => (place === groups.length - 1 ? group : `x${group}`)).join("/");
  return width === tileWidth ? path : `${path}.p/${width}`;
}

/**
 * Reads what stands in the tree for the leaves of one tile, as the log publishes it; undefined for bytes that are no such
 * bundle. Past every cache: what is checked is what the hub has now.
 *
 * @param {string} ledger
 * @param {number} number
 * @param {number} width
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array[] | undefined>}
 */
export async function entryBundle(ledger, number, width, signal) {
  const url = `/api/v1/ledgers/${ledger}/tile/entries/${tilePath(number, width)}`;
  const response = await fetch(url, { cache: "no-store", signal }).catch((error) => {
    if (signal?.aborted) throw error;
    throw new Unreachable();
  });
  if (!response.ok) throw new Refusal(await response.json(), response.headers.get("Retry-After"));
  return readBundle(new Uint8Array(await response.arrayBuffer()), width);
}

/**
 * Takes a bundle apart: each entry behind its length in two bytes.
 *
 * @param {Uint8Array} bytes
 * @param {number} width
 */
export function readBundle(bytes, width) {
  if (bytes.length !== width * (entryCount + 2)) return undefined;
  const entries = [];
  for (let start = 0; start < bytes.length; start += entryCount + 2) {
    if (bytes[start] !== 0 || bytes[start + 1] !== entryCount) return undefined;
    entries.push(bytes.slice(start + 2, start + 2 + entryCount));
  }
  return entries;
}
