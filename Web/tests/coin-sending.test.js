// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import {
  blamedFor, canBeSent, isPayable, limitLeft, needsWords, openPayment, paymentKey, sendable, shortAddress, spendable, wordsIn,
} from "../models/coin-sending.js";
import { readCoins } from "../models/coins.js";
import { coinSending } from "../texts/en/coin-sending.js";

const now = Date.parse("2026-11-27T12:00:00Z");

/** @param {object} more */
const wallet = (more) => /** @type {any} */ ({ custody: "hot", accounts: [], wordsConfirmed: true, ...more });

/** @param {object} more */
const payment = (more) => /** @type {any} */ ({ id: "a", state: "prepared", goodUntil: "2026-11-27T12:30:00Z", ...more });

test("an amount is read to the last of twelve decimals, and no further than 64 bits", () => {
  assert.deepEqual(readCoins("0.000000000001", "en-GB"), { units: 1n });
  assert.deepEqual(readCoins("18,446,744.073709551615", "en-GB"), { units: 18446744073709551615n });
  assert.deepEqual(readCoins("18,446,744.073709551616", "en-GB"), { problem: "tooLarge" });
  assert.deepEqual(readCoins("0.0000000000001", "en-GB"), { problem: "decimals" });
  assert.deepEqual(readCoins("0", "en-GB"), { problem: "zero" });
});

test("a balance has what can be spent and what waits, apart", () => {
  const accounts = [{ blocksToUnlock: "6" }, { blocksToUnlock: "0" }];
  const waits = spendable(wallet({ balance: "7", available: "2", accounts }));
  assert.deepEqual(waits, { balance: "7", available: "2", waiting: { amount: 5n, blocks: 6, minutes: 12 } });
  assert.equal(spendable(wallet({ balance: "7", available: "7" })).waiting, undefined);
  assert.deepEqual(spendable(wallet({})), { balance: "0", available: "0", waiting: undefined });
});

test("the limit leaves what was not sent, never less than nothing", () => {
  assert.equal(limitLeft(wallet({ dailyLimit: "10", spentToday: "4" })), 6n);
  assert.equal(limitLeft(wallet({ dailyLimit: "10", spentToday: "14" })), 0n);
  const accounts = [{ index: 0, available: "5" }, { index: 1, available: "7" }, { index: 2 }];
  const known = wallet({ dailyLimit: "10", spentToday: "4", accounts });
  assert.deepEqual([0, 1, 2].map((from) => sendable(known, from, false)), [5n, 6n, 6n]);
  assert.deepEqual([0, 1, 2].map((from) => sendable(known, from, true)), [5n, 7n, undefined]);
});

test("only a hot wallet asks for its words, until they are confirmed", () => {
  assert.equal(needsWords(wallet({ wordsConfirmed: false })), true);
  assert.equal(needsWords(wallet({})), false);
  assert.equal(needsWords(wallet({ custody: "watchOnly", wordsConfirmed: undefined })), false);
});

test("a payee can be paid from its time on", () => {
  const payee = (/** @type {string} */ payableFrom) => /** @type {any} */ ({ payableFrom });
  assert.equal(isPayable(payee("2026-11-27T12:00:00Z"), now), true);
  assert.equal(isPayable(payee("2026-11-27T12:00:01Z"), now), false);
});

test("a prepared payment waits to be sent until its time is over", () => {
  const late = payment({ id: "b", goodUntil: "2026-11-27T12:00:00Z" });
  assert.equal(canBeSent(payment({}), now), true);
  assert.equal(canBeSent(late, now), false);
  assert.equal(openPayment([payment({ state: "inPool" }), late, payment({ id: "c" })], now)?.id, "c");
  assert.equal(openPayment([late], now), undefined);
});

test("each state of a payment has its words", () => {
  for (const state of ["prepared", "relayed", "inPool", "confirming", "confirmed", "failed", "reorganised"]) {
    assert.ok(paymentKey(payment({ state }), now) in coinSending, state);
  }
  assert.equal(paymentKey(payment({ goodUntil: "2026-11-27T11:00:00Z" }), now), "coins.payment.expired");
  assert.equal(paymentKey(payment({ state: "relayed", discardable: true }), now), "coins.payment.ungiven");
  assert.equal(paymentKey(payment({ state: "relayed", discardable: true, waitsForMe: true }), now), "coins.payment.waits");
});

test("words are taken from a list with numbers, commas and capitals", () => {
  assert.deepEqual(wordsIn(" 1. Abbey\n2) bacon, cage;\tdiet "), ["abbey", "bacon", "cage", "diet"]);
  assert.deepEqual(wordsIn(""), []);
});

test("an address in short keeps its beginning and its end", () => {
  assert.equal(shortAddress("438p5tYwXB4fKAfbY5mt8jRsZxE9QsAETidRsh2ZoNLi7NEWnMTha7p5"), "438p5tYw…nMTha7p5");
  assert.equal(shortAddress("short"), "short");
});

test("a refusal is said beside what is to be changed", () => {
  assert.equal(blamedFor("payeeWaits"), "all");
  assert.equal(blamedFor("limit"), "amount");
  assert.equal(blamedFor("wrongSpendingPassword"), "password");
  assert.equal(blamedFor("paymentExpired"), "again");
  assert.equal(blamedFor("nodeAway"), "all");
});
