// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { coinTotal, coinWords, lockOf, looksLikeSeed, readingOf } from "../models/coins.js";

/** @param {Partial<import("../lib/hub/coin-shapes.js").CoinAccount>} [more] */
const account = (more = {}) => ({ index: 0, address: "4", received: "0", unlocked: "0", blocksToUnlock: "0", ...more });
/** @type {import("../lib/hub/coin-shapes.js").CoinService} */
const service = { coin: "monero", network: "main", node: "http://127.0.0.1:18081", state: "good", height: "1000" };

test("an amount is exact to its last unit and has no zeros at its end", () => {
  assert.equal(coinWords("1500000000000", "en-GB"), "1.5 XMR");
  assert.equal(coinWords("2000000000000", "en-GB"), "2 XMR");
  assert.equal(coinWords("10000000000000", "en-GB"), "10 XMR");
  assert.equal(coinWords("1", "en-GB"), "0.000000000001 XMR");
  assert.equal(coinWords("0", "en-GB"), "0 XMR");
  assert.equal(coinWords("1500000000000", "de-DE"), "1,5 XMR");
  assert.equal(coinWords("18446744073709551615", "en-GB"), "18,446,744.073709551615 XMR");
});

test("the total is the sum of the accounts, with what is locked apart", () => {
  const accounts = [account({ received: "18446744073709551615", unlocked: "5" }), account({ received: "1", unlocked: "1" })];
  assert.deepEqual(coinTotal(accounts), { received: 18446744073709551616n, locked: 18446744073709551610n });
});

test("what is locked waits two minutes for each block", () => {
  assert.deepEqual(lockOf(account({ received: "7", unlocked: "2", blocksToUnlock: "9" })), { locked: 5n, blocks: 9, minutes: 18 });
  assert.equal(lockOf(account({ received: "7", unlocked: "7" })), undefined);
});

test("progress is told until all blocks were read once, and after a long absence", () => {
  const wallet = (/** @type {string | undefined} */ height, whole = false) => /** @type {any} */ ({ height, whole });
  assert.deepEqual(readingOf(wallet("10"), service), { read: 10, all: 1000 });
  assert.deepEqual(readingOf(wallet("10", true), service), { read: 10, all: 1000 });
  assert.equal(readingOf(wallet("995", true), service), undefined);
  assert.equal(readingOf(wallet("1000", true), service), undefined);
  assert.equal(readingOf(wallet(undefined), service), undefined);
  assert.equal(readingOf(wallet("10"), undefined), undefined);
});

test("secret words are told from a key, before they are sent", () => {
  assert.equal(looksLikeSeed(Array.from({ length: 25 }, () => "word").join(" ")), true);
  assert.equal(looksLikeSeed("19f9436d28a1157f3a9ce4a8c5e6dce836a279fb724b5c9452ce61a3f181200c"), false);
  assert.equal(looksLikeSeed("my savings wallet"), false);
});
