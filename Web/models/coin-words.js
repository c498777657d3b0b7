// @ts-check
import { t } from "../lib/words/text.js";
import { paymentKey } from "./coin-sending.js";
import { coinWords, confirmationsNeeded } from "./coins.js";
import { momentWords } from "./words.js";

/**
 * Accounts, payments and requests of a wallet of coins, in words.
 *
 * @typedef {import("../lib/hub/coin-shapes.js").CoinAccount} CoinAccount
 * @typedef {import("../lib/hub/coin-shapes.js").CoinPayment} CoinPayment
 * @typedef {import("../lib/hub/coin-shapes.js").CoinRequest} CoinRequest
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 */

/**
 * An account's name, or its number, which begins with one for people.
 *
 * @param {CoinAccount} account
 */
export function coinAccountName({ index, name }) {
  return name ?? t("coins.accountNumber", { number: index + 1 });
}

/**
 * The name of a payment's receiver.
 *
 * @param {CoinPayment} payment
 * @param {CoinWallet} wallet
 */
export function paidName({ to }, { accounts }) {
  const account = accounts.find(({ index }) => index === to.account);
  return account ? coinAccountName(account) : to.name ?? to.address;
}

/**
 * How far a payment got.
 *
 * @param {CoinPayment} payment
 * @param {number} now  milliseconds since 1970
 */
export function paymentWords(payment, now) {
  return t(paymentKey(payment, now), { confirmations: payment.confirmations, needed: confirmationsNeeded });
}

/**
 * What arrived for a request.
 *
 * @param {CoinRequest} request
 */
export function requestWords({ received }) {
  return BigInt(received) > 0n ? t("coins.requestReceived", { amount: coinWords(received) }) : t("coins.requestWaits");
}

/**
 * A daily limit that counts later; undefined without one.
 *
 * @param {CoinWallet} wallet
 * @param {number} now  milliseconds since 1970
 */
export function raisedWords({ raisedLimit }, now) {
  return raisedLimit && t("coins.limitFrom", { amount: coinWords(raisedLimit.amount), time: momentWords(raisedLimit.from, now) });
}
