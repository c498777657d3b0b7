// @ts-check
import { blockMinutes } from "./coins.js";

/**
 * What can be done with a hot wallet, and how far it got.
 *
 * @typedef {import("../lib/hub/coin-shapes.js").CoinPayee} CoinPayee
 * @typedef {import("../lib/hub/coin-shapes.js").CoinPayment} CoinPayment
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 *
 * @typedef {"amount" | "password" | "again" | "all"} Blamed  the part of a sheet beside which a refusal is said
 */

/** Words of a wallet. */
export const wordCount = 25;

/** @param {CoinWallet} wallet */
export function isHot({ custody }) {
  return custody === "hot";
}

/**
 * Whether the words of a wallet are still to be written down and typed.
 *
 * @param {CoinWallet} wallet
 */
export function needsWords({ custody, wordsConfirmed }) {
  return custody === "hot" && wordsConfirmed !== true;
}

/**
 * The balance of a hot wallet: what can be spent now, and what waits, with the blocks and minutes until all of it can.
 *
 * @param {CoinWallet} wallet
 */
export function spendable({ balance = "0", available = "0", accounts }) {
  const waiting = BigInt(balance) - BigInt(available);
  if (waiting <= 0n) return { balance, available, waiting: undefined };
  const blocks = Math.max(0, ...accounts.map(({ blocksToUnlock }) => Number(blocksToUnlock)));
  return { balance, available, waiting: { amount: waiting, blocks, minutes: blocks * blockMinutes } };
}

/**
 * What may still leave a wallet today.
 *
 * @param {CoinWallet} wallet
 */
export function limitLeft({ dailyLimit = "0", spentToday = "0" }) {
  const left = BigInt(dailyLimit) - BigInt(spentToday);
  return left > 0n ? left : 0n;
}

/**
 * The most that an account can send now, fee included; undefined where that is not known, as of a wallet that was
 * restored.
 *
 * @param {CoinWallet} wallet
 * @param {number} from
 * @param {boolean} isOwn  whether it goes to another account of the same wallet, where no limit counts
 */
export function sendable(wallet, from, isOwn) {
  const available = wallet.accounts.find(({ index }) => index === from)?.available;
  const left = limitLeft(wallet);
  if (isOwn) return available === undefined ? undefined : BigInt(available);
  return available === undefined || BigInt(available) > left ? left : BigInt(available);
}

/**
 * Whether a payee can be paid already.
 *
 * @param {CoinPayee} payee
 * @param {number} now
 */
export function isPayable({ payableFrom }, now) {
  return Date.parse(payableFrom) <= now;
}

/**
 * Whether a payment is prepared and can still be sent.
 *
 * @param {CoinPayment} payment
 * @param {number} now
 */
export function canBeSent({ state, goodUntil }, now) {
  return state === "prepared" && Date.parse(goodUntil) > now;
}

/**
 * The payment that is prepared and waits to be sent; a wallet has one at most.
 *
 * @param {readonly CoinPayment[]} payments
 * @param {number} now
 */
export function openPayment(payments, now) {
  return payments.find((payment) => canBeSent(payment, now));
}

/**
 * A payment's state, as the key of its text.
 *
 * @param {CoinPayment} payment
 * @param {number} now
 */
export function paymentKey(payment, now) {
  const { state, waitsForMe, discardable } = payment;
  if (waitsForMe) return "coins.payment.waits";
  if (state === "relayed" && discardable) return "coins.payment.ungiven";
  if (state === "prepared") return canBeSent(payment, now) ? "coins.payment.prepared" : "coins.payment.expired";
  return /** @type {const} */ (`coins.payment.${state}`);
}

/**
 * The words of a wallet as they were typed or pasted: in small letters, without numbers and marks between them.
 *
 * @param {string} text
 */
export function wordsIn(text) {
  return text.toLowerCase().split(/[\s\d.,;:)]+/u).filter((word) => word !== "");
}

/**
 * An address in short, its beginning and its end.
 *
 * @param {string} address
 */
export function shortAddress(address) {
  return address.length > 20 ? `${address.slice(0, 8)}…${address.slice(-8)}` : address;
}

/** @type {Record<string, Blamed>} */
const blamed = {
  limit: "amount",
  notEnough: "amount",
  amountTooSmall: "amount",
  wrongSpendingPassword: "password",
  tooManyGuesses: "password",
  paymentExpired: "again",
  feeChanged: "again",
  refusedByNode: "again",
};

/**
 * Beside which part of a sheet a refusal is said.
 *
 * @param {string} code
 */
export function blamedFor(code) {
  return blamed[code] ?? "all";
}
