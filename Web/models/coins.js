// @ts-check
import { plainAmount, readAmount } from "./amount.js";

/**
 * @typedef {import("../lib/hub/coin-shapes.js").CoinAccount} CoinAccount
 * @typedef {import("../lib/hub/coin-shapes.js").CoinArrival} CoinArrival
 * @typedef {import("../lib/hub/coin-shapes.js").CoinService} CoinService
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 */

/** Decimals of Monero. */
export const coinScale = 12;
/** The largest amount: 64 bits. */
const unitsMax = (1n << 64n) - 1n;
/** Minutes between two blocks. */
export const blockMinutes = 2;
/** Confirmations after which coins can be spent. */
export const confirmationsNeeded = 10;

/**
 * An amount of Monero without zeros at its end, as "1.5 XMR".
 *
 * @param {string | bigint} units
 * @param {string} [locale]
 */
export function coinWords(units, locale) {
  const text = plainAmount(BigInt(units), coinScale, locale);
  const short = text.replace(/(\D\d*?)0+$/u, "$1").replace(/\D$/u, "");
  return `${short} XMR`;
}

/**
 * All that arrived in a wallet, and what of it cannot be spent yet.
 *
 * @param {readonly CoinAccount[]} accounts
 */
export function coinTotal(accounts) {
  const sum = (/** @type {(account: CoinAccount) => string} */ of) => accounts.reduce((total, account) => total + BigInt(of(account)), 0n);
  const received = sum(({ received: units }) => units);
  return { received, locked: received - sum(({ unlocked }) => unlocked) };
}

/**
 * What of an account is locked, with the blocks and minutes still to wait; undefined where nothing is.
 *
 * @param {CoinAccount} account
 */
export function lockOf({ received, unlocked, blocksToUnlock }) {
  const locked = BigInt(received) - BigInt(unlocked);
  if (locked <= 0n) return undefined;
  const blocks = Number(blocksToUnlock);
  return { locked, blocks, minutes: blocks * blockMinutes };
}

/**
 * How far a wallet is read, in blocks; undefined where it is read to the end.
 *
 * @param {CoinWallet} wallet
 * @param {CoinService | undefined} service
 */
export function readingOf({ height, whole }, service) {
  const total = service?.height;
  if (height === undefined || total === undefined) return undefined;
  const [read, all] = [Number(height), Number(total)];
  // A block that has just come is read within seconds, and no news.
  return whole && all - read < 10 ? undefined : read < all ? { read, all } : undefined;
}

/**
 * Whether a text is a list of words rather than a key: those who paste their seed are stopped before it leaves the page.
 *
 * @param {string} text
 */
export function looksLikeSeed(text) {
  const words = text.trim().split(/\s+/u);
  return words.length >= 12 && words.every((word) => /^\p{L}+$/u.test(word));
}

/**
 * What a transfer's state is called, as the key of its text.
 *
 * @param {CoinArrival} arrival
 */
export function arrivalKey({ state }) {
  return /** @type {const} */ (`coins.state.${state}`);
}

/**
 * An amount that was typed, in the smallest unit.
 *
 * @param {string} text
 * @param {string} [locale]
 * @returns {import("./amount.js").ReadAmount}
 */
export function readCoins(text, locale) {
  const read = readAmount(text, coinScale, locale);
  return read.units !== undefined && read.units > unitsMax ? { problem: "tooLarge" } : read;
}
